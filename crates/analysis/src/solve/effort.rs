//! A guess of the work that a claim takes: the first proof and disproof numbers of a board.

use sowlab_solvers::{Numbers, Player};

/// How the guess grows. What is proven does not depend on it, only the time to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// With each stone more than on the boards that are known.
    per_stone: f64,
    /// With the share of the stones that a side asks for beyond what is to be expected: exponentially.
    per_share: f64,
}

impl Effort {
    /// Of the stones family. Found by trial on 33Stones with tables of 14 to 20 stones, where any guess of this kind takes a
    /// third to a tenth of the nodes that none takes, and none was best everywhere.
    pub(super) const STONES: Effort = Effort {
        per_stone: 4.0,
        per_share: 5.0,
    };
    /// Of the two-rank games, found by trial on Ethiopian (`results/search/NOTES.md`). A board has some ten moves there, one of the
    /// stones family a hundred rounds.
    pub(super) const TWO_RANK: Effort = Effort {
        per_stone: 16.0,
        per_share: 3.0,
    };

    /// The work to prove and to refute that a side gains `beyond` more than is to be expected on a board with so many
    /// stones, where boards with up to `known` of them are known.
    #[inline]
    pub(super) fn numbers(self, stones: u32, known: u32, beyond: f64) -> Numbers {
        let distance = self.per_stone * f64::from(stones.saturating_sub(known).max(1));
        let share = self.per_share * beyond / f64::from(stones.max(1));
        let number = |work: f64| 1 + (distance * work).min(1e6) as u32;
        Numbers {
            prove: number(share.exp()),
            refute: number((-share).exp()),
        }
    }
}

/// What a claim asks for beyond what is to be expected, if the leader may expect this margin.
#[inline]
pub(super) fn beyond(need: i32, claimant: Player, margin: f64) -> f64 {
    match claimant {
        Player::Leader => f64::from(need) - margin,
        Player::Follower => f64::from(need) + margin,
    }
}
