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
    /// Do only piece I of N of the work, as in 3/32; see `sowlab merge`
    #[arg(long, value_name = "I/N", requires = "piece")]
    shard: Option<Shard>,
    /// The file for the result of --shard
    #[arg(long, value_name = "FILE", requires = "shard")]
    piece: Option<PathBuf>,
}

impl Sharded {
    /// Which piece, if not all is to be done.
    pub(super) fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// Sees whether the file can be written: better before the work than after.
    pub(super) fn check(&self) -> Result<(), Failure> {
        match &self.piece {
            Some(path) => try_file("--piece", path),
            None => Ok(()),
        }
    }

    /// Writes what was found, if it is a piece.
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

/// Files that cannot be written are not the input's fault, pieces that do not fit are.
pub(super) fn piece_failure(error: PieceError) -> Failure {
    match &error {
        PieceError::File { error: cause, .. } if !is_wrong_path(cause) => Failure::other(error),
        _ => Failure::BadInput(error.to_string()),
    }
}
