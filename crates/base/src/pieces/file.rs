//! The file of a piece, and the files of all pieces of one work.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Shard;
use crate::files::{text_limited, write_whole};
use crate::message::one_line;
use crate::program::{machine, version_and_commit};
use crate::sealed::{Format, SealError};

const FORMAT: Format = Format {
    name: "sowlab-piece",
    version: 2,
};
/// The most bytes of a file.
const LONGEST: u64 = 1 << 30;

/// The result of one piece of some work.
pub trait Piece: Serialize + DeserializeOwned {
    /// The kind of work, in a word or two.
    const KIND: &'static str;

    /// The request for all pieces together: equal for all pieces of one work.
    type Request: Serialize + DeserializeOwned;
}

/// The contents of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceFile {
    /// The program and its commit.
    program: String,
    pub(super) kind: String,
    pub(super) request: Value,
    pub(super) shard: Shard,
    made: Origin,
    found: Value,
}

/// The origin of a piece, which is not compared.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Origin {
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
        made: Origin {
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

    /// The result of the piece.
    pub(super) fn result<P: Piece>(&self) -> Result<P, serde_json::Error> {
        P::deserialize(&self.found)
    }
}

/// All pieces of one work, each once.
pub struct Pieces {
    /// The files, in the order of the pieces.
    files: Vec<(PathBuf, PieceFile)>,
}

impl Pieces {
    /// Reads the files of all pieces of one work, in any order.
    ///
    /// # Errors
    /// The first file that cannot be read, is damaged, or belongs to another version or other work than the first one;
    /// a duplicate piece; all missing pieces.
    pub fn gather(paths: &[PathBuf]) -> Result<Pieces, PieceError> {
        let mut files: Vec<(PathBuf, PieceFile)> = Vec::new();
        for path in paths {
            let file = PieceFile::read(path)?;
            if let Some((first, expected)) = files.first()
                && let Some((what, was, is)) = difference(expected, &file)
            {
                return Err(PieceError::Foreign {
                    path: path.clone(),
                    first: first.clone(),
                    what,
                    was,
                    is,
                });
            }
            files.push((path.clone(), file));
        }
        files.sort_by_key(|(_, file)| file.shard);
        for two in files.windows(2) {
            if two[0].1.shard == two[1].1.shard {
                return Err(PieceError::Double {
                    shard: two[0].1.shard,
                    paths: [two[0].0.clone(), two[1].0.clone()],
                });
            }
        }
        let (_, first) = files.first().ok_or(PieceError::Nothing)?;
        let there = |shard: &Shard| {
            let place = files.binary_search_by_key(shard, |(_, file)| file.shard);
            place.is_ok()
        };
        let all = Shard::all(first.shard.count());
        let missing: Vec<Shard> = all.filter(|shard| !there(shard)).collect();
        match missing.is_empty() {
            true => Ok(Pieces { files }),
            false => Err(PieceError::Missing(missing)),
        }
    }

    fn first(&self) -> &(PathBuf, PieceFile) {
        &self.files[0]
    }

    /// The kind of work: [`Piece::KIND`].
    pub fn kind(&self) -> &str {
        &self.first().1.kind
    }

    /// The time that all pieces took together.
    pub fn time(&self) -> Duration {
        self.files.iter().map(|(_, file)| file.time()).sum()
    }

    /// The request, and the result of each piece, in order.
    pub fn read<P: Piece>(&self) -> Result<(P::Request, Vec<P>), PieceError> {
        let damaged = |path: &Path| {
            let path = path.to_owned();
            move |error: serde_json::Error| PieceError::Damaged {
                path,
                reason: SealError::Schema(one_line(&error)),
            }
        };
        let (path, first) = self.first();
        let request = P::Request::deserialize(&first.request).map_err(damaged(path))?;
        let found = self
            .files
            .iter()
            .map(|(path, file)| file.result().map_err(damaged(path)));
        Ok((request, found.collect::<Result<_, _>>()?))
    }
}

/// The first thing in which two pieces are of different work: its name, and what it is in each.
fn difference(first: &PieceFile, other: &PieceFile) -> Option<(String, String, String)> {
    if first.kind != other.kind {
        return Some(("kind".to_owned(), first.kind.clone(), other.kind.clone()));
    }
    if let (Some(fields), Some(others)) = (first.request.as_object(), other.request.as_object()) {
        for name in fields.keys().chain(others.keys()) {
            let of = |object: &serde_json::Map<String, Value>| object.get(name).cloned();
            let (was, is) = (of(fields), of(others));
            if was != is {
                let [was, is] = [was, is].map(|value| value.unwrap_or_default().to_string());
                return Some((name.clone(), was, is));
            }
        }
    } else if first.request != other.request {
        let [was, is] = [first, other].map(|file| file.request.to_string());
        return Some(("request".to_owned(), was, is));
    }
    let [was, is] = [first, other].map(|file| file.shard.count());
    (was != is).then(|| {
        (
            "number of shards".to_owned(),
            was.to_string(),
            is.to_string(),
        )
    })
}

/// Why files are no pieces that can be put together.
#[derive(Debug, thiserror::Error)]
pub enum PieceError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// A file that is no piece, or is damaged.
    #[error("{}: not the file of a shard, or damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: SealError,
    },
    /// A piece that another version made.
    #[error("{}: written by {found}, not by {expected}; run the shard again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version that made the piece.
        found: String,
        /// The version that made the others, or that merges them.
        expected: String,
    },
    /// A piece of other work.
    #[error("{}: from other work than {}: its {what} is {is}, not {was}", path.display(), first.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The first file, with which the others are compared.
        first: PathBuf,
        /// The field in which they differ.
        what: String,
        /// The field in the first file.
        was: String,
        /// The field in this file.
        is: String,
    },
    /// Two files are the same piece.
    #[error("shard {shard} is given twice: {} and {}", paths[0].display(), paths[1].display())]
    Double {
        /// The piece.
        shard: Shard,
        /// The files.
        paths: [PathBuf; 2],
    },
    /// Pieces that are not there.
    #[error("missing: {}", list(.0))]
    Missing(Vec<Shard>),
    /// No file was given.
    #[error("no files; name the files of all shards")]
    Nothing,
}

/// The most pieces that are named.
const NAMED: usize = 20;

fn list(missing: &[Shard]) -> String {
    let named = missing.iter().take(NAMED).map(ToString::to_string);
    let named = named.collect::<Vec<_>>().join(", ");
    match missing.len().checked_sub(NAMED) {
        None | Some(0) => format!("shard {named}"),
        Some(more) => format!("shard {named} and {more} more"),
    }
}
