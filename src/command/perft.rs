//! `sowlab perft`.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_solvers::Monitor;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, show};
use sowlab_analysis::{PerftCounts, PerftPly, PerftRequest, PerftRound};

/// Counts the sequences of rounds (or moves), so that an implementation can be checked against another.
#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a round and counts sequences of rounds. `boards`: sequences that reach a board on which the \
round is played. `joint moves`: sequences with one more round. `endless` and `finished`: sequences whose last \
round never ends or ends the game; they are not continued. The pie decision does not count as a round.

In games with alternating moves each line is a ply. An extra move, the choice of side in Random Mancala and \
an exit in The Colony are plies of their own. Non-terminating moves are counted and not continued.

Examples:
  sowlab perft 55stones --depth 4
  sowlab perft kalah --depth 8")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Number of rounds; in games with alternating moves, of plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    depth: u32,
    /// Position [default: the opening]
    #[arg(long)]
    position: Option<String>,
}

/// The maximum depth. Games of one choice at a time are counted ply by ply also after their end.
const MOST_PLIES: i64 = 10_000;

#[derive(Serialize, JsonSchema)]
pub(crate) struct PerftDocument<'a> {
    game: &'a str,
    position: &'a str,
    #[serde(flatten)]
    counts: Counts<'a>,
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Counts<'a> {
    Rounds(&'a [PerftRound]),
    Plies(&'a [PerftPly]),
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let request = PerftRequest {
        position: arguments.position.clone(),
        depth: arguments.depth,
    };
    let progress = Progress::new(common);
    let started = Instant::now();
    let found = game.analyses().perft(&request, &progress)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut text = format!("{}\n{}\n\n", found.game, found.position);
    let counts = match &found.counts {
        PerftCounts::Rounds(rounds) => {
            write_rounds(&mut text, rounds);
            Counts::Rounds(rounds)
        }
        PerftCounts::Plies(plies) => {
            write_plies(&mut text, plies);
            Counts::Plies(plies)
        }
    };
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &PerftDocument {
            game: &found.game,
            position: &found.position,
            counts,
            seconds,
        },
    )
    .interrupted_if(progress.cancelled()))
}

fn write_rounds(text: &mut String, rounds: &[PerftRound]) {
    let _ = writeln!(
        text,
        "{BOLD}{:>5} {:>20} {:>20} {:>12} {:>12}{BOLD:#}",
        "round", "boards", "joint moves", "endless", "finished"
    );
    for round in rounds {
        let _ = writeln!(
            text,
            "{:>5} {:>20} {:>20} {:>12} {:>12}",
            round.round, round.boards, round.joint_moves, round.endless, round.finished
        );
    }
}

fn write_plies(text: &mut String, plies: &[PerftPly]) {
    let with_endless = plies.iter().any(|ply| ply.endless.is_some());
    let _ = write!(text, "{BOLD}{:>5} {:>20}", "ply", "nodes");
    if with_endless {
        let _ = write!(text, " {:>12}", "endless");
    }
    let _ = writeln!(text, "{BOLD:#}");
    for ply in plies {
        let _ = write!(text, "{:>5} {:>20}", ply.ply, ply.nodes);
        if let Some(endless) = ply.endless {
            let _ = write!(text, " {endless:>12}");
        }
        text.push('\n');
    }
}
