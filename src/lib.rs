//! Exact solving, search and experiments for sowing (mancala) games, built around 55Stones.
//!
//! Arrows run one way: [`command`] → [`documents`], [`study`] and [`tournament`] → [`catalog`] → [`analysis`] →
//! [`games`] → [`sowlab_solvers`], which knows no game.

pub mod command;

pub use sowlab_analysis as analysis;
pub use sowlab_engines as tournament;
pub use sowlab_findings as documents;
pub use sowlab_games as games;
pub use sowlab_games::catalog;
pub use sowlab_replay as replay;
pub use sowlab_study as study;

/// The examples of pages are run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../docs/games-two-rank.md")]
    struct TwoRank;
    #[doc = include_str!("../docs/games-four-rank.md")]
    struct FourRank;
    #[doc = include_str!("../docs/games-world.md")]
    struct World;
}
