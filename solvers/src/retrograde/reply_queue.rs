//! Replies that wait in memory. Positions of the layer under work and of smaller layers are on separate lists. Probing
//! a list is then a short loop without unpredictable branches, in which no load waits for another.

use super::cells::Cells;
use super::finished::{FinishedLayer, FirstRead};
use super::replies::{OptionBounds, PendingReplies};
use crate::{Interval, Turn, Value};

/// The margins of a value that are solved together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarginKind {
    /// `lower` and `upper`.
    Ends,
    /// `zero`, as both bounds.
    Zero,
}

impl MarginKind {
    /// Returns its name in messages and file names.
    pub fn name(self) -> &'static str {
        match self {
            MarginKind::Ends => "ends",
            MarginKind::Zero => "zero",
        }
    }

    /// Returns the bounds that these margins of a value give.
    #[inline(always)]
    pub fn bounds_of(self, value: Value) -> Interval<i16> {
        match self {
            MarginKind::Ends => Interval {
                low: value.lower as i16,
                high: value.upper as i16,
            },
            MarginKind::Zero => Interval::exact(value.zero as i16),
        }
    }
}

/// The bounds of positions of the layer in progress, and of the finished layers below it.
pub struct ReplyBounds<'a, B> {
    /// The margins of smaller layers that are used.
    pub kind: MarginKind,
    /// The layer in progress.
    pub layer: u32,
    /// Its bounds.
    pub cells: Cells<'a>,
    /// The finished layers.
    pub below: &'a [FinishedLayer<B>],
}

impl<B: AsRef<[u8]>> ReplyBounds<'_, B> {
    /// Returns the bounds of a position of a smaller layer.
    ///
    /// # Panics
    /// Panics if no finished layer has such a position.
    #[inline(always)]
    pub fn below(&self, layer: u8, rank: u64) -> Interval<i16> {
        let finished = &self.below[usize::from(layer)];
        match finished.first(rank) {
            FirstRead::Margin(margin) => Interval::exact(margin.into()),
            FirstRead::Value(value) => self.kind.bounds_of(value),
            FirstRead::Undetermined => self.kind.bounds_of(finished.get(rank)),
        }
    }
}

/// A position of the layer in progress to probe.
#[derive(Clone, Copy)]
struct SameLayerReply {
    rank: u64,
    slot: u32,
    /// The lower bound of the probed position, for the side to move before it.
    low: i16,
    turn: Turn,
}

// A cache line holds four.
const _: () = assert!(size_of::<SameLayerReply>() == 16);

/// A position of a smaller layer to probe.
#[derive(Clone, Copy)]
struct LowerLayerReply {
    rank: u64,
    slot: u32,
    layer: u8,
    /// The difference of two margins of one byte each.
    gain: i16,
    turn: Turn,
}

// A cache line holds four.
const _: () = assert!(size_of::<LowerLayerReply>() == 16);

impl LowerLayerReply {
    /// Returns the bounds of the reply for the side to move before it, from those of the position it leads to.
    #[inline(always)]
    fn bounds_before(&self, bounds: Interval<i16>) -> Interval<i16> {
        self.turn.convert(bounds) + self.gain
    }
}

/// Replies that wait to be probed in memory.
pub struct ReplyQueue<'a, B> {
    lookup: &'a ReplyBounds<'a, B>,
    same: Vec<SameLayerReply>,
    below: Vec<LowerLayerReply>,
    /// Replies to undetermined positions of smaller layers, by their index in `below`.
    undetermined: Vec<u32>,
}

/// The number of probes between a prefetch and its use.
pub const AHEAD: usize = 32;

impl<'a, B: AsRef<[u8]>> ReplyQueue<'a, B> {
    /// Creates an empty queue.
    pub fn new(lookup: &'a ReplyBounds<'a, B>) -> ReplyQueue<'a, B> {
        ReplyQueue {
            lookup,
            same: Vec::new(),
            below: Vec::new(),
            undetermined: Vec::new(),
        }
    }

    /// Probes all waiting replies, and empties the queue.
    pub fn probe(&mut self, options: &mut OptionBounds) {
        self.probe_same_layer::<false>(options);
        self.same.clear();
        self.probe_lower_layers(options);
    }

    /// Probes all waiting replies. Those to positions of the layer in progress stay for
    /// [`same_layer_replies`](ReplyQueue::same_layer_replies).
    pub(super) fn probe_keeping_same(&mut self, options: &mut OptionBounds) {
        self.probe_same_layer::<true>(options);
        self.probe_lower_layers(options);
    }

    /// Returns, for each reply to a position of the layer in progress, its slot, its rank and its lower bound. The
    /// bound is for the side to move before it.
    pub(super) fn same_layer_replies(&self) -> impl Iterator<Item = (u32, u64, i16)> + '_ {
        let same = self.same.iter();
        same.map(|reply| (reply.slot, reply.rank, reply.low))
    }

    /// Removes the replies to positions of the layer in progress.
    pub(super) fn clear_same(&mut self) {
        self.same.clear();
    }

    #[inline(always)]
    fn probe_same_layer<const NOTING: bool>(&mut self, options: &mut OptionBounds) {
        let cells = self.lookup.cells;
        for number in 0..self.same.len() {
            if let Some(ahead) = self.same.get(number + AHEAD) {
                cells.prefetch(ahead.rank);
            }
            let reply = &mut self.same[number];
            let bounds = reply.turn.convert(cells.get(reply.rank));
            if NOTING {
                reply.low = bounds.low;
            }
            options.worsen(reply.slot, bounds);
        }
    }

    #[inline(always)]
    fn probe_lower_layers(&mut self, options: &mut OptionBounds) {
        let lookup = self.lookup;
        for (number, reply) in self.below.iter().enumerate() {
            if let Some(ahead) = self.below.get(number + AHEAD) {
                lookup.below[usize::from(ahead.layer)].prefetch(ahead.rank);
            }
            match lookup.below[usize::from(reply.layer)].first(reply.rank) {
                FirstRead::Margin(margin) => {
                    options.worsen(
                        reply.slot,
                        reply.bounds_before(Interval::exact(margin.into())),
                    );
                }
                FirstRead::Value(value) => {
                    options.worsen(
                        reply.slot,
                        reply.bounds_before(lookup.kind.bounds_of(value)),
                    );
                }
                FirstRead::Undetermined => self.undetermined.push(number as u32),
            }
        }
        for numbers in self.undetermined.chunks(AHEAD) {
            for &number in numbers {
                let reply = &self.below[number as usize];
                lookup.below[usize::from(reply.layer)].prefetch_place(reply.rank as usize);
            }
            let mut places = [0; AHEAD];
            for (place, &number) in places.iter_mut().zip(numbers) {
                let reply = &self.below[number as usize];
                let finished = &lookup.below[usize::from(reply.layer)];
                *place = finished.undetermined_place(reply.rank as usize);
                finished.prefetch_undetermined(*place);
            }
            for (&place, &number) in places.iter().zip(numbers) {
                let reply = &self.below[number as usize];
                let value = lookup.below[usize::from(reply.layer)].undetermined_at(place);
                options.worsen(
                    reply.slot,
                    reply.bounds_before(lookup.kind.bounds_of(value)),
                );
            }
        }
        self.below.clear();
        self.undetermined.clear();
    }
}

impl<B> PendingReplies for ReplyQueue<'_, B> {
    #[inline(always)]
    fn push_same_layer(&mut self, slot: u32, rank: u64, turn: Turn) {
        self.same.push(SameLayerReply {
            rank,
            slot,
            low: 0,
            turn,
        });
    }

    #[inline(always)]
    fn below(&mut self, slot: u32, layer: u8, rank: u64, gain: i16, turn: Turn) {
        self.below.push(LowerLayerReply {
            rank,
            slot,
            layer,
            gain,
            turn,
        });
    }
}
