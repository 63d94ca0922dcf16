//! The index of nodes by their states, shared by threads without locks.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::atomic::{AtomicU32, Ordering};
use crate::memory::{prefetch, zeroed};

/// The numbers of nodes by the hashes of their states. The low bits of a slot hold the number of a node plus one, the
/// high bits a part of the hash; an empty slot is zero. A collision continues in the next slot.
pub(super) struct Index {
    slots: Box<[AtomicU32]>,
    /// The base-2 logarithm of the number of slots.
    slot_bits: u32,
    /// The mask of the bits of a slot that hold the number.
    number: u32,
}

/// The slot of a state, and the part of its hash that the slot stores.
#[derive(Clone, Copy)]
struct Place {
    slot: usize,
    tag: u32,
}

/// The result of inserting a node.
pub(super) enum Insertion {
    /// The node was inserted.
    New,
    /// The state had this node already.
    Old(u32),
}

impl Index {
    /// Creates an index for the given number of nodes, 1 to 2³⁰. It takes six to twelve bytes per node.
    pub(super) fn new(nodes: u32) -> Index {
        // At least one slot stays empty, which ends every probe.
        let count = (nodes as usize + nodes as usize / 2 + 1).next_power_of_two();
        Index {
            slots: zeroed(count).expect("memory for the nodes"),
            slot_bits: count.trailing_zeros(),
            number: u32::MAX >> nodes.leading_zeros(),
        }
    }

    #[inline]
    fn place(&self, state: &impl Hash) -> Place {
        // The high bits of this hash are good in every game, the low ones are not.
        let hash = FxBuildHasher
            .hash_one(state)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Place {
            slot: (hash >> (64 - self.slot_bits)) as usize,
            tag: (hash << self.slot_bits >> 32) as u32 & !self.number,
        }
    }

    /// Prefetches the slot of a state.
    #[inline]
    pub(super) fn prefetch(&self, state: &impl Hash) {
        prefetch(&self.slots[self.place(state).slot]);
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    /// Returns the node of a state; `is` returns whether a node has that state.
    #[inline]
    pub(super) fn find(&self, state: &impl Hash, is: impl Fn(u32) -> bool) -> Option<u32> {
        let Place { mut slot, tag } = self.place(state);
        loop {
            match self.slots[slot].load(Ordering::Acquire) {
                0 => return None,
                entry => match self.node(entry, tag).filter(|&node| is(node)) {
                    None => slot = self.next(slot),
                    found => return found,
                },
            }
        }
    }

    /// Returns the node of an entry, if it may be one with this tag.
    #[inline]
    fn node(&self, entry: u32, tag: u32) -> Option<u32> {
        (entry & !self.number == tag).then(|| (entry & self.number) - 1)
    }

    /// Inserts a node, unless another thread inserted one for the state first.
    #[inline]
    pub(super) fn insert(
        &self,
        state: &impl Hash,
        node: u32,
        is: impl Fn(u32) -> bool,
    ) -> Insertion {
        let Place { mut slot, tag } = self.place(state);
        loop {
            let put = self.slots[slot].compare_exchange(
                0,
                tag | (node + 1),
                Ordering::Release,
                Ordering::Acquire,
            );
            match put {
                Ok(_) => return Insertion::New,
                Err(entry) => match self.node(entry, tag).filter(|&node| is(node)) {
                    None => slot = self.next(slot),
                    Some(node) => return Insertion::Old(node),
                },
            }
        }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = AtomicU32::new(0);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn what_was_entered_is_found() {
        for capacity in [1, 2, 3, 1000] {
            let index = Index::new(capacity);
            // Here nodes are identified with states by number.
            for node in 0..capacity {
                assert_eq!(index.find(&node, |found| found == node), None);
                let entered = index.insert(&node, node, |found| found == node);
                assert!(matches!(entered, Insertion::New));
            }
            for node in 0..capacity {
                assert_eq!(index.find(&node, |found| found == node), Some(node));
                let entered = index.insert(&node, 0, |found| found == node);
                assert!(matches!(entered, Insertion::Old(old) if old == node));
            }
            assert_eq!(index.find(&capacity, |_| false), None);
        }
    }
}
