//! Games on disk: a header, then one line of JSON a game, in the order in which they ended.
//!
//! A line is appended whole. If the process or the machine dies in between, the torn line at the end
//! is dropped when the tournament is resumed, and the game is played again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sowlab_solvers::files::{LockError, OutputLock};

mod replay;
mod results;

pub use replay::{Flaw, Place, ReplayError, Replayed, replay};
pub use results::results_csv;

use super::referee::Ending;
use super::setting::Setting;

/// How often lines are forced to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    tournament: Setting,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number: 0 and 1 are the first pair.
    pub game: u64,
    /// The numbers of the engines, from 0: that of the side that is first in the opening before.
    pub players: [usize; 2],
    /// Their specifications.
    pub engines: [String; 2],
    /// The position it began in.
    pub start: String,
    /// The seeds of the players' chances.
    pub seeds: [u64; 2],
    /// The moves, as they are written in the protocol.
    pub moves: Vec<String>,
    /// For each move the margin from there on that the player expected, for himself, if he said.
    pub values: Vec<Option<i32>>,
    /// The same moves in the notation of records.
    pub record: String,
    /// The last position.
    pub position: String,
    /// How it ended.
    pub ending: Ending,
    /// What the first side won over the other; `null` after a fault.
    pub margin: Option<i32>,
    /// Points of both sides: 0, ½ or 1.
    pub points: [f64; 2],
    /// Equal for equal games, in hexadecimal.
    pub course: String,
    /// What a player did wrong, if one did.
    pub fault: Option<String>,
    /// What players did beside the protocol; left out where there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// Why records cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refuses.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another process writes to the file, or its lock fails.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// There is a file already.
    #[error("{0} is there already: --resume goes on with it")]
    Exists(PathBuf),
    /// A line that is no record.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The records of another tournament.
    #[error("{path} has the games of another tournament: {what} was {was}, not {is}")]
    Other {
        /// The file.
        path: PathBuf,
        /// Which part of the setting differs.
        what: String,
        /// What it is in the file.
        was: String,
        /// What it is now.
        is: String,
    },
}

fn at(path: &Path) -> impl Fn(io::Error) -> RecordError + '_ {
    move |error| RecordError::File {
        path: path.to_owned(),
        error,
    }
}

/// A file of records that is written to.
pub struct RecordFile {
    _lock: OutputLock,
    path: PathBuf,
    file: File,
    /// How long the file is with whole lines only.
    length: u64,
    synced: Instant,
}

impl RecordFile {
    /// Begins a new file.
    ///
    /// # Errors
    /// It is there already, another process writes to it, or it cannot be written.
    pub fn create(path: &Path, setting: &Setting) -> Result<RecordFile, RecordError> {
        if path.exists() {
            return Err(RecordError::Exists(path.to_owned()));
        }
        RecordFile::begin(path, setting, OutputLock::of_file(path)?)
    }

    fn begin(path: &Path, setting: &Setting, lock: OutputLock) -> Result<RecordFile, RecordError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => RecordError::Exists(path.to_owned()),
            _ => at(path)(error),
        })?;
        let mut records = RecordFile {
            _lock: lock,
            path: path.to_owned(),
            file,
            length: 0,
            synced: Instant::now(),
        };
        let header = header_line(setting);
        let written = records.append(&header).and_then(|()| records.sync());
        if written.is_err() {
            // Nothing of use is in it.
            let _ = std::fs::remove_file(path);
        }
        written.map(|()| records)
    }

    /// Goes on with a file: the games in it, and the file without a torn last line. A file that is
    /// not there, or that was cut off within its header, is begun.
    ///
    /// # Errors
    /// It holds the games of another tournament, or something else; another process writes to it.
    pub fn resume(
        path: &Path,
        setting: &Setting,
    ) -> Result<(RecordFile, Vec<GameRecord>), RecordError> {
        if path.exists() && !path.is_file() {
            return Err(no_file(path));
        }
        let lock = OutputLock::of_file(path)?;
        if !path.exists() {
            return Ok((RecordFile::begin(path, setting, lock)?, Vec::new()));
        }
        let (header, games, length) = read(path)?;
        let Some(header) = header else {
            // Without a whole header it may be anything: only what this tournament had begun to write
            // is begun anew.
            let torn = std::fs::read(path).map_err(at(path))?;
            if !header_line(setting).as_bytes().starts_with(&torn) {
                return Err(no_header(path));
            }
            std::fs::remove_file(path).map_err(at(path))?;
            return Ok((RecordFile::begin(path, setting, lock)?, Vec::new()));
        };
        if let Some((what, was, is)) = header.difference(setting) {
            let path = path.to_owned();
            return Err(RecordError::Other {
                path,
                what,
                was,
                is,
            });
        }
        let mut file = OpenOptions::new()
            .write(true)
            .open(path)
            .map_err(at(path))?;
        file.set_len(length)
            .and_then(|()| file.seek(SeekFrom::End(0)).map(|_| ()))
            .map_err(at(path))?;
        let records = RecordFile {
            _lock: lock,
            path: path.to_owned(),
            file,
            length,
            synced: Instant::now(),
        };
        Ok((records, games))
    }

    /// Appends games, each as a whole line.
    ///
    /// # Errors
    /// The disk is full, say: the file then ends with the last whole line before.
    pub fn write(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
        let lines: String = games.iter().map(line).collect();
        self.append(&lines)?;
        match self.synced.elapsed() >= SYNC_INTERVAL {
            true => self.sync(),
            false => Ok(()),
        }
    }

    fn append(&mut self, lines: &str) -> Result<(), RecordError> {
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // A torn line would be dropped later anyhow.
            let _ = self.file.set_len(self.length);
            return Err(at(&self.path)(error));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Forces what is written to the disk.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn sync(&mut self) -> Result<(), RecordError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(at(&self.path))
    }
}

fn line(record: &impl Serialize) -> String {
    let mut line = serde_json::to_string(record).expect("plain data is JSON");
    line.push('\n');
    line
}

fn header_line(setting: &Setting) -> String {
    line(&Header {
        tournament: setting.clone(),
    })
}

fn no_header(path: &Path) -> RecordError {
    RecordError::Line {
        path: path.to_owned(),
        line: 1,
        reason: "no header of a tournament, as --out writes one".into(),
    }
}

fn no_file(path: &Path) -> RecordError {
    RecordError::Line {
        path: path.to_owned(),
        line: 1,
        reason: "this is no file that could hold games".into(),
    }
}

/// What is wrong with a game that was read, in itself.
fn flaw(game: &GameRecord) -> Option<String> {
    let [one, other] = game.points;
    let possible = [0.0, 0.5, 1.0].contains(&one) && one + other == 1.0;
    (!possible).then(|| format!("points are {one} and {other}: 0, 0.5 or 1 each, 1 together"))
}

/// The setting and the games of a file; what follows the last whole line is not read, and where that
/// ends is said. No setting if not even the header is whole.
fn read(path: &Path) -> Result<(Option<Setting>, Vec<GameRecord>, u64), RecordError> {
    let file = File::open(path).map_err(at(path))?;
    if !file.metadata().map_err(at(path))?.is_file() {
        return Err(no_file(path));
    }
    let mut reader = BufReader::new(file);
    let mut header = None;
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut length = 0;
    for number in 1.. {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        let wrong = |reason: String| RecordError::Line {
            path: path.to_owned(),
            line: number,
            reason,
        };
        if number == 1 {
            let read: Header = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(format!("no header of a tournament: {error}")))?;
            header = Some(read.tournament);
        } else {
            let game: GameRecord = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(format!("no game: {error}")))?;
            if let Some(flaw) = flaw(&game) {
                return Err(wrong(format!("game {}: {flaw}", game.game)));
            }
            if !seen.insert(game.game) {
                return Err(wrong(format!("game {} is there twice", game.game)));
            }
            games.push(game);
        }
        length += bytes.len() as u64;
    }
    Ok((header, games, length))
}

/// Reads a file of records: the setting and the games.
///
/// # Errors
/// The file is missing or holds something else.
pub fn read_all(path: &Path) -> Result<(Setting, Vec<GameRecord>), RecordError> {
    match read(path)? {
        (Some(setting), games, _) => Ok((setting, games)),
        (None, ..) => Err(no_header(path)),
    }
}
