//! The replies of a batch of positions: listed first, looked up together, then compared.
//!
//! Each option has a slot for the bounds of its worst reply so far. What is known at once is entered
//! at once; positions to look up go on two lists, of this layer and of smaller ones, so that the
//! look-ups are short loops without branches to guess, in which none waits for another.

use std::ops::Range;

use super::cells::Cells;
use super::finished::Finished;
use super::layered::{Reply, Scatter, Sink};
use crate::{Interval, Turn};

/// The most positions that a layer may have: its cells would take two terabytes.
pub(super) const MOST_POSITIONS: u64 = 1 << 40;

/// Which of the finished values stand for a smaller layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lens {
    /// Lower and upper.
    Ends,
    /// Zero for both.
    Zero,
}

/// A position of the layer under work to look up.
#[derive(Clone, Copy)]
struct Same {
    rank: u64,
    slot: u32,
    turn: Turn,
}

/// A position of a smaller layer to look up.
#[derive(Clone, Copy)]
struct Below {
    rank: u64,
    slot: u32,
    layer: u8,
    /// The difference of two margins of a byte each.
    gain: i16,
    turn: Turn,
}

// As many as fit a cache line.
const _: () = assert!(size_of::<Below>() == 16);

/// The replies of several positions.
pub(super) struct Replies<'a, B> {
    lookup: &'a Lookup<'a, B>,
    same: Vec<Same>,
    below: Vec<Below>,
    /// Replies to undetermined positions of smaller layers, by their place in `below`.
    undetermined: Vec<u32>,
    /// The bounds of the worst reply of each option, for the side to move before it; [`NONE`] of an
    /// option that has no replies.
    options: Vec<Interval<i16>>,
    /// Where the options of each position end.
    positions: Vec<u32>,
}

/// Better than any reply.
const NONE: Interval<i16> = Interval::exact(i16::MAX);

/// Look-ups between asking for memory and using it.
const AHEAD: usize = 32;

impl<'a, B: AsRef<[u8]>> Replies<'a, B> {
    pub(super) fn new(lookup: &'a Lookup<'a, B>) -> Replies<'a, B> {
        Replies {
            lookup,
            same: Vec::new(),
            below: Vec::new(),
            undetermined: Vec::new(),
            options: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Forgets everything; replies come in order.
    pub(super) fn clear(&mut self) {
        self.same.clear();
        self.below.clear();
        self.undetermined.clear();
        self.options.clear();
        self.options.push(NONE);
        self.positions.clear();
    }

    /// Removes everything and makes room for the replies of `positions` positions, which come in any order.
    pub(super) fn clear_for(&mut self, positions: usize, options: usize) {
        self.clear();
        self.options.resize(positions * options, NONE);
        self.positions
            .extend((1..=positions).map(|position| (position * options) as u32));
    }

    /// Looks all replies up.
    pub(super) fn look_up(&mut self) {
        let lookup = self.lookup;
        for (number, reply) in self.same.iter().enumerate() {
            if let Some(ahead) = self.same.get(number + AHEAD) {
                lookup.cells.prefetch(ahead.rank);
            }
            let bounds = lookup.cells.get(reply.rank);
            worsen(
                &mut self.options[reply.slot as usize],
                reply.turn.seen(bounds),
            );
        }
        for (number, reply) in self.below.iter().enumerate() {
            if let Some(ahead) = self.below.get(number + AHEAD) {
                lookup.below[usize::from(ahead.layer)].prefetch(ahead.rank);
            }
            match lookup.below[usize::from(reply.layer)].determined(reply.rank) {
                Some(margin) => {
                    let bounds = Interval::exact(margin.into());
                    worsen(&mut self.options[reply.slot as usize], reply.worth(bounds));
                }
                None => self.undetermined.push(number as u32),
            }
        }
        for &number in &self.undetermined {
            let reply = &self.below[number as usize];
            let value = lookup.below[usize::from(reply.layer)].get(reply.rank);
            let bounds = match lookup.lens {
                Lens::Ends => Interval {
                    low: value.lower as i16,
                    high: value.upper as i16,
                },
                Lens::Zero => Interval::exact(value.zero as i16),
            };
            worsen(&mut self.options[reply.slot as usize], reply.worth(bounds));
        }
    }

    /// For each position in turn the best option's worst reply, for both ends of the bounds.
    pub(super) fn best(&self) -> impl Iterator<Item = Interval<i16>> + '_ {
        ends(&self.positions).map(move |position| {
            let mut best = Interval::exact(i16::MIN);
            for &worst in &self.options[position] {
                if worst != NONE {
                    best = best.max(worst);
                }
            }
            best
        })
    }

    /// A reply of the option of this slot.
    #[inline(always)]
    fn enter(&mut self, slot: usize, reply: Reply) {
        match reply {
            Reply::Same { rank, turn } => {
                let slot = slot as u32;
                self.same.push(Same { rank, slot, turn });
            }
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                // Layers were counted before any was solved, and a gain that does not fit would
                // break the bound.
                debug_assert!(u8::try_from(layer).is_ok() && i16::try_from(gain).is_ok());
                self.below.push(Below {
                    rank,
                    slot: slot as u32,
                    layer: layer as u8,
                    gain: gain as i16,
                    turn,
                });
            }
            Reply::Over { margin } => {
                worsen(&mut self.options[slot], Interval::exact(margin as i16));
            }
            Reply::Endless => {
                let bound = self.lookup.cells.bound();
                worsen(&mut self.options[slot], Interval::within(bound));
            }
        }
    }
}

impl Below {
    /// What the reply is worth to the side to move before it, given the bounds of where it leads.
    #[inline(always)]
    fn worth(&self, bounds: Interval<i16>) -> Interval<i16> {
        self.turn.seen(bounds) + self.gain
    }
}

/// Takes another reply of an option into account: the other side has the choice.
#[inline(always)]
fn worsen(option: &mut Interval<i16>, reply: Interval<i16>) {
    *option = option.min(reply);
}

/// The ranges between these ends, from 0 on.
#[inline(always)]
fn ends(ends: &[u32]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let range = start..end as usize;
        start = range.end;
        range
    })
}

impl<B: AsRef<[u8]>> Sink for Replies<'_, B> {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        self.enter(self.options.len() - 1, reply);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.push(NONE);
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.positions.push(self.options.len() as u32 - 1);
    }
}

/// Takes replies in any order, after [`Replies::clear_for`].
pub(super) struct Scattered<'r, 'a, B> {
    pub(super) replies: &'r mut Replies<'a, B>,
    /// The options of a position.
    pub(super) options: usize,
}

impl<B: AsRef<[u8]>> Scatter for Scattered<'_, '_, B> {
    #[inline(always)]
    fn reply(&mut self, position: usize, option: usize, reply: Reply) {
        self.replies.enter(position * self.options + option, reply);
    }
}

/// Where replies are looked up: in the layer under work, and in the finished ones below it.
pub(super) struct Lookup<'a, B> {
    pub(super) lens: Lens,
    pub(super) layer: u32,
    pub(super) cells: Cells<'a>,
    pub(super) below: &'a [Finished<B>],
}
