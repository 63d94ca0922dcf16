//! Joint games for searches: what these need of a game, and what they say of it.

use crate::{JointGame, Player};

/// A joint game whose states fit a table.
pub trait SearchableJoint: JointGame {
    /// REQUIRED. The state in 128 bits; different states have different ones.
    fn code(&self, state: &Self::State) -> u128;

    /// OPTIONAL. The margin of the leader in a state where infinite play, of any length, costs the charged
    /// side everything left, if it is known (from an endgame table, say). Asked for every state
    /// that a round leads to: it should be quick to say no. Without it everything is searched.
    #[inline]
    fn known(&self, state: &Self::State, charged: Player) -> Option<i32> {
        let _ = (state, charged);
        None
    }

    /// OPTIONAL. Begins to bring what [`known`](SearchableJoint::known) looks up nearer to the
    /// processor, and says whether it will know the margin. Called for all rounds of a state before
    /// they are looked up, so that they are waited for together. Without it each is waited for.
    #[inline]
    fn touch(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. Whether all margins from a state on are odd where its bound is, and even where it
    /// is even. Then half as many questions are asked. Without it nothing is assumed.
    #[inline]
    fn margins_have_parity_of_bound(&self) -> bool {
        false
    }

    /// OPTIONAL. How much work it may be to prove and to refute that a side gains `need` or more,
    /// before anything is searched: neither number 0. Only the time to a proof depends on it.
    /// Without it: 1 and 1.
    #[inline]
    fn effort(&self, state: &Self::State, claimant: Player, need: i32) -> Numbers {
        let _ = (state, claimant, need);
        Numbers {
            prove: 1,
            refute: 1,
        }
    }
}

/// What is proven of a state whose play may go on for ever: where infinite play costs the leader, and
/// where it costs the follower, everything that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// The margin of the leader where infinite play costs the leader: from, to.
    pub lower: (i32, i32),
    /// The margin of the leader where infinite play costs the follower: from, to.
    pub upper: (i32, i32),
    /// The number of rounds searched in full.
    pub rounds: u8,
}

impl Intervals {
    /// What is known of a state without search.
    pub(super) fn known<J: SearchableJoint>(game: &J, state: &J::State) -> Intervals {
        let bound = game.bound(state);
        let interval = |charged| {
            let exact = game.terminal(state).or_else(|| game.known(state, charged));
            exact.map_or((-bound, bound), |margin| (margin, margin))
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
        self.lower.0 == self.lower.1 && self.upper.0 == self.upper.1
    }

    /// No reading is worth less than `lower` nor more than `upper`.
    pub(super) fn tie(&mut self) {
        self.lower.1 = self.lower.1.min(self.upper.1);
        self.upper.0 = self.upper.0.max(self.lower.0);
    }
}

/// How much is left to do to prove and to refute a claim: in the simplest case the least number of
/// leaves that must be proven, or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number; 0 if proven, [`Numbers::NEVER`] if refuted.
    pub prove: u32,
    /// The disproof number; 0 if refuted, [`Numbers::NEVER`] if proven.
    pub refute: u32,
}

impl Numbers {
    /// In place of infinity; sums stop just below it.
    pub const NEVER: u32 = (1 << 24) - 1;
}
