//! One entry of a table that threads share without locks.

use crate::Key;
use crate::atomic::{AtomicU64, Ordering, fence};
use crate::memory::prefetch;

/// One slot, half a cache line:
///
/// | word | contents |
/// |---|---|
/// | `key` | the 128 bits of the key |
/// | `data` | the stored data |
/// | `stamp` | bit 0: being written; bits 1–16 the tag of the key; 17–24 work; 25–63 the number of writes, 0 for none |
///
/// The stamp makes the slot a sequence lock (H.-J. Boehm, *Can seqlocks get along with programming language memory
/// models?*, 2012) on which no thread waits. A reader that meets a writer treats the slot as a miss; a writer that
/// meets another gives up.
#[derive(Default)]
#[repr(align(32))]
pub(super) struct Slot {
    key: [AtomicU64; 2],
    data: AtomicU64,
    stamp: AtomicU64,
}

const WRITING: u64 = 1;
const TAG_SHIFT: u32 = 1;
const WORK_SHIFT: u32 = 17;
const COUNT_SHIFT: u32 = 25;

impl Slot {
    /// Returns the data if the slot has this key, compared in full.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<u64> {
        let stamp = self.stamp.load(Ordering::Acquire);
        if stamp & WRITING != 0
            || stamp >> COUNT_SHIFT == 0
            || (stamp >> TAG_SHIFT) as u16 != key.tag
            || self.key[0].load(Ordering::Relaxed) != key.bits as u64
            || self.key[1].load(Ordering::Relaxed) != (key.bits >> 64) as u64
        {
            return None;
        }
        let data = self.data.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        (self.stamp.load(Ordering::Relaxed) == stamp).then_some(data)
    }

    /// Returns the key, the data and the work of the slot; `None` if it is empty or being written.
    pub(super) fn contents(&self) -> Option<(Key, u64, u8)> {
        let stamp = self.stamp.load(Ordering::Acquire);
        let bits = [0, 1].map(|word| u128::from(self.key[word].load(Ordering::Relaxed)));
        let key = Key {
            bits: bits[0] | bits[1] << 64,
            tag: (stamp >> TAG_SHIFT) as u16,
        };
        Some((key, self.get(key)?, self.work()))
    }

    /// Prefetches the slot.
    #[inline]
    pub(super) fn prefetch(&self) {
        prefetch(&self.stamp);
    }

    #[inline]
    pub(super) fn work(&self) -> u8 {
        (self.stamp.load(Ordering::Relaxed) >> WORK_SHIFT) as u8
    }

    #[inline]
    pub(super) fn put(&self, key: Key, data: u64, work: u8) {
        let stamp = self.stamp.load(Ordering::Relaxed);
        if stamp & WRITING != 0
            || self
                .stamp
                .compare_exchange(stamp, stamp | WRITING, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        self.key[0].store(key.bits as u64, Ordering::Relaxed);
        self.key[1].store((key.bits >> 64) as u64, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        let count = (stamp >> COUNT_SHIFT) + 1;
        self.stamp.store(
            count << COUNT_SHIFT | u64::from(work) << WORK_SHIFT | u64::from(key.tag) << TAG_SHIFT,
            Ordering::Release,
        );
    }
}
