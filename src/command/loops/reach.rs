//! `sowlab loops reach`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::write_certificate;
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::Document;
use crate::command::progress::Progress;
use crate::command::{Common, show};
use crate::games::stones::{Reached, ReachedRound, StonesGame, UndisputedGame};
use crate::loops::certificate_of_game;

#[derive(Debug, Args)]
#[command(after_help = "\
Each line counts distinct boards, turned so that the side with sente is East: those first reached at
the start of the round (finished ones left out), the joint moves on them, and the endless ones among
these. The witness is a shortest game into an endless round; replay it with `sow`.")]
pub(in crate::command) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// How many rounds
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Where to start [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Play only rounds that meet no case on which the sources are silent: what is found holds under
    /// every reading
    #[arg(long)]
    undisputed: bool,
    /// Write the certificate of the witness to this file, for `loops verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
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

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops reach")?;
    let start = show::start_of_round(&rules, arguments.position.as_deref())?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let game = StonesGame::new(&rules);
    let found = if arguments.undisputed {
        let undisputed = UndisputedGame::new(&rules);
        Reached::search_in(
            &undisputed,
            game.sower(),
            start,
            arguments.rounds,
            &progress,
        )
    } else {
        Reached::search(&game, start, arguments.rounds, &progress)
    }
    .map_err(Failure::other)?;
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
    if let (Some(file), Some(witness)) = (&arguments.certificate, &found.witness) {
        let certificate =
            certificate_of_game(game.sower(), start, &witness.record).map_err(Failure::other)?;
        write_certificate("--certificate", &certificate, file)?;
        let _ = writeln!(text, "Its certificate: {}", file.display());
    }
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
