//! The file of a piece.

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::files::{text_limited, write_whole};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PieceError, Shard};
use crate::checksum::sha256;
use crate::message::one_line;
use crate::program::{VERSION as PROGRAM, commit};

const FORMAT: &str = "sowlab-piece";
const VERSION: u32 = 1;
/// The most bytes of a file.
const LONGEST: u64 = 1 << 30;

/// What one piece of some work found.
pub trait Piece: Serialize + DeserializeOwned {
    /// The kind of work, in a word or two.
    const KIND: &'static str;

    /// What was asked for, all pieces together: equal for all pieces of one work.
    type Request: Serialize + DeserializeOwned;
}

/// The file, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceFile {
    format: String,
    version: u32,
    /// The program and its commit.
    program: String,
    pub(super) kind: String,
    pub(super) request: Value,
    pub(super) shard: Shard,
    made: Made,
    found: Value,
    /// SHA-256 of all this as compact JSON, with this field empty.
    sha256: String,
}

/// How a piece came about, which is not compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    seconds: f64,
    threads: usize,
    machine: String,
    /// When, in UTC.
    finished: String,
}

/// The program and its commit, as pieces name what made them.
pub(super) fn program() -> String {
    match commit() {
        Some(commit) => format!("sowlab {PROGRAM} ({commit})"),
        None => format!("sowlab {PROGRAM}"),
    }
}

fn plain(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("plain data is JSON")
}

/// Writes what a piece found, whole or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write<P: Piece>(
    path: &Path,
    request: &P::Request,
    shard: Shard,
    found: &P,
    time: Duration,
) -> Result<(), PieceError> {
    let mut file = PieceFile {
        format: FORMAT.to_owned(),
        version: VERSION,
        program: program(),
        kind: P::KIND.to_owned(),
        request: plain(request),
        shard,
        made: Made {
            seconds: time.as_secs_f64(),
            threads: rayon::current_num_threads(),
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            finished: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        },
        found: plain(found),
        sha256: String::new(),
    };
    file.sha256 = file.digest();
    let text = serde_json::to_string(&file).expect("plain data is JSON") + "\n";
    write_whole(path, text.as_bytes()).map_err(|error| PieceError::File {
        path: path.to_owned(),
        error,
    })
}

impl PieceFile {
    /// Reads and checks one.
    pub(super) fn read(path: &Path) -> Result<PieceFile, PieceError> {
        let damaged = |reason: String| PieceError::Damaged {
            path: path.to_owned(),
            reason,
        };
        let text = text_limited(path, LONGEST).map_err(|error| PieceError::File {
            path: path.to_owned(),
            error,
        })?;
        // The version first: others may have other fields.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head = serde_json::from_str(&text).map_err(|error| damaged(one_line(&error)))?;
        if head.format != FORMAT {
            return Err(damaged("its format is another".to_owned()));
        }
        if head.version != VERSION {
            return Err(PieceError::Version {
                path: path.to_owned(),
                found: format!("version {} of the format", head.version),
                expected: format!("version {VERSION}"),
            });
        }
        let file: PieceFile =
            serde_json::from_str(&text).map_err(|error| damaged(one_line(&error)))?;
        if file.digest() != file.sha256 {
            return Err(damaged("it does not match its checksum".to_owned()));
        }
        if file.program != program() {
            return Err(PieceError::Version {
                path: path.to_owned(),
                found: file.program,
                expected: program(),
            });
        }
        Ok(file)
    }

    fn digest(&self) -> String {
        let mut plain = plain(self);
        plain["sha256"] = Value::String(String::new());
        sha256(plain.to_string().as_bytes())
    }

    pub(super) fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.made.seconds).unwrap_or_default()
    }

    /// What it found.
    pub(super) fn found<P: Piece>(&self) -> Result<P, serde_json::Error> {
        P::deserialize(&self.found)
    }
}
