//! A store of many small things that only grows, shared by threads without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Elements of a chunk, by the power of two: memory is taken a chunk at a time.
const CHUNK_BITS: u32 = 14;
const CHUNK: u32 = 1 << CHUNK_BITS;

/// Up to a fixed number of elements, taken in runs and found by number. Elements change by their
/// own atomics alone, so that a shared reference is enough.
pub(super) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    used: AtomicU32,
    capacity: u32,
}

impl<T: Default> Arena<T> {
    pub(super) fn new(capacity: u32) -> Arena<T> {
        let chunks = (0..capacity.div_ceil(CHUNK)).map(|_| OnceLock::new());
        Arena {
            chunks: chunks.collect(),
            used: AtomicU32::new(0),
            capacity,
        }
    }

    /// How many elements are taken, gaps at the ends of chunks included.
    pub(super) fn used(&self) -> u32 {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// Where a run of `count` begins if everything before `from` is taken: runs do not cross
    /// chunks. `None` if it does not fit any more.
    fn place(&self, from: u32, count: u32) -> Option<u32> {
        let left = CHUNK - from % CHUNK;
        let start = if count <= left {
            from
        } else {
            from.checked_add(left)?
        };
        (count <= CHUNK && start.checked_add(count)? <= self.capacity).then_some(start)
    }

    /// Takes a run of elements as they are by default: the number of the first. `None` if they do
    /// not fit any more.
    pub(super) fn take(&self, count: u32) -> Option<u32> {
        let mut used = self.used();
        let start = loop {
            let start = self.place(used, count)?;
            match self.used.compare_exchange_weak(
                used,
                start + count,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => break start,
                Err(now) => used = now,
            }
        };
        let length = (self.capacity - start / CHUNK * CHUNK).min(CHUNK);
        self.chunks[(start >> CHUNK_BITS) as usize]
            .get_or_init(|| (0..length).map(|_| T::default()).collect());
        Some(start)
    }

    /// The element with this number, which was taken.
    #[inline]
    pub(super) fn get(&self, index: u32) -> &T {
        &self.chunk(index)[(index % CHUNK) as usize]
    }

    /// A run that was taken.
    #[inline]
    pub(super) fn run(&self, start: u32, count: u32) -> &[T] {
        if count == 0 {
            return &[];
        }
        let first = (start % CHUNK) as usize;
        &self.chunk(start)[first..first + count as usize]
    }

    #[inline]
    fn chunk(&self, index: u32) -> &[T] {
        self.chunks[(index >> CHUNK_BITS) as usize]
            .get()
            .expect("the chunk of an element that was taken")
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut T {
        let chunk = self.chunks[(index >> CHUNK_BITS) as usize].get_mut();
        &mut chunk.expect("the chunk of an element that was taken")[(index % CHUNK) as usize]
    }

    /// Moves runs, given in rising order by their places and lengths, as far to the front as they
    /// go, and gives everything else back; `moved` is told the new places, in the same order.
    pub(super) fn keep(
        &mut self,
        runs: impl Iterator<Item = (u32, u32)>,
        mut moved: impl FnMut(u32),
    ) {
        let before = self.used();
        let mut used = 0;
        for (start, count) in runs {
            // Never behind the old place: that is where the same rule had put it, with more
            // before it.
            let place = self
                .place(used, count)
                .expect("it did fit with more before it");
            if place != start {
                for index in 0..count {
                    let element = std::mem::take(self.get_mut(start + index));
                    *self.get_mut(place + index) = element;
                }
            }
            used = place + count;
            moved(place);
        }
        *self.used.get_mut() = used;
        // What is taken next must be as by default.
        for index in used..before.min(used.next_multiple_of(CHUNK)) {
            *self.get_mut(index) = T::default();
        }
        for chunk in &mut self.chunks[used.div_ceil(CHUNK) as usize..] {
            chunk.take();
        }
    }

    /// Gives everything back.
    pub(super) fn clear(&mut self) {
        self.keep(std::iter::empty(), |_| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_do_not_cross_chunks_and_the_capacity_holds() {
        let arena: Arena<AtomicU32> = Arena::new(CHUNK + 10);
        assert_eq!(arena.take(CHUNK + 1), None, "longer than a chunk");
        assert_eq!(arena.take(CHUNK - 1), Some(0));
        assert_eq!(arena.take(2), Some(CHUNK));
        assert_eq!(arena.run(CHUNK, 2).len(), 2);
        assert_eq!(arena.take(9), None);
        assert_eq!(arena.take(8), Some(CHUNK + 2));
        assert_eq!(arena.take(1), None);
    }

    #[test]
    fn what_is_kept_moves_to_the_front() {
        let mut arena: Arena<AtomicU32> = Arena::new(3 * CHUNK);
        for value in 0..2 * CHUNK {
            let at = arena.take(1).unwrap();
            *arena.get_mut(at).get_mut() = value;
        }
        let kept = [(3, 2), (CHUNK + 7, 1)];
        let mut places = Vec::new();
        arena.keep(kept.into_iter(), |place| places.push(place));
        assert_eq!(places, [0, 2]);
        let values = [0, 1, 2].map(|index| arena.get(index).load(Ordering::Relaxed));
        assert_eq!(values, [3, 4, CHUNK + 7]);
        // Fresh elements are as by default, though others lay there.
        for _ in 0..CHUNK {
            let at = arena.take(1).unwrap();
            assert_eq!(arena.get(at).load(Ordering::Relaxed), 0);
        }
    }
}
