//! Bounds without search.

use super::interval::Interval;
use super::keys::Key;
use super::side::Player;

/// Bounds of states without search, such as endgame tables. It is an argument of solvers, in addition to the rules;
/// `()` has none.
///
/// Margins are those of the leader, the side to move. `loser` is the player who loses everything left by infinite play;
/// with `None` infinite play is a draw.
pub trait Oracle<S>: Sync {
    /// REQUIRED. Returns the bounds of a state's margin, if there are any. Searches call it for every state after a
    /// move, so a miss should be quick. They use exact bounds only; Monte Carlo tree search uses all.
    fn interval(&self, state: &S, loser: Option<Player>) -> Option<Interval>;

    /// OPTIONAL. Returns the bounds if the caller has the key of the state, from its [`Keyed`](super::Keyed). Default:
    /// [`interval`](Oracle::interval).
    #[inline]
    fn interval_by_key(&self, state: &S, key: Key, loser: Option<Player>) -> Option<Interval> {
        let _ = key;
        self.interval(state, loser)
    }

    /// OPTIONAL. Prefetches the entries that [`interval_by_key`](Oracle::interval_by_key) will read, and returns
    /// whether the state is likely to have bounds. Searches call it for several states before they probe them, so that
    /// they wait for memory once. Default: nothing is prefetched.
    #[inline]
    fn prefetch(&self, state: &S, key: Key) -> bool {
        let _ = (state, key);
        false
    }
}

/// An oracle without bounds.
impl<S> Oracle<S> for () {
    #[inline]
    fn interval(&self, _: &S, _: Option<Player>) -> Option<Interval> {
        None
    }
}

impl<S, O: Oracle<S>> Oracle<S> for &O {
    #[inline]
    fn interval(&self, state: &S, loser: Option<Player>) -> Option<Interval> {
        (**self).interval(state, loser)
    }

    #[inline]
    fn interval_by_key(&self, state: &S, key: Key, loser: Option<Player>) -> Option<Interval> {
        (**self).interval_by_key(state, key, loser)
    }

    #[inline]
    fn prefetch(&self, state: &S, key: Key) -> bool {
        (**self).prefetch(state, key)
    }
}

/// Returns the bounds of the oracle, if there is one.
impl<S, O: Oracle<S>> Oracle<S> for Option<O> {
    #[inline]
    fn interval(&self, state: &S, loser: Option<Player>) -> Option<Interval> {
        self.as_ref()?.interval(state, loser)
    }

    #[inline]
    fn interval_by_key(&self, state: &S, key: Key, loser: Option<Player>) -> Option<Interval> {
        self.as_ref()?.interval_by_key(state, key, loser)
    }

    #[inline]
    fn prefetch(&self, state: &S, key: Key) -> bool {
        self.as_ref()
            .is_some_and(|oracle| oracle.prefetch(state, key))
    }
}

/// Probes the second oracle if the first has no bounds.
impl<S, A: Oracle<S>, B: Oracle<S>> Oracle<S> for (A, B) {
    #[inline]
    fn interval(&self, state: &S, loser: Option<Player>) -> Option<Interval> {
        let first = self.0.interval(state, loser);
        first.or_else(|| self.1.interval(state, loser))
    }

    #[inline]
    fn interval_by_key(&self, state: &S, key: Key, loser: Option<Player>) -> Option<Interval> {
        let first = self.0.interval_by_key(state, key, loser);
        first.or_else(|| self.1.interval_by_key(state, key, loser))
    }

    #[inline]
    fn prefetch(&self, state: &S, key: Key) -> bool {
        self.0.prefetch(state, key) || self.1.prefetch(state, key)
    }
}
