//! Analyses of games: values, endgame tables, infinite play, equilibria, certificates, counts of sequences, and the
//! quality of playouts.
//!
//! An analysis is a function from a request to a finding, both plain data. A [`Monitor`](sowlab_solvers::Monitor) can
//! cancel each analysis and receives its progress.

pub mod best_choices;
pub mod certificates;
pub mod choices;
mod combinatorial;
mod drawn_positions;
pub mod endless;
pub mod equilibrium;
mod estimate;
pub mod evaluated;
mod families;
mod first_turn;
pub mod learned;
mod perft;
pub mod playouts;
mod request;
pub mod sealed_play;
pub mod secured;
pub mod setups;
pub mod solve;
mod solved_positions;
mod sown_move;
mod sown_round;
pub mod tables;
mod times;

pub use combinatorial::combinatorial_value;
pub use drawn_positions::{DrawRequest, draw_positions};
pub use estimate::Estimator;
pub use families::{Analyses, BoardSizes, ContestAnalyses, Solve};
pub use first_turn::{FirstTurn, first_turn};
pub use perft::{
    Perft, PerftCounts, PerftPly, PerftRequest, PerftRound, perft_of_moves, perft_of_plies,
    perft_of_rounds,
};
pub use request::{Cause, Field, RequestError};
pub use solved_positions::SolvedRow;
pub use sown_move::{Recurrence, SownMove, SownMoveDocument, SownMoveRequest, sown_move};
pub use sown_round::{SownDocument, Trace};
pub use times::Times;

/// The error for a count of rounds that starts within a round.
pub(crate) const MID_ROUND: &str = "the phase must be '-' (start of a round)";
