//! What is known after each round, kept in a folder.
//!
//! `reach.json` says what is searched, the counts of the rounds, the levels (files of the states that
//! are first reached in a round) with their checksums, and the states on the way into an endless
//! round. It is replaced as a whole after each round. The files of the round at hand (see [`round`](super::round)) are on a list of their own (see
//! [`work`](super::work)).

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::codes::CodesFile;
use super::round::{RoundFile, SavedRound};
use super::work::WorkFiles;
use super::{ReachError, at, damaged};
use crate::reach::ReachRound;
use sowlab_base::files::{text_unlinked, write_unlinked};
use sowlab_base::sealed::{Format, SealError};

const FORMAT: Format = Format {
    name: "sowlab-reach",
    version: 2,
};
/// The most bytes of what is known: some a round, and the way.
const LONGEST: u64 = 16 << 20;

/// What the file says.
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
    /// The states of each round, and of the next one unless the last round was the last wanted.
    pub(super) levels: Vec<CodesFile>,
    /// The states on a shortest way into an endless round.
    pub(super) way: Option<Vec<u128>>,
    /// The checksum of all this as it was saved; empty before.
    pub(super) checksum: String,
    /// The files of the round at hand.
    pub(super) work: WorkFiles,
}

impl Checkpoint {
    /// That of the folder, checked against its checksums, or a new one if it holds none.
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
            way: None,
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
                    _ => at(&path)(error),
                });
            }
        }
        Ok(checkpoint)
    }

    /// Removes the files of the round at hand, except the saved ones.
    pub(super) fn clear_work(&self, saved: Option<&SavedRound>) -> Result<(), ReachError> {
        let known = |path: &Path| self.levels.iter().any(|level| level.path == path);
        self.work
            .clear(|path| saved.is_some_and(|saved| saved.names(path)) || known(path))?;
        match saved {
            Some(_) => Ok(()),
            None => RoundFile::remove(&self.folder),
        }
    }

    /// Removes all files of the round at hand, and their list.
    pub(super) fn remove_work(&self) -> Result<(), ReachError> {
        self.clear_work(None)?;
        for level in &self.levels {
            self.work.unlist(&level.path);
        }
        self.work.remove()
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self) -> PathBuf {
        self.folder.join("reach.json")
    }

    /// Where the level of a round, from 1, is kept.
    pub(super) fn level_path(&self, round: usize) -> PathBuf {
        self.folder.join(format!("level-{round}.codes"))
    }

    fn read(&mut self, text: &str) -> Result<(), ReachError> {
        let path = self.path();
        let sealed = FORMAT.unseal::<CheckpointContents>(text);
        let sealed = sealed.map_err(|error| match error {
            SealError::Format => damaged(
                &path,
                "another format or version; remove the folder to begin anew",
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
        (self.rounds, self.way, self.checksum) = (rounds, way, sealed.sha256);
        Ok(())
    }

    /// Keeps what is known now.
    pub(super) fn save(&mut self) -> Result<(), ReachError> {
        let levels = self.levels.iter().map(|level| Level {
            codes: level.codes,
            checksum: level.checksum,
        });
        let sealed = FORMAT.seal(&CheckpointContents {
            search: self.search.clone(),
            rounds: self.rounds.clone(),
            levels: levels.collect(),
            way: self.way.clone(),
        });
        self.checksum = sealed.sha256;
        let path = self.path();
        write_unlinked(&path, sealed.contents.as_bytes()).map_err(at(&path))
    }
}
