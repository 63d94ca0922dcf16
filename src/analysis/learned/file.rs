//! Files of weights.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `SOWLEVAL` |
//! | 4 | version of the format, little-endian as all numbers |
//! | 4 | length of the header |
//! | … | the header: [`Description`] as JSON |
//! | 2 each | the weights: those of the stones on the board, then pair by pair |
//! | 32 | SHA-256 of everything before |

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::LearnedError;
use crate::message::one_line;

/// The most bytes of a file: four times those of the largest board with the most counts told apart.
pub(super) const LONGEST: u64 = 4 << 20;

const MAGIC: &[u8; 8] = b"SOWLEVAL";
const VERSION: u32 = 1;
const CHECKSUM: usize = 32;

/// What the weights of a file are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The rules: the name of the endgame tables of the game, which leaves out the seeds at the start.
    pub game: String,
    /// How many cells a board has, 2 to 16.
    pub cells: usize,
    /// How many counts of a cell are told apart, 2 to 64: a greater one is taken for the greatest.
    pub levels: usize,
    /// The most stones on a board with a weight of their own.
    pub stones: usize,
    /// How many units of weight are a stone.
    pub parts: u16,
    /// Where the weights come from.
    pub provenance: Provenance,
}

/// Where weights come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The command that trained them.
    pub command: String,
    /// Its seed.
    pub seed: u64,
    /// SHA-256 of each file of positions, in the order of the command.
    pub data: Vec<String>,
}

impl Description {
    /// How many pairs of cells there are.
    pub(super) fn pairs(&self) -> usize {
        self.cells * (self.cells - 1) / 2
    }

    fn weights(&self) -> usize {
        self.stones + 1 + self.pairs() * self.levels * self.levels
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The description and the weights in the contents of a file, once they are found to be whole.
///
/// # Errors
/// The contents are foreign, of another version or damaged.
pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<(Description, Vec<i16>), LearnedError> {
    let foreign = || LearnedError::Foreign(path.to_owned());
    let damaged = |what: String| LearnedError::Damaged {
        path: path.to_owned(),
        what,
    };
    if !bytes.starts_with(MAGIC) {
        return Err(foreign());
    }
    let found = number(bytes, 8).ok_or_else(foreign)?;
    if found != VERSION {
        return Err(LearnedError::Version {
            path: path.to_owned(),
            found,
            read: VERSION,
        });
    }
    let (body, checksum) = bytes
        .split_last_chunk::<CHECKSUM>()
        .ok_or_else(|| damaged("cut off".into()))?;
    if Sha256::digest(body).as_slice() != checksum {
        return Err(damaged("the checksum is not that of the contents".into()));
    }
    let length = number(body, 12).unwrap_or(u32::MAX) as usize;
    let (header, weights) = body
        .get(16..)
        .and_then(|rest| rest.split_at_checked(length))
        .ok_or_else(|| damaged("the header is cut off".into()))?;
    let description: Description = serde_json::from_slice(header).map_err(|error| {
        let error = one_line(&error);
        damaged(format!("the header: {error}"))
    })?;
    let Description {
        cells,
        levels,
        stones,
        parts,
        ..
    } = description;
    if !(2..=16).contains(&cells) || !(2..=64).contains(&levels) || stones > 255 || parts == 0 {
        return Err(damaged("the header: numbers out of range".into()));
    }
    let (numbers, rest) = weights.as_chunks::<2>();
    if numbers.len() != description.weights() || !rest.is_empty() {
        return Err(damaged(format!(
            "{} bytes of weights, {} expected",
            weights.len(),
            2 * description.weights()
        )));
    }
    let numbers = numbers.iter().map(|&bytes| i16::from_le_bytes(bytes));
    Ok((description, numbers.collect()))
}

#[cfg(test)]
pub(super) fn written(description: &Description, weights: &[i16]) -> Vec<u8> {
    let header = serde_json::to_vec(description).unwrap();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    let checksum = Sha256::digest(&bytes);
    bytes.extend(checksum);
    bytes
}
