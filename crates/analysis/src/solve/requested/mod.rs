//! The request and the finding of `sowlab solve`, for any game.

mod moves;
mod request;
mod rounds;

pub use moves::{solve_drawn_setup, solve_moves, solve_two_rank_moves};
pub(crate) use request::DEFAULT_MEMORY;
pub use request::SolveRequest;
pub(super) use request::too_large;
pub(crate) use rounds::saving;
pub use rounds::{
    ProvenRounds, RoundTables, RoundsRequest, prove_rounds, searchable, solve_rounds,
};
