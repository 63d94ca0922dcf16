//! Building the tables of a game with many processes, layer by layer.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde_json::{Value as Json, json};
use sowlab_solvers::retrograde::{Layered, layer_size};
use sowlab_solvers::table::{BLOCK, Directory, Header, PackedBlock, TableShapes, TableWriter};

use crate::checkpoint::Checkpoint;
use crate::costs::{self, Costs};
use crate::error::{ClusterError, at};
use crate::finished::{FinishedLayers, Place};
use crate::solve::{LayerWork, Solved};
use crate::spread::block_ranks;
use crate::team::Team;

/// The number of blocks that each process packs before they are gathered.
const ROUND: usize = 32;

/// The interval between progress notes for a layer.
const NOTE_EVERY: Duration = Duration::from_secs(10);

/// A request to build tables.
pub struct Build<'t> {
    /// The processes.
    pub team: &'t mut Team,
    /// The directory of the tables, which is the same for all processes.
    pub directory: PathBuf,
    /// The maximum number of stones; all layers from 0 on are built.
    pub stones: u32,
    /// The location of finished layers.
    pub finished: Place,
    /// The number of open positions that each process expands in one step.
    pub batch: usize,
    /// The interval at which each process saves its bounds of the current layer.
    pub every: Duration,
    /// Whether progress is written to standard error.
    pub progress: bool,
}

impl Build<'_> {
    /// Builds the tables and returns a description of each layer, equal in all processes.
    pub fn run<L: Layered>(self, layers: &L) -> Result<Vec<Json>, ClusterError> {
        // Detected now, not after days of work on the layers below.
        for layer in 0..=self.stones {
            layer_size(layers, layer)?;
        }
        let directory = Directory::new(&self.directory, &layers.name());
        let shapes = TableShapes::of_layers(layers, self.stones);
        let _lock = match self.team.is_root() {
            true => {
                fs::create_dir_all(&self.directory).map_err(at(&self.directory))?;
                Some(directory.lock()?)
            }
            false => None,
        };
        self.team.meet();
        let progress = self.progress && self.team.is_root();
        let said = Cell::new(Instant::now());
        let note = |line: &str| {
            if progress && said.get().elapsed() >= NOTE_EVERY {
                eprintln!("{line}");
                said.set(Instant::now());
            }
        };
        let spread = self.team.spread();
        let checkpoint = Checkpoint::new(directory.clone(), spread, self.every);
        let mut finished = FinishedLayers::new(self.finished);
        let mut built = Vec::new();
        for layer in 0..=self.stones {
            let start = Instant::now();
            let there = self.team.is_root() && directory.table_path(layer).exists();
            let report;
            if self.team.said_by_root(there.into()) == 1 {
                let table = directory.open(&shapes, layer)?;
                report = described(table.header(), table.bytes());
                finished.add(table, spread)?;
                // The process that wrote the table may have been killed before this.
                if self.team.is_root() {
                    checkpoint.remove(layer)?;
                }
            } else {
                self.team.take_costs();
                let work = LayerWork::new(layers, &finished, spread, self.batch)?;
                let (solved, effort) = work.solve(self.team, &checkpoint, &note)?;
                let of_solving = self.team.take_costs();
                let solving = start.elapsed();
                write(self.team, &directory, &work, &solved)?;
                let table = directory.open(&shapes, layer)?;
                let mut described = described(table.header(), table.bytes());
                finished.add_solved(table, &solved)?;
                let costs = Costs {
                    effort,
                    of_solving,
                    solving,
                    elapsed: start.elapsed(),
                };
                costs.add_to(&mut described, self.team);
                report = described;
                if self.team.is_root() {
                    checkpoint.remove(layer)?;
                }
            }
            if progress {
                eprintln!("{}", costs::line(&report));
                said.set(Instant::now());
            }
            built.push(report);
        }
        self.team.meet();
        Ok(built)
    }
}

/// Packs the blocks in their processes; the root writes them in order.
fn write<G: Layered>(
    team: &mut Team,
    directory: &Directory,
    work: &LayerWork<'_, G>,
    solved: &Solved,
) -> Result<(), ClusterError> {
    let path = directory.table_path(work.layer);
    let spread = team.spread();
    let processes = spread.processes();
    let mut writer = match team.is_root() {
        true => Some(TableWriter::create(
            &path,
            directory.name(),
            work.layer,
            work.positions,
        )?),
        false => None,
    };
    let blocks = work.positions.div_ceil(BLOCK.into());
    let own = solved.positions().div_ceil(BLOCK.into());
    for first in (0..blocks).step_by(ROUND * processes) {
        let from = own.min(first / processes as u64);
        let packed: Vec<PackedBlock> = (from..own.min(from + ROUND as u64))
            .into_par_iter()
            .map(|block| {
                let places = block_ranks(block, solved.positions());
                PackedBlock::pack(places.map(|place| solved.values().get(place)))
            })
            .collect::<Result<_, _>>()
            .map_err(at(&path))?;
        let mut message = (packed.len() as u32).to_le_bytes().to_vec();
        for block in &packed {
            message.extend((block.compressed().len() as u32).to_le_bytes());
            message.extend(block.compressed());
        }
        let messages = team.gather(&message);
        let Some(writer) = &mut writer else { continue };
        let mut rest: Vec<&[u8]> = messages.iter().map(|message| &message[4..]).collect();
        for block in first..blocks.min(first + (ROUND * processes) as u64) {
            let process = spread.owner_of_block(block);
            let ranks = block_ranks(block, work.positions);
            let positions = (ranks.end - ranks.start) as usize;
            let packed = next(&mut rest[process])
                .and_then(|bytes| PackedBlock::from_compressed(bytes.to_vec(), positions));
            writer.push(&packed.ok_or(ClusterError::NoBlock {
                layer: work.layer,
                process,
            })?)?;
        }
    }
    if let Some(writer) = writer {
        writer.commit()?;
    }
    team.meet();
    Ok(())
}

/// Takes a block from the front of a message.
fn next<'m>(message: &mut &'m [u8]) -> Option<&'m [u8]> {
    let (length, rest) = message.split_first_chunk()?;
    let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *message = rest;
    Some(block)
}

/// Returns the description of a table.
fn described(header: &Header, bytes: u64) -> Json {
    json!({
        "layer": header.layer,
        "positions": header.positions,
        "undetermined": header.undetermined,
        "wins": header.wins,
        "draws": header.draws,
        "losses": header.losses,
        "checksum": format!("{:032x}", header.checksum),
        "bytes": bytes,
    })
}
