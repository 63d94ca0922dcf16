//! The best reply.

use sowlab_findings::{Bounds, Pick};

/// A reply that is proven best where infinite play counts for nobody, if possible one that is best by the
/// other readings too.
pub(super) fn best_reply(
    replies: &[(String, Bounds)],
    best: &Bounds,
    pick: Pick,
) -> Option<String> {
    let (near, far) = (*best.zero.start(), *best.zero.end());
    // No other reply can turn out better.
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

/// The best that any other reply might turn out to be worth to the side that replies.
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
