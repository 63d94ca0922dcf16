//! Search that proves values: null-window alpha-beta with a shared transposition table.
//!
//! - [`AlphaBeta`]: the exact value of a sequential game that [always ends](crate::Game::always_ends), or of any game
//!   up to a [depth](DepthLimited);
//! - [`TranspositionTable`]: proven bounds by state, shared by all threads, with full keys;
//! - [`CompactTable`]: a table in a quarter of the memory, for games with short keys;
//! - [`rounds`] and [`proof`]: joint games, and sequential ones with infinite play.
//!
//! Each search takes a [`Problem`](crate::Problem): the rules, bounds that need no search, and move ordering.
//!
//! Every result is a bound that holds for any order of the search, number of threads and size of the table. These
//! affect only the time.

mod alpha_beta;
mod bucket;
mod candidates;
mod compact;
mod depth_limited;
mod entry;
mod interleaved;
mod intervals;
mod probe_counts;
pub mod proof;
pub mod rounds;
mod slot;
mod table;
mod threads;

pub use alpha_beta::AlphaBeta;
pub use compact::CompactTable;
pub use depth_limited::{DepthLimited, DepthLimitedState, Estimate};
pub use probe_counts::ProbeCounts;
pub use table::{SearchTable, TableSizeError, TranspositionTable};
