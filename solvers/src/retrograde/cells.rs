//! The layer under work: two bytes a position, shared by all threads.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::solve::MOST_MARGIN;

/// What is known of a value: it lies between the two, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i16,
    pub(super) upper: i16,
}

impl Bounds {
    #[inline(always)]
    pub(super) const fn exactly(margin: i16) -> Bounds {
        Bounds {
            lower: margin,
            upper: margin,
        }
    }

    #[inline(always)]
    pub(super) const fn open(self) -> bool {
        self.lower < self.upper
    }

    #[inline(always)]
    pub(super) const fn flipped_if(self, flips: bool) -> Bounds {
        if flips {
            Bounds {
                lower: -self.upper,
                upper: -self.lower,
            }
        } else {
            self
        }
    }
}

/// The bounds of every position of a layer, and a mark for each that says whether it was looked at
/// since one of its replies changed.
///
/// A cell holds the distance of the lower bound from its start (`up`), that of the upper bound
/// (`down`), and the mark, such that zero means that nothing is known yet and that the position was
/// not looked at. Any mixture of older and newer cells is a valid state of the work, but for the
/// marks: those have to be passed over in the first sweep.
///
/// The two distances are at most 254 together, so they fit 15 bits: 8 for `down`, 7 for `up`, and
/// where `up` is greater than 127, 254 − `up` and 255 − `down` are stored instead, whose sum is
/// greater than 254.
///
/// Bounds are read and written without order among the threads: they only ever tighten, and the
/// limit does not depend on when a thread sees them (chaotic iteration of monotone equations).
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    cells: &'a [AtomicU16],
    bound: i16,
}

/// The mark: the position was looked at, and none of its replies has changed since.
const SEEN: u16 = 1 << 7;
/// The greatest sum of both distances.
const MOST_BOTH: u16 = 2 * MOST_MARGIN as u16;

impl<'a> Cells<'a> {
    pub(super) fn new(cells: &'a [AtomicU16], bound: i16) -> Cells<'a> {
        Cells { cells, bound }
    }

    pub(super) fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    pub(super) fn bound(&self) -> i16 {
        self.bound
    }

    /// How many positions are not settled.
    pub(super) fn count_open(&self) -> u64 {
        (0..self.len())
            .into_par_iter()
            .filter(|&rank| self.get(rank).open())
            .count() as u64
    }

    #[inline(always)]
    pub(super) fn get(&self, rank: u64) -> Bounds {
        self.unpack(self.cells[rank as usize].load(Ordering::Relaxed))
    }

    /// Writes the bounds of a position, where no thread puts marks on.
    #[inline(always)]
    pub(super) fn set(&self, rank: u64, bounds: Bounds) {
        self.cells[rank as usize].store(self.pack(bounds), Ordering::Relaxed);
    }

    /// Writes the bounds of a position and leaves its mark alone. They were `known` before, and no
    /// other thread changes them meanwhile.
    #[inline(always)]
    pub(super) fn replace(&self, rank: u64, known: Bounds, bounds: Bounds) {
        let changed = self.pack(known) ^ self.pack(bounds);
        self.cells[rank as usize].fetch_xor(changed, Ordering::Relaxed);
    }

    /// Whether an open position has to be looked at; it counts as looked at from now on. `any`: also
    /// if none of its replies has changed.
    ///
    /// Looking and changing are both read-modify-write operations with acquire and release: whoever
    /// says here that it looks at a position, before it reads the replies, sees every change that
    /// was noted before, and a change noted later stays noted. So no change goes unseen.
    #[inline(always)]
    pub(super) fn look_at(&self, rank: u64, any: bool) -> bool {
        let cell = &self.cells[rank as usize];
        // Most positions need no look, and reading is cheaper than writing.
        let known = cell.load(Ordering::Relaxed);
        let wanted = (any || known & SEEN == 0) && self.unpack(known).open();
        if wanted {
            cell.fetch_or(SEEN, Ordering::AcqRel);
        }
        wanted
    }

    /// Notes that a reply of the position has changed.
    #[inline(always)]
    pub(super) fn reply_changed(&self, rank: u64) {
        self.cells[rank as usize].fetch_and(!SEEN, Ordering::AcqRel);
    }

    #[inline(always)]
    fn unpack(&self, cell: u16) -> Bounds {
        let (up, down) = (cell & (SEEN - 1), cell >> 8);
        let (up, down) = match up + down > MOST_BOTH {
            true => (MOST_BOTH - up, MOST_BOTH + 1 - down),
            false => (up, down),
        };
        Bounds {
            lower: up as i16 - self.bound,
            upper: self.bound - down as i16,
        }
    }

    #[inline(always)]
    fn pack(&self, bounds: Bounds) -> u16 {
        let up = (bounds.lower + self.bound) as u16;
        let down = (self.bound - bounds.upper) as u16;
        let (up, down) = match up >= SEEN {
            true => (MOST_BOTH - up, MOST_BOTH + 1 - down),
            false => (up, down),
        };
        up | (down << 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair of bounds comes back, next to either mark, and nothing known is zero.
    #[test]
    fn bounds_and_mark_share_a_cell() {
        for bound in [0, 1, 63, 64, 100, 127] {
            let words = [AtomicU16::new(0)];
            let cells = Cells::new(&words, bound);
            let start = Bounds {
                lower: -bound,
                upper: bound,
            };
            assert_eq!(cells.get(0), start);
            assert_eq!(cells.look_at(0, false), start.open());
            assert!(!cells.look_at(0, false));
            assert_eq!(cells.look_at(0, true), start.open());
            for lower in -bound..=bound {
                for upper in lower..=bound {
                    let bounds = Bounds { lower, upper };
                    cells.set(0, start);
                    assert_eq!(cells.look_at(0, false), start.open());
                    cells.replace(0, start, bounds);
                    assert_eq!(cells.get(0), bounds);
                    assert!(!cells.look_at(0, false));
                    cells.reply_changed(0);
                    assert_eq!(cells.get(0), bounds);
                    assert_eq!(cells.look_at(0, false), bounds.open());
                    cells.set(0, bounds);
                    assert_eq!(cells.get(0), bounds);
                    cells.replace(0, bounds, start);
                    assert_eq!(cells.get(0), start);
                }
            }
        }
    }
}
