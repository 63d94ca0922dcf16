//! The entries of a bucket of the [compact table](super::CompactTable), shared by threads without locks.
//!
//! One entry, zero if it was never written:
//!
//! | bits | contents |
//! |---|---|
//! | 0–7 | the lower bound, as a signed byte |
//! | 8–15 | the upper bound |
//! | 16–19 | the best move, 15 for none |
//! | 20–24 | the work, at least 1 |
//! | 25–63 | the rest of the key |
//!
//! An entry is read and written as a whole, so that no thread reads a mixture of two.

use crate::atomic::{AtomicU64, Ordering};

/// The number of entries of a bucket, which is half a cache line.
pub(super) const ENTRIES: usize = 4;
pub(super) const REST_SHIFT: u32 = 25;
const WORK_SHIFT: u32 = 20;
const MOST_WORK: u8 = 31;

/// Returns the entry with this rest of a key; 0 if there is none.
#[inline]
pub(super) fn find(bucket: &[AtomicU64], rest: u64) -> u64 {
    // All entries are compared without a branch, because the matching one cannot be predicted.
    let mut found = 0;
    for slot in bucket {
        let entry = slot.load(Ordering::Relaxed);
        found = if (entry >> REST_SHIFT == rest) & (entry != 0) {
            entry
        } else {
            found
        };
    }
    found
}

/// Stores data (bits 0–19) under the rest of a key, replacing the entry of least work.
#[inline]
pub(super) fn put(bucket: &[AtomicU64], rest: u64, known: u64, work: u8) {
    let mut place = &bucket[0];
    let mut least = u64::MAX;
    for slot in bucket {
        let entry = slot.load(Ordering::Relaxed);
        if entry >> REST_SHIFT == rest && entry != 0 {
            place = slot;
            break;
        }
        let work = entry >> WORK_SHIFT & u64::from(MOST_WORK);
        if work < least {
            (place, least) = (slot, work);
        }
    }
    let work = u64::from(work.clamp(1, MOST_WORK));
    let entry = rest << REST_SHIFT | work << WORK_SHIFT | known;
    place.store(entry, Ordering::Relaxed);
}
