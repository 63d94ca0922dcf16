//! A file of records that a tournament appends to.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use sowlab_base::Instant;
use sowlab_base::files::{OutputFile, OutputLock, target_of};

use super::error::{RecordError, at, no_file, no_header};
use super::game::GameRecord;
use super::header::Header;
use super::read::{Contents, read};
use super::seal::sealed;
use crate::setting::Setting;

/// The interval at which lines are flushed to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of records that is open for writing.
pub struct RecordFile {
    _lock: OutputLock,
    path: PathBuf,
    file: OutputFile,
    /// The length of the file in bytes, whole lines only.
    length: u64,
    /// Whether the lines have checksums; always true for new files.
    sealed: bool,
    synced: Instant,
}

impl RecordFile {
    /// Creates a new file.
    ///
    /// # Errors
    /// The file exists already, another process writes to it, or it cannot be written.
    pub fn create(path: &Path, setting: &Setting) -> Result<RecordFile, RecordError> {
        if path.exists() {
            return Err(RecordError::Exists(path.to_owned()));
        }
        let path = &target_of(path);
        RecordFile::begin(path, setting, OutputLock::of_file(path)?)
    }

    fn begin(path: &Path, setting: &Setting, lock: OutputLock) -> Result<RecordFile, RecordError> {
        // The header is written first, because games without one belong to no tournament.
        Header::new(setting.clone()).write(path)?;
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => RecordError::Exists(path.to_owned()),
            _ => at(path)(error),
        })?;
        let mut records = RecordFile {
            _lock: lock,
            path: path.to_owned(),
            file: file.into(),
            length: 0,
            sealed: true,
            synced: Instant::now(),
        };
        records.sync()?;
        Ok(records)
    }

    /// Resumes a file: returns the games in it, and the file without a torn last line. A missing file is created.
    ///
    /// # Errors
    /// The file has the games of another tournament or other content, or another process writes to it.
    pub fn resume(
        path: &Path,
        setting: &Setting,
    ) -> Result<(RecordFile, Vec<GameRecord>), RecordError> {
        if path.exists() && !path.is_file() {
            return Err(no_file(path));
        }
        let path = &target_of(path);
        let lock = OutputLock::of_file(path)?;
        if !path.exists() {
            return Ok((RecordFile::begin(path, setting, lock)?, Vec::new()));
        }
        let Contents {
            setting: header,
            games,
            length,
            sealed,
        } = read(path)?;
        let header = header.ok_or_else(|| no_header(path))?;
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
            file: file.into(),
            length,
            sealed,
            synced: Instant::now(),
        };
        Ok((records, games))
    }

    /// Appends games, each as a whole line.
    ///
    /// # Errors
    /// A line cannot be written, for example on a full disk; the file is then truncated to its last whole line.
    pub fn write(&mut self, games: &[GameRecord]) -> Result<(), RecordError> {
        let lines: String = games.iter().map(|game| line(game, self.sealed)).collect();
        self.append(&lines)?;
        match self.synced.elapsed() >= SYNC_INTERVAL {
            true => self.sync(),
            false => Ok(()),
        }
    }

    fn append(&mut self, lines: &str) -> Result<(), RecordError> {
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // Failure is harmless: reading drops a torn line.
            let _ = self.file.set_len(self.length);
            return Err(at(&self.path)(error));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Flushes the written lines to the disk.
    ///
    /// # Errors
    /// The disk returns an error.
    pub fn sync(&mut self) -> Result<(), RecordError> {
        self.synced = Instant::now();
        self.file.sync().map_err(at(&self.path))
    }
}

fn line(record: &impl Serialize, with_checksum: bool) -> String {
    let object = serde_json::to_string(record).expect("plain data is JSON");
    match with_checksum {
        true => sealed(&object),
        false => object + "\n",
    }
}
