//! All pieces of one work.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::file::PieceFile;
use super::{Piece, PieceError, Shard};
use crate::message::one_line;
use crate::sealed::SealError;

/// All pieces of one work, each once.
pub struct Pieces {
    /// In order.
    files: Vec<(PathBuf, PieceFile)>,
}

impl Pieces {
    /// Reads the files of all pieces of one work, in any order.
    ///
    /// # Errors
    /// The first file that cannot be read, is damaged, of another version, or of other work than the first
    /// one; a piece that is there twice; all pieces that are missing.
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

    /// How long all of them took together.
    pub fn time(&self) -> Duration {
        self.files.iter().map(|(_, file)| file.time()).sum()
    }

    /// What was asked for, and what each piece found, in order.
    ///
    /// # Errors
    /// The pieces are of another kind.
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
            .map(|(path, file)| file.found().map_err(damaged(path)));
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
            "number of pieces".to_owned(),
            was.to_string(),
            is.to_string(),
        )
    })
}
