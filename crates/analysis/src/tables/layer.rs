//! Reports on layers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(not(target_family = "wasm"))]
use sowlab_solvers::table::BuiltDistances;
use sowlab_solvers::table::{BuiltTable, Directory, Header, Table, VerifiedTable};

/// A layer of tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LayerReport {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of positions of the layer.
    pub positions: u64,
    /// The number of positions that depend on infinite play: `lower < upper`.
    pub undetermined: u64,
    /// The number of positions whose `zero` is positive, for the side to move or with sente.
    pub wins: u64,
    /// The number of positions whose `zero` is 0.
    pub draws: u64,
    /// The number of positions whose `zero` is negative.
    pub losses: u64,
    /// The time for building the layer in seconds; `null` if it is not recorded.
    pub seconds: Option<f64>,
    /// Checksum of the values (XXH3, 128 bits, hexadecimal). Equal values have equal checksums.
    pub checksum: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Size of the file in bits per position, for all three values.
    pub bits: f64,
    /// The distances to the next gain, if they were built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distances: Option<DistancesReport>,
    /// The number of positions by margin, with infinite play as a draw; left out of layers that take long to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Vec<MarginCount>>,
}

/// The number of positions with a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarginCount {
    /// The margin of the side to move, or with sente.
    pub margin: i32,
    /// The number of positions.
    pub positions: u64,
}

impl LayerReport {
    fn new(header: &Header, bytes: u64, seconds: Option<f64>) -> LayerReport {
        LayerReport {
            stones: header.layer,
            positions: header.positions,
            undetermined: header.undetermined,
            wins: header.wins,
            draws: header.draws,
            losses: header.losses,
            seconds,
            checksum: format!("{:032x}", header.checksum),
            bytes,
            bits: 8.0 * bytes as f64 / header.positions as f64,
            distances: None,
            margins: None,
        }
    }

    /// Returns the report of a layer that was just built, or existed already.
    pub(super) fn of_built(built: &BuiltTable, directory: &Directory) -> LayerReport {
        let seconds = built
            .seconds
            .or_else(|| directory.seconds(built.header.layer));
        LayerReport::new(&built.header, built.bytes, seconds)
    }

    /// Returns the report of an open table.
    pub(super) fn of_table(table: &Table, directory: &Directory) -> LayerReport {
        let seconds = directory.seconds(table.header().layer);
        LayerReport::new(table.header(), table.bytes(), seconds)
    }
}

/// The distances of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DistancesReport {
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Checksum of the distances (XXH3, 128 bits, hexadecimal).
    pub checksum: String,
}

#[cfg(not(target_family = "wasm"))]
impl From<&BuiltDistances> for DistancesReport {
    fn from(built: &BuiltDistances) -> DistancesReport {
        DistancesReport {
            bytes: built.bytes,
            checksum: format!("{:032x}", built.header.checksum),
        }
    }
}

/// A layer whose values were verified against the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifiedLayer {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of positions of the layer.
    pub positions: u64,
    /// The number of positions that were compared with those after their replies.
    pub checked: u64,
    /// Whether every value was verified to be forced as well: `lower` is then the least solution of the equations and
    /// `upper` the greatest. `false` if only a sample was checked.
    pub forced: bool,
    /// Whether the distances of the same positions were verified.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub distances: bool,
    /// The number of positions that depend on infinite play.
    pub undetermined: u64,
    /// The number of positions whose `zero` is positive.
    pub wins: u64,
    /// The number of positions whose `zero` is 0.
    pub draws: u64,
    /// The number of positions whose `zero` is negative.
    pub losses: u64,
    /// The verified checksum of the values.
    pub checksum: String,
}

impl From<&VerifiedTable> for VerifiedLayer {
    fn from(verified: &VerifiedTable) -> VerifiedLayer {
        let header = &verified.header;
        VerifiedLayer {
            stones: header.layer,
            positions: header.positions,
            checked: verified.checked,
            forced: verified.forced,
            distances: verified.distances,
            undetermined: header.undetermined,
            wins: header.wins,
            draws: header.draws,
            losses: header.losses,
            checksum: format!("{:032x}", header.checksum),
        }
    }
}
