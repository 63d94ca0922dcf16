//! The checkpoint of the complete rounds, in a folder.
//!
//! `reach.json` contains the search, the counts of the rounds, the levels with their checksums, and the states on the
//! path into a non-terminating round. A level is a file of the states that are first reached in a round. The file is
//! replaced as a whole after each round. The files of the current round (see [`round`](super::round)) are on a separate
//! list (see [`work`](super::work)).

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::codes::CodesFile;
use super::round::{RoundFile, SavedRound};
use super::work::WorkFiles;
use super::{ReachError, damaged, error_at};
use crate::reach::ReachRound;
use sowlab_base::files::{text_unlinked, write_unlinked};
use sowlab_base::sealed::{Format, SealError};

const FORMAT: Format = Format {
    name: "sowlab-reach",
    version: 2,
};
/// The maximum number of bytes of the file: some for each round, and the path.
const LONGEST: u64 = 16 << 20;

/// The contents of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckpointContents {
    search: String,
    rounds: Vec<ReachRound>,
    levels: Vec<Level>,
    way: Option<Vec<u128>>,
}

/// The file of the states of a round.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    codes: u64,
    checksum: u64,
}

/// A search up to the last complete round.
pub(super) struct Checkpoint {
    folder: PathBuf,
    search: String,
    width: usize,
    pub(super) rounds: Vec<ReachRound>,
    /// The states of each round, and of the next one unless the last round was the last requested.
    pub(super) levels: Vec<CodesFile>,
    /// The states on a shortest path into a non-terminating round.
    pub(super) endless_path: Option<Vec<u128>>,
    /// The checksum of the saved contents; empty before the first save.
    pub(super) checksum: String,
    /// The files of the current round.
    pub(super) work: WorkFiles,
}

impl Checkpoint {
    /// Opens the checkpoint of the folder and verifies its checksums, or starts a new one.
    pub(super) fn open(
        folder: &Path,
        search: &str,
        width: usize,
    ) -> Result<Checkpoint, ReachError> {
        let mut checkpoint = Checkpoint {
            folder: folder.to_owned(),
            search: search.to_owned(),
            width,
            rounds: Vec::new(),
            levels: Vec::new(),
            endless_path: None,
            checksum: String::new(),
            work: WorkFiles::open(folder)?,
        };
        let path = checkpoint.path();
        match text_unlinked(&path, LONGEST) {
            Ok(text) => {
                checkpoint.read(&text)?;
                for level in &checkpoint.levels {
                    level.verify()?;
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(match error.kind() {
                    ErrorKind::InvalidData | ErrorKind::FileTooLarge => {
                        damaged(&path, error.to_string())
                    }
                    _ => error_at(&path)(error),
                });
            }
        }
        Ok(checkpoint)
    }

    /// Removes the files of the current round, except the saved ones.
    pub(super) fn clear_work(&self, saved: Option<&SavedRound>) -> Result<(), ReachError> {
        let known = |path: &Path| self.levels.iter().any(|level| level.path == path);
        self.work
            .clear(|path| saved.is_some_and(|saved| saved.names(path)) || known(path))?;
        match saved {
            Some(_) => Ok(()),
            None => RoundFile::remove(&self.folder),
        }
    }

    /// Removes all files of the current round, and their list.
    pub(super) fn remove_work(&self) -> Result<(), ReachError> {
        self.clear_work(None)?;
        for level in &self.levels {
            self.work.unlist(&level.path);
        }
        self.work.remove()
    }

    /// Returns the folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self) -> PathBuf {
        self.folder.join("reach.json")
    }

    /// Returns the path of the level of a round, numbered from 1.
    pub(super) fn level_path(&self, round: usize) -> PathBuf {
        self.folder.join(format!("level-{round}.codes"))
    }

    fn read(&mut self, text: &str) -> Result<(), ReachError> {
        let path = self.path();
        let sealed = FORMAT.unseal::<CheckpointContents>(text);
        let sealed = sealed.map_err(|error| match error {
            SealError::Format => damaged(
                &path,
                "another format or version; remove the directory to start again",
            ),
            error => damaged(&path, error.to_string()),
        })?;
        let CheckpointContents {
            search,
            rounds,
            levels,
            way,
        } = sealed.contents;
        if search != self.search {
            return Err(ReachError::Foreign {
                path,
                found: search,
                expected: self.search.clone(),
            });
        }
        if levels.len() != rounds.len() && levels.len() != rounds.len() + 1 {
            let (rounds, levels) = (rounds.len(), levels.len());
            let reason = format!("{rounds} rounds, but {levels} levels");
            return Err(damaged(&path, reason));
        }
        let levels = (1..).zip(levels).map(|(round, level)| CodesFile {
            path: self.level_path(round),
            width: self.width,
            codes: level.codes,
            checksum: level.checksum,
        });
        self.levels = levels.collect();
        (self.rounds, self.endless_path, self.checksum) = (rounds, way, sealed.sha256);
        Ok(())
    }

    /// Saves the complete rounds.
    pub(super) fn save(&mut self) -> Result<(), ReachError> {
        let levels = self.levels.iter().map(|level| Level {
            codes: level.codes,
            checksum: level.checksum,
        });
        let sealed = FORMAT.seal(&CheckpointContents {
            search: self.search.clone(),
            rounds: self.rounds.clone(),
            levels: levels.collect(),
            way: self.endless_path.clone(),
        });
        self.checksum = sealed.sha256;
        let path = self.path();
        write_unlinked(&path, sealed.contents.as_bytes()).map_err(error_at(&path))
    }
}
