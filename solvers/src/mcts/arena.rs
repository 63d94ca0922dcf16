//! A growing store of elements, shared by threads without locks.

use std::sync::OnceLock;

use super::allocator::NumberAllocator;
use crate::memory::prefetch;

/// The number of elements in a chunk, as a power of two: memory is allocated by chunks.
const CHUNK_BITS: u32 = 14;
const CHUNK: u32 = 1 << CHUNK_BITS;

type Chunk<T> = Box<[OnceLock<T>]>;

/// A store of up to a fixed number of elements, indexed by number. Each is written once, after its number was
/// allocated.
pub(super) struct Arena<T> {
    chunks: Box<[OnceLock<Chunk<T>>]>,
    allocated: NumberAllocator,
}

impl<T> Arena<T> {
    pub(super) fn new(capacity: u32) -> Arena<T> {
        let chunks = (0..capacity.div_ceil(CHUNK)).map(|_| OnceLock::new());
        Arena {
            chunks: chunks.collect(),
            allocated: NumberAllocator::with_capacity(capacity),
        }
    }

    /// Returns the count of allocated numbers.
    pub(super) fn count_allocated(&self) -> u32 {
        self.allocated.count_allocated()
    }

    pub(super) fn capacity(&self) -> u32 {
        self.allocated.capacity()
    }

    /// Allocates a run of numbers for new elements and returns the first; `None` if they do not fit.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        self.allocated.allocate(count)
    }

    /// Stores a new element under a number that was allocated for it.
    pub(super) fn set(&self, number: u32, element: T) {
        let chunk = number >> CHUNK_BITS;
        let length = (self.capacity() - chunk * CHUNK).min(CHUNK);
        let chunk = self.chunks[chunk as usize]
            .get_or_init(|| (0..length).map(|_| OnceLock::new()).collect());
        let _ = chunk[(number % CHUNK) as usize].set(element);
    }

    /// Returns the element with this number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &T {
        let chunk = self.chunks[(number >> CHUNK_BITS) as usize].get();
        let element = chunk.and_then(|chunk| chunk[(number % CHUNK) as usize].get());
        element.expect("an element that was added")
    }

    /// Prefetches an element.
    #[inline]
    pub(super) fn prefetch(&self, number: u32) {
        if let Some(chunk) = self.chunks[(number >> CHUNK_BITS) as usize].get() {
            prefetch(&chunk[(number % CHUNK) as usize]);
        }
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut T {
        let element = self.slot(number).get_mut();
        element.expect("an element that was added")
    }

    fn slot(&mut self, number: u32) -> &mut OnceLock<T> {
        let chunk = self.chunks[(number >> CHUNK_BITS) as usize].get_mut();
        &mut chunk.expect("the chunk of an element")[(number % CHUNK) as usize]
    }

    /// Retains the elements with these numbers, in ascending order, and renumbers them from 0.
    pub(super) fn retain(&mut self, numbers: &[u32]) {
        for (now, &before) in numbers.iter().enumerate() {
            let element = self.slot(before).take();
            *self.slot(now as u32) = OnceLock::from(element.expect("an element that was added"));
        }
        let used = numbers.len() as u32;
        let before = self.allocated.replace(used);
        if !used.is_multiple_of(CHUNK) {
            for number in used..before.min(used.next_multiple_of(CHUNK)) {
                self.slot(number).take();
            }
        }
        for chunk in &mut self.chunks[used.div_ceil(CHUNK) as usize..] {
            chunk.take();
        }
    }

    /// Removes all elements.
    pub(super) fn clear(&mut self) {
        self.retain(&[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capacity_holds() {
        let arena = Arena::new(CHUNK + 1);
        assert_eq!(arena.allocate(CHUNK + 2), None);
        assert_eq!(
            (arena.allocate(CHUNK), arena.allocate(1)),
            (Some(0), Some(CHUNK))
        );
        assert_eq!(
            (arena.allocate(1), arena.count_allocated()),
            (None, CHUNK + 1)
        );
        arena.set(CHUNK, 7);
        assert_eq!(*arena.get(CHUNK), 7);
    }

    #[test]
    fn what_is_kept_moves_to_the_front() {
        let mut arena = Arena::new(3 * CHUNK);
        arena.allocate(2 * CHUNK);
        for number in [0, 3, CHUNK + 7] {
            arena.set(number, number);
        }
        arena.retain(&[0, 3, CHUNK + 7]);
        assert_eq!(
            [0, 1, 2].map(|number| *arena.get(number)),
            [0, 3, CHUNK + 7]
        );
        assert_eq!(arena.allocate(1), Some(3));
        arena.set(3, 5);
        assert_eq!(*arena.get(3), 5);
        arena.clear();
        assert_eq!(arena.allocate(1), Some(0));
        arena.set(0, 6);
        assert_eq!(*arena.get(0), 6);
    }
}
