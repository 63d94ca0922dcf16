//! A guess of the work for a claim: the first proof and disproof numbers of a board.

use sowlab_solvers::{Numbers, Player};

/// The parameters of the guess. Results do not depend on it, only the time to find them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The growth per stone beyond the tables.
    per_stone: f64,
    /// The exponential growth with the share of the stones that a claim requires beyond the expected margin.
    per_share: f64,
}

impl Effort {
    /// The parameters of the stones family, found by trial on 33Stones with tables of 14 to 20 stones. Any guess of
    /// this kind saved two thirds to nine tenths of the nodes there. None was best everywhere.
    pub(super) const STONES: Effort = Effort {
        per_stone: 4.0,
        per_share: 5.0,
    };
    /// The parameters of the two-rank games, found by trial on Ethiopian (`docs/search.md`). A board has about ten
    /// moves there, and a hundred rounds in the stones family.
    pub(super) const TWO_RANK: Effort = Effort {
        per_stone: 16.0,
        per_share: 3.0,
    };

    /// Returns the work to prove and to refute that a side gains `beyond` more than the expected margin. The board has
    /// `stones` stones, and boards with up to `known` stones are known.
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

/// Returns the margin that a claim requires beyond the expected one. `margin` is the expected margin of the leader.
#[inline]
pub(super) fn beyond(need: i32, claimant: Player, margin: f64) -> f64 {
    match claimant {
        Player::Leader => f64::from(need) - margin,
        Player::Follower => f64::from(need) + margin,
    }
}
