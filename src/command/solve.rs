//! `sowlab solve`.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::choices::{
    ChoicesArguments, estimate_text, interval_text, readings_text, text as choices_text,
};
use super::draw::DIM;
use super::explain::Explanation;
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES, show};
use crate::analysis::choices::Choices;
use crate::analysis::solve::{MemorySize, Solution, SolveRequest, Solved, SolvedChoice, exact};
use crate::documents::{Guess, Readings, WrittenChoice, letter};

#[derive(Debug, Args)]
#[command(after_help = "\
Values are margins from the position on, for the side to move (with sente, in the stones family), by \
three readings of infinite play: lower, it loses everything left; zero, what is left counts for \
nobody; upper, it wins everything left. A value is given only where it is proven; otherwise the \
proven interval is.

`best` names choices that secure lower. In the stones family it is one of them. In the other games it is \
all of them where best_complete is true, and of these, if there are any, only those that keep zero too, \
and of these, if there are any, only those that keep upper.

In Random Mancala the value is that of the choice, for the player who has it, and `choices` says what \
each of the four is worth to him. When the time is up or after Ctrl-C, what is proven by then is \
printed.

Examples:
  sowlab solve stones:holes=5,seeds=2
  sowlab solve kalah:pits=4,seeds=3 --choices
  sowlab solve 55stones --tables tables --time-limit 10m --proof 55stones.proof")]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// The position [default: the opening]
    #[arg(long)]
    position: Option<String>,
    #[arg(
        long,
        value_name = "DIR",
        help = format!(
            "Tables to use, built by `sowlab tables build`; only read [default: in the stones family \
             {DEFAULT_TABLES}, if it is there: tables that pay and are missing are made and kept in \
             it, otherwise in a passing folder; in other games they are made in memory, unless play \
             always ends]"
        )
    )]
    tables: Option<PathBuf>,
    /// Memory for what a search keeps, as in 512M or 2G; in the stones family half of it is for
    /// tables
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
    /// Show a line of best play by both sides, each round of which `sowlab sow` can replay, where the
    /// value is proven and infinite play has no part in it (the stones family only)
    #[arg(long)]
    explain: bool,
    /// A file to go on from, and to keep what is proven in: saved every few minutes and at the end;
    /// several can be merged and checked with `sowlab proof` (the stones family only)
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// How many nodes a claim may take, roughly, before easier ones have their turn: with less the
    /// proven intervals get short sooner, with more the values are known sooner (the stones family
    /// only) [default: 16777216]
    #[arg(long, value_name = "NODES")]
    patience: Option<NonZeroU64>,
    #[command(flatten)]
    choices: ChoicesArguments,
    /// When to stop, as in 90s or 2h [default: when everything is proven]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
}

#[derive(Serialize)]
struct Printed {
    game: String,
    position: String,
    /// Whose margin every value is: `E` or `W`, `L` or `U`.
    margin_of: String,
    value: Readings<Option<i32>>,
    bounds: Readings<[i32; 2]>,
    /// Where `zero` is not proven: a guess.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Guess>,
    /// An opening, for the side that may turn the board after the first round; otherwise `null`.
    pie: Option<Readings<Option<i32>>>,
    pie_bounds: Option<Readings<[i32; 2]>>,
    best: Vec<String>,
    /// Whether `best` has every choice that is as good.
    best_complete: bool,
    /// With `--choices` every choice; otherwise in Random Mancala those of side and starter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<WrittenChoice>,
    /// With `--explain`: best play by both sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
    nodes: u64,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = SolveRequest {
        position: arguments.position.clone(),
        tables: arguments.tables.clone(),
        memory: arguments.memory,
        time_limit: arguments.time_limit,
        proof: arguments.proof.clone(),
        patience: arguments.patience,
        explain: arguments.explain,
    };
    arguments.choices.check()?;
    let (solved, choices) = if arguments.choices.wanted() {
        let replies = arguments.choices.replies();
        let (solved, choices) = game.solve_choices(&request, replies, &progress)?;
        (solved, Some(choices))
    } else {
        (game.solve(&request, &progress)?, None)
    };
    let seconds = started.elapsed().as_secs_f64();
    let interrupted = progress.cancelled();
    drop(progress);
    if let Some(choices) = &choices {
        arguments.choices.write(choices)?;
    }
    let valued = choices
        .as_ref()
        .map(|choices| (choices, arguments.choices.replies()));
    Ok(document(solved, valued, arguments.explain, seconds).interrupted_if(interrupted))
}

fn document(
    solved: Solved,
    valued: Option<(&Choices, bool)>,
    explain: bool,
    seconds: f64,
) -> Document {
    let Solved {
        game,
        position,
        margin_of,
        solution,
        choices,
        line,
        estimate,
    } = solved;
    let Solution {
        bounds,
        best,
        best_complete,
        nodes,
        pie,
    } = solution;
    let mut text = format!("{game}\n{position}\n\n");
    let readings = Readings::of(&bounds, interval_text);
    if bounds.closed() && exact(&bounds.lower) == exact(&bounds.upper) {
        let _ = writeln!(
            text,
            "Value for {margin_of}: {} (infinite play has no part in it)",
            readings.zero
        );
    } else {
        let _ = writeln!(text, "Value for {margin_of}:");
        for (name, reading, about) in [
            ("lower", readings.lower, "infinite play loses what is left"),
            ("zero", readings.zero, "it counts for nobody"),
            ("upper", readings.upper, "infinite play wins what is left"),
        ] {
            let _ = writeln!(text, "{name:5}  {reading}  {DIM}{about}{DIM:#}");
        }
    }
    if let Some(estimate) = estimate {
        let _ = writeln!(text, "{DIM}{}{DIM:#}", estimate_text(estimate));
    }
    if let Some(pie) = &pie {
        let _ = writeln!(text, "With the pie rule: {}", readings_text(pie));
    }
    for SolvedChoice { choice, bounds } in &choices {
        let _ = writeln!(text, "{choice}: {}", readings_text(bounds));
    }
    if !best.is_empty() {
        let _ = writeln!(text, "Best:  {}", best.join(" "));
    }
    if let Some((choices, _)) = valued {
        let _ = writeln!(text, "\n{}", choices_text(choices));
    }
    let explanation = line.as_ref().map(Explanation::new);
    if let Some(explanation) = &explanation {
        text += &explanation.text(&game);
    } else if explain {
        text += match bounds.closed() {
            true => {
                "No line of best play: infinite play matters here, so each reading has another.\n"
            }
            false => "No line of best play: the value is not proven.\n",
        };
    }
    let _ = writeln!(text, "{DIM}{nodes} nodes, {seconds:.2} s{DIM:#}");
    Document::new(
        text,
        &Printed {
            game,
            position,
            margin_of: letter(margin_of),
            value: Readings::values(&bounds),
            bounds: Readings::intervals(&bounds),
            estimate: estimate.map(Into::into),
            pie: pie.as_ref().map(Readings::values),
            pie_bounds: pie.as_ref().map(Readings::intervals),
            best,
            best_complete,
            choices: match valued {
                Some((choices, replies)) => WrittenChoice::all(choices, replies),
                None => choices
                    .iter()
                    .map(|SolvedChoice { choice, bounds }| WrittenChoice::plain(choice, bounds))
                    .collect(),
            },
            explanation,
            nodes,
            seconds,
        },
    )
}
