//! The data that threads share without locks, file by file as in the solvers, on the atomics of `loom`. The tests run
//! every order of the threads, and every value that the memory model allows them to read (with at most three
//! preemptions).
#![cfg(test)]
#![allow(dead_code)]

/// In the place of the solvers' module of this name.
mod atomic {
    pub(crate) use loom::sync::atomic::{
        AtomicI32, AtomicI64, AtomicU32, AtomicU64, Ordering, fence,
    };
}

/// In the place of the solvers' module of this name.
mod memory {
    pub(crate) fn prefetch<T>(_: &T) {}

    pub(crate) fn zeroed<T: Default>(count: usize) -> Option<Box<[T]>> {
        Some((0..count).map(|_| T::default()).collect())
    }
}

#[path = "../../../solvers/src/mcts/allocator.rs"]
mod allocator;
#[path = "../../../solvers/src/search/bucket.rs"]
mod bucket;
#[path = "../../../solvers/src/mcts/index.rs"]
mod index;
#[path = "../../../solvers/src/core/interval.rs"]
mod interval;
#[path = "../../../solvers/src/core/keys.rs"]
mod keys;
#[path = "../../../solvers/src/mcts/node.rs"]
mod node;
#[path = "../../../solvers/src/core/side.rs"]
mod side;
#[path = "../../../solvers/src/search/slot.rs"]
mod slot;

pub(crate) use interval::Interval;
pub(crate) use keys::Key;
pub(crate) use side::Side;

use loom::sync::Arc;
use loom::thread;

/// Goes through all orders of these threads with at most the given number of preemptions.
fn model_with(preemptions: usize, work: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(work);
}

/// Goes through all orders of these threads.
fn model(work: impl Fn() + Sync + Send + 'static) {
    model_with(3, work);
}

fn key(number: u64) -> Key {
    Key {
        bits: u128::from(number) | u128::from(number) << 64,
        tag: number as u16,
    }
}

/// The sequence lock: two write to one slot, one reads. What is found was stored under this very key.
#[test]
fn a_slot_is_never_a_mixture() {
    // With three it takes minutes, and passes, too.
    model_with(2, || {
        let slot = Arc::new(slot::Slot::default());
        slot.put(key(1), 10, 1);
        let write = |number: u64| {
            let slot = Arc::clone(&slot);
            thread::spawn(move || slot.put(key(number), 10 * number, 1))
        };
        let writers = [write(1), write(2)];
        for number in [1, 2] {
            if let Some(data) = slot.get(key(number)) {
                assert_eq!(data, 10 * number);
            }
        }
        if let Some((held, data, _)) = slot.contents() {
            assert_eq!(data, 10 * held.bits as u64);
        }
        for writer in writers {
            writer.join().unwrap();
        }
        assert!(slot.contents().is_some());
    });
}

/// The compact table: entries of one bucket are written by two and read by a third.
#[test]
fn an_entry_of_a_bucket_is_never_a_mixture() {
    model(|| {
        let bucket: Arc<Vec<atomic::AtomicU64>> =
            Arc::new((0..2).map(|_| atomic::AtomicU64::new(0)).collect());
        let known = |rest: u64| 0x1_0203 * rest;
        let write = |rests: [u64; 2]| {
            let bucket = Arc::clone(&bucket);
            thread::spawn(move || {
                for rest in rests {
                    bucket::put(&bucket, rest, known(rest), rest as u8);
                }
            })
        };
        let writers = [write([1, 2]), write([3, 1])];
        for rest in [1, 2, 3] {
            let found = bucket::find(&bucket, rest);
            assert!(found == 0 || found & 0xf_ffff == known(rest));
        }
        for writer in writers {
            writer.join().unwrap();
        }
        assert_ne!(bucket::find(&bucket, 1) | bucket::find(&bucket, 3), 0);
    });
}

/// An edge of the tree: whoever sees that it leads to a node sees the edges of that node.
#[test]
fn a_child_is_seen_whole() {
    model(|| {
        let edge = Arc::new(node::Edge::default());
        let writer = {
            let edge = Arc::clone(&edge);
            thread::spawn(move || {
                edge.gain.store(5, atomic::Ordering::Relaxed);
                let block = node::EdgeBlock {
                    start: 7,
                    count: 3,
                    side: Side::Second,
                };
                edge.set_child(0, block);
            })
        };
        if let Some((child, block)) = edge.child() {
            assert_eq!((child, block.start, block.count), (0, 7, 3));
            assert!(block.side == Side::Second);
            assert_eq!(edge.gain.load(atomic::Ordering::Relaxed), 5);
        }
        writer.join().unwrap();
        assert!(edge.child().is_some());
    });
}

/// Statistics may lose a playout to another thread, as is said there, and nothing else; bounds lose nothing.
#[test]
fn statistics_lose_a_playout_at_most_and_bounds_nothing() {
    model(|| {
        let edge = Arc::new(node::Edge::default());
        edge.interval.set(Interval::within(9));
        let playout = |margin: i64, interval: Interval| {
            let edge = Arc::clone(&edge);
            thread::spawn(move || {
                edge.count();
                edge.add(margin);
                edge.interval.tighten(interval);
            })
        };
        let playouts = [
            playout(2, Interval { low: -3, high: 9 }),
            playout(40, Interval { low: -9, high: 4 }),
        ];
        for playout in playouts {
            playout.join().unwrap();
        }
        assert!((1..=2).contains(&edge.visits()));
        let sum = edge.sum.load(atomic::Ordering::Relaxed);
        assert!([2, 40, 42].contains(&sum));
        assert_eq!(edge.interval.get(), Interval { low: -3, high: 4 });
    });
}

/// Runs of numbers that threads take never overlap, and the capacity holds.
#[test]
fn runs_that_are_taken_are_apart() {
    model(|| {
        let taken = Arc::new(allocator::NumberAllocator::with_capacity(5));
        let take = |count: u32| {
            let taken = Arc::clone(&taken);
            thread::spawn(move || taken.allocate(count).map(|start| (start, count)))
        };
        let takers = [take(2), take(3), take(1)];
        let mut runs: Vec<(u32, u32)> = takers
            .into_iter()
            .filter_map(|taker| taker.join().unwrap())
            .collect();
        runs.sort_unstable();
        assert!(runs.len() >= 2);
        for two in runs.windows(2) {
            assert!(two[0].0 + two[0].1 <= two[1].0, "{runs:?}");
        }
        assert!(taken.count_allocated() <= 5);
    });
}

/// The index: of two nodes of one state one is entered, and whoever finds it sees what was written before.
#[test]
fn a_state_is_entered_once() {
    model(|| {
        let index = Arc::new(index::Index::new(2));
        let states: Arc<[atomic::AtomicU32; 2]> = Arc::default();
        let enter = |node: u32| {
            let (index, states) = (Arc::clone(&index), Arc::clone(&states));
            thread::spawn(move || {
                states[node as usize].store(77, atomic::Ordering::Relaxed);
                let is = |node: u32| states[node as usize].load(atomic::Ordering::Relaxed) == 77;
                match index.insert(&77u64, node, is) {
                    index::Insertion::New => node,
                    index::Insertion::Old(old) => old,
                }
            })
        };
        let nodes = [enter(0), enter(1)];
        // A node that is found was written before.
        let is = |node: u32| states[node as usize].load(atomic::Ordering::Relaxed) == 77;
        let early = index.find(&77u64, |node| {
            assert!(is(node));
            true
        });
        let nodes = nodes.map(|node| node.join().unwrap());
        assert_eq!(nodes[0], nodes[1]);
        assert!(early.is_none_or(|node| node == nodes[0]));
        assert_eq!(index.find(&77u64, is), Some(nodes[0]));
    });
}
