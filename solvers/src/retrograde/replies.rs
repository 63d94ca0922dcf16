//! The replies of a batch of positions, which are listed first, then probed together, then compared.
//!
//! Each option has a slot for the bounds of its worst reply so far. Known bounds are entered at once. Replies that lead
//! to positions wait until these are probed ([`PendingReplies`]): in this process's memory ([`super::ReplyQueue`]), or
//! by another process.

use std::ops::Range;

use super::layered::{Layered, Reply, Scatter, Sink};
use crate::{Interval, Turn};

/// A queue of replies that wait for the bounds of the positions they lead to.
pub trait PendingReplies {
    /// Adds a reply of the option of this slot that leads to a position of the layer in progress.
    fn push_same_layer(&mut self, slot: u32, rank: u64, turn: Turn);

    /// Adds a reply of the option of this slot that leads to a position of a smaller layer. The layer fits a byte, and
    /// the gain is the difference of two margins of one byte each.
    fn below(&mut self, slot: u32, layer: u8, rank: u64, gain: i16, turn: Turn);

    /// Adds a reply of the option of this slot that ends the game, or does not terminate, with these bounds.
    #[inline(always)]
    fn over(&mut self, options: &mut OptionBounds, slot: u32, bounds: Interval<i16>) {
        options.worsen(slot, bounds);
    }
}

/// The bounds of the worst reply so far of every option.
#[derive(Debug, Default)]
pub struct OptionBounds {
    /// The bounds for the side to move before the reply; [`NONE`] for an option without replies.
    worst: Vec<Interval<i16>>,
}

/// The bounds of a reply that is better than any other.
const NONE: Interval<i16> = Interval::exact(i16::MAX);

impl OptionBounds {
    /// Updates an option with another of its replies, among which the other side chooses.
    #[inline(always)]
    pub fn worsen(&mut self, slot: u32, reply: Interval<i16>) {
        let option = &mut self.worst[slot as usize];
        *option = option.min(reply);
    }
}

/// The replies of several positions.
pub struct Replies<W> {
    bound: i16,
    waiting: W,
    options: OptionBounds,
    /// The end of the options of each position.
    positions: Vec<u32>,
}

impl<W: PendingReplies> Replies<W> {
    /// Creates an empty batch, for positions of a layer with this bound on its margins.
    pub fn new(bound: i16, waiting: W) -> Replies<W> {
        Replies {
            bound,
            waiting,
            options: OptionBounds::default(),
            positions: Vec::new(),
        }
    }

    /// Removes all positions. The queue is not changed.
    pub fn clear(&mut self) {
        self.options.worst.clear();
        self.positions.clear();
    }

    /// Adds the replies of positions of this layer, whose ranks are strictly ascending. Returns whether each position
    /// has as many slots as the game has [options](Layered::options).
    #[inline(always)]
    pub fn expand<G: Layered>(
        &mut self,
        game: &G,
        scratch: &mut G::Scratch,
        layer: u32,
        ranks: &[u64],
    ) -> bool {
        let options = game.options();
        let first = self.options.worst.len();
        let end = first + ranks.len() * options;
        self.options.worst.resize(end, NONE);
        let mut scattered = ScatteredReplies {
            replies: self,
            first,
            options,
        };
        let in_any_order = game.scatter(scratch, layer, ranks, &mut scattered);
        if in_any_order {
            let ends = (1..=ranks.len()).map(|position| (first + position * options) as u32);
            self.positions.extend(ends);
        } else {
            self.options.worst.truncate(first);
            self.options.worst.push(NONE);
            game.expand(scratch, layer, ranks, self);
            // The last option, which has no replies.
            self.options.worst.pop();
        }
        in_any_order
    }

    /// Returns the queue, and the options that it updates.
    #[inline(always)]
    pub fn waiting(&mut self) -> (&mut W, &mut OptionBounds) {
        (&mut self.waiting, &mut self.options)
    }

    /// Returns the queue.
    pub(super) fn queue(&self) -> &W {
        &self.waiting
    }

    /// Returns the end of the slots of each position.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn position_ends(&self) -> &[u32] {
        &self.positions
    }

    /// Returns for each position in turn the worst reply of its best option, for both bounds.
    pub fn best(&self) -> impl Iterator<Item = Interval<i16>> + '_ {
        ranges(&self.positions).map(move |position| {
            let mut best = Interval::exact(i16::MIN);
            for &worst in &self.options.worst[position] {
                if worst != NONE {
                    best = best.max(worst);
                }
            }
            best
        })
    }

    /// Returns the index of the position of this slot. It is fast if the position is `near` or soon after it.
    #[inline(always)]
    pub(super) fn position_of(&self, slot: u32, near: usize) -> usize {
        let before = near > 0 && slot < self.positions[near - 1];
        let start = if before { 0 } else { near };
        let mut ends = self.positions[start..].iter();
        let found = ends.position(|&end| slot < end);
        start + found.expect("every slot is one of a position")
    }

    /// Returns the bounds of an option's worst reply.
    #[inline(always)]
    pub(super) fn worst(&self, slot: u32) -> Interval<i16> {
        self.options.worst[slot as usize]
    }

    /// Returns the slot of the first option of a position whose worst reply has an upper bound of at least `high`. Each
    /// position has `options` slots.
    pub(super) fn first_reaching(&self, position: usize, options: usize, high: i16) -> u32 {
        let first = position * options;
        let worst = &self.options.worst[first..first + options];
        let option = worst
            .iter()
            .position(|&worst| worst != NONE && worst.high >= high);
        (first + option.expect("the best option reaches the bounds of the position")) as u32
    }

    /// Adds a reply of the option of this slot.
    #[inline(always)]
    fn add_reply(&mut self, slot: usize, reply: Reply) {
        let slot = slot as u32;
        match reply {
            Reply::Same { rank, turn } => self.waiting.push_same_layer(slot, rank, turn),
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                // Layers were counted before any was solved, and a gain that does not fit would violate the bound.
                debug_assert!(u8::try_from(layer).is_ok() && i16::try_from(gain).is_ok());
                self.waiting
                    .below(slot, layer as u8, rank, gain as i16, turn);
            }
            Reply::Over { margin } => {
                let bounds = Interval::exact(margin as i16);
                self.waiting.over(&mut self.options, slot, bounds);
            }
            Reply::Endless => {
                let bounds = Interval::within(self.bound);
                self.waiting.over(&mut self.options, slot, bounds);
            }
        }
    }
}

/// Returns the ranges between these ends, starting at 0.
#[inline(always)]
fn ranges(ends: &[u32]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let range = start..end as usize;
        start = range.end;
        range
    })
}

impl<W: PendingReplies> Sink for Replies<W> {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        self.add_reply(self.options.worst.len() - 1, reply);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.worst.push(NONE);
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.positions.push(self.options.worst.len() as u32 - 1);
    }
}

/// A receiver of replies in any order.
struct ScatteredReplies<'r, W> {
    replies: &'r mut Replies<W>,
    /// The slot of the first option of the first of these positions.
    first: usize,
    /// The number of options of a position.
    options: usize,
}

impl<W: PendingReplies> Scatter for ScatteredReplies<'_, W> {
    #[inline(always)]
    fn reply(&mut self, position: usize, option: usize, reply: Reply) {
        let slot = self.first + position * self.options + option;
        self.replies.add_reply(slot, reply);
    }
}
