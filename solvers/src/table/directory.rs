//! The files of a game's endgame tables.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::checkpoint;
use super::error::{TableError, error_at};
use super::header::{Column, Header};
use super::map;
use super::reader::Table;
use super::shapes::TableShapes;
use sowlab_base::files::{
    LockError, OutputFile, OutputLock, begins_with, is_partial_of, open_unlinked, remove_regular,
    text_unlinked,
};

/// The maximum number of bytes of the notes that are read.
const MOST_NOTES: u64 = 1 << 20;

/// Returns the part of the names of a game's files that names the game.
fn plain_name(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// Returns the name of the file of a layer's table.
pub(super) fn table_file_name(name: &str, layer: u32) -> String {
    column_file_name(name, layer, Column::Values)
}

/// Returns the name of the file of a column of a layer.
fn column_file_name(name: &str, layer: u32, column: Column) -> String {
    format!("{}.{layer:03}.{}", plain_name(name), column.ending())
}

/// A directory with the tables of a game, one file per layer; other games may share it.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    name: String,
}

impl Directory {
    /// Returns the directory of the tables in `path` of the game with this [name](crate::retrograde::Layered::name).
    pub fn new(path: &Path, name: &str) -> Directory {
        Directory {
            path: path.to_owned(),
            name: name.to_owned(),
        }
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, rest: &str) -> PathBuf {
        self.path.join(format!("{}.{rest}", plain_name(&self.name)))
    }

    /// Removes unfinished tables and checkpoints: files with the name of a partial file of this game, and with its
    /// header. The calling build has locked the directory, so that their writer has ended.
    fn remove_left_overs(&self) -> io::Result<()> {
        let start = format!(".{}.", plain_name(&self.name));
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_partial = |end: &str| {
                let layer = name
                    .strip_prefix(&start)
                    .and_then(|rest| rest.split_once(end));
                layer.is_some_and(|(layer, _)| {
                    is_partial_of(&name, &format!("{}{layer}{end}", &start[1..]))
                })
            };
            let path = entry.path();
            let is_ours = if [".table", ".table.part", ".distances"]
                .into_iter()
                .any(is_partial)
            {
                open_unlinked(&path, File::options().read(true))
                    .and_then(|mut file| Header::is_table_start(&mut file, &self.name))
            } else if is_partial(".work") {
                begins_with(&path, checkpoint::OURS)
            } else {
                Ok(false)
            };
            if is_ours.unwrap_or(false) {
                remove_regular(&path)?;
            }
        }
        Ok(())
    }

    /// Returns the path of a layer's table, whether it exists or not.
    pub fn table_path(&self, layer: u32) -> PathBuf {
        self.path.join(table_file_name(&self.name, layer))
    }

    /// Returns the path of the file of a column of a layer, whether it exists or not.
    pub(super) fn column_path(&self, layer: u32, column: Column) -> PathBuf {
        self.path.join(column_file_name(&self.name, layer, column))
    }

    /// Returns the path of a layer's table while it is downloaded.
    pub(super) fn part_path(&self, layer: u32) -> PathBuf {
        self.file(&format!("{layer:03}.table.part"))
    }

    /// Returns whether there is a table of a layer.
    pub(super) fn has(&self, layer: u32) -> bool {
        map::exists(&self.table_path(layer))
    }

    /// Returns the path of the checkpoint of lower and upper of a layer in progress.
    pub(super) fn work_path(&self, layer: u32) -> PathBuf {
        self.file(&format!("{layer:03}.work"))
    }

    /// Returns the path of the checkpoint of zero of a layer in progress.
    pub(super) fn zero_work_path(&self, layer: u32) -> PathBuf {
        self.file(&format!("{layer:03}.zero.work"))
    }

    /// Returns the paths of the checkpoints of the distances of a layer in progress.
    pub(super) fn distances_work_paths(&self, layer: u32) -> [PathBuf; 2] {
        ["distances", "zero.distances"].map(|kind| self.file(&format!("{layer:03}.{kind}.work")))
    }

    /// Locks the directory against a second build of these tables, and removes the unfinished files of processes that
    /// have ended. The lock ends with the process. In a browser there is nothing to lock.
    ///
    /// # Errors
    /// An error if another build works here, or the directory cannot be written.
    pub fn lock(&self) -> Result<Option<OutputLock>, TableError> {
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let locked = OutputLock::of_folder(&self.path, &self.file("lock"));
        let lock = locked.map_err(|error| match error {
            LockError::Busy(directory) => TableError::Busy(directory),
            LockError::File { path, error } => error_at(&path)(error),
        })?;
        self.remove_left_overs().map_err(error_at(&self.path))?;
        Ok(Some(lock))
    }

    fn seconds_path(&self) -> PathBuf {
        self.file("seconds")
    }

    /// Opens the table of a layer of this game.
    ///
    /// # Errors
    /// An error if it is missing, foreign, truncated or of another number of positions, or if there is no such layer.
    pub fn open(&self, shapes: &TableShapes, layer: u32) -> Result<Table, TableError> {
        Table::open(&self.table_path(layer), shapes, layer)
    }

    /// Notes the duration of a layer. The notes are separate from the tables, whose bytes depend only on the values. A
    /// file of that name with other contents stays unchanged, and nothing is noted.
    pub(super) fn note_seconds(&self, layer: u32, seconds: f64) -> Result<(), TableError> {
        let path = self.seconds_path();
        let is_ours = match text_unlinked(&path, MOST_NOTES) {
            Ok(notes) => !notes.is_empty() && notes.lines().all(|line| note(line).is_some()),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !is_ours {
            return Ok(());
        }
        open_unlinked(&path, File::options().create(true).append(true))
            .and_then(|file| writeln!(OutputFile::from(file), "{layer} {seconds}"))
            .map_err(error_at(&path))
    }

    /// Returns the number of seconds that a layer took when it was last built here, if they were noted. They are those
    /// of the process that finished it, without earlier interrupted ones.
    pub fn seconds(&self, layer: u32) -> Option<f64> {
        let notes = text_unlinked(&self.seconds_path(), MOST_NOTES).ok()?;
        let mut notes = notes.lines().rev().filter_map(note);
        notes.find_map(|(noted, seconds)| (noted == layer).then_some(seconds))
    }
}

/// Parses a line of the notes: a layer and its seconds.
fn note(line: &str) -> Option<(u32, f64)> {
    let (layer, seconds) = line.split_once(' ')?;
    Some((layer.parse().ok()?, seconds.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_not_noted_in_a_file_of_somebody_else() {
        let folder = tempfile::tempdir().unwrap();
        let directory = Directory::new(folder.path(), "a game");
        for foreign in ["", "precious", "3 4.5\nprecious\n"] {
            fs::write(directory.seconds_path(), foreign).unwrap();
            directory.note_seconds(7, 1.5).unwrap();
            let found = fs::read_to_string(directory.seconds_path()).unwrap();
            assert_eq!(found, foreign);
        }
        fs::remove_file(directory.seconds_path()).unwrap();
        for seconds in [1.5, 2.5] {
            directory.note_seconds(7, seconds).unwrap();
            assert_eq!(directory.seconds(7), Some(seconds));
        }
    }
}
