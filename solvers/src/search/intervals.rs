//! The bounds of a state that searches over rounds prove.

use crate::{Interval, JointProblem, Player};

/// The proven bounds of a state under the conventions *loss* and *win*: infinite play costs the leader, or the
/// follower, everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// The margin of the leader where infinite play costs the leader.
    pub lower: Interval,
    /// The margin of the leader where infinite play costs the follower.
    pub upper: Interval,
    /// The number of rounds searched in full.
    pub rounds: u8,
}

impl Intervals {
    /// Returns the bounds of a state that are known without a search.
    pub(super) fn without_search<J: JointProblem>(game: &J, state: &J::State) -> Intervals {
        let bound = game.bound(state);
        let interval = |loser| {
            let exact = game
                .terminal(state)
                .or_else(|| game.oracle_margin(state, loser));
            exact.map_or(Interval::within(bound), Interval::exact)
        };
        let mut known = Intervals {
            lower: interval(Player::Leader),
            upper: interval(Player::Follower),
            rounds: 0,
        };
        known.apply_order();
        known
    }

    /// Returns whether all bounds are exact.
    pub fn is_exact(&self) -> bool {
        self.lower.is_exact() && self.upper.is_exact()
    }

    /// Applies `lower ≤ upper` to the bounds.
    pub(super) fn apply_order(&mut self) {
        self.lower.high = self.lower.high.min(self.upper.high);
        self.upper.low = self.upper.low.max(self.lower.low);
    }
}
