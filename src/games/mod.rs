//! The games.

pub mod stones;
pub mod two_rank;
