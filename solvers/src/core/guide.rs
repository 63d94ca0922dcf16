//! Where a search should look first.

use super::game::Step;
use super::keys::Key;
use super::side::{Player, Turn};

/// How much is left to do to prove and to refute a claim: in the simplest case the least number of
/// leaves that must be proven, or refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number; 0 if proven, [`Numbers::NEVER`] if refuted.
    pub prove: u32,
    /// The disproof number; 0 if refuted, [`Numbers::NEVER`] if proven.
    pub refute: u32,
}

/// The most nodes searched for a claim for each one searched for another.
const MOST_BESIDE: f64 = 8.0;

impl Numbers {
    /// In place of infinity; sums stop just below it.
    pub const NEVER: u32 = (1 << 24) - 1;
    /// Of a claim that holds.
    pub const PROVEN: Numbers = Numbers {
        prove: 0,
        refute: Numbers::NEVER,
    };
    /// Of a claim that does not hold.
    pub const REFUTED: Numbers = Numbers {
        prove: Numbers::NEVER,
        refute: 0,
    };

    /// Of a claim of which it is known whether it holds.
    pub fn of_decided(holds: bool) -> Numbers {
        match holds {
            true => Numbers::PROVEN,
            false => Numbers::REFUTED,
        }
    }

    /// How many nodes to search for a claim for each one searched for another, of which at most one holds: the more, the
    /// likelier it is to hold; an eighth to eight.
    pub fn nodes_beside(self, other: Numbers) -> f64 {
        (self.odds() / other.odds()).clamp(1.0 / MOST_BESIDE, MOST_BESIDE)
    }

    /// The odds that the claim holds, as far as the numbers tell: how much more there is left to do to refute it than to
    /// prove it.
    fn odds(self) -> f64 {
        f64::from(self.refute.max(1)) / f64::from(self.prove.max(1))
    }
}

/// Where a search should look first. It is an argument of solvers, beside the rules: proven values do
/// not depend on it, only the time to them. All methods are OPTIONAL; `()` has the defaults.
pub trait Guide<S, M>: Sync {
    /// How early a search should try a move that leads to this step: the greatest first, equal ones in
    /// the order of the list of moves. Default: another turn of the same side first, then by the gain.
    #[inline]
    fn order(&self, chosen: M, step: &Step<S>) -> i32 {
        let _ = chosen;
        let another = if step.turn == Turn::Same { 1 << 16 } else { 0 };
        step.gain + another
    }

    /// The prior of a move: what its mover may expect of it before anything is played, in the unit of margins: the
    /// progressive bias of Monte Carlo tree search, which weighs less with each visit (Chaslot et al.
    /// 2008). Default: nothing, so that moves are tried in the order of the list.
    fn prior(&self, state: &S, chosen: M) -> f32 {
        let _ = (state, chosen);
        0.0
    }

    /// How much work it may be to prove and to refute that a player gains `need` or more, before
    /// anything is searched: neither number 0. Default: 1 and 1.
    #[inline]
    fn effort(&self, state: &S, claimant: Player, need: i32) -> Numbers {
        let _ = (state, claimant, need);
        Numbers {
            prove: 1,
            refute: 1,
        }
    }

    /// Whether a state takes less time to search than to look up in a table larger than the caches:
    /// it is then not stored. Default: never.
    #[inline]
    fn cheap(&self, state: &S) -> bool {
        let _ = state;
        false
    }

    /// A key whose best move is worth trying first where the table has none for the state itself.
    /// Default: none.
    #[inline]
    fn related(&self, state: &S) -> Option<Key> {
        let _ = state;
        None
    }
}

/// The defaults.
impl<S, M> Guide<S, M> for () {}
