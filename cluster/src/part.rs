//! The part of one process of the current layer and of the finished ones: the bounds of its positions, and their
//! values.

use sowlab_solvers::Interval;
use sowlab_solvers::retrograde::ReplyBounds;
use sowlab_solvers::table::Table;

use crate::spread::Spread;

/// The number of bits of a [key](key) for the place.
const PLACE_BITS: u32 = 40;

/// Returns a position of a layer as one number, with which one process requests its bounds from the owner: the layer,
/// and the place there. Layers have at most 2⁴⁰ positions.
#[inline(always)]
pub fn key(layer: u32, place: u64) -> u64 {
    u64::from(layer) << PLACE_BITS | place
}

/// The key that a process sends to itself in every step, so that it never sends an empty message: see
/// [`Team::exchange`].
///
/// [`Team::exchange`]: crate::team::Team::exchange
pub const NO_KEY: u64 = u64::MAX;

/// Returns the layer and the place of a key: the inverse of [`key`].
#[inline(always)]
pub fn layer_and_place(key: u64) -> (u32, u64) {
    ((key >> PLACE_BITS) as u32, key & ((1 << PLACE_BITS) - 1))
}

/// Packs the bounds of a position, as processes send and save them.
#[inline(always)]
pub fn packed(bounds: Interval<i16>) -> u16 {
    u16::from_le_bytes([bounds.low as i8 as u8, bounds.high as i8 as u8])
}

/// Unpacks bounds: the inverse of [`packed`].
#[inline(always)]
pub fn unpacked(bounds: u16) -> Interval<i16> {
    let [low, high] = bounds.to_le_bytes();
    Interval {
        low: (low as i8).into(),
        high: (high as i8).into(),
    }
}

/// The positions of the current layer, and of the layers below it, that this process owns.
#[derive(Clone, Copy)]
pub struct OwnedPart<'a> {
    /// The distribution of layers.
    pub spread: Spread,
    /// The bounds and values of the owned positions, by their places.
    pub lookup: &'a ReplyBounds<'a, Vec<u8>>,
    /// The tables of the layers below, if these are on disk.
    pub on_disk: Option<&'a [Table]>,
}

impl OwnedPart<'_> {
    /// Returns whether this is the [key] of a position of a layer on disk.
    #[inline(always)]
    pub fn is_on_disk(&self, key: u64) -> bool {
        self.on_disk.is_some() && layer_and_place(key).0 < self.lookup.layer
    }

    /// Returns whether this is the [key] of a position whose [`bounds`](OwnedPart::bounds) are in memory.
    #[inline(always)]
    pub fn is_in_memory(&self, key: u64) -> bool {
        key != NO_KEY && !self.is_on_disk(key)
    }

    /// Returns the [packed] bounds of the position with this [key], which this process owns.
    ///
    /// # Panics
    /// No layer in memory has such a position.
    #[inline(always)]
    pub fn bounds(&self, key: u64) -> u16 {
        let (layer, place) = layer_and_place(key);
        packed(match layer == self.lookup.layer {
            true => self.lookup.cells.get(place),
            false => self.lookup.below(layer as u8, place),
        })
    }

    /// Prefetches the data that [`bounds`](OwnedPart::bounds) reads.
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
