//! Files of weights.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `SOWLEVAL` |
//! | 4 | version of the format, little-endian as all numbers |
//! | 4 | length of the header |
//! | … | the header: [`Description`] as JSON |
//! | 2 each | the weights: of pair tables those of the stones on the board, then pair by pair; of a network those of each
//!   count in each cell for all cells of the first hidden layer, its biases, the weights of each cell of the second
//!   layer, its biases, the weights of the margin, its bias |
//! | 32 | SHA-256 of everything before |

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::error::LearnedError;
use sowlab_base::one_line;

/// The most bytes of a file: four times those of the largest board with the most counts told apart.
pub(super) const LONGEST: u64 = 4 << 20;

const MAGIC: &[u8; 8] = b"SOWLEVAL";
/// The version of files of pair tables.
const PAIR_TABLES: u32 = 1;
/// The version of files of networks.
const NETWORK: u32 = 2;
const CHECKSUM: usize = 32;
/// The fewest cells of a hidden layer; their number is a power of two.
const LEAST_HIDDEN: usize = 8;
/// The most cells of a hidden layer.
const MOST_HIDDEN: usize = 256;

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
    /// The numbers of cells in the hidden layers of a network; `None`: pair tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<[usize; 2]>,
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

    /// How many weights there are.
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
    if !(2..=16).contains(&cells)
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

/// Pair tables of three cells with two counts.
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
    // Stones 0, 1, 2 and more; then the pairs of cells 1 2, 1 3 and 2 3.
    let weights = vec![5, 7, -20, 0, 1, 2, 3, 0, 10, 20, 30, 0, 100, 200, 300];
    (description, weights)
}
