//! `--shard`: a piece of the work of a command.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::failure::{Failure, is_wrong_path};
use super::output::try_file;
use sowlab_base::pieces::{Piece, PieceError, Shard, write};

/// Options of commands whose work can be divided.
#[derive(Clone, Debug, Args)]
pub(super) struct Sharded {
    /// Run only shard I of N of the work, as in 3/32; `sowlab merge` merges the results
    #[arg(long, value_name = "I/N", requires = "piece")]
    shard: Option<Shard>,
    /// File for the result of --shard
    #[arg(long, value_name = "FILE", requires = "shard")]
    piece: Option<PathBuf>,
}

impl Sharded {
    /// Returns the requested piece; `None` for all of the work.
    pub(super) fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Verifies before the work that the file can be written.
    pub(super) fn check(&self) -> Result<(), Failure> {
        match &self.piece {
            Some(path) => try_file("--piece", path),
            None => Ok(()),
        }
    }

    /// Writes the result, if it is a piece.
    pub(super) fn write<P: Piece>(
        &self,
        request: &P::Request,
        found: impl FnOnce() -> P,
        time: Duration,
    ) -> Result<(), Failure> {
        match (&self.piece, self.shard) {
            (Some(path), Some(shard)) => {
                write(path, request, shard, &found(), time).map_err(piece_failure)
            }
            _ => Ok(()),
        }
    }
}

/// Converts an error of pieces. A file that cannot be written is not wrong input, but pieces that do not match are.
pub(super) fn piece_failure(error: PieceError) -> Failure {
    match &error {
        PieceError::File { error: cause, .. } if !is_wrong_path(cause) => Failure::other(error),
        _ => Failure::BadInput(error.to_string()),
    }
}
