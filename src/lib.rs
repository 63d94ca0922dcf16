//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.
//!
//! Arrows run one way: [`command`] → [`study`] and [`tournament`] → [`games`] →
//! [`sowlab_solvers`], which knows no game.

pub mod command;
pub mod games;
pub mod study;
pub mod tables;
pub mod tournament;
