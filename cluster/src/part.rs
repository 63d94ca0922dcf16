//! What one process knows of a layer under work and of the finished ones: the bounds of the positions that it
//! holds, and their values.

use sowlab_solvers::retrograde::Finished;
use sowlab_solvers::{Interval, Value};

use crate::spread::Spread;

/// Which of the finished values stand for a smaller layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lens {
    /// Lower and upper.
    Ends,
    /// Zero for both.
    Zero,
}

impl Lens {
    /// Its name in messages and file names.
    pub fn name(self) -> &'static str {
        match self {
            Lens::Ends => "ends",
            Lens::Zero => "zero",
        }
    }
}

/// The bits of a [key](key) that are the rank.
const RANK_BITS: u32 = 40;

/// A position of a layer as one number, by which one process asks another for its bounds. Layers have at most
/// 2⁴⁰ positions.
#[inline(always)]
pub fn key(layer: u32, rank: u64) -> u64 {
    u64::from(layer) << RANK_BITS | rank
}

/// The bounds of a position as one process sends them to another.
#[inline(always)]
pub fn packed(bounds: Interval<i16>) -> u16 {
    u16::from_le_bytes([bounds.low as i8 as u8, bounds.high as i8 as u8])
}

/// The inverse of [`packed`].
#[inline(always)]
pub fn unpacked(bounds: u16) -> Interval<i16> {
    let [low, high] = bounds.to_le_bytes();
    Interval {
        low: (low as i8).into(),
        high: (high as i8).into(),
    }
}

/// The positions of a layer under work that this process holds, and of the layers below it.
pub struct Part<'a> {
    /// How layers are spread.
    pub spread: Spread,
    /// The layer under work.
    pub layer: u32,
    /// The bound on its margins.
    pub bound: i16,
    /// What stands for the values of smaller layers.
    pub lens: Lens,
    /// The bounds of each position held, [packed].
    pub cells: Vec<u16>,
    /// The finished layers: the positions of each that this process holds.
    pub below: &'a [Finished<Vec<u8>>],
}

impl Part<'_> {
    /// The bounds of the position with this [key], which this process holds.
    ///
    /// # Panics
    /// If no layer that is finished or under work has such a position.
    #[inline(always)]
    pub fn bounds(&self, key: u64) -> u16 {
        let layer = (key >> RANK_BITS) as u32;
        let place = self.spread.place(key & ((1 << RANK_BITS) - 1));
        if layer == self.layer {
            return self.cells[place];
        }
        let value = self.below[layer as usize].get(place as u64);
        packed(match self.lens {
            Lens::Ends => Interval {
                low: value.lower as i16,
                high: value.upper as i16,
            },
            Lens::Zero => Interval::exact(value.zero as i16),
        })
    }

    /// Prefetches what [`bounds`](Part::bounds) reads.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let layer = (key >> RANK_BITS) as u32;
        if layer != self.layer {
            let place = self.spread.place(key & ((1 << RANK_BITS) - 1));
            self.below[layer as usize].prefetch(place as u64);
        }
    }

    /// How many positions held are not settled.
    pub fn open(&self) -> u64 {
        let open = self.cells.iter().filter(|&&cell| unpacked(cell).is_open());
        open.count() as u64
    }
}

/// The value of a position from its solved bounds.
pub fn value(ends: u16, zero: u16) -> Value {
    let (ends, zero) = (unpacked(ends), unpacked(zero));
    Value {
        lower: ends.low.into(),
        // The one nearest to 0 that is left.
        zero: 0.clamp(zero.low, zero.high).into(),
        upper: ends.high.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_sent_and_come_back() {
        for low in -127..=127 {
            for high in low..=127 {
                let bounds = Interval { low, high };
                assert_eq!(unpacked(packed(bounds)), bounds);
            }
        }
    }
}
