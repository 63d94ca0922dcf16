//! How far estimates of margins agree with exact values, layer by layer of endgame tables.

mod estimates;
mod exact;
mod linear;
mod measured;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

pub use measured::{Agreement, Bin};

use self::estimates::Estimates;
use self::exact::Exact;
use super::learned::Evaluation;
use super::tables::{Drawn, TabledGame, Value, refused};
use super::{Field, RequestError};
use sowlab_games::contest::Contest;

/// What to measure.
#[derive(Clone, Debug)]
pub struct AccuracyRequest<'a> {
    /// The directory of the tables.
    pub directory: &'a Path,
    /// The layers.
    pub layers: RangeInclusive<u32>,
    /// The layers that the linear model is fitted to.
    pub fitted: RangeInclusive<u32>,
    /// How many positions to draw from each layer.
    pub positions: u64,
    /// The depth of the searches, in moves.
    pub depth: u8,
    /// The seed of the positions.
    pub seed: u64,
}

/// How one way to estimate margins does on a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayerAccuracy {
    /// Stones on the board.
    pub stones: u32,
    /// How the margins are estimated.
    pub estimate: String,
    /// How the estimates agree with the exact margins.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// The linear model is fitted to positions of another seed.
const OTHER_SEED: u64 = 1 << 40;

/// Draws positions of each layer, and compares estimates with what the tables say.
///
/// # Errors
/// The tables are missing or damaged, the game has no boards that estimates see, or the monitor cancelled.
pub fn accuracy<C: Contest>(
    game: &C,
    tables: &dyn TabledGame,
    request: &AccuracyRequest<'_>,
    monitor: &dyn Monitor,
) -> Result<Vec<LayerAccuracy>, RequestError> {
    let draw = |layer, seed| {
        let positions = request.positions;
        let of = Drawn {
            layer,
            positions,
            seed,
        };
        drawn(tables, request.directory, of, monitor)
    };
    let mut learned = Vec::new();
    for layer in request.fitted.clone() {
        learned.extend(draw(layer, request.seed.wrapping_add(OTHER_SEED))?);
    }
    let name = tables.table_name().map_err(refused)?;
    let estimates = Estimates::new(game, &name, &learned, request.depth)
        .map_err(|error| RequestError::field(Field::Game, error))?;
    let layers = request.layers.clone();
    let all = layers.clone().count() as u64 * request.positions * estimates.ways().len() as u64;
    monitor.begin("margins estimated", all);
    let mut found = Vec::new();
    for layer in layers {
        let drawn = draw(layer, request.seed)?;
        let exact: Vec<Value> = drawn.iter().map(|one| one.value).collect();
        for (name, way) in estimates.ways() {
            let margins = estimates.margins(way, &drawn, monitor)?;
            found.push(LayerAccuracy {
                stones: layer,
                estimate: name.clone(),
                agreement: Agreement::new(&margins, &exact),
            });
            monitor.advance(drawn.len() as u64);
        }
    }
    Ok(found)
}

/// Positions of a layer with their values.
fn drawn(
    tables: &dyn TabledGame,
    directory: &Path,
    of: Drawn,
    monitor: &dyn Monitor,
) -> Result<Vec<Exact>, RequestError> {
    let mut drawn = Vec::new();
    let mut visit = |cells: &[u8], value| {
        let cells = cells.to_vec();
        drawn.push(Exact { cells, value });
    };
    tables
        .sample_table(directory, of, monitor, &mut visit)
        .map_err(refused)?;
    Ok(drawn)
}

/// How well weights do on a layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightsAccuracy {
    /// Stones on the board.
    pub stones: u32,
    /// How the estimates agree with the exact margins.
    #[serde(flatten)]
    pub agreement: Agreement,
}

/// Draws positions of each layer, the same for all weights, and compares their estimates with what the tables say: for
/// each of the weights layer by layer.
///
/// # Errors
/// The tables are missing or damaged, or the monitor cancelled.
pub fn accuracy_of_weights(
    tables: &dyn TabledGame,
    directory: &Path,
    weights: &[Arc<Evaluation>],
    layers: &[u32],
    positions: u64,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<Vec<WeightsAccuracy>>, RequestError> {
    let mut found = vec![Vec::new(); weights.len()];
    for &layer in layers {
        let of = Drawn {
            layer,
            positions,
            seed,
        };
        let drawn = drawn(tables, directory, of, monitor)?;
        let exact: Vec<Value> = drawn.iter().map(|one| one.value).collect();
        for (weights, found) in weights.iter().zip(&mut found) {
            let estimates = drawn.iter().map(|one| weights.stones(&one.cells));
            let estimates: Vec<f64> = estimates.collect();
            found.push(WeightsAccuracy {
                stones: layer,
                agreement: Agreement::new(&estimates, &exact),
            });
        }
    }
    Ok(found)
}
