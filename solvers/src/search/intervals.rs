//! What searches over rounds prove of a state.

use crate::{Interval, JointProblem, Player};

/// What is proven of a state whose play may go on for ever: where infinite play costs the leader, and
/// where it costs the follower, everything that is left.
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
    /// What is known of a state without search.
    pub(super) fn known<J: JointProblem>(game: &J, state: &J::State) -> Intervals {
        let bound = game.bound(state);
        let interval = |loser| {
            let exact = game.terminal(state).or_else(|| game.known(state, loser));
            exact.map_or(Interval::within(bound), Interval::exact)
        };
        let mut known = Intervals {
            lower: interval(Player::Leader),
            upper: interval(Player::Follower),
            rounds: 0,
        };
        known.tie();
        known
    }

    /// Whether nothing is left to prove.
    pub fn settled(&self) -> bool {
        self.lower.is_exact() && self.upper.is_exact()
    }

    /// No reading is worth less than `lower` nor more than `upper`.
    pub(super) fn tie(&mut self) {
        self.lower.high = self.lower.high.min(self.upper.high);
        self.upper.low = self.upper.low.max(self.lower.low);
    }
}
