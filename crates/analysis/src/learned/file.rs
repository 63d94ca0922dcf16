//! Files of weights.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `SOWLEVAL` |
//! | 4 | version of the format; all numbers are little-endian |
//! | 4 | length of the header |
//! | … | the header: [`Description`] as JSON |
//! | 2 each | the weights |
//! | 32 | SHA-256 of all bytes before |
//!
//! A 2-tuple network has the weights of the numbers of stones on the board, then those of each pair of cells.
//!
//! A network with two hidden layers has its weights in this order:
//!
//! 1. for each cell of the board and each count, the weights of all cells of the first hidden layer
//! 2. the biases of the first hidden layer
//! 3. for each cell of the second hidden layer, the weights of all cells of the first
//! 4. the biases of the second hidden layer
//! 5. the weights of the margin
//! 6. the bias of the margin

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::LearnedError;
use super::pair_tables::MOST_CELLS;
use sowlab_base::one_line;

/// The maximum size of a file in bytes: four times that of the largest 2-tuple network.
pub(super) const LONGEST: u64 = 4 << 20;

const MAGIC: &[u8; 8] = b"SOWLEVAL";
/// The version of files with a 2-tuple network.
const PAIR_TABLES: u32 = 1;
/// The version of files with a network of hidden layers.
const NETWORK: u32 = 2;
const CHECKSUM: usize = 32;
/// The minimum number of cells in a hidden layer. Their number is a power of two.
const LEAST_HIDDEN: usize = 8;
/// The maximum number of cells in a hidden layer.
const MOST_HIDDEN: usize = 256;

/// The description of the weights in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The rules: the name of the game's endgame tables, which leaves out the seeds at the start. For a game without
    /// tables its full name.
    pub game: String,
    /// The number of cells of a board, 2 to 24.
    pub cells: usize,
    /// The number of distinct counts of a cell, 2 to 64. Greater counts are treated as the greatest.
    pub levels: usize,
    /// The maximum number of stones on a board with its own weight.
    pub stones: usize,
    /// The number of units of weight in a stone.
    pub parts: u16,
    /// The numbers of cells in the two hidden layers. `None`: a 2-tuple network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<[usize; 2]>,
    /// The origin of the weights.
    pub provenance: Provenance,
}

/// The origin of weights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The training command.
    pub command: String,
    /// The seed of the command.
    pub seed: u64,
    /// The SHA-256 of each file of positions, in the order of the command.
    pub data: Vec<String>,
}

impl Description {
    /// Returns the number of pairs of cells.
    pub(super) fn pairs(&self) -> usize {
        self.cells * (self.cells - 1) / 2
    }

    /// Returns the number of weights.
    pub fn weights(&self) -> usize {
        match self.hidden {
            None => self.stones + 1 + self.pairs() * self.levels * self.levels,
            Some([first, second]) => {
                let of_first = self.cells * self.levels * first + first;
                of_first + first * second + second + second + 1
            }
        }
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the description and the weights in the contents of a file, if the contents are complete and correct.
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
    if !(PAIR_TABLES..=NETWORK).contains(&found) {
        return Err(LearnedError::Version {
            path: path.to_owned(),
            found,
            read: NETWORK,
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
        hidden,
        ..
    } = description;
    let layers = hidden.unwrap_or([LEAST_HIDDEN; 2]);
    let possible =
        |cells: &usize| (LEAST_HIDDEN..=MOST_HIDDEN).contains(cells) && cells.is_power_of_two();
    let as_versioned = hidden.is_some() == (found == NETWORK);
    if !(2..=MOST_CELLS).contains(&cells)
        || !(2..=64).contains(&levels)
        || stones > 255
        || parts == 0
        || !layers.iter().all(possible)
        || !as_versioned
    {
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
    let version = description.hidden.map_or(PAIR_TABLES, |_| NETWORK);
    bytes.extend(version.to_le_bytes());
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(header);
    bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
    let checksum = Sha256::digest(&bytes);
    bytes.extend(checksum);
    bytes
}

/// Returns a 2-tuple network of three cells with two counts.
#[cfg(test)]
pub(super) fn small() -> (Description, Vec<i16>) {
    let description = Description {
        game: "a game".into(),
        cells: 3,
        levels: 2,
        stones: 2,
        parts: 10,
        hidden: None,
        provenance: Provenance {
            command: "by hand".into(),
            seed: 0,
            data: Vec::new(),
        },
    };
    // The weights of 0, 1, and 2 or more stones; then those of the pairs of cells 1 2, 1 3 and 2 3.
    let weights = vec![5, 7, -20, 0, 1, 2, 3, 0, 10, 20, 30, 0, 100, 200, 300];
    (description, weights)
}
