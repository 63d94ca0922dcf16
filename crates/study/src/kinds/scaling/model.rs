//! A learned evaluation, how it was trained, and how well it does.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_base::files::read_limited;

use crate::error::Failure;
use sowlab_analysis::accuracy::WeightsAccuracy;
use sowlab_engines::standings::Tally;

/// The most bytes of the list of models.
const MOST_LIST: u64 = 1 << 20;

/// A line of the list of models.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Trained {
    /// The file of its weights.
    pub(super) file: String,
    /// How many positions it was trained on.
    pub(super) positions: u64,
    /// How often on each.
    pub(super) epochs: f64,
    /// The processor time of the training.
    pub(super) seconds: f64,
}

/// A model, and how well it does.
#[derive(Serialize, Deserialize)]
pub(crate) struct Model {
    pub(super) game: String,
    #[serde(flatten)]
    pub(super) trained: Trained,
    /// Cells of the hidden layers of a network; `None`: pair tables.
    pub(super) hidden: Option<[usize; 2]>,
    /// How many numbers the file of weights holds, 2 bytes each.
    pub(super) weights: u64,
    /// SHA-256 of the file.
    pub(super) sha256: String,
    pub(super) layers: Vec<WeightsAccuracy>,
    /// The games of the engine with it against the engine without.
    pub(super) tally: Tally,
}

/// Reads a list of models.
pub(super) fn list(path: &Path) -> Result<Vec<Trained>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::file(path, error);
    let text = read_limited(path, MOST_LIST).map_err(|error| failed(&error))?;
    let mut reader = csv::Reader::from_reader(&text[..]);
    let lines = reader.deserialize().collect::<Result<_, csv::Error>>();
    lines.map_err(|error| failed(&error))
}
