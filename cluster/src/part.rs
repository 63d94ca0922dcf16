//! What one process knows of a layer under work and of the finished ones: the bounds of the positions that it
//! holds, and their values.

use sowlab_solvers::Interval;
use sowlab_solvers::retrograde::ReplyBounds;
use sowlab_solvers::table::Table;

use crate::spread::Spread;

/// The bits of a [key](key) that are the place.
const PLACE_BITS: u32 = 40;

/// A position of a layer as one number, by which one process asks the process that holds it for its bounds: the
/// layer, and the place there. Layers have at most 2⁴⁰ positions.
#[inline(always)]
pub fn key(layer: u32, place: u64) -> u64 {
    u64::from(layer) << PLACE_BITS | place
}

/// What a process asks itself for in every step, so that it never sends nothing: see [`Team::exchange`].
///
/// [`Team::exchange`]: crate::team::Team::exchange
pub const NO_KEY: u64 = u64::MAX;

/// The inverse of [`key`].
#[inline(always)]
pub fn layer_and_place(key: u64) -> (u32, u64) {
    ((key >> PLACE_BITS) as u32, key & ((1 << PLACE_BITS) - 1))
}

/// The bounds of a position as one process sends them to another, and as they are saved.
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
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// How layers are spread.
    pub spread: Spread,
    /// The bounds and values of the positions held, by their places.
    pub lookup: &'a ReplyBounds<'a, Vec<u8>>,
    /// The tables of the layers below, where these lie on disk and not in memory.
    pub on_disk: Option<&'a [Table]>,
}

impl Part<'_> {
    /// Whether this is the [key] of a position of a layer that lies on disk.
    #[inline(always)]
    pub fn is_on_disk(&self, key: u64) -> bool {
        self.on_disk.is_some() && layer_and_place(key).0 < self.lookup.layer
    }

    /// Whether this is the [key] of a position that [`bounds`](Part::bounds) knows.
    #[inline(always)]
    pub fn is_in_memory(&self, key: u64) -> bool {
        key != NO_KEY && !self.is_on_disk(key)
    }

    /// The bounds of the position with this [key], which this process holds, [packed].
    ///
    /// # Panics
    /// If no layer in memory has such a position.
    #[inline(always)]
    pub fn bounds(&self, key: u64) -> u16 {
        let (layer, place) = layer_and_place(key);
        packed(match layer == self.lookup.layer {
            true => self.lookup.cells.get(place),
            false => self.lookup.below(layer as u8, place),
        })
    }

    /// Prefetches what [`bounds`](Part::bounds) reads.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        let (layer, place) = layer_and_place(key);
        match layer == self.lookup.layer {
            true => self.lookup.cells.prefetch(place),
            false => self.lookup.below[layer as usize].prefetch(place),
        }
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

    #[test]
    fn keys_are_taken_apart() {
        for layer in [0, 1, 255, 256] {
            for place in [0, 77, (1 << PLACE_BITS) - 1] {
                assert_eq!(layer_and_place(key(layer, place)), (layer, place));
            }
        }
    }
}
