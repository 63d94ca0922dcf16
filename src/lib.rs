//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.
//!
//! Arrows run one way: [`command`] → [`documents`], [`study`] and [`tournament`] → [`catalog`] → [`analysis`] →
//! [`games`] → [`sowlab_solvers`], which knows no game.

pub mod analysis;
pub mod catalog;
pub mod command;
pub mod documents;
pub mod games;
pub mod replay;
pub mod study;
pub mod tournament;

/// The examples of the page on the library are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
