//! `sowlab loops`.

use std::fmt::Write;
use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;
use sowlab_solvers::reach::reach;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, show};
use crate::games::stones::{EndlessGame, StonesGame, record_of_choices};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Breadth-first search from the opening for rounds that never end
    Reach(ReachArguments),
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
struct Reached {
    game: String,
    position: String,
    rounds: Vec<Round>,
    first: Option<String>,
    first_position: Option<String>,
    first_period: Option<u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct Round {
    round: u32,
    boards: u64,
    joint_moves: u64,
    endless: u64,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Reach(arguments) => run_reach(arguments, common),
    }
}

fn run_reach(arguments: &ReachArguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops reach")?;
    let start = show::start_of_round(&rules, arguments.position.as_deref())?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let game = StonesGame::new(&rules);
    let found = reach(&game, start.canonical_board(), arguments.rounds, &progress);
    let seconds = started.elapsed().as_secs_f64();

    let mut text = format!(
        "{rules}\n{start}\n\n{BOLD}{:>5} {:>14} {:>16} {:>10}{BOLD:#}\n",
        "round", "new boards", "joint moves", "endless"
    );
    let rounds: Vec<Round> = found
        .rounds
        .iter()
        .map(|round| Round {
            round: round.round,
            boards: round.states,
            joint_moves: round.joint_moves,
            endless: round.endless,
        })
        .collect();
    for round in &rounds {
        let _ = writeln!(
            text,
            "{:>5} {:>14} {:>16} {:>10}",
            round.round, round.boards, round.joint_moves, round.endless
        );
    }
    let witness = found
        .witness
        .map(|choices| record_of_choices(game.sower(), start, &choices));
    let witness = witness
        .map(|record| EndlessGame::replay(game.sower(), start, record))
        .transpose()
        .map_err(Failure::other)?;
    match &witness {
        Some(found) => {
            let _ = writeln!(
                text,
                "\nA shortest game into an endless round: {BOLD}{}{BOLD:#}\n\
                 Its last round repeats every {} steps and never ends. See it:\n  \
                 sowlab sow {rules} {found} --trace",
                found.record, found.period
            );
        }
        None => {
            let _ = writeln!(text, "\nNo endless round within {} rounds.", rounds.len());
        }
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &Reached {
            game: rules.to_string(),
            position: start.to_string(),
            rounds,
            first: witness.as_ref().map(|found| found.record.to_string()),
            first_position: witness.as_ref().map(|found| found.position.to_string()),
            first_period: witness.map(|found| found.period),
            seconds,
        },
    )
    .interrupted_if(found.cancelled))
}
