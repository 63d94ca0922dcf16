//! Nodes and edges of the tree.

#[cfg(not(loom))]
use bytemuck::Zeroable;

use crate::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering};
use crate::memory::prefetch;
use crate::{Interval, Side};

/// Proven bounds of a margin, shared by threads. They only get tighter, and hold under every infinite-play convention.
/// Their sources are the end of the game, the bounds that the game itself knows, and the bound that no play exceeds. A
/// single non-terminating move ends the game with the margin that the game gives.
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

    /// Takes what else is proven; whether it is news.
    #[inline]
    pub(super) fn tighten(&self, Interval { low, high }: Interval) -> bool {
        let known = self.get();
        // Writing is dear where others read: only where there is something to write.
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
    /// The number of the first.
    pub(super) start: u32,
    pub(super) count: u32,
    pub(super) side: Side,
}

/// A move from a node, with its statistics and all that a descent needs to continue, so that a descent reads no node.
/// Margins are those of the side that has the move.
#[cfg_attr(not(loom), derive(Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub(super) struct Edge {
    /// The sum of the margins that playouts through here came to.
    pub(super) sum: AtomicI64,
    /// Playouts through here, those under way included.
    pub(super) visits: AtomicU32,
    /// The gain of the move itself; written before `child`.
    pub(super) gain: AtomicI32,
    /// The proven bounds of the margin from the node on, the gain of the move included.
    pub(super) interval: AtomicInterval,
    /// The number of the node it leads to plus one, or zero as long as there is none.
    child: AtomicU32,
    /// The first edge of that node; written before `child`.
    start: AtomicU32,
    /// Twice the number of its edges, and one more if `Side::Second` is to move there; written
    /// before `child`.
    shape: AtomicU32,
    /// The bits of what the game expects of the move (`f32`), by its weight.
    prior: AtomicU32,
}

impl Edge {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Counts a playout more; how many there were. Where two threads count at the same instant one
    /// playout is lost, as with [`add`](Edge::add): to lock would cost more than that.
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

    /// Prefetches its last bytes.
    #[inline]
    pub(super) fn prefetch_end(&self) {
        prefetch(&self.prior);
    }

    /// The node it leads to, and the edges of that.
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

    /// Leads it to a node from now on.
    #[inline]
    pub(super) fn set_child(&self, child: u32, block: EdgeBlock) {
        let shape = block.count << 1 | u32::from(block.side == Side::Second);
        self.start.store(block.start, Ordering::Relaxed);
        self.shape.store(shape, Ordering::Relaxed);
        self.child.store(child + 1, Ordering::Release);
    }
}

/// A state that was visited twice. Equal states are one node, however they are reached. It lies in
/// as few cache lines as its state allows.
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
