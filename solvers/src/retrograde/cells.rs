//! The layer under work: two bytes a position, shared by all threads.

use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

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

/// The bounds of every position of a layer. A cell is the distance of the lower bound from its
/// start (low byte) and that of the upper bound (high byte), so that zero means that nothing is
/// known yet and any mixture of older and newer cells is a valid state of the work.
///
/// Cells are read and written without order among the threads: bounds only ever tighten, and the
/// limit does not depend on when a thread sees them (chaotic iteration of monotone equations).
#[derive(Clone, Copy)]
pub(super) struct Cells<'a> {
    cells: &'a [AtomicU16],
    bound: i16,
}

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
        let cell = self.cells[rank as usize].load(Ordering::Relaxed);
        Bounds {
            lower: (cell & 0xff) as i16 - self.bound,
            upper: self.bound - (cell >> 8) as i16,
        }
    }

    #[inline(always)]
    pub(super) fn set(&self, rank: u64, bounds: Bounds) {
        let lower = (bounds.lower + self.bound) as u16;
        let upper = (self.bound - bounds.upper) as u16;
        self.cells[rank as usize].store(lower | (upper << 8), Ordering::Relaxed);
    }
}
