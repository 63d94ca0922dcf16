//! What the tree is made of.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering};

/// The number of a node or run that is not there.
pub(super) const NONE: u32 = u32::MAX;
/// The place of the edges of a node to which a thread is just giving some.
const BUSY: u32 = u32::MAX - 1;

/// Proven bounds on the margin of `Side::First` from a state on. They only get tighter, and hold
/// under every reading of infinite play: all that goes into them is the end of the game, what the
/// game itself knows, and the bound that no play exceeds.
pub(super) struct Bounds {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            lower: AtomicI32::new(i32::MIN),
            upper: AtomicI32::new(i32::MAX),
        }
    }
}

impl Bounds {
    #[inline]
    pub(super) fn get(&self) -> (i32, i32) {
        (
            self.lower.load(Ordering::Relaxed),
            self.upper.load(Ordering::Relaxed),
        )
    }

    /// Takes what else is proven; whether it is news.
    #[inline]
    pub(super) fn tighten(&self, lower: i32, upper: i32) -> bool {
        let (known_lower, known_upper) = self.get();
        // Writing is dear where others read: only where there is something to write.
        let news = (lower > known_lower, upper < known_upper);
        if news.0 {
            self.lower.fetch_max(lower, Ordering::Relaxed);
        }
        if news.1 {
            self.upper.fetch_min(upper, Ordering::Relaxed);
        }
        news.0 || news.1
    }
}

/// A move from a node, with its statistics: 32 bytes, two in a cache line.
pub(super) struct Edge {
    /// The sum of the margins of `Side::First` that playouts through here came to.
    pub(super) sum: AtomicI64,
    /// Playouts through here, those under way included.
    pub(super) visits: AtomicU32,
    /// The node it leads to, or [`NONE`] as long as nobody went there.
    pub(super) child: AtomicU32,
    /// What `Side::First` gains by the move itself; written before `child`.
    pub(super) gain: AtomicI32,
    /// The bits of what the game expects of the move (`f32`), by its weight.
    pub(super) promise: AtomicU32,
    /// Bounds from the node on, the gain of the move included.
    pub(super) bounds: Bounds,
}

impl Default for Edge {
    fn default() -> Edge {
        Edge {
            sum: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            child: AtomicU32::new(NONE),
            gain: AtomicI32::new(0),
            promise: AtomicU32::new(0),
            bounds: Bounds::default(),
        }
    }
}

impl Edge {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        let child = self.child.load(Ordering::Acquire);
        (child != NONE).then_some(child)
    }

    #[inline]
    pub(super) fn promise(&self) -> f32 {
        f32::from_bits(self.promise.load(Ordering::Relaxed))
    }
}

/// A state. Equal states are one node, however they are reached. A cache line of its own spares
/// small states a second miss.
#[repr(align(64))]
pub(super) struct Node<State> {
    state: OnceLock<State>,
    pub(super) bounds: Bounds,
    /// The first of its edges, or [`NONE`] or [`BUSY`]; the edges are in the order of the moves.
    edges: AtomicU32,
    /// How many edges there are; written before `edges`.
    count: AtomicU32,
}

impl<State> Default for Node<State> {
    fn default() -> Node<State> {
        Node {
            state: OnceLock::new(),
            bounds: Bounds::default(),
            edges: AtomicU32::new(NONE),
            count: AtomicU32::new(0),
        }
    }
}

impl<State> Node<State> {
    /// The state of a node in use.
    #[inline]
    pub(super) fn state(&self) -> &State {
        self.state.get().expect("a node in use has a state")
    }

    /// Makes the node that of a state; the first call counts.
    pub(super) fn set_state(&self, state: State) {
        let _ = self.state.set(state);
    }

    /// The place and the number of its edges.
    #[inline]
    pub(super) fn edges(&self) -> Option<(u32, u32)> {
        let start = self.edges.load(Ordering::Acquire);
        (start < BUSY).then(|| (start, self.count.load(Ordering::Relaxed)))
    }

    /// Whether the caller, and nobody else, is to give it edges.
    pub(super) fn claim(&self) -> bool {
        self.edges
            .compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Gives it edges, or none after all, and ends the claim.
    pub(super) fn set_edges(&self, edges: Option<(u32, u32)>) {
        let (start, count) = edges.unwrap_or((NONE, 0));
        self.count.store(count, Ordering::Relaxed);
        self.edges.store(start, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_half_a_cache_line() {
        assert_eq!(size_of::<Edge>(), 32);
    }
}
