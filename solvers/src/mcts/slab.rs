//! A contiguous, growing store of small elements, shared by threads without locks.

use bytemuck::Zeroable;

use super::allocator::NumberAllocator;
use crate::memory::zeroed;

/// A store of up to a fixed number of elements, allocated in runs and indexed by number. Elements change only by their
/// own atomics, so a shared reference is enough. The system provides memory only on the first write, because it is all
/// zeros.
pub(super) struct Slab<T> {
    elements: Box<[T]>,
    allocated: NumberAllocator,
}

impl<T: Zeroable> Slab<T> {
    pub(super) fn new(capacity: u32) -> Slab<T> {
        Slab {
            elements: zeroed(capacity as usize).expect("memory for the elements"),
            allocated: NumberAllocator::with_capacity(capacity),
        }
    }

    pub(super) fn capacity(&self) -> u32 {
        self.allocated.capacity()
    }

    /// Returns the count of allocated elements.
    pub(super) fn count_allocated(&self) -> u32 {
        self.allocated.count_allocated()
    }

    /// Allocates a run of elements, which are zeros, and returns the number of the first; `None` if they do not fit.
    pub(super) fn allocate(&self, count: u32) -> Option<u32> {
        self.allocated.allocate(count)
    }

    /// Returns an allocated run.
    #[inline]
    pub(super) fn run(&self, start: u32, count: u32) -> &[T] {
        &self.elements[start as usize..][..count as usize]
    }

    /// Moves runs, given in ascending order by start and length, to the front, and frees all other elements. `moved`
    /// receives the new starts, in the same order.
    pub(super) fn retain(
        &mut self,
        runs: impl Iterator<Item = (u32, u32)>,
        mut moved: impl FnMut(u32),
    ) {
        let mut used = 0;
        for (start, count) in runs {
            moved(used);
            for index in start..start + count {
                self.elements.swap(index as usize, used as usize);
                used += 1;
            }
        }
        let before = self.allocated.replace(used);
        self.elements[used as usize..before as usize].fill_with(T::zeroed);
    }

    /// Frees all elements.
    pub(super) fn clear(&mut self) {
        self.retain(std::iter::empty(), |_| ());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn the_capacity_holds() {
        let slab: Slab<AtomicU32> = Slab::new(10);
        assert_eq!(slab.allocate(11), None);
        assert_eq!(slab.allocate(4), Some(0));
        assert_eq!(slab.allocate(7), None);
        assert_eq!(slab.allocate(6), Some(4));
        assert_eq!(slab.run(4, 6).len(), 6);
        assert_eq!((slab.allocate(1), slab.count_allocated()), (None, 10));
    }

    #[test]
    fn what_is_kept_moves_to_the_front_and_the_rest_is_zero_again() {
        let mut slab: Slab<AtomicU32> = Slab::new(20);
        let start = slab.allocate(20).unwrap();
        for (value, element) in slab.run(start, 20).iter().enumerate() {
            element.store(value as u32, Ordering::Relaxed);
        }
        let mut places = Vec::new();
        slab.retain([(3, 2), (7, 1)].into_iter(), |place| places.push(place));
        assert_eq!((places, slab.count_allocated()), (vec![0, 2], 3));
        slab.allocate(17);
        let values = slab.run(0, 20).iter();
        let values: Vec<u32> = values.map(|value| value.load(Ordering::Relaxed)).collect();
        assert_eq!(values[..4], [3, 4, 7, 0]);
        assert_eq!(values.iter().sum::<u32>(), 14);
    }
}
