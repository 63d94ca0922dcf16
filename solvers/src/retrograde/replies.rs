//! The replies of a batch of positions: gathered first, looked up together, then compared.

use super::cells::{Bounds, Cells};
use super::finished::Finished;
use super::layered::{Reply, Sink};

/// Bits of a rank in a packed reply.
const RANK_BITS: u32 = 40;
/// The most positions that a layer may have.
pub(super) const MOST_POSITIONS: u64 = 1 << RANK_BITS;
const LAYER_AT: u32 = RANK_BITS;
const GAIN_AT: u32 = LAYER_AT + 8;
const FLIPS: u64 = 1 << 56;
const OVER: u64 = 1 << 57;
const ENDLESS: u64 = 1 << 58;

/// Which of the finished values stand for a smaller layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lens {
    /// Lower and upper.
    Ends,
    /// Zero for both.
    Zero,
}

/// A reply in eight bytes: rank, layer, gain, kind.
#[derive(Clone, Copy)]
pub(super) struct Packed(u64);

impl Packed {
    #[inline(always)]
    fn rank(self) -> u64 {
        self.0 & (MOST_POSITIONS - 1)
    }

    #[inline(always)]
    fn layer(self) -> u32 {
        u32::from((self.0 >> LAYER_AT) as u8)
    }

    #[inline(always)]
    fn gain(self) -> i16 {
        i16::from((self.0 >> GAIN_AT) as u8 as i8)
    }

    #[inline(always)]
    fn flips(self) -> bool {
        self.0 & FLIPS != 0
    }
}

/// The replies of several positions.
pub(super) struct Replies {
    layer: u32,
    packed: Vec<Packed>,
    /// Where each option ends in `packed`.
    options: Vec<u32>,
    /// Where each position ends in `options`.
    positions: Vec<u32>,
}

impl Replies {
    pub(super) fn new(layer: u32) -> Replies {
        Replies {
            layer,
            packed: Vec::new(),
            options: Vec::new(),
            positions: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.packed.clear();
        self.options.clear();
        self.positions.clear();
    }

    /// How many positions were given.
    pub(super) fn positions(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn all(&self) -> &[Packed] {
        &self.packed
    }

    /// The options of a position: where the replies of each begin and end.
    #[inline]
    pub(super) fn options(&self, position: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let from = match position {
            0 => 0,
            _ => self.positions[position - 1] as usize,
        };
        let to = self.positions[position] as usize;
        let mut start = match from {
            0 => 0,
            _ => self.options[from - 1] as usize,
        };
        self.options[from..to].iter().map(move |&end| {
            let range = start..end as usize;
            start = range.end;
            range
        })
    }
}

impl Sink for Replies {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        let gained = |margin: i32| u64::from(margin as i8 as u8) << GAIN_AT;
        self.packed.push(Packed(match reply {
            Reply::Same { rank, flips } => {
                rank | (u64::from(self.layer) << LAYER_AT) | if flips { FLIPS } else { 0 }
            }
            Reply::Below {
                layer,
                rank,
                gain,
                flips,
            } => {
                rank | (u64::from(layer) << LAYER_AT) | gained(gain) | if flips { FLIPS } else { 0 }
            }
            Reply::Over { margin } => gained(margin) | OVER,
            Reply::Endless => ENDLESS,
        }));
    }

    #[inline(always)]
    fn end_option(&mut self) {
        self.options.push(self.packed.len() as u32);
    }

    #[inline(always)]
    fn end_position(&mut self) {
        self.positions.push(self.options.len() as u32);
    }
}

/// Looks replies up: in the layer under work, and in the finished ones below it.
pub(super) struct Lookup<'a, B> {
    pub(super) lens: Lens,
    pub(super) layer: u32,
    pub(super) cells: Cells<'a>,
    pub(super) below: &'a [Finished<B>],
}

impl<B: AsRef<[u8]>> Lookup<'_, B> {
    /// What is known of a reply, for the side to move before it.
    #[inline(always)]
    pub(super) fn bounds(&self, reply: Packed) -> Bounds {
        if reply.0 & (OVER | ENDLESS) != 0 {
            return if reply.0 & OVER != 0 {
                Bounds::exactly(reply.gain())
            } else {
                Bounds {
                    lower: -self.cells.bound(),
                    upper: self.cells.bound(),
                }
            };
        }
        if reply.layer() == self.layer {
            return self.cells.get(reply.rank()).flipped_if(reply.flips());
        }
        let value = self.below[reply.layer() as usize].get(reply.rank());
        let bounds = match self.lens {
            Lens::Ends => Bounds {
                lower: value.lower as i16,
                upper: value.upper as i16,
            },
            Lens::Zero => Bounds::exactly(value.zero as i16),
        };
        let bounds = bounds.flipped_if(reply.flips());
        Bounds {
            lower: bounds.lower + reply.gain(),
            upper: bounds.upper + reply.gain(),
        }
    }

    /// Looks all replies up; far apart in memory, but none waits for another.
    pub(super) fn gather(&self, replies: &Replies, bounds: &mut Vec<Bounds>) {
        bounds.clear();
        bounds.extend(replies.all().iter().map(|&reply| self.bounds(reply)));
    }
}

/// The best option's worst reply, for both ends of the bounds, given those of all replies.
#[inline(always)]
pub(super) fn best(replies: &Replies, position: usize, bounds: &[Bounds]) -> Bounds {
    let mut best = Bounds::exactly(i16::MIN);
    for option in replies.options(position) {
        let worst = worst(&bounds[option]);
        best.lower = best.lower.max(worst.lower);
        best.upper = best.upper.max(worst.upper);
    }
    best
}

/// The worst reply of an option, for both ends of the bounds.
#[inline(always)]
pub(super) fn worst(replies: &[Bounds]) -> Bounds {
    replies
        .iter()
        .fold(Bounds::exactly(i16::MAX), |worst, reply| Bounds {
            lower: worst.lower.min(reply.lower),
            upper: worst.upper.min(reply.upper),
        })
}
