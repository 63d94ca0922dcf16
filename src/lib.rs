//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.
//!
//! Arrows run one way: [`command`] → [`documents`], [`study`] and [`tournament`] → [`catalog`] → [`analysis`] →
//! [`games`] → [`sowlab_solvers`], which knows no game.

pub mod analysis;
pub mod catalog;
mod checksum;
pub mod command;
pub mod documents;
pub mod games;
mod message;
pub mod pieces;
pub mod replay;
pub mod study;
pub mod tournament;

/// The commit of which the program was built, with a word if the sources were changed since; `None` if it was
/// not built in its repository.
pub const COMMIT: Option<&str> = option_env!("SOWLAB_COMMIT");

/// The examples of the page on the library are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
