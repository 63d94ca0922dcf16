//! What is reported of a layer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::table::{BuiltTable, Directory, Header, Table, VerifiedTable};

/// A layer of tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LayerReport {
    /// Stones on the board.
    pub stones: u32,
    /// Positions of the layer.
    pub positions: u64,
    /// Those on which infinite play matters: `lower < upper`.
    pub undetermined: u64,
    /// Positions by the sign of `zero`, for the side to move or with sente: positive.
    pub wins: u64,
    /// `zero` is 0.
    pub draws: u64,
    /// `zero` is negative.
    pub losses: u64,
    /// How long the layer took when it was built, in seconds; `null` if that is not known.
    pub seconds: Option<f64>,
    /// Checksum of the values (XXH3, 128 bits, hexadecimal): equal for equal values.
    pub checksum: String,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// The same in bits a position, for all three values.
    pub bits: f64,
    /// How many positions have each margin, where infinite play counts for nobody; left out of layers that
    /// would take long to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margins: Option<Vec<MarginCount>>,
}

/// How many positions have a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarginCount {
    /// The margin of the side to move, or with sente.
    pub margin: i32,
    /// The positions.
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
            margins: None,
        }
    }

    /// Of a layer that was just built, or was there before.
    pub(super) fn of_built(built: &BuiltTable, directory: &Directory) -> LayerReport {
        let seconds = built
            .seconds
            .or_else(|| directory.seconds(built.header.layer));
        LayerReport::new(&built.header, built.bytes, seconds)
    }

    /// Of an open table.
    pub(super) fn of_table(table: &Table, directory: &Directory) -> LayerReport {
        let seconds = directory.seconds(table.header().layer);
        LayerReport::new(table.header(), table.bytes(), seconds)
    }
}

/// A layer whose values were checked against the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifiedLayer {
    /// Stones on the board.
    pub stones: u32,
    /// Positions of the layer.
    pub positions: u64,
    /// How many of them were checked against those that their replies lead to.
    pub checked: u64,
    /// Whether every value was found to be forced as well: `lower` is then the least solution of the
    /// equations and `upper` the greatest. `false` where only a sample was checked.
    pub forced: bool,
    /// Positions on which infinite play matters.
    pub undetermined: u64,
    /// Positions by the sign of `zero`: positive.
    pub wins: u64,
    /// `zero` is 0.
    pub draws: u64,
    /// `zero` is negative.
    pub losses: u64,
    /// Checksum of the values, found to be right.
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
            undetermined: header.undetermined,
            wins: header.wins,
            draws: header.draws,
            losses: header.losses,
            checksum: format!("{:032x}", header.checksum),
        }
    }
}
