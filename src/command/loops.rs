//! `sowlab loops`.

use std::fmt::Write;
use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, show};
use crate::games::stones::{
    Reached, ReachedRound, ScannedLayer, Side, StonesGame, WrittenRound, scan_layer,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Breadth-first search from the opening for rounds that never end
    Reach(ReachArguments),
    /// Every joint move on every board with 2 to so many stones
    Scan(ScanArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a layer, all boards with so many stones: the boards, the joint moves on them, those whose
sowing never ends, the boards that have one, the most steps of a sowing that ends, and the longest
period of one that does not. Exact: nothing is sampled, nothing is cut off.")]
pub(super) struct ScanArguments {
    /// The game, with options; how many stones it starts with makes no difference
    game: String,
    /// The most stones on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=255))]
    stones: u32,
}

#[derive(Serialize)]
struct Scanned {
    game: String,
    layers: Vec<Layer>,
    seconds: f64,
}

#[derive(Serialize)]
struct Layer {
    stones: u32,
    boards: u64,
    joint_moves: u64,
    endless: u64,
    endless_boards: u64,
    longest_finite: u64,
    /// In steps; `null` if there is no endless round.
    longest_period: Option<u64>,
    /// An endless round: holes and choices.
    first: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Each line counts distinct boards, turned so that the side with sente is East: those first reached at
the start of the round (finished ones left out), the joint moves on them, and the endless ones among
these. The witness is a shortest game into an endless round; replay it with `sow`.")]
pub(super) struct ReachArguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// How many rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Where to start [default: the opening]
    #[arg(long)]
    position: Option<String>,
}

#[derive(Serialize)]
struct Reachable {
    game: String,
    position: String,
    rounds: Vec<ReachedRound>,
    first: Option<String>,
    first_position: Option<String>,
    first_period: Option<u64>,
    seconds: f64,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Reach(arguments) => run_reach(arguments, common),
        Command::Scan(arguments) => run_scan(arguments, common),
    }
}

fn run_reach(arguments: &ReachArguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops reach")?;
    let start = show::start_of_round(&rules, arguments.position.as_deref())?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let game = StonesGame::new(&rules);
    let found =
        Reached::search(&game, start, arguments.rounds, &progress).map_err(Failure::other)?;
    let seconds = started.elapsed().as_secs_f64();

    let mut text = format!(
        "{rules}\n{start}\n\n{BOLD}{:>5} {:>14} {:>16} {:>10}{BOLD:#}\n",
        "round", "new boards", "joint moves", "endless"
    );
    for round in &found.rounds {
        let _ = writeln!(
            text,
            "{:>5} {:>14} {:>16} {:>10}",
            round.round, round.boards, round.joint_moves, round.endless
        );
    }
    match &found.witness {
        Some(witness) => {
            let _ = writeln!(
                text,
                "\nA shortest game into an endless round: {BOLD}{}{BOLD:#}\n\
                 Its last round repeats every {} steps and never ends. See it:\n  \
                 sowlab sow {rules} {witness} --trace",
                witness.record, witness.period
            );
        }
        None => {
            let _ = writeln!(
                text,
                "\nNo endless round within {} rounds.",
                found.rounds.len()
            );
        }
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    let witness = found.witness.as_ref();
    Ok(Document::new(
        text,
        &Reachable {
            game: rules.to_string(),
            position: start.to_string(),
            first: witness.map(|witness| witness.record.to_string()),
            first_position: witness.map(|witness| witness.position.to_string()),
            first_period: witness.map(|witness| witness.period),
            rounds: found.rounds,
            seconds,
        },
    )
    .interrupted_if(found.cancelled))
}

impl Layer {
    fn new(holes: usize, layer: &ScannedLayer) -> Layer {
        Layer {
            stones: layer.stones,
            boards: layer.boards,
            joint_moves: layer.joint_moves,
            endless: layer.endless,
            endless_boards: layer.endless_boards,
            longest_finite: layer.longest_finite,
            longest_period: (layer.endless > 0).then_some(layer.longest_period),
            first: layer.first.map(|found| {
                let board = &found.board.lanes()[..holes];
                let counts: Vec<String> = board.iter().map(u8::to_string).collect();
                let round = WrittenRound::new(Side::East, found.chosen);
                format!("{} {round}", counts.join(","))
            }),
        }
    }
}

fn run_scan(arguments: &ScanArguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops scan")?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let mut text = format!(
        "{rules}\n\n{BOLD}{:>6} {:>14} {:>16} {:>10} {:>10} {:>8} {:>12}{BOLD:#}\n",
        "stones", "boards", "joint moves", "endless", "boards", "longest", "period"
    );
    let mut layers = Vec::new();
    for stones in 2..=arguments.stones {
        let scanned = scan_layer(&rules, stones, &progress)
            .map_err(|error| Failure::input("--stones", error))?;
        let Some(scanned) = scanned else {
            break;
        };
        let layer = Layer::new(rules.holes(), &scanned);
        let period = layer
            .longest_period
            .map_or("-".to_owned(), |period| period.to_string());
        let _ = writeln!(
            text,
            "{:>6} {:>14} {:>16} {:>10} {:>10} {:>8} {period:>12}",
            layer.stones,
            layer.boards,
            layer.joint_moves,
            layer.endless,
            layer.endless_boards,
            layer.longest_finite
        );
        layers.push(layer);
    }
    let seconds = started.elapsed().as_secs_f64();
    if let Some(first) = layers.iter().find_map(|layer| layer.first.as_ref()) {
        let _ = writeln!(text, "\nThe first endless round: {BOLD}{first}{BOLD:#}");
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &Scanned {
            game: rules.to_string(),
            layers,
            seconds,
        },
    )
    .interrupted_if(progress.cancelled()))
}
