//! The requests and findings of `sowlab loops scan` and `loops cycles`.

use std::path::PathBuf;

use sowlab_solvers::Monitor;

use super::cycles::{CyclesError, CyclesLayer, CyclicGame};
use super::scan::{Scan, ScanError, ScannedLayer, Scanner};
use crate::tables::unusable;
use crate::{Field, RequestError};
use sowlab_base::pieces::Shard;
use sowlab_games::stones::Rules;

/// The layers to scan.
#[derive(Clone, Debug)]
pub struct ScanRequest {
    /// The maximum number of stones on the board. The layers begin with 2.
    pub stones: u32,
    /// The file to save to and to resume from.
    pub checkpoint: Option<PathBuf>,
    /// The shard of each layer to scan, if not all: see [`ScannedPiece`](super::ScannedPiece).
    pub shard: Option<Shard>,
}

/// The layers in which to search for repetitions.
#[derive(Clone, Debug)]
pub struct CyclesRequest {
    /// The maximum number of stones on the board. The layers begin with 2.
    pub stones: u32,
    /// The directory with tables of all these layers, to find infinite optimal play.
    pub tables: Option<PathBuf>,
}

/// Layers, from 2 stones on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers<L> {
    /// The complete layers.
    pub layers: Vec<L>,
    /// Whether these are all requested layers. Otherwise the monitor cancelled.
    pub complete: bool,
}

/// Scans every joint move on every board of the requested layers.
///
/// # Errors
/// There are more boards than can be numbered, or the checkpoint cannot be used.
pub fn scan_layers(
    rules: &Rules,
    request: &ScanRequest,
    monitor: &dyn Monitor,
) -> Result<Layers<ScannedLayer>, RequestError> {
    let ScanRequest {
        stones,
        checkpoint,
        shard,
    } = request;
    let checkpoint = checkpoint.as_deref();
    if let Some(shard) = shard {
        let boards = Scanner::new(rules, *stones)
            .and_then(|scanner| scanner.boards(*stones))
            .map_err(ScanError::from)?;
        let checked = shard.check(boards, "boards of the last layer");
        checked.map_err(|error| RequestError::field(Field::Shard, error))?;
    }
    let mut scan = Scan::begin(rules, *shard, checkpoint)?;
    let complete = scan.run(rules, *stones, checkpoint, monitor)?;
    // A checkpoint may have more layers than requested.
    let asked = scan.layers().iter().filter(|layer| layer.stones <= *stones);
    Ok(Layers {
        layers: asked.copied().collect(),
        complete,
    })
}

/// Finds the repetitions of the requested layers.
///
/// # Errors
/// A layer does not exist, or tables are missing or damaged. This is checked before the work
/// begins.
pub fn find_cycles(
    game: &dyn CyclicGame,
    request: &CyclesRequest,
    monitor: &dyn Monitor,
) -> Result<Layers<CyclesLayer>, RequestError> {
    let CyclesRequest { stones, tables } = request;
    let tables = tables.as_deref();
    game.check_cycles(*stones, tables)?;
    let mut layers = Vec::new();
    for stones in 2..=*stones {
        match game.cycles(stones, tables, monitor) {
            Err(CyclesError::Cancelled(_)) => {
                return Ok(Layers {
                    layers,
                    complete: false,
                });
            }
            layer => layers.push(layer?),
        }
    }
    Ok(Layers {
        layers,
        complete: true,
    })
}

impl From<ScanError> for RequestError {
    fn from(error: ScanError) -> RequestError {
        match error {
            ScanError::Cancelled(cancelled) => cancelled.into(),
            ScanError::Ranking(error) => RequestError::field(Field::Stones, error),
            ScanError::Unwritable { .. } => RequestError::failed(error),
            error => RequestError::field(Field::Checkpoint, error),
        }
    }
}

impl From<CyclesError> for RequestError {
    fn from(error: CyclesError) -> RequestError {
        match error {
            CyclesError::Cancelled(cancelled) => cancelled.into(),
            CyclesError::Ranking(_) | CyclesError::Layer { .. } => {
                RequestError::field(Field::Stones, error)
            }
            CyclesError::Table(error) => unusable(error),
        }
    }
}
