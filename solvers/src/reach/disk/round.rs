//! The checkpoint of the current round, beside that of the complete rounds.
//!
//! `round.json` identifies the search and the round. It contains the number of played states, their counts, and the
//! files of their results. If it does not match, the round is played from its beginning.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::codes::CodesFile;
use super::work::WorkFiles;
use super::{ReachError, error_at};
use sowlab_base::Instant;
use sowlab_base::files::faults::interval;
use sowlab_base::files::{remove_regular, text_unlinked, write_unlinked};
use sowlab_base::sealed::Format;

const FORMAT: Format = Format {
    name: "sowlab-reach-round",
    version: 2,
};
const NAME: &str = "round.json";
/// The maximum number of bytes: some for each run, of which there are thousands at most.
const LONGEST: u64 = 16 << 20;
/// The interval between checkpoints. Each forces the data written since the last one to the disk.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The state of a sorter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SortedRuns {
    /// The files of ascending codes.
    pub(super) runs: Vec<CodesFile>,
    /// The number of passes that merged all runs into one, each of them without some of the known codes.
    pub(super) passes: usize,
    /// The beginning of the file that the next merge writes.
    pub(super) partial: Option<CodesFile>,
}

/// The counts of the played states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundCounts {
    /// The number of states, from the first of the level on.
    pub(super) states: u64,
    pub(super) joint_moves: u64,
    pub(super) endless: u64,
}

/// The saved state of a round.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SavedRound {
    pub(super) counted: RoundCounts,
    /// The states with a non-terminating round; the file may be longer.
    pub(super) endless_at: CodesFile,
    pub(super) sorted: SortedRuns,
}

impl SavedRound {
    /// Returns whether a file is part of the checkpoint.
    pub(super) fn names(&self, path: &Path) -> bool {
        let SortedRuns { runs, partial, .. } = &self.sorted;
        let mut files = runs.iter().chain(partial).chain([&self.endless_at]);
        files.any(|file| file.path == path)
    }
}

/// The identity of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundIdentity {
    /// The checksum of the state before the round: search, rounds and levels.
    known: String,
    /// Whether the round is the last requested, so that its successors are not needed.
    last: bool,
}

/// A file of codes in the folder, by its name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedFile {
    name: String,
    codes: u64,
    checksum: u64,
}

impl NamedFile {
    fn new(file: &CodesFile) -> NamedFile {
        let name = file.path.file_name().unwrap_or_default();
        NamedFile {
            name: name.to_string_lossy().into_owned(),
            codes: file.codes,
            checksum: file.checksum,
        }
    }

    /// Returns the file, if it is on the list.
    fn listed_file(self, width: usize, work: &WorkFiles) -> Option<CodesFile> {
        Some(CodesFile {
            path: work.path_of(&self.name)?,
            width,
            codes: self.codes,
            checksum: self.checksum,
        })
    }
}

/// The contents of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundContents {
    of: RoundIdentity,
    counted: RoundCounts,
    passes: usize,
    endless_at: NamedFile,
    runs: Vec<NamedFile>,
    partial: Option<NamedFile>,
}

/// The checkpoint file of a round.
pub(super) struct RoundFile {
    folder: PathBuf,
    of: RoundIdentity,
    saved: Instant,
    written: bool,
}

impl RoundFile {
    /// Creates the checkpoint in this folder, of the round after the state with this checksum.
    pub(super) fn new(folder: &Path, known: String, last: bool) -> RoundFile {
        RoundFile {
            folder: folder.to_owned(),
            of: RoundIdentity { known, last },
            saved: Instant::now(),
            written: false,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Removes the checkpoint from a folder.
    pub(super) fn remove(folder: &Path) -> Result<(), ReachError> {
        let path = folder.join(NAME);
        remove_regular(&path).map_err(error_at(&path))
    }

    /// Returns whether a checkpoint is due.
    pub(super) fn is_due(&self) -> bool {
        self.saved.elapsed() >= interval(SAVE_EVERY)
    }

    /// Returns whether this process wrote the checkpoint, so that its files have to stay until the next one.
    pub(super) fn written(&self) -> bool {
        self.written
    }

    /// Saves the checkpoint. Its files have to be on the disk.
    pub(super) fn save(
        &mut self,
        counted: &RoundCounts,
        endless_at: &CodesFile,
        sorted: &SortedRuns,
    ) -> Result<(), ReachError> {
        let sealed = FORMAT.seal(&RoundContents {
            of: self.of.clone(),
            counted: *counted,
            passes: sorted.passes,
            endless_at: NamedFile::new(endless_at),
            runs: sorted.runs.iter().map(NamedFile::new).collect(),
            partial: sorted.partial.as_ref().map(NamedFile::new),
        });
        let path = self.path();
        write_unlinked(&path, sealed.contents.as_bytes()).map_err(error_at(&path))?;
        self.saved = Instant::now();
        self.written = true;
        Ok(())
    }

    /// Reads the checkpoint, if it is of this search and undamaged.
    pub(super) fn read(
        &mut self,
        width: usize,
        work: &WorkFiles,
    ) -> Result<Option<SavedRound>, ReachError> {
        let path = self.path();
        let text = match text_unlinked(&path, LONGEST) {
            Ok(text) => text,
            Err(error) => {
                return match error.kind() {
                    ErrorKind::NotFound | ErrorKind::InvalidData | ErrorKind::FileTooLarge => {
                        Ok(None)
                    }
                    _ => Err(error_at(&path)(error)),
                };
            }
        };
        let Some(saved) = self.parse(&text, width, work) else {
            return Ok(None);
        };
        let whole = saved.sorted.runs.iter().map(CodesFile::verify);
        let begun = std::iter::once(&saved.endless_at).chain(&saved.sorted.partial);
        for verified in whole.chain(begun.map(CodesFile::verify_beginning)) {
            match verified {
                Err(ReachError::Damaged { .. }) => return Ok(None),
                verified => verified?,
            }
        }
        self.written = true;
        Ok(Some(saved))
    }

    fn parse(&self, text: &str, width: usize, work: &WorkFiles) -> Option<SavedRound> {
        let saved = FORMAT.unseal::<RoundContents>(text).ok()?.contents;
        if saved.of != self.of {
            return None;
        }
        let runs = saved
            .runs
            .into_iter()
            .map(|run| run.listed_file(width, work));
        let partial = match saved.partial {
            Some(partial) => Some(partial.listed_file(width, work)?),
            None => None,
        };
        Some(SavedRound {
            counted: saved.counted,
            endless_at: saved.endless_at.listed_file(width, work)?,
            sorted: SortedRuns {
                runs: runs.collect::<Option<_>>()?,
                passes: saved.passes,
                partial,
            },
        })
    }
}

/// The checkpoint of a round all of whose states are played. It is saved while the codes are merged.
pub(super) struct RoundSaver<'a> {
    pub(super) file: &'a mut RoundFile,
    pub(super) counted: &'a RoundCounts,
    pub(super) endless_at: &'a CodesFile,
}

impl RoundSaver<'_> {
    /// Saves the merged codes. Their files have to be on the disk.
    pub(super) fn save(&mut self, sorted: &SortedRuns) -> Result<(), ReachError> {
        self.file.save(self.counted, self.endless_at, sorted)
    }
}
