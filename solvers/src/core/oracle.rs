//! What is known of states without a search.

use super::interval::Interval;
use super::keys::Key;
use super::side::Player;

/// What is known of states without a search, as from endgame tables. It is an argument of solvers,
/// beside the rules; `()` knows nothing.
///
/// Margins are those of the leader, the side to move. `loser` says what infinite play is worth: the
/// player who loses by it everything that is left, or nobody (`None`).
pub trait Oracle<S>: Sync {
    /// REQUIRED. What is known of a state's margin. It is asked of every state that a move leads to, so
    /// it should be quick to say no. Searches use it where both ends meet, Monte Carlo tree search in
    /// any case.
    fn interval(&self, state: &S, loser: Option<Player>) -> Option<Interval>;

    /// OPTIONAL. The same where the searcher has the key of the state at hand, as its
    /// [`Keyed`](super::Keyed) gives it. Without it the key is not used.
    #[inline]
    fn interval_by_key(&self, state: &S, key: Key, loser: Option<Player>) -> Option<Interval> {
        let _ = key;
        self.interval(state, loser)
    }

    /// OPTIONAL. Whether the margin of a state is likely to be known; prefetches what
    /// [`interval_by_key`](Oracle::interval_by_key) will read. Called for several states before they
    /// are probed, so that one wait for memory serves all. Default: nothing is prefetched.
    #[inline]
    fn prefetch(&self, state: &S, key: Key) -> bool {
        let _ = (state, key);
        false
    }
}

/// Knows nothing.
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

/// Knows nothing if there is none.
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

/// Asks the second where the first knows nothing.
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
