//! Search that proves values: null-window alpha-beta with a shared transposition table.
//!
//! - [`AlphaBeta`]: the exact value of a sequential game in which play always ends
//!   ([`Game::always_ends`](crate::Game::always_ends)), or of any game broken off after a number of moves ([`DepthLimited`]);
//! - [`TranspositionTable`]: proven bounds by state, shared by all threads, verified in full;
//! - [`CompactTable`]: the same in a quarter of the memory, for games with short codes;
//! - [`rounds`] and [`proof`]: joint games, and sequential ones in which play may go on for ever.
//!
//! Each is given a [`Problem`](crate::Problem): the rules, what is known, and where to look first.
//!
//! Every result is a bound that holds whatever the order of the search, the number of threads and
//! the size of the table; these change only how long it takes.

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
