//! `sowlab tables sample`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::super::arrays::{Array, write_array};
use super::super::failure::{Failure, Finished};
use super::super::output::{Document, try_file};
use super::super::progress::Progress;
use super::super::{Common, DEFAULT_TABLES};
use super::place::{failure, table_game};
use sowlab_analysis::tables::{Drawn, Value, default_folder};

#[derive(Debug, Args)]
#[command(after_help = "\
The file is an array of 16-bit integers in NumPy's format (.npy), one row per position. \
numpy.load(FILE, mmap_mode=\"r\") reads it without copying. Columns: the cells as the side to move sees them, \
then lower, zero and upper in stones.

Examples:
  sowlab tables sample 55stones --positions 1000 --stones 10-20 --out boards.npy")]
pub(in crate::command) struct SampleArguments {
    /// Game with options; the number of stones at the start has no effect
    game: String,
    #[arg(
        long,
        help = format!("Directory with the endgame tables [default: {DEFAULT_TABLES}]")
    )]
    dir: Option<PathBuf>,
    /// Number of positions, spread evenly over the layers; a layer with fewer gives all
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Layers: A-B stones on the board, or one number
    #[arg(long, value_name = "A-B", value_parser = layers)]
    stones: RangeInclusive<u32>,
    /// Seed of the sample
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The error of a text that names no layers.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("write one number up to 255, or A-B with the smaller number first")]
struct LayersError;

fn layers(text: &str) -> Result<RangeInclusive<u32>, LayersError> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<u8>().map_err(|_| LayersError);
    let (first, last) = (number(first)?, number(last)?);
    match first <= last {
        true => Ok(first.into()..=last.into()),
        false => Err(LayersError),
    }
}

/// The contents of the file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SampleDocument {
    game: String,
    seed: u64,
    /// The positions of each layer.
    layers: Vec<Layer>,
    #[serde(flatten)]
    array: Array,
}

#[derive(Serialize, JsonSchema)]
struct Layer {
    stones: u32,
    positions: u64,
}

pub(super) fn run(arguments: &SampleArguments, common: &Common) -> Result<Document, Failure> {
    let game = table_game(&arguments.game)?;
    let folder = arguments.dir.clone().or_else(default_folder);
    let folder = folder.ok_or_else(|| {
        Failure::input(
            "--dir",
            "this machine has no cache directory; name the directory with the tables",
        )
    })?;
    try_file("--out", &arguments.out)?;
    let progress = Progress::new(common);
    let mut layers: Vec<Layer> = Vec::new();
    let mut rows: Vec<i16> = Vec::new();
    let mut left = arguments.positions;
    let mut layers_left = arguments.stones.clone().count() as u64;
    progress.begin("positions sampled", arguments.positions);
    for layer in arguments.stones.clone() {
        let drawn = Drawn {
            layer,
            positions: left / layers_left,
            seed: arguments.seed,
        };
        let mut visit = |cells: &[u8], value: Value| {
            rows.extend(cells.iter().map(|&stones| i16::from(stones)));
            rows.extend([value.lower, value.zero, value.upper].map(|margin| margin as i16));
            progress.advance(1);
        };
        let positions = match game
            .sample_table(&folder, drawn, &progress, &mut visit)
            .map_err(failure)
        {
            Err(Failure::Interrupted(_)) => return Err(Failure::Interrupted(Finished::Nothing)),
            result => result?,
        };
        left -= positions;
        layers_left -= 1;
        layers.push(Layer {
            stones: layer,
            positions,
        });
    }
    drop(progress);
    let columns = (1..=game.board_cells()).map(|cell| format!("cell {cell}"));
    let columns = columns.chain(["lower", "zero", "upper"].map(str::to_owned));
    let array = write_array(&arguments.out, columns.collect(), &rows)?;
    let name = game.table_name().map_err(failure)?;
    let text = format!("{name}: {}\n", array.in_words());
    let sampled = SampleDocument {
        game: name,
        seed: arguments.seed,
        layers,
        array,
    };
    Ok(Document::new(text, &sampled))
}
