//! A table of small entries, for games whose states have small keys.

use rayon::prelude::*;

use super::bucket::{self, ENTRIES, REST_SHIFT};
use super::entry::{Entry, NO_MOVE};
use super::table::{SearchTable, TableSizeError};
use crate::Key;
use crate::atomic::{AtomicU64, Ordering};
use crate::memory::{prefetch, zeroed};

/// The number of words of a cache line.
const LINE: usize = 8;

const MOVES: u8 = 15;
const REST_BITS: u32 = u64::BITS - REST_SHIFT;
/// The number of buckets that a thread splits at a time when a table grows.
const SPLIT_TOGETHER: usize = 1 << 12;

/// A [`SearchTable`] with eight bytes per entry for keys of few bits. It has four times as many entries as a
/// [`TranspositionTable`](super::TranspositionTable) of equal size.
///
/// A permutation mixes the keys. One part of the mixed key is the bucket; the entry stores the other part, so that keys
/// are compared in full. A new entry replaces the one of least work among the four of a bucket.
pub struct CompactTable {
    /// The buckets, from the first whole cache line on.
    words: Box<[AtomicU64]>,
    first: usize,
    /// The number of buckets in use, and the maximum number.
    count: usize,
    most_buckets: usize,
    permutation: Permutation,
    /// The mask of the part of a mixed key that the entry stores.
    unique_mask: u64,
}

impl CompactTable {
    /// Creates an empty table of at most `bytes` bytes, for keys whose bits are below `keys` and whose tags are below
    /// `tags`.
    ///
    /// # Errors
    /// An error if the memory is not available, or if the rest of a key does not fit an entry. The table needs 32 bytes
    /// for up to 39 bits of key and tag, and twice that for each further bit. No table can have keys and tags of more
    /// than 63 bits.
    pub fn new(bytes: usize, keys: u64, tags: u16) -> Result<CompactTable, TableSizeError> {
        let all = u128::from(keys) * u128::from(tags);
        let bits = (all.max(2) - 1).ilog2() + 1;
        let size = ENTRIES * size_of::<AtomicU64>();
        let least = 1usize
            .checked_shl(bits.saturating_sub(REST_BITS))
            .filter(|_| bits < u64::BITS)
            .and_then(|buckets| buckets.checked_mul(size))
            .ok_or(TableSizeError::Codes { bits })?;
        if bytes < least {
            return Err(TableSizeError::TooSmall { bytes, least });
        }
        let count = bytes / size;
        let words: Box<[AtomicU64]> =
            zeroed(ENTRIES * count + LINE).ok_or(TableSizeError::NoMemory(bytes))?;
        Ok(CompactTable {
            first: words
                .as_ptr()
                .align_offset(LINE * size_of::<AtomicU64>())
                .min(LINE),
            words,
            count,
            most_buckets: count,
            permutation: Permutation::new(bits, keys),
            unique_mask: unique_mask(bits, count),
        })
    }

    /// Creates a table of about `first` bytes that grows up to `bytes` by [`make_room`](SearchTable::make_room). Where
    /// the system allocates memory on first use, unused room costs nothing.
    ///
    /// # Errors
    /// The errors of [`CompactTable::new`] for `bytes` bytes.
    pub fn growing(
        first: usize,
        bytes: usize,
        keys: u64,
        tags: u16,
    ) -> Result<CompactTable, TableSizeError> {
        let mut table = CompactTable::new(bytes, keys, tags)?;
        let bits = table.permutation.bits;
        let least = 1usize << bits.saturating_sub(REST_BITS);
        let least = least.max(first / (ENTRIES * size_of::<AtomicU64>()));
        while table.count / 2 >= least.max(1) {
            table.count /= 2;
        }
        table.unique_mask = unique_mask(bits, table.count);
        Ok(table)
    }

    /// Doubles the number of buckets, by splitting each into two.
    fn double_buckets(&mut self) {
        let bits = self.permutation.bits;
        let new_rest = unique_mask(bits, 2 * self.count);
        let bucket = |index: usize| {
            let start = self.first + ENTRIES * index;
            &self.words[start..start + ENTRIES]
        };
        let split = |index: usize| {
            let first_code = (index as u128) << bits;
            let first_code = first_code.div_ceil(self.count as u128) as u64;
            let old: [u64; ENTRIES] =
                std::array::from_fn(|slot| bucket(index)[slot].swap(0, Ordering::Relaxed));
            for (slot, entry) in old.into_iter().enumerate().filter(|(_, entry)| *entry != 0) {
                // The only key of the bucket with this rest.
                let after = (entry >> REST_SHIFT).wrapping_sub(first_code) & self.unique_mask;
                let mixed = first_code + after;
                let index = (u128::from(mixed) * (2 * self.count) as u128) >> bits;
                let known = entry & ((1 << REST_SHIFT) - 1);
                let entry = (mixed & new_rest) << REST_SHIFT | known;
                bucket(index as usize)[slot].store(entry, Ordering::Relaxed);
            }
        };
        // Buckets are split from the last to the first, so that the target buckets are free. Those that are not each
        // other's targets are split in parallel.
        let mut end = self.count;
        while end > 1 {
            let start = end.div_ceil(2);
            let range = (start..end).into_par_iter();
            range.with_min_len(SPLIT_TOGETHER).for_each(split);
            end = start;
        }
        split(0);
        self.count *= 2;
        self.unique_mask = new_rest;
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        ENTRIES * self.count
    }

    /// Returns the bucket of a key and the rest of the key within it.
    #[inline]
    fn locate(&self, key: Key) -> (&[AtomicU64], u64) {
        let mixed = self.permutation.permute(key);
        let index = (u128::from(mixed) * self.count as u128) >> self.permutation.bits;
        let start = self.first + ENTRIES * index as usize;
        (
            &self.words[start..start + ENTRIES],
            mixed & self.unique_mask,
        )
    }
}

/// Returns the mask of the part of a mixed key of `bits` bits that is unique within one of `buckets` buckets.
fn unique_mask(bits: u32, buckets: usize) -> u64 {
    // The maximum number of consecutive mixed keys of a bucket.
    let share = (1u64 << bits).div_ceil(buckets as u64);
    share.next_power_of_two() - 1
}

impl SearchTable for CompactTable {
    fn make_room(&mut self, entries: u64) -> bool {
        while self.entries() as u64 <= entries && 2 * self.count <= self.most_buckets {
            self.double_buckets();
        }
        2 * self.count <= self.most_buckets
    }

    #[inline]
    fn get(&self, key: Key) -> Option<u64> {
        let (bucket, rest) = self.locate(key);
        let found = bucket::find(bucket, rest);
        (found != 0).then(|| unpack(found))
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        prefetch(&self.locate(key).0[0]);
    }

    #[inline]
    fn put(&self, key: Key, data: u64, work: u8) {
        let (bucket, rest) = self.locate(key);
        bucket::put(bucket, rest, pack(data), work);
    }

    fn bytes(&self) -> usize {
        self.entries() * size_of::<AtomicU64>()
    }
}

/// Packs the data of [`Entry::pack`] into twenty bits, and loosens bounds that need more.
#[inline]
fn pack(data: u64) -> u64 {
    let Entry { interval, best } = Entry::unpack(data, i32::MAX);
    let low = interval.low.min(i8::MAX.into());
    let low = i8::try_from(low).unwrap_or(i8::MIN);
    let high = interval.high.max(i8::MIN.into());
    let high = i8::try_from(high).unwrap_or(i8::MAX);
    let best = best.map_or(MOVES, |best| best.min(MOVES));
    u64::from(low as u8) | u64::from(high as u8) << 8 | u64::from(best) << 16
}

/// Unpacks the data of [`pack`]. A bound that was loosened to the end of a byte becomes unknown.
#[inline]
fn unpack(entry: u64) -> u64 {
    let lower = match entry as u8 as i8 {
        i8::MIN => i16::MIN,
        lower => lower.into(),
    };
    let upper = match (entry >> 8) as u8 as i8 {
        i8::MAX => i16::MAX,
        upper => upper.into(),
    };
    let best = match (entry >> 16) as u8 & MOVES {
        MOVES => NO_MOVE,
        best => best,
    };
    u64::from(lower as u16) | u64::from(upper as u16) << 16 | u64::from(best) << 32
}

/// A permutation of all numbers of `bits` bits: multiplications by odd numbers and shifts to the right are invertible.
struct Permutation {
    bits: u32,
    /// The upper limit of the bits of a key, exclusive.
    keys: u64,
}

impl Permutation {
    fn new(bits: u32, keys: u64) -> Permutation {
        Permutation { bits, keys }
    }

    #[inline]
    fn permute(&self, key: Key) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        debug_assert!(key.bits < u128::from(self.keys));
        let all = u64::MAX >> (u64::BITS - self.bits);
        let half = self.bits.div_ceil(2);
        let number = key.bits as u64 + u64::from(key.tag) * self.keys;
        let mut mixed = number.wrapping_mul(ODD) & all;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(ODD) & all;
        mixed ^= mixed >> half;
        mixed.wrapping_mul(ODD) & all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interval;

    fn data(low: i32, high: i32, best: Option<u8>) -> u64 {
        let interval = Interval { low, high };
        Entry { interval, best }.pack()
    }

    #[test]
    fn holds_what_was_stored_and_nothing_else() {
        for (bytes, keys, tags) in [(32, 1 << 20, 1), (1 << 12, 1 << 39, 3), (96, 1000, 7)] {
            let table = CompactTable::new(bytes, keys, tags).unwrap();
            let of = |number: u64| Key {
                bits: (number.wrapping_mul(0x1_0001) % keys).into(),
                tag: (number % u64::from(tags)) as u16,
            };
            let margin = |number: u64| (number % 100) as i32;
            for number in 0..500 {
                let margin = margin(number);
                table.put(of(number), data(-margin, margin, Some(3)), 1);
                assert_eq!(table.get(of(number)), Some(data(-margin, margin, Some(3))));
            }
            for number in 0..500 {
                let found = table.get(of(number));
                let margin = margin(number);
                let expected = data(-margin, margin, Some(3));
                assert!(
                    found.is_none_or(|data| data == expected),
                    "{bytes} {number}"
                );
            }
            assert_eq!(table.get(of(501)), None);
        }
    }

    #[test]
    fn what_is_stored_stays_when_a_table_grows() {
        let all = 1u64 << 20;
        for (first, most) in [(32, 1 << 12), (100, 8_000), (1 << 10, 100_000)] {
            let mut table = CompactTable::growing(first, most, all, 3).unwrap();
            let of = |number: u64| Key {
                bits: (number.wrapping_mul(0x9_1a37) % all).into(),
                tag: (number % 3) as u16,
            };
            let stored = |number: u64| data(-((number % 90) as i32), 90, Some((number % 9) as u8));
            let begins = table.entries();
            let mut held = Vec::new();
            for number in 0..2 * most as u64 {
                table.put(of(number), stored(number), (number % 31) as u8);
                held.push(number);
                if number % 64 == 0 {
                    held.retain(|&number| table.get(of(number)) == Some(stored(number)));
                    let before = table.entries();
                    let more = table.make_room(number / 2);
                    assert!(
                        table.entries() <= most / 8 && (more || 2 * table.entries() > most / 8)
                    );
                    for &number in &held {
                        assert_eq!(table.get(of(number)), Some(stored(number)), "{before}");
                    }
                }
            }
            assert!(table.entries() > 2 * begins);
            assert!(held.len() > table.entries() / 4);
        }
    }

    /// The rest of a key and its bucket determine the key.
    #[test]
    fn mixing_is_a_permutation() {
        for bits in 1..=14 {
            let permutation = Permutation::new(bits, 1 << bits);
            let mut seen = vec![false; 1 << bits];
            for number in 0..1u64 << bits {
                let mixed = permutation.permute(Key {
                    bits: number.into(),
                    tag: 0,
                });
                assert!(!std::mem::replace(&mut seen[mixed as usize], true));
            }
        }
    }

    #[test]
    fn bounds_are_kept_or_loosened() {
        for lower in [-40_000, -200, -128, -127, 0, 126, 127, 128, 40_000] {
            for upper in [-40_000, -129, -128, -127, 0, 126, 127, 300, 40_000] {
                let packed = unpack(pack(data(lower, upper, Some(200))));
                let read = Entry::unpack(packed, 1 << 20);
                assert!(read.interval.low <= lower && read.interval.high >= upper);
                assert_eq!(read.best, None);
                if lower.abs() < 127 && upper.abs() < 127 {
                    assert_eq!((read.interval.low, read.interval.high), (lower, upper));
                }
            }
        }
    }

    #[test]
    fn sizes_that_make_no_table_are_refused() {
        let least = |bytes, keys| CompactTable::new(bytes, keys, 1).err();
        assert_eq!(least(32, 1 << 39), None);
        let error = TableSizeError::TooSmall {
            bytes: 32,
            least: 64,
        };
        assert_eq!(least(32, 1 << 40), Some(error));
        assert_eq!(
            least(1 << 20, u64::MAX),
            Some(TableSizeError::Codes { bits: 64 })
        );
    }
}
