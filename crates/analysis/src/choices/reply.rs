//! The best reply.

use sowlab_findings::{Bounds, Pick};

/// Returns a reply that is proven optimal with infinite play as a draw. Prefers a reply that is optimal under the other
/// infinite-play conventions too.
pub(super) fn best_reply(
    replies: &[(String, Bounds)],
    best: &Bounds,
    pick: Pick,
) -> Option<String> {
    let (near, far) = (*best.zero.start(), *best.zero.end());
    // Replies that no other reply can exceed.
    let proven = replies.iter().filter(|(_, reply)| match pick(0, 1) {
        0 => *reply.zero.end() == far && far <= near_of_others(replies, reply, pick),
        _ => *reply.zero.start() == near && near >= near_of_others(replies, reply, pick),
    });
    let score = |reply: &Bounds| {
        let attains = [reply.lower == best.lower, reply.upper == best.upper];
        attains.into_iter().filter(|&one| one).count()
    };
    let best = proven.rev().max_by_key(|(_, reply)| score(reply));
    best.map(|(text, _)| text.clone())
}

/// Returns the best possible value of any other reply for the side that replies.
fn near_of_others(replies: &[(String, Bounds)], reply: &Bounds, pick: Pick) -> i32 {
    let others = replies
        .iter()
        .filter(|(_, other)| !std::ptr::eq(other, reply));
    let ends = others.map(|(_, other)| match pick(0, 1) {
        0 => *other.zero.start(),
        _ => *other.zero.end(),
    });
    let none = if pick(0, 1) == 0 { i32::MAX } else { i32::MIN };
    ends.reduce(pick).unwrap_or(none)
}
