//! The command line: one file a subcommand, parsing and printing only.

mod amount;
mod arrays;
mod choices;
mod cli;
mod common;
mod draw;
mod engine;
mod equilibrium;
mod explain;
mod failure;
mod games;
mod loops;
mod manual;
mod merge;
mod named_files;
mod output;
mod perft;
mod pie;
mod pieces;
mod play;
mod progress;
mod proof;
mod recorded;
mod records;
mod replay;
mod review;
mod saved;
mod self_play;
mod setups;
mod show;
mod signals;
mod solve;
mod sow;
mod sow_move;
mod sprt;
mod stage;
mod study;
mod tables;
mod target;
mod tournament;

pub use cli::{Cli, main};
pub use common::Common;
pub use failure::{Failure, Finished};
pub use output::{Document, Format};

use common::DEFAULT_TABLES;
