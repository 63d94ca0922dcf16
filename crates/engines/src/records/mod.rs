//! Games on disk: a file with one line of JSON per game, in the order in which they ended, and a header beside it.
//! Older files have the header as their first line.
//!
//! Each line is appended whole. After a crash, resuming the tournament drops the torn last line and plays that game
//! again. Each line has a checksum; in files from before checksums, none has.

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
