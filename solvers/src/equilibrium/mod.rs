//! Equilibria of joint games under any commit order, exact up to a horizon of rounds.
//!
//! Backward induction over rounds (B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. H. M. Winands,
//! *Algorithms for computing strategies in two-player simultaneous move games*, Artificial
//! Intelligence 237, 2016): a state with N rounds left is worth what its joint moves make it,
//! in the open and reverse orders by maximin and minimax, when sealed as a matrix game.
//!
//! - [`Solver`]: the value of a state and the strategies of its round. Under the sealed order,
//!   *serialized bounds* (what the game is worth to a side that is always seen, or that always
//!   sees) settle most states without a matrix, and a *double oracle* solves the rest over the few
//!   choices that matter, so that most cells are never solved;
//! - [`Solver::exploitability`]: what answering best gains against these strategies, through all
//!   rounds, by code that shares nothing with the matrix games;
//! - [`Cfr`]: the same rounds by regrets, to compare with;
//! - [`plain`]: the same values by the definition alone, to compare with;
//! - [`longest_play`]: whether play always ends, so that no horizon is needed.
//!
//! What is left after the horizon is worth what the oracle of the [`Problem`](crate::Problem) knows of it,
//! or else nothing; what is left in an endless round is worth nothing to anybody; a game that
//! is over is worth its margin also at the horizon. Margins are for the leader, from the
//! state on.

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

/// The greatest horizon, in rounds: a byte tells horizons apart in a table, and one of its values stands
/// for [`Horizon::Unlimited`].
pub const MOST_ROUNDS: u8 = 254;

/// How many rounds are left to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Horizon {
    /// This number of rounds, at most [`MOST_ROUNDS`].
    Rounds(u8),
    /// As many as it takes. Play must end from every state in question: see [`longest_play`].
    Unlimited,
}

impl Horizon {
    /// Refuses more rounds than tables tell apart.
    fn checked(self) -> Result<Horizon, EquilibriumError> {
        match self {
            Horizon::Rounds(rounds) if rounds > MOST_ROUNDS => Err(EquilibriumError::Horizon),
            _ => Ok(self),
        }
    }

    /// Whether no round is left.
    fn is_reached(self) -> bool {
        self == Horizon::Rounds(0)
    }

    /// After another round.
    fn after_a_round(self) -> Horizon {
        match self {
            Horizon::Rounds(rounds) => Horizon::Rounds(rounds - 1),
            Horizon::Unlimited => Horizon::Unlimited,
        }
    }

    /// Tells states with different rounds left apart in a table.
    fn tag(self) -> u8 {
        match self {
            Horizon::Rounds(rounds) => rounds,
            Horizon::Unlimited => u8::MAX,
        }
    }
}

/// Why there is no equilibrium.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EquilibriumError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A matrix game was not solved precisely enough.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// More rounds than [`MOST_ROUNDS`] were asked for.
    #[error("more than {MOST_ROUNDS} rounds")]
    Horizon,
    /// No wish can be sealed together with one other choice.
    #[error("two wishes are not enough to seal a choice in this game")]
    NothingToSeal,
}
