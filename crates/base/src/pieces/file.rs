//! The file of a piece.

use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::files::{text_limited, write_whole};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PieceError, Shard};
use crate::program::{machine, version_and_commit};
use crate::sealed::Format;

const FORMAT: Format = Format {
    name: "sowlab-piece",
    version: 2,
};
/// The most bytes of a file.
const LONGEST: u64 = 1 << 30;

/// What one piece of some work found.
pub trait Piece: Serialize + DeserializeOwned {
    /// The kind of work, in a word or two.
    const KIND: &'static str;

    /// What was asked for, all pieces together: equal for all pieces of one work.
    type Request: Serialize + DeserializeOwned;
}

/// What a file says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceFile {
    /// The program and its commit.
    program: String,
    pub(super) kind: String,
    pub(super) request: Value,
    pub(super) shard: Shard,
    made: Made,
    found: Value,
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
    format!("sowlab {}", version_and_commit())
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
    let file = PieceFile {
        program: program(),
        kind: P::KIND.to_owned(),
        request: plain(request),
        shard,
        made: Made {
            seconds: time.as_secs_f64(),
            threads: rayon::current_num_threads(),
            machine: machine(),
            finished: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        },
        found: plain(found),
    };
    let text = FORMAT.seal(&file).contents;
    write_whole(path, text.as_bytes()).map_err(|error| PieceError::File {
        path: path.to_owned(),
        error,
    })
}

impl PieceFile {
    /// Reads and checks one.
    pub(super) fn read(path: &Path) -> Result<PieceFile, PieceError> {
        let text = text_limited(path, LONGEST).map_err(|error| PieceError::File {
            path: path.to_owned(),
            error,
        })?;
        let file = match FORMAT.unseal::<PieceFile>(&text) {
            Ok(sealed) => sealed.contents,
            Err(reason) => {
                return Err(PieceError::Damaged {
                    path: path.to_owned(),
                    reason,
                });
            }
        };
        if file.program != program() {
            return Err(PieceError::Version {
                path: path.to_owned(),
                found: file.program,
                expected: program(),
            });
        }
        Ok(file)
    }

    pub(super) fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.made.seconds).unwrap_or_default()
    }

    /// What it found.
    pub(super) fn found<P: Piece>(&self) -> Result<P, serde_json::Error> {
        P::deserialize(&self.found)
    }
}
