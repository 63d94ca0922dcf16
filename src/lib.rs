//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.
//!
//! Arrows run one way: [`command`] → [`documents`], [`study`] and [`tournament`] → [`catalog`] → [`analysis`] →
//! [`games`] → [`sowlab_solvers`], which knows no game.

pub mod analysis;
pub mod catalog;
pub mod command;
pub mod documents;
pub mod replay;
pub mod study;
pub mod tournament;

pub use sowlab_games as games;

/// The examples of pages are run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../docs/games-two-rank.md")]
    struct TwoRank;
    #[doc = include_str!("../docs/games-four-rank.md")]
    struct FourRank;
}
