//! The directory of tables.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_base::files::{TemporaryFolder, TemporaryFolderError, is_unusable};
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::table::{TableError, TableFile};

use super::game::TabledGame;
use crate::solve::FEW_BOARDS;
use crate::{Field, RequestError};
use sowlab_games::stones::Rules;

/// Whether tables are in memory, because there are no files.
const IN_MEMORY: bool = cfg!(target_family = "wasm");

/// The environment variable with the default directory.
pub const FOLDER_VARIABLE: &str = "SOWLAB_TABLES";

/// Returns the default directory of tables: the value of the environment variable `SOWLAB_TABLES`, otherwise
/// `sowlab/tables` in the cache directory of the user. `None` if there is no cache directory. The default directory may
/// not exist. In a browser it is `tables`, in memory.
pub fn default_folder() -> Option<PathBuf> {
    if IN_MEMORY {
        return Some(PathBuf::from("tables"));
    }
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => Some(dirs::cache_dir()?.join("sowlab").join("tables")),
    }
}

/// Returns the directory, if it has tables of this game.
pub fn with_tables_of(game: &dyn TabledGame, directory: PathBuf) -> Option<PathBuf> {
    let least = game.table_stats(&directory, Some(0));
    least.ok().map(|_| directory)
}

/// Returns the given directory, otherwise the default directory, otherwise `tables` in the working directory.
pub fn folder_or_default(given: Option<&Path>) -> PathBuf {
    let folder = given.map(Path::to_owned).or_else(default_folder);
    folder.unwrap_or_else(|| PathBuf::from("tables"))
}

/// A directory of tables: a permanent one, or a temporary one that is removed with this value.
#[derive(Debug)]
pub enum TableFolder {
    /// A permanent directory.
    Kept(PathBuf),
    /// A temporary directory.
    Passing(TemporaryFolder),
}

impl TableFolder {
    /// Returns the default directory if it exists, otherwise a temporary one.
    ///
    /// # Errors
    /// No temporary directory can be created.
    pub fn default_or_passing() -> Result<TableFolder, TemporaryFolderError> {
        match default_folder() {
            Some(folder) if IN_MEMORY || folder.is_dir() => Ok(TableFolder::Kept(folder)),
            _ => TableFolder::passing(),
        }
    }

    /// Creates a temporary directory, or in a browser the one in memory.
    ///
    /// # Errors
    /// No temporary directory can be created.
    pub fn passing() -> Result<TableFolder, TemporaryFolderError> {
        if IN_MEMORY {
            return TableFolder::default_or_passing();
        }
        Ok(TableFolder::Passing(TemporaryFolder::new()?))
    }

    /// Returns the given directory. Otherwise builds tables of every board with at most `stones` stones in a temporary
    /// directory, if that takes seconds. Such tables answer sooner than a search, and more. Returns `None` if it would
    /// take longer.
    ///
    /// # Errors
    /// The tables cannot be built, or the monitor cancelled.
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
        let directory = TableFolder::passing().map_err(RequestError::failed)?;
        match rules.build_tables(directory.path(), stones, monitor, &mut |_| ()) {
            Ok(()) => Ok(Some(directory)),
            Err(TableError::Cancelled(cancelled)) => Err(cancelled.into()),
            Err(error) => Err(RequestError::failed(error)),
        }
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        match self {
            TableFolder::Kept(path) => path,
            TableFolder::Passing(directory) => directory.path(),
        }
    }
}

/// Returns the error of a request whose tables cannot be used.
pub fn unusable(error: TableError) -> RequestError {
    match error {
        TableError::Unrankable(_) => RequestError::field(Field::Tables, error),
        _ => of_the_files(error),
    }
}

/// Returns the error of a request whose work on tables failed.
pub fn refused(error: TableError) -> RequestError {
    match error {
        TableError::Cancelled(cancelled) => cancelled.into(),
        TableError::Solve(_) | TableError::Unrankable(_) | TableError::NoLayer { .. } => {
            RequestError::field(Field::Stones, error)
        }
        _ => of_the_files(error),
    }
}

/// Returns the error of a request with faulty table files. Bad tables are bad input; a failing disk is not.
fn of_the_files(error: TableError) -> RequestError {
    let field = field_of(&error);
    match error {
        TableError::Missing(TableFile::Local(_)) => {
            let cause = format!("{error}; build it with `sowlab tables build`");
            RequestError::field(field, cause)
        }
        TableError::Missing(TableFile::Published(_))
        | TableError::Format { .. }
        | TableError::Foreign { .. }
        | TableError::Positions { .. }
        | TableError::Damaged { .. }
        | TableError::Contradiction { .. }
        | TableError::Unforced { .. }
        | TableError::Distances { .. } => RequestError::field(field, error),
        TableError::Io { ref source, .. } if source.kind() == io::ErrorKind::InvalidInput => {
            RequestError::field(field, error)
        }
        TableError::Io { ref source, .. } if is_unusable(source) => {
            let cause = format!("{error}; name a directory");
            RequestError::field(field, cause)
        }
        _ => RequestError::failed(error),
    }
}

/// Returns the field whose tables are at fault.
fn field_of(error: &TableError) -> Field {
    let default = default_folder();
    let path = error.path();
    match path
        .zip(default)
        .is_some_and(|(path, default)| path.starts_with(default))
    {
        true => Field::DefaultTables,
        false => Field::Tables,
    }
}
