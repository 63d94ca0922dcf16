//! A table of fixed size, shared by threads without locks.

use super::slot::Slot;
use crate::Key;
use crate::memory::prefer_large_pages;
use sowlab_base::interrupt::Interrupt;

/// The two slots of a key. The first stores the result of the most work, the second the latest result (D. M. Breuker,
/// J. W. H. M. Uiterwijk and H. J. van den Herik, *Replacement schemes for transposition tables*, 1994: "two-deep").
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 2]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// The reason why there is no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableSizeError {
    /// No entry fits.
    #[error("{bytes} bytes are too few: a table takes at least {least}")]
    TooSmall {
        /// The requested number of bytes.
        bytes: usize,
        /// The minimum number of bytes of a table.
        least: usize,
    },
    /// The memory cannot be allocated.
    #[error("cannot allocate {0} bytes")]
    NoMemory(usize),
    /// The keys are too long for a compact table of any size.
    #[error("keys of {bits} bits: a compact table holds 63 at most")]
    Codes {
        /// The number of bits of a key with its tag.
        bits: u32,
    },
}

/// A table of proven bounds of states, shared by all threads of a search. Any thread may read and write at any time.
pub trait SearchTable: Sync {
    /// REQUIRED. Returns the data stored under this key, if they are still in the table. It must never return data of
    /// another key, because callers treat the data as proven.
    fn get(&self, key: Key) -> Option<u64>;

    /// OPTIONAL. Prefetches the entry of a key. Searches call it for several keys before they probe them, so that they
    /// wait for memory once. The default prefetches nothing.
    #[inline]
    fn prefetch(&self, key: Key) {
        let _ = key;
    }

    /// OPTIONAL. Makes room for more than `entries` entries, as far as the table may grow. Returns whether it may grow
    /// further. Stored data stay. The default keeps the size.
    fn make_room(&mut self, entries: u64) -> bool {
        let _ = entries;
        false
    }

    /// REQUIRED. Stores forty bits of data under a key if there is room. `work` is a logarithm of the number of nodes
    /// behind the data, and decides their replacement.
    fn put(&self, key: Key, data: u64, work: u8);

    /// REQUIRED. Returns the number of bytes of its entries, without those it has not grown to yet.
    fn bytes(&self) -> usize;
}

impl SearchTable for TranspositionTable {
    #[inline]
    fn get(&self, key: Key) -> Option<u64> {
        let [first, second] = self.bucket(key);
        first.get(key).or_else(|| second.get(key))
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.bucket(key)[0].prefetch();
    }

    #[inline]
    fn put(&self, key: Key, data: u64, work: u8) {
        let [first, second] = self.bucket(key);
        if first.work() <= work || first.get(key).is_some() {
            first.put(key, data, work);
        } else {
            second.put(key, data, work);
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }
}

/// The number of buckets cleared between two checks of the interrupt, some 100 MB.
const CLEARED_AT_ONCE: usize = 1 << 20;

/// Creates as many empty buckets as fit into `bytes` bytes. The system clears the pages, about a gigabyte per second,
/// in a loop that can be [stopped](Interrupt).
pub(super) fn empty_buckets<B: Default>(bytes: usize) -> Result<Box<[B]>, TableSizeError> {
    let least = size_of::<B>();
    let count = bytes / least;
    if count == 0 {
        return Err(TableSizeError::TooSmall { bytes, least });
    }
    let mut buckets = Vec::new();
    buckets
        .try_reserve_exact(count)
        .map_err(|_| TableSizeError::NoMemory(bytes))?;
    prefer_large_pages(buckets.spare_capacity_mut());
    let interrupt = Interrupt::current();
    while buckets.len() < count {
        interrupt.unwind_if_stopped();
        buckets.resize_with(count.min(buckets.len() + CLEARED_AT_ONCE), B::default);
    }
    Ok(buckets.into_boxed_slice())
}

/// A transposition table of fixed size that replaces entries of least work.
///
/// Keys are compared in full, so that a hit was stored under the same key. All threads may read and write at any time.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
}

impl TranspositionTable {
    /// Creates an empty table of at most `bytes` bytes.
    ///
    /// # Errors
    /// An error if no bucket fits, or if the memory is not available.
    pub fn new(bytes: usize) -> Result<TranspositionTable, TableSizeError> {
        Ok(TranspositionTable {
            buckets: empty_buckets(bytes)?,
        })
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot; 2] {
        let hash = hash(key);
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }
}

/// Spreads keys over 64 bits. Equal hashes cost time, but cause no wrong result.
#[inline]
pub(super) fn hash(key: Key) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = (key.bits as u64 ^ u64::from(key.tag) << 48).wrapping_mul(ODD);
    hash ^= hash >> 32;
    hash = (hash ^ (key.bits >> 64) as u64).wrapping_mul(ODD);
    hash ^= hash >> 29;
    hash.wrapping_mul(ODD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bits: u128, tag: u16) -> Key {
        Key { bits, tag }
    }

    #[test]
    #[cfg_attr(miri, ignore = "a million buckets")]
    fn clearing_a_large_table_can_be_stopped() {
        use std::time::Duration;

        use sowlab_base::interrupt::{Interrupt, Interrupted};
        let stopped = Interrupt::new(Duration::ZERO, || true);
        let table = stopped.catch(|| TranspositionTable::new(1 << 27).map(drop));
        assert_eq!(table, Err(Interrupted::Stopped));
    }

    #[test]
    fn holds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        assert_eq!(table.bytes(), 1 << 16);
        for number in 0..200 {
            table.put(key(number << 60, 7), number as u64, 1);
        }
        for number in 0..200 {
            let found = table.get(key(number << 60, 7));
            assert!(found.is_none_or(|data| data == number as u64));
            assert_eq!(table.get(key(number << 60, 8)), None);
            assert_eq!(table.get(key(number << 60 | 1, 7)), None);
        }
    }

    #[test]
    fn more_work_stays_and_the_latest_is_found() {
        let table = TranspositionTable::new(64).unwrap();
        table.put(key(1, 0), 10, 9);
        for number in 2..100 {
            table.put(key(number, 0), 20, 3);
            assert_eq!(table.get(key(number, 0)), Some(20));
        }
        assert_eq!(table.get(key(1, 0)), Some(10));
        table.put(key(1, 0), 11, 2);
        assert_eq!(table.get(key(1, 0)), Some(11));
    }

    #[test]
    fn sizes_that_make_no_table_are_refused() {
        assert!(matches!(
            TranspositionTable::new(63),
            Err(TableSizeError::TooSmall { .. })
        ));
        assert!(matches!(
            TranspositionTable::new(usize::MAX >> 1),
            Err(TableSizeError::NoMemory(_))
        ));
    }

    /// Every entry belongs to its key even while others write the same few slots.
    #[test]
    fn threads_never_see_a_mixture() {
        let table = TranspositionTable::new(128).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut random = thread + 1;
                    for _ in 0..50_000 {
                        random = random
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1);
                        let low = random >> 60;
                        let of = key(u128::from(low) | u128::from(low) << 64, low as u16);
                        if let Some(data) = table.get(of) {
                            assert_eq!(data, low.wrapping_mul(0x0101_0101));
                        }
                        table.put(of, low.wrapping_mul(0x0101_0101), (random >> 50) as u8 & 3);
                    }
                });
            }
        });
    }
}
