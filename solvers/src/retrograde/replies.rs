//! The replies of a batch of positions: listed first, looked up together, then compared.
//!
//! Each reply has a slot for its bounds. What is known at once is written there at once; positions
//! to look up go on two lists, of this layer and of smaller ones, so that the look-ups are short
//! loops without branches to guess, in which none waits for another.

use std::ops::Range;

use super::cells::{Bounds, Cells};
use super::finished::Finished;
use super::layered::{Reply, Sink};
use crate::Turn;

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
    /// What is known of each reply, for the side to move before it.
    bounds: Vec<Bounds>,
    /// Where the replies of each option end.
    options: Vec<u32>,
    /// Where the options of each position end.
    positions: Vec<u32>,
}

impl<'a, B: AsRef<[u8]>> Replies<'a, B> {
    pub(super) fn new(lookup: &'a Lookup<'a, B>) -> Replies<'a, B> {
        Replies {
            lookup,
            same: Vec::new(),
            below: Vec::new(),
            bounds: Vec::new(),
            options: Vec::new(),
            positions: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.same.clear();
        self.below.clear();
        self.bounds.clear();
        self.options.clear();
        self.positions.clear();
    }

    /// Looks all replies up.
    pub(super) fn look_up(&mut self) {
        let lookup = self.lookup;
        for reply in &self.same {
            let bounds = lookup.cells.get(reply.rank);
            self.bounds[reply.slot as usize] = bounds.seen(reply.turn);
        }
        for reply in &self.below {
            let value = lookup.below[usize::from(reply.layer)].get(reply.rank);
            let bounds = match lookup.lens {
                Lens::Ends => Bounds {
                    lower: value.lower as i16,
                    upper: value.upper as i16,
                },
                Lens::Zero => Bounds::exactly(value.zero as i16),
            };
            let bounds = bounds.seen(reply.turn);
            self.bounds[reply.slot as usize] = Bounds {
                lower: bounds.lower + reply.gain,
                upper: bounds.upper + reply.gain,
            };
        }
    }

    /// For each position in turn the best option's worst reply, for both ends of the bounds.
    pub(super) fn best(&self) -> impl Iterator<Item = Bounds> + '_ {
        let mut options = ends(&self.options);
        ends(&self.positions).map(move |position| {
            let mut best = Bounds::exactly(i16::MIN);
            for option in options.by_ref().take(position.len()) {
                let worst = worst(&self.bounds[option]);
                best.lower = best.lower.max(worst.lower);
                best.upper = best.upper.max(worst.upper);
            }
            best
        })
    }
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

/// The worst reply of an option, for both ends of the bounds.
#[inline(always)]
fn worst(replies: &[Bounds]) -> Bounds {
    replies
        .iter()
        .fold(Bounds::exactly(i16::MAX), |worst, reply| Bounds {
            lower: worst.lower.min(reply.lower),
            upper: worst.upper.min(reply.upper),
        })
}

/// What a reply leads to is asked for as soon as it is known, long before it is looked up.
impl<B: AsRef<[u8]>> Sink for Replies<'_, B> {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        let slot = self.bounds.len() as u32;
        let known = match reply {
            Reply::Same { rank, turn } => {
                self.lookup.cells.touch(rank);
                self.same.push(Same { rank, slot, turn });
                Bounds::exactly(0)
            }
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                // Layers were counted before any was solved, and a gain that does not fit would
                // break the promise of the bound.
                debug_assert!(u8::try_from(layer).is_ok() && i16::try_from(gain).is_ok());
                self.lookup.below[layer as usize].touch(rank);
                self.below.push(Below {
                    rank,
                    slot,
                    layer: layer as u8,
                    gain: gain as i16,
                    turn,
                });
                Bounds::exactly(0)
            }
            Reply::Over { margin } => Bounds::exactly(margin as i16),
            Reply::Endless => {
                let bound = self.lookup.cells.bound();
                Bounds {
                    lower: -bound,
                    upper: bound,
                }
            }
        };
        self.bounds.push(known);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.push(self.bounds.len() as u32);
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.positions.push(self.options.len() as u32);
    }
}

/// Where replies are looked up: in the layer under work, and in the finished ones below it.
pub(super) struct Lookup<'a, B> {
    pub(super) lens: Lens,
    pub(super) layer: u32,
    pub(super) cells: Cells<'a>,
    pub(super) below: &'a [Finished<B>],
}
