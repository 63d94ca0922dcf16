//! What is known of the round at hand, kept beside what is known of the rounds before.
//!
//! `round.txt` says of which search and rounds it is, how many states of the level are played,
//! what was counted on them, and which files hold what they lead to; its last line is a checksum of the
//! lines before. What does not match is not gone on from: the round is played from its beginning.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::xxh3_64;

use super::codes::CodesFile;
use super::error::{ReachError, at};
use super::work::WorkFiles;
use sowlab_base::files::faults::interval;
use sowlab_base::files::{remove_regular, text_unlinked, write_unlinked};

const FORMAT: &str = "sowlab-reach-round 1";
const NAME: &str = "round.txt";
/// The most bytes: a line for each run, of which there are thousands at most.
const LONGEST: u64 = 16 << 20;
/// How often it is saved. Saving forces to the disk what was written since.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// What a sorter has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sorted {
    /// Files of ascending codes.
    pub(super) runs: Vec<CodesFile>,
    /// How often all of them were merged into one, each time without some of the codes known before.
    pub(super) passes: usize,
    /// What is written already of the file that the next merge makes.
    pub(super) partial: Option<CodesFile>,
}

/// What was counted on the states that are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    /// How many states, the first of the level.
    pub(super) states: u64,
    pub(super) joint_moves: u64,
    pub(super) endless: u64,
}

/// The round at hand as it was saved.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SavedRound {
    pub(super) counted: Counted,
    /// The states with an endless round: the file may be longer.
    pub(super) endless_at: CodesFile,
    pub(super) sorted: Sorted,
}

impl SavedRound {
    /// Whether it is saved here, or says that this file is part of it.
    pub(super) fn names(&self, path: &Path) -> bool {
        let Sorted { runs, partial, .. } = &self.sorted;
        let mut files = runs.iter().chain(partial).chain([&self.endless_at]);
        files.any(|file| file.path == path)
    }
}

/// Saves the round at hand.
pub(super) struct RoundFile {
    folder: PathBuf,
    /// Of which search, rounds and levels it is, and whether what the round leads to is wanted.
    of: String,
    saved: Instant,
    written: bool,
}

impl RoundFile {
    /// In this folder, of the round after what has this checksum.
    pub(super) fn new(folder: &Path, known: u64, last: bool) -> RoundFile {
        RoundFile {
            folder: folder.to_owned(),
            of: format!("{known:x} {}", u8::from(last)),
            saved: Instant::now(),
            written: false,
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(NAME)
    }

    /// Removes what is saved in a folder.
    pub(super) fn remove(folder: &Path) -> Result<(), ReachError> {
        let path = folder.join(NAME);
        remove_regular(&path).map_err(at(&path))
    }

    /// Whether it was not saved for long.
    pub(super) fn due(&self) -> bool {
        self.saved.elapsed() >= interval(SAVE_EVERY)
    }

    /// Whether the files that it names have to stay until it is saved again.
    pub(super) fn written(&self) -> bool {
        self.written
    }

    /// Saves it. Its files have to be on the disk.
    pub(super) fn save(
        &mut self,
        counted: &Counted,
        endless_at: &CodesFile,
        sorted: &Sorted,
    ) -> Result<(), ReachError> {
        let mut text = format!(
            "{FORMAT}\nof {}\nplayed {:x} {:x} {:x}\npasses {:x}",
            self.of, counted.states, counted.joint_moves, counted.endless, sorted.passes
        );
        let files = [("endless", endless_at)]
            .into_iter()
            .chain(sorted.runs.iter().map(|run| ("run", run)))
            .chain(sorted.partial.iter().map(|part| ("partial", part)));
        for (kind, file) in files {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            let _ = write!(text, "\n{kind} {name} {:x} {:x}", file.codes, file.checksum);
        }
        let _ = write!(text, "\nchecksum {:x}\n", xxh3_64(text.as_bytes()));
        let path = self.path();
        write_unlinked(&path, text.as_bytes()).map_err(at(&path))?;
        self.saved = Instant::now();
        self.written = true;
        Ok(())
    }

    /// What was saved, if it is of this search and nothing of it is damaged.
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
                    _ => Err(at(&path)(error)),
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
        let (body, checksum) = text.trim_end().rsplit_once("\nchecksum ")?;
        if u64::from_str_radix(checksum, 16).ok()? != xxh3_64(body.as_bytes()) {
            return None;
        }
        let mut lines = body.lines();
        let head = [lines.next()?, lines.next()?];
        if head != [FORMAT, &format!("of {}", self.of)] {
            return None;
        }
        let number = |word: &str| u64::from_str_radix(word, 16).ok();
        let numbers = |line: &str, kind: &str| -> Option<Vec<u64>> {
            let rest = line.strip_prefix(kind)?.strip_prefix(' ')?;
            rest.split(' ').map(number).collect()
        };
        let [states, joint_moves, endless] = numbers(lines.next()?, "played")?[..] else {
            return None;
        };
        let [passes] = numbers(lines.next()?, "passes")?[..] else {
            return None;
        };
        let mut sorted = Sorted {
            passes: passes as usize,
            ..Sorted::default()
        };
        let mut endless_at = None;
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let [kind, name, codes, checksum] = words[..] else {
                return None;
            };
            let path = work.path_of(name)?;
            let file = CodesFile {
                path,
                width,
                codes: number(codes)?,
                checksum: number(checksum)?,
            };
            match kind {
                "endless" => endless_at = Some(file),
                "run" => sorted.runs.push(file),
                "partial" => sorted.partial = Some(file),
                _ => return None,
            }
        }
        Some(SavedRound {
            counted: Counted {
                states,
                joint_moves,
                endless,
            },
            endless_at: endless_at?,
            sorted,
        })
    }
}
