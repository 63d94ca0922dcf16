//! What is known after each round, kept in a folder.
//!
//! `reach.txt` says what is searched, the counts of the rounds, the levels (files of the states that
//! are first reached in a round) with their checksums, and the states on the way into an endless
//! round; its last line is a checksum of the lines before. It is replaced as a whole after each
//! round. The files of the round at hand (see [`round`](super::round)) are on a list of their own (see
//! [`work`](super::work)).

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::codes::CodesFile;
use super::error::{ReachError, at, damaged};
use super::round::{RoundFile, SavedRound};
use super::work::WorkFiles;
use crate::reach::ReachRound;
use sowlab_base::files::{text_unlinked, write_unlinked};

const FORMAT: &str = "sowlab-reach 1";
/// The most bytes of what is known: a line a round, and one with the way.
const LONGEST: u64 = 16 << 20;

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
    /// The checksum of all this as it was saved.
    pub(super) checksum: u64,
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
            checksum: 0,
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
            self.work.take_off(&level.path);
        }
        self.work.remove()
    }

    /// The folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self) -> PathBuf {
        self.folder.join("reach.txt")
    }

    /// Where the level of a round, from 1, is kept.
    pub(super) fn level_path(&self, round: usize) -> PathBuf {
        self.folder.join(format!("level-{round}.codes"))
    }

    fn read(&mut self, text: &str) -> Result<(), ReachError> {
        let path = self.path();
        let wrong = |line: &str| damaged(&path, format!("the line `{line}`"));
        let (body, checksum) = text
            .trim_end()
            .rsplit_once("\nchecksum ")
            .ok_or_else(|| damaged(&path, "it has no checksum"))?;
        self.checksum = xxh3_64(body.as_bytes());
        if u64::from_str_radix(checksum, 16) != Ok(self.checksum) {
            return Err(damaged(&path, "it does not match its checksum"));
        }
        let mut lines = body.lines();
        if lines.next() != Some(FORMAT) {
            return Err(damaged(
                &path,
                "another format or version; remove the folder to begin anew",
            ));
        }
        for line in lines {
            let (kind, rest) = line.split_once(' ').ok_or_else(|| wrong(line))?;
            let mut numbers = rest.split(' ').map(|word| u128::from_str_radix(word, 16));
            let mut number = || match numbers.next() {
                Some(Ok(number)) => Ok(number),
                _ => Err(wrong(line)),
            };
            match kind {
                "search" if rest == self.search => {}
                "search" => {
                    return Err(ReachError::Foreign {
                        path,
                        found: rest.to_owned(),
                        expected: self.search.clone(),
                    });
                }
                "round" => self.rounds.push(ReachRound {
                    round: number()? as u32,
                    states: number()? as u64,
                    joint_moves: number()? as u64,
                    endless: number()? as u64,
                }),
                "level" => {
                    let level = CodesFile {
                        path: self.level_path(self.levels.len() + 1),
                        width: self.width,
                        codes: number()? as u64,
                        checksum: number()? as u64,
                    };
                    self.levels.push(level);
                }
                "way" => {
                    let way: Result<Vec<u128>, _> = numbers.collect();
                    self.way = Some(way.map_err(|_| wrong(line))?);
                }
                _ => return Err(wrong(line)),
            }
        }
        let (rounds, levels) = (self.rounds.len(), self.levels.len());
        if levels != rounds && levels != rounds + 1 {
            return Err(damaged(
                &path,
                format!("{rounds} rounds, but {levels} levels"),
            ));
        }
        Ok(())
    }

    /// Keeps what is known now.
    pub(super) fn save(&mut self) -> Result<(), ReachError> {
        let mut text = format!("{FORMAT}\nsearch {}", self.search);
        for round in &self.rounds {
            let _ = write!(
                text,
                "\nround {:x} {:x} {:x} {:x}",
                round.round, round.states, round.joint_moves, round.endless
            );
        }
        for level in &self.levels {
            let _ = write!(text, "\nlevel {:x} {:x}", level.codes, level.checksum);
        }
        if let Some(way) = &self.way {
            let _ = write!(text, "\nway");
            for code in way {
                let _ = write!(text, " {code:x}");
            }
        }
        self.checksum = xxh3_64(text.as_bytes());
        let _ = write!(text, "\nchecksum {:x}\n", self.checksum);
        let path = self.path();
        write_unlinked(&path, text.as_bytes()).map_err(at(&path))
    }
}
