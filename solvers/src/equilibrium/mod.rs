//! Equilibria of joint games under any commit order, exact up to a horizon of rounds.
//!
//! The method is backward induction over rounds. (B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. H. M. Winands,
//! *Algorithms for computing strategies in two-player simultaneous move games*, Artificial Intelligence 237, 2016.) The
//! value of a state follows from its joint moves: by maximin or minimax in the sequential and reversed orders, by a
//! matrix game in the simultaneous one.
//!
//! - [`Solver`]: the value of a state and the strategies of its round. Under the simultaneous order, *serialized
//!   bounds* settle most states without a matrix. They are the values for a side that is always seen, or that always
//!   sees. A *double oracle* solves the rest over the few choices that matter, so that most cells are never solved;
//! - [`Solver::exploitability`]: best responses to these strategies, through all rounds, by code that is independent of
//!   the matrix games;
//! - [`Cfr`]: counterfactual regret minimization over the same rounds, for comparison;
//! - [`plain`]: backward induction without pruning, for comparison;
//! - [`longest_play()`]: the length of the longest play, beyond which no horizon is needed.
//!
//! A state at the horizon has the value that the oracle of the [`Problem`](crate::Problem) gives, or else 0. A
//! non-terminating round has the value 0. A game that is over has its margin also at the horizon. Margins are those of
//! the leader, from the state on.

mod best_responses;
mod cfr;
mod double_oracle;
mod exploitability;
mod longest_play;
mod node;
pub mod plain;
mod serialized;
mod solver;

pub use cfr::Cfr;
pub use exploitability::Exploitability;
pub use longest_play::{LongestPlayError, longest_play};
pub use solver::{MixedChoice, RoundSolution, Solver, WorkCounts};

use crate::Cancelled;
use crate::matrix::MatrixError;

/// The maximum horizon, in rounds: a byte encodes the horizon in a table, and one of its values stands for
/// [`Horizon::Unlimited`].
pub const MOST_ROUNDS: u8 = 254;

/// The number of rounds left to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Horizon {
    /// A number of rounds, at most [`MOST_ROUNDS`].
    Rounds(u8),
    /// An unlimited number of rounds. Play must end from every state in question: see [`longest_play()`].
    Unlimited,
}

impl Horizon {
    /// Refuses more rounds than tables can distinguish.
    fn checked(self) -> Result<Horizon, EquilibriumError> {
        match self {
            Horizon::Rounds(rounds) if rounds > MOST_ROUNDS => Err(EquilibriumError::Horizon),
            _ => Ok(self),
        }
    }

    /// Returns whether no round is left.
    fn is_reached(self) -> bool {
        self == Horizon::Rounds(0)
    }

    /// Returns the horizon after another round.
    fn after_a_round(self) -> Horizon {
        match self {
            Horizon::Rounds(rounds) => Horizon::Rounds(rounds - 1),
            Horizon::Unlimited => Horizon::Unlimited,
        }
    }

    /// Returns the encoding of the horizon in a table.
    fn tag(self) -> u8 {
        match self {
            Horizon::Rounds(rounds) => rounds,
            Horizon::Unlimited => u8::MAX,
        }
    }
}

/// The error of an equilibrium that is not computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EquilibriumError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A matrix game was not solved precisely enough.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// The horizon exceeds [`MOST_ROUNDS`].
    #[error("more than {MOST_ROUNDS} rounds")]
    Horizon,
    /// A state has no wish that can be sealed together with one fallback.
    #[error("two wishes are not enough to seal a choice in this game")]
    NothingToSeal,
}
