//! The layer under work: two bytes a position, shared by all threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use crate::Interval;
use crate::files::faults::{Place, reach};
use crate::memory::prefetch;

/// The bounds of every position of a layer, and a mark for each that says whether it was looked at
/// since one of its replies changed.
///
/// A cell holds the distance of the lower bound from its start (low byte) and that of the upper
/// bound (high byte), so that zero means that nothing is known yet. Distances are at most twice the
/// bound: up to a bound of 63 the low byte has a bit to spare, which is the mark. Any mixture of
/// older and newer cells is a valid state of the work, but for the marks: those have to be passed
/// over in the first sweep.
///
/// Bounds are read and written without order among the threads: they only ever tighten, and the
/// limit does not depend on when a thread sees them (chaotic iteration of monotone equations).
#[derive(Clone, Copy)]
pub struct Cells<'a> {
    cells: &'a [AtomicU16],
    bound: i16,
    /// The bits of the distance of the lower bound.
    low: u16,
}

/// The mark: the position was looked at, and none of its replies has changed since.
const SEEN: u16 = 1 << 7;
/// The greatest bound that leaves room for marks.
const MOST_MARKED: i16 = 63;

impl<'a> Cells<'a> {
    /// The cells of a layer with this bound, at most [`MOST_MARGIN`](super::MOST_MARGIN). All zeros say that
    /// nothing is known.
    pub fn new(cells: &'a [AtomicU16], bound: i16) -> Cells<'a> {
        let low = if bound <= MOST_MARKED { SEEN - 1 } else { 0xff };
        Cells { cells, bound, low }
    }

    /// Whether a cell of a layer with this bound can hold this: bounds within the margins, the lower
    /// not above the upper.
    pub(super) fn possible(cell: u16, bound: i16) -> bool {
        let low = Cells::new(&[], bound).low;
        i32::from(cell & low) + i32::from(cell >> 8) <= 2 * i32::from(bound)
    }

    /// Whether there is room for marks; without it, positions are not to be marked.
    pub(super) fn have_marks(&self) -> bool {
        self.bound <= MOST_MARKED
    }

    /// How many positions there are.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a layer is never asked whether it is empty"
    )]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The bound on margins.
    pub fn bound(&self) -> i16 {
        self.bound
    }

    /// How many positions are not settled.
    pub fn count_open(&self) -> u64 {
        (0..self.len())
            .into_par_iter()
            .filter(|&rank| self.get(rank).is_open())
            .count() as u64
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Interval<i16> {
        self.unpack(self.cells[rank as usize].load(Ordering::Relaxed))
    }

    /// Prefetches the cell of a position.
    #[inline(always)]
    pub fn prefetch(&self, rank: u64) {
        prefetch(&self.cells[rank as usize]);
    }

    /// Writes the bounds of a position, where no thread puts marks on.
    #[inline(always)]
    pub fn set(&self, rank: u64, bounds: Interval<i16>) {
        let _ = reach(Place::Cell);
        self.cells[rank as usize].store(self.pack(bounds), Ordering::Relaxed);
    }

    /// Writes the bounds of a position and leaves its mark alone. They were `known` before, and no
    /// other thread changes them meanwhile.
    #[inline(always)]
    pub(super) fn replace(&self, rank: u64, known: Interval<i16>, bounds: Interval<i16>) {
        let _ = reach(Place::Cell);
        let changed = self.pack(known) ^ self.pack(bounds);
        self.cells[rank as usize].fetch_xor(changed, Ordering::Relaxed);
    }

    /// Whether no position of these was left or made unseen: a quick look that may miss what
    /// another thread is just noting.
    #[inline(always)]
    pub(super) fn all_seen(&self, ranks: Range<u64>) -> bool {
        let cells = &self.cells[ranks.start as usize..ranks.end as usize];
        let marks = cells
            .iter()
            .fold(SEEN, |marks, cell| marks & cell.load(Ordering::Relaxed));
        marks != 0
    }

    /// Whether a position has to be looked at: it is open and one of its replies has changed, or
    /// `any` open one is wanted. It counts as seen from now on.
    ///
    /// Looking and changing are both read-modify-write operations with acquire and release: whoever
    /// says here that it looks at a position, before it reads the replies, sees every change that
    /// was noted before, and a change noted later stays noted. So no change goes unseen.
    #[inline(always)]
    pub(super) fn look_at(&self, rank: u64, any: bool) -> bool {
        let cell = &self.cells[rank as usize];
        // Reading is cheaper than writing.
        if !any && cell.load(Ordering::Relaxed) & SEEN != 0 {
            return false;
        }
        self.unpack(cell.fetch_or(SEEN, Ordering::AcqRel)).is_open()
    }

    /// Notes that a reply of the position has changed; of a settled one nothing need be noted.
    #[inline(always)]
    pub(super) fn reply_changed(&self, rank: u64) {
        if self.get(rank).is_open() {
            self.cells[rank as usize].fetch_and(!SEEN, Ordering::AcqRel);
        }
    }

    #[inline(always)]
    fn unpack(&self, cell: u16) -> Interval<i16> {
        Interval {
            low: (cell & self.low) as i16 - self.bound,
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
    fn bounds_and_mark_leave_each_other_alone() {
        for bound in [0, 1, 63] {
            every_pair(bound, |cells, bounds| {
                assert!(cells.have_marks());
                let known = Interval::exact(bound);
                cells.set(0, known);
                for seen in [false, true] {
                    cells.replace(0, cells.get(0), known);
                    assert_eq!(cells.all_seen(0..1), seen);
                    cells.replace(0, known, bounds);
                    assert_eq!(cells.get(0), bounds);
                    assert_eq!(cells.look_at(0, seen), bounds.is_open());
                    assert_eq!(cells.get(0), bounds);
                }
                assert!(!cells.look_at(0, false));
                cells.reply_changed(0);
                assert_eq!(cells.all_seen(0..1), !bounds.is_open());
                assert_eq!(cells.get(0), bounds);
            });
        }
        assert!(!Cells::new(&[], 64).have_marks());
    }
}
