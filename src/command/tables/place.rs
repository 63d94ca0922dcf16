//! The tables that a command uses.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::common::{only_probed, url};
use super::super::failure::{Failure, default_tables_failure};
use super::super::show;
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::{TableError, TabledGame, refused};
use sowlab_analysis::{Field, RequestError};

#[derive(Debug, Args)]
pub(super) struct Place {
    /// Game with options; the number of stones at the start has no effect
    pub(super) game: String,
    /// Directory with the endgame tables
    #[arg(long)]
    pub(super) dir: PathBuf,
}

/// What was read from a published set.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(super) struct Transfer {
    /// The number of requests, with repeated ones.
    pub(super) requests: u64,
    /// The bytes of the answers, without their heads.
    pub(super) bytes: u64,
}

/// Returns the game of these tables as one that has endgame tables. They must be in a directory.
pub(super) fn game(place: &Place) -> Result<Box<dyn TabledGame>, Failure> {
    if let Some(url) = url(&place.dir) {
        return Err(Failure::input("--dir", only_probed(url)));
    }
    table_game(&place.game)
}

/// Returns the game with this name as one that has endgame tables.
pub(super) fn table_game(name: &str) -> Result<Box<dyn TabledGame>, Failure> {
    show::game(name)?
        .analyses()
        .tables()
        .map_err(|error| Failure::input("game", error))
}

/// Converts an error of work on tables.
pub(super) fn failure(error: TableError) -> Failure {
    request_failure(refused(error))
}

/// Converts an error of a request to the tables in the directory `--dir`.
pub(super) fn request_failure(error: RequestError) -> Failure {
    match error {
        RequestError::Field {
            field: Field::Tables,
            cause,
        } => Failure::input("--dir", cause),
        RequestError::Field {
            field: Field::DefaultTables,
            cause,
        } => default_tables_failure("--dir", &cause),
        error => error.into(),
    }
}
