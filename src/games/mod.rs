//! The games.

pub mod stones;
