//! Games on disk: a file with one line of JSON a game, in the order in which they ended, and a header beside it.
//! Files of before had the header as their first line.
//!
//! A line is appended whole. If the process or the machine dies in between, the torn line at the end
//! is dropped when the tournament is resumed, and the game is played again. Each line has a checksum; in files
//! of before there were any, none has.

mod error;
mod file;
mod game;
mod header;
mod place;
mod read;
mod replay;
mod results;
mod seal;

pub use error::RecordError;
pub use file::RecordFile;
pub use game::GameRecord;
pub use place::header_path;
pub use read::read_all;
pub use replay::{Flaw, Place, ReplayError, Replayed, ReplayedRecord, replay, replay_record};
pub use results::results_csv;
