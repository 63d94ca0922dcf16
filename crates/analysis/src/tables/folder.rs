//! Where tables are kept.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_base::files::{TemporaryFolder, TemporaryFolderError, is_unusable};
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::table::TableError;

use super::game::TabledGame;
use crate::solve::FEW_BOARDS;
use crate::{Field, RequestError};
use sowlab_games::stones::Rules;

/// The environment variable that names the default folder.
pub const FOLDER_VARIABLE: &str = "SOWLAB_TABLES";

/// The default folder of tables: what the environment variable `SOWLAB_TABLES` names, otherwise
/// `sowlab/tables` in the cache directory of the user; `None` if there is no such directory. It may
/// not exist.
pub fn default_folder() -> Option<PathBuf> {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(dirs::cache_dir()?.join("sowlab").join("tables")),
    }
}

/// The folder given, else the default folder, else `tables` in the working directory.
pub fn folder_or_default(given: Option<&Path>) -> PathBuf {
    let folder = given.map(Path::to_owned).or_else(default_folder);
    folder.unwrap_or_else(|| PathBuf::from("tables"))
}

/// Where tables are: a directory that stays, or one that is removed with this value.
#[derive(Debug)]
pub enum TableFolder {
    /// It stays.
    Kept(PathBuf),
    /// It goes.
    Passing(TemporaryFolder),
}

impl TableFolder {
    /// The default folder if it exists, otherwise a temporary one.
    ///
    /// # Errors
    /// No temporary directory can be made.
    pub fn default_or_passing() -> Result<TableFolder, TemporaryFolderError> {
        match default_folder() {
            Some(folder) if folder.is_dir() => Ok(TableFolder::Kept(folder)),
            _ => TableFolder::passing(),
        }
    }

    /// A temporary folder.
    ///
    /// # Errors
    /// No temporary directory can be made.
    pub fn passing() -> Result<TableFolder, TemporaryFolderError> {
        Ok(TableFolder::Passing(TemporaryFolder::new()?))
    }

    /// The given directory; otherwise a temporary one with tables of every board with no more stones
    /// than this one has, if they are made in seconds: they then answer sooner and more than any
    /// search. `None` if they are not.
    ///
    /// # Errors
    /// No tables can be made there, or the monitor cancelled.
    pub fn given_or_on_demand(
        given: Option<&Path>,
        rules: &Rules,
        stones: u32,
        monitor: &dyn Monitor,
    ) -> Result<Option<TableFolder>, RequestError> {
        if let Some(directory) = given {
            return Ok(Some(TableFolder::Kept(directory.to_owned())));
        }
        if boards_to(rules.holes(), stones as usize) > FEW_BOARDS {
            return Ok(None);
        }
        let directory = TemporaryFolder::new().map_err(RequestError::failed)?;
        match rules.build_tables(directory.path(), stones, monitor, &mut |_| ()) {
            Ok(()) => Ok(Some(TableFolder::Passing(directory))),
            Err(TableError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => Err(RequestError::failed(error)),
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        match self {
            TableFolder::Kept(path) => path,
            TableFolder::Passing(directory) => directory.path(),
        }
    }
}

/// Why given tables cannot be used.
pub fn unusable(error: TableError) -> RequestError {
    match error {
        TableError::Unrankable(_) => RequestError::field(Field::Tables, error),
        _ => of_the_files(error),
    }
}

/// Why work on tables was not done.
pub fn refused(error: TableError) -> RequestError {
    match error {
        TableError::Cancelled(cancelled) => cancelled.into(),
        TableError::Solve(_) | TableError::Unrankable(_) | TableError::NoLayer { .. } => {
            RequestError::field(Field::Stones, error)
        }
        _ => of_the_files(error),
    }
}

/// Bad tables are bad input; a disk that fails is not.
fn of_the_files(error: TableError) -> RequestError {
    match error {
        TableError::Missing(_) => RequestError::field(Field::Tables, missing(&error)),
        TableError::Format { .. }
        | TableError::Foreign { .. }
        | TableError::Positions { .. }
        | TableError::Damaged { .. }
        | TableError::Contradiction { .. }
        | TableError::Unforced { .. } => RequestError::field(Field::Tables, error),
        TableError::Io { ref source, .. } if source.kind() == io::ErrorKind::InvalidInput => {
            RequestError::field(Field::Tables, error)
        }
        TableError::Io { ref source, .. } if is_unusable(source) => {
            let cause = format!("{error}; name a folder, in which tables are files");
            RequestError::field(Field::Tables, cause)
        }
        _ => RequestError::failed(error),
    }
}

/// What to do about a table that is missing.
fn missing(error: &TableError) -> String {
    format!("{error}; build it with `tables build`")
}
