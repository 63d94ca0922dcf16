//! Move ordering and estimates of effort.

use super::game::Step;
use super::keys::Key;
use super::side::{Player, Turn};

/// The proof and the disproof number of a claim: in the simplest case the least number of leaves that must be proven,
/// or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number; 0 if proven, [`Numbers::NEVER`] if refuted.
    pub prove: u32,
    /// The disproof number; 0 if refuted, [`Numbers::NEVER`] if proven.
    pub refute: u32,
}

/// The maximum number of nodes searched for a claim per node searched for a competing one.
const MOST_BESIDE: f64 = 8.0;

impl Numbers {
    /// The number that stands for infinity; sums stop just below it.
    pub const NEVER: u32 = (1 << 24) - 1;
    /// The numbers of a claim that holds.
    pub const PROVEN: Numbers = Numbers {
        prove: 0,
        refute: Numbers::NEVER,
    };
    /// The numbers of a claim that does not hold.
    pub const REFUTED: Numbers = Numbers {
        prove: Numbers::NEVER,
        refute: 0,
    };

    /// Returns the numbers of a decided claim.
    pub fn of_decided(holds: bool) -> Numbers {
        match holds {
            true => Numbers::PROVEN,
            false => Numbers::REFUTED,
        }
    }

    /// Returns the number of nodes to search for a claim for each node searched for another, where at most one of them
    /// holds. It grows with the odds of the claim, from 1/8 to 8.
    pub fn nodes_beside(self, other: Numbers) -> f64 {
        (self.odds() / other.odds()).clamp(1.0 / MOST_BESIDE, MOST_BESIDE)
    }

    /// Returns the odds that the claim holds: the disproof number divided by the proof number.
    fn odds(self) -> f64 {
        f64::from(self.refute.max(1)) / f64::from(self.prove.max(1))
    }
}

/// Move ordering and estimates for a search. It is an argument of solvers, in addition to the rules. Proven values do
/// not depend on it, only the time to find them. All methods are OPTIONAL; `()` has the defaults.
pub trait Guide<S, M>: Sync {
    /// Returns the rank of a move that leads to this step in the search order, the greatest first. Moves of equal rank
    /// keep the order of the list. Default: extra turns first, then by the gain.
    #[inline]
    fn order(&self, chosen: M, step: &Step<S>) -> i32 {
        let _ = chosen;
        let another = if step.turn == Turn::Same { 1 << 16 } else { 0 };
        step.gain + another
    }

    /// Returns the prior of a move: its expected margin for the side that makes it, before any playout. It is the
    /// progressive bias of Monte Carlo tree search, which weighs less with each visit (Chaslot et al. 2008). Default:
    /// 0, so that moves are tried in the order of the list.
    fn prior(&self, state: &S, chosen: M) -> f32 {
        let _ = (state, chosen);
        0.0
    }

    /// Returns the estimated effort to prove and to refute that a player gains `need` or more, before any search.
    /// Neither number is 0. Default: 1 and 1.
    #[inline]
    fn effort(&self, state: &S, claimant: Player, need: i32) -> Numbers {
        let _ = (state, claimant, need);
        Numbers {
            prove: 1,
            refute: 1,
        }
    }

    /// Returns whether a state takes less time to search than a probe of a table larger than the caches. Such a state
    /// is not stored. Default: never.
    #[inline]
    fn cheap(&self, state: &S) -> bool {
        let _ = state;
        false
    }

    /// Returns a key whose best move is tried first if the table has none for the state itself. Default: none.
    #[inline]
    fn related(&self, state: &S) -> Option<Key> {
        let _ = state;
        None
    }
}

/// The default guide.
impl<S, M> Guide<S, M> for () {}
