//! Players, and the course of a game between them.

pub mod game;
pub mod players;
pub mod rating;
