//! The layer in progress: two bytes per position, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use crate::Interval;
use crate::memory::prefetch;
use sowlab_base::files::faults::{Place, reach};

/// The bounds of every position of a layer.
///
/// The low byte of a cell is the distance of the lower bound from its start, the high byte that of the upper bound.
/// Zero therefore stands for unknown bounds. Distances are at most twice the bound. Any mixture of older and newer
/// cells is a valid state of the work.
///
/// Threads read and write bounds in any order. Bounds only tighten, and their limit does not depend on when a thread
/// reads them (chaotic iteration of monotone equations).
#[derive(Clone, Copy)]
pub struct Cells<'a> {
    cells: &'a [AtomicU16],
    bound: i16,
}

impl<'a> Cells<'a> {
    /// Creates the cells of a layer with this bound, at most [`MOST_MARGIN`](super::MOST_MARGIN). All zeros stand for
    /// unknown bounds.
    pub fn new(cells: &'a [AtomicU16], bound: i16) -> Cells<'a> {
        Cells { cells, bound }
    }

    /// Returns whether a cell of a layer with this bound can have this content: bounds within the margins that do not
    /// cross.
    pub(super) fn possible(cell: u16, bound: i16) -> bool {
        i32::from(cell & 0xff) + i32::from(cell >> 8) <= 2 * i32::from(bound)
    }

    /// Returns the number of positions.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a layer is never asked whether it is empty"
    )]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Returns the bound on margins.
    pub fn bound(&self) -> i16 {
        self.bound
    }

    /// Returns the number of positions whose bounds are not equal.
    pub fn count_open(&self) -> u64 {
        (0..self.len())
            .into_par_iter()
            .filter(|&rank| self.get(rank).is_open())
            .count() as u64
    }

    /// Returns the bounds of a position.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Interval<i16> {
        self.unpack(self.cells[rank as usize].load(Ordering::Relaxed))
    }

    /// Prefetches the cell of a position.
    #[inline(always)]
    pub fn prefetch(&self, rank: u64) {
        prefetch(&self.cells[rank as usize]);
    }

    /// Writes the bounds of a position. No other thread may change them meanwhile.
    #[inline(always)]
    pub fn set(&self, rank: u64, bounds: Interval<i16>) {
        let _ = reach(Place::Cell);
        self.cells[rank as usize].store(self.pack(bounds), Ordering::Relaxed);
    }

    /// Returns the positions, of at most 64, whose lower bound is this margin, and those whose upper bound is minus it.
    /// Bit 0 is the lowest rank.
    #[inline(always)]
    pub(super) fn positions_reaching(&self, ranks: Range<u64>, margin: i16) -> (u64, u64) {
        // Both have the same distance from their start.
        let distance = (margin + self.bound) as u16;
        let (mut low, mut high) = (0, 0);
        let cells = &self.cells[ranks.start as usize..ranks.end as usize];
        for (place, cell) in cells.iter().enumerate() {
            let cell = cell.load(Ordering::Relaxed);
            low |= u64::from(cell & 0xff == distance) << place;
            high |= u64::from(cell >> 8 == distance) << place;
        }
        (low, high)
    }

    /// Raises the lower bound of a position to `low`. Returns whether it was less.
    #[inline(always)]
    pub(super) fn raise(&self, rank: u64, low: i16) -> bool {
        self.tighten(rank, |bounds| Interval {
            low: bounds.low.max(low),
            ..bounds
        })
    }

    /// Lowers the upper bound of a position to `high`. Returns whether it was greater.
    #[inline(always)]
    pub(super) fn lower(&self, rank: u64, high: i16) -> bool {
        self.tighten(rank, |bounds| Interval {
            high: bounds.high.min(high),
            ..bounds
        })
    }

    /// Replaces the bounds of a position atomically. Returns whether they changed.
    #[inline(always)]
    fn tighten(&self, rank: u64, tightened: impl Fn(Interval<i16>) -> Interval<i16>) -> bool {
        let _ = reach(Place::Cell);
        let cell = &self.cells[rank as usize];
        let replaced = cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |cell| {
            let changed = self.pack(tightened(self.unpack(cell)));
            (changed != cell).then_some(changed)
        });
        replaced.is_ok()
    }

    #[inline(always)]
    fn unpack(&self, cell: u16) -> Interval<i16> {
        Interval {
            low: (cell & 0xff) as i16 - self.bound,
            high: self.bound - (cell >> 8) as i16,
        }
    }

    #[inline(always)]
    fn pack(&self, bounds: Interval<i16>) -> u16 {
        let lower = (bounds.low + self.bound) as u16;
        let upper = (self.bound - bounds.high) as u16;
        lower | (upper << 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_pair(bound: i16, mut check: impl FnMut(Cells<'_>, Interval<i16>)) {
        let words = [AtomicU16::new(0)];
        let cells = Cells::new(&words, bound);
        let nothing = Interval::within(bound);
        assert_eq!(cells.get(0), nothing, "zero says that nothing is known");
        for low in -bound..=bound {
            for high in low..=bound {
                check(cells, Interval { low, high });
            }
        }
    }

    #[test]
    fn bounds_come_back() {
        for bound in [0, 1, 63, 64, 127] {
            every_pair(bound, |cells, bounds| {
                cells.set(0, bounds);
                assert_eq!(cells.get(0), bounds);
            });
        }
    }

    #[test]
    fn bounds_tighten_and_never_widen() {
        for bound in [0, 1, 63, 127] {
            every_pair(bound, |cells, bounds| {
                cells.set(0, bounds);
                for margin in -bound..=bound {
                    let [low, high] = [bounds.low == margin, bounds.high == -margin];
                    let reached = (u64::from(low), u64::from(high));
                    assert_eq!(cells.positions_reaching(0..1, margin), reached);
                }
                assert!(!cells.raise(0, bounds.low) && !cells.lower(0, bounds.high));
                assert!(!cells.raise(0, -bound) && !cells.lower(0, bound));
                assert_eq!(cells.get(0), bounds);
                assert_eq!(cells.raise(0, bounds.high), bounds.is_open());
                assert_eq!(cells.get(0), Interval::exact(bounds.high));
                cells.set(0, bounds);
                assert_eq!(cells.lower(0, bounds.low), bounds.is_open());
                assert_eq!(cells.get(0), Interval::exact(bounds.low));
            });
        }
    }
}
