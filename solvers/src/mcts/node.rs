//! Nodes and edges of the tree.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use crate::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering};
use crate::memory::prefetch;
use crate::{Interval, Side};

/// Proven bounds of a margin, shared by threads. They only tighten, and hold under every infinite-play convention.
/// Their sources are the end of the game, the oracle, and the bound that no play exceeds. A single non-terminating move
/// ends the game with the margin that the game gives.
#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub(super) struct AtomicInterval {
    low: AtomicI32,
    high: AtomicI32,
}

impl AtomicInterval {
    #[inline]
    pub(super) fn get(&self) -> Interval {
        Interval {
            low: self.low.load(Ordering::Relaxed),
            high: self.high.load(Ordering::Relaxed),
        }
    }

    /// Sets the initial bounds.
    #[inline]
    pub(super) fn set(&self, Interval { low, high }: Interval) {
        self.low.store(low, Ordering::Relaxed);
        self.high.store(high, Ordering::Relaxed);
    }

    /// Tightens the bounds; returns whether that changed them.
    #[inline]
    pub(super) fn tighten(&self, Interval { low, high }: Interval) -> bool {
        let known = self.get();
        // Writes are expensive if other threads read, so they happen only on a change.
        let news = (low > known.low, high < known.high);
        if news.0 {
            self.low.fetch_max(low, Ordering::Relaxed);
        }
        if news.1 {
            self.high.fetch_min(high, Ordering::Relaxed);
        }
        news.0 || news.1
    }
}

/// The place of the edges of a node, and the side that chooses among them.
#[derive(Clone, Copy)]
pub(super) struct EdgeBlock {
    /// The number of the first edge.
    pub(super) start: u32,
    pub(super) count: u32,
    pub(super) side: Side,
}

/// A move from a node, with its statistics and all data that a descent needs to continue without reading the node.
/// Margins are those of the side to move.
#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub(super) struct Edge {
    /// The sum of the margins of playouts through here.
    pub(super) sum: AtomicI64,
    /// The number of playouts through here, those in progress included.
    pub(super) visits: AtomicU32,
    /// The gain of the move itself; written before `child`.
    pub(super) gain: AtomicI32,
    /// The proven bounds of the margin from the node on, the gain of the move included.
    pub(super) interval: AtomicInterval,
    /// The number of the node behind it plus one; zero if there is none yet.
    child: AtomicU32,
    /// The first edge of that node; written before `child`.
    start: AtomicU32,
    /// Twice the number of its edges, plus one if `Side::Second` is to move there; written before `child`.
    shape: AtomicU32,
    /// The bits of the weighted prior of the move (`f32`).
    prior: AtomicU32,
}

impl Edge {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Counts one more playout; returns the number before. If two threads count at the same instant, one playout is
    /// lost, as with [`add`](Edge::add): locking would cost more than that.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let visits = self.visits();
        self.visits.store(visits + 1, Ordering::Relaxed);
        visits
    }

    /// Adds to the sum of margins.
    #[inline]
    pub(super) fn add(&self, margin: i64) {
        let sum = self.sum.load(Ordering::Relaxed);
        self.sum.store(sum + margin, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Prefetches the last bytes of the edge.
    #[inline]
    pub(super) fn prefetch_end(&self) {
        prefetch(&self.prior);
    }

    /// Returns the node behind the edge, and the edges of that node.
    #[inline]
    pub(super) fn child(&self) -> Option<(u32, EdgeBlock)> {
        let child = self.child.load(Ordering::Acquire);
        let shape = self.shape.load(Ordering::Relaxed);
        let block = EdgeBlock {
            start: self.start.load(Ordering::Relaxed),
            count: shape >> 1,
            side: if shape & 1 == 0 {
                Side::First
            } else {
                Side::Second
            },
        };
        (child != 0).then(|| (child - 1, block))
    }

    /// Sets the node behind the edge.
    #[inline]
    pub(super) fn set_child(&self, child: u32, block: EdgeBlock) {
        let shape = block.count << 1 | u32::from(block.side == Side::Second);
        self.start.store(block.start, Ordering::Relaxed);
        self.shape.store(shape, Ordering::Relaxed);
        self.child.store(child + 1, Ordering::Release);
    }
}

/// A state that was visited twice. Equal states are one node, however they are reached. It occupies as few cache lines
/// as its state allows.
#[repr(align(32))]
pub(super) struct Node<State> {
    pub(super) state: State,
    pub(super) block: EdgeBlock,
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn an_edge_takes_forty_bytes() {
        assert_eq!(size_of::<Edge>(), 40);
    }
}
