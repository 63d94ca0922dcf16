//! `sowlab self-play`.

use std::path::PathBuf;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::arrays::{Array, write_array};
use super::failure::{Failure, Finished};
use super::output::{Document, try_file};
use super::pie::{YesNo, check_pie};
use super::progress::Progress;
use super::{Common, show};
use sowlab_engines::self_play::{Met, SelfPlay, SelfPlayError, self_play};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;

const HELP: &str = "\
The file is an array of 16-bit integers in NumPy's format (.npy), one row per position before a move. \
numpy.load(FILE, mmap_mode=\"r\") reads it without copying. Columns: the cells as the side to move sees them, \
then two margins of that side from the position on, in stones: the one that the engine expected, and the one that \
it won.

Examples:
  sowlab self-play 55stones --engine alphabeta:depth=2 --out games.npy";

/// Plays an engine against itself and writes the positions as an array.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Engine or level of both sides; `sowlab engines` lists them
    #[arg(long, value_name = "SPEC", value_parser = |text: &str| EngineSpec::read(text, Files::Allowed))]
    engine: EngineSpec,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Most random moves at the start of a game; their number is random, 1 or more
    #[arg(long, value_name = "N", default_value_t = 12)]
    random_moves: u32,
    /// Move limit of a game; the stones left then count for neither side
    #[arg(long, value_name = "N", default_value_t = 400)]
    most_moves: usize,
    /// Whether the pie rule is played (stones family) [default: no]
    #[arg(long, value_enum)]
    pie: Option<YesNo>,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The contents of the file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SelfPlayDocument {
    game: String,
    engine: String,
    games: u64,
    seed: u64,
    #[serde(flatten)]
    array: Array,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    check_pie(arguments.pie, &game)?;
    try_file("--out", &arguments.out)?;
    let pie = arguments.pie == Some(YesNo::Yes);
    let setting = SelfPlay {
        engine: &arguments.engine,
        games: arguments.games,
        random_moves: arguments.random_moves,
        most_moves: arguments.most_moves,
        seed: arguments.seed,
    };
    let mut rows: Vec<i16> = Vec::new();
    let mut cells = 0;
    let mut visit = |met: Met<'_>| {
        cells = met.cells.len();
        rows.extend(met.cells.iter().map(|&stones| i16::from(stones)));
        rows.extend([met.expected, met.won].map(|margin| margin as i16));
    };
    match self_play(&game, pie, &setting, &Progress::new(common), &mut visit) {
        Ok(()) => {}
        Err(SelfPlayError::Cancelled(_)) => return Err(Failure::Interrupted(Finished::Nothing)),
        Err(SelfPlayError::Fault(fault)) => return Err(fault.into()),
        Err(error @ (SelfPlayError::NoCells | SelfPlayError::Game(_))) => {
            return Err(Failure::input("game", error));
        }
        Err(error) => return Err(Failure::input("--engine", error)),
    }
    let columns = (1..=cells).map(|cell| format!("cell {cell}"));
    let columns = columns.chain(["expected", "won"].map(str::to_owned));
    let array = write_array(&arguments.out, columns.collect(), &rows)?;
    let game = game.to_string();
    let text = format!("{game}: {}\n", array.in_words());
    let played = SelfPlayDocument {
        game,
        engine: arguments.engine.to_string(),
        games: arguments.games,
        seed: arguments.seed,
        array,
    };
    Ok(Document::new(text, &played))
}
