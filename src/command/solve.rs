//! `sowlab solve`.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::{Analyses, combinatorial_value};
use sowlab_engines::explained::verdict;
use sowlab_findings::{
    Choices, Selection, Solution, Solved, SolvedChoice, ValuedChoice, ValuedPiece,
    ValuedPieceRequest, Values,
};
use sowlab_solvers::Monitor;

use super::choices::{
    ChoicesArguments, estimate_text, evidence_text, interval_text, of_chooser, readings_text,
    text as choices_text,
};
use super::draw::{BOLD, DIM};
use super::explain;
use super::failure::Failure;
use super::output::{Document, refuse_standard_output};
use super::pieces::{Sharded, piece_failure};
use super::progress::Progress;
use super::show::Standing;
use super::{Common, DEFAULT_TABLES, show, tables_directory};
use sowlab_analysis::solve::SolveRequest;
use sowlab_base::MemorySize;
use sowlab_base::pieces::Pieces;

#[derive(Debug, Args)]
#[command(after_help = "\
The value is a margin in stones from the position on, for the side to move; in the stones family for the first \
chooser (sente). There is one value per infinite-play convention: `lower` counts infinite play as a loss of the \
stones left, `zero` as a draw, `upper` as a win. An unresolved value is printed as bounds and an estimate.

`best`: moves that attain `lower`; among those, the ones that also attain `zero`, then `upper`, if any do. \
`best_complete` tells whether the list is complete.

The solutions of solved openings ship with the program and are printed at once: the opening, its first moves \
and, in 22Stones, 33Stones, 44Stones and 55Stones, the first rounds. --recompute searches instead, and so does \
every option of the search: --tables, --memory, --node-budget, --proof, --save-proof and --explain. Values that \
such a search leaves unresolved are filled in.

Missing endgame tables are built when they speed up the search, unless --tables is given. The two-rank games \
build them in memory.

In Random Mancala the value is that of choosing side and starter, and `choices` lists the four choices. When \
the time limit is reached, or after Ctrl-C, the bounds proven so far are printed.

--shard divides the positions after a reply and requires --replies. A shard prints bounds for values that rest \
on other shards. `sowlab merge` prints the result of an undivided run, except for times and nodes. --time-limit \
applies to each shard.

Examples:
  sowlab solve stones:holes=5,seeds=2
  sowlab solve kalah:pits=4,seeds=3 --choices
  sowlab solve 55stones --tables tables --time-limit 10m --save-proof 55.proof
  sowlab solve 33stones --replies --shard 3/110 --piece opening-3.json")]
pub(super) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    game: String,
    /// Position [default: the opening]
    #[arg(long)]
    position: Option<String>,
    #[arg(
        long,
        value_name = "DIR",
        value_parser = tables_directory(),
        help = format!(
            "Directory with endgame tables, which are only read [default: {DEFAULT_TABLES}, else a temporary directory]"
        )
    )]
    tables: Option<PathBuf>,
    /// Memory of the search, as in 512M or 2G; the stones family uses half of it for tables [default: 1G]
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
    /// Print a line of optimal play, which `sowlab sow` can replay (stones family). If the value depends on infinite
    /// play, print one line per convention whose value is solved
    #[arg(long, conflicts_with = "shard")]
    explain: bool,
    /// Proof or proof cache whose bounds the search uses (stones family); may be given several times
    #[arg(long = "proof", value_name = "FILE", conflicts_with = "shard")]
    proofs: Vec<PathBuf>,
    /// Proof cache to resume from if it exists, and to save to every few minutes and at the end (stones family)
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    save_proof: Option<PathBuf>,
    /// Node budget per claim before the search turns to easier claims (stones family). Lower: bounds narrow sooner.
    /// Higher: exact values are found sooner [default: 16777216]
    #[arg(long, alias = "patience", value_name = "NODES")]
    node_budget: Option<NonZeroU64>,
    /// Search even if the solution ships with the program
    #[arg(long)]
    recompute: bool,
    #[command(flatten)]
    choices: ChoicesArguments,
    /// Time limit of the whole answer, as in 90s or 2h [default: none]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    sharded: Sharded,
}

/// The document of `solve`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SolveDocument {
    #[serde(flatten)]
    solved: Solved,
    /// With --choices every choice; otherwise in Random Mancala those of side and starter.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<ListedChoices>,
    /// The value in combinatorial game theory, in `sowing` and `atomic-wari`: `0`, `1/2`, `*2`, `^`, `v`, their sums, or
    /// options as in `{0|-2}`. Missing where too many positions can be reached, or the text is too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    combinatorial_value: Option<String>,
    /// The wall seconds of the answer.
    seconds: f64,
}

/// Choices with their values, or with bounds alone.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ListedChoices {
    Valued(Vec<ValuedChoice>),
    Bounded(Vec<SolvedChoice>),
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = SolveRequest::default();
    let request = SolveRequest {
        position: arguments.position.clone(),
        tables: arguments.tables.clone(),
        memory: arguments.memory.unwrap_or(request.memory),
        search: arguments.memory.is_some(),
        time_limit: arguments.time_limit,
        proofs: arguments.proofs.clone(),
        save_proof: arguments.save_proof.clone(),
        node_budget: arguments.node_budget,
        explain: arguments.explain,
        recompute: arguments.recompute,
    };
    let table = arguments.choices.table(common.format)?;
    if let Some(proof) = &arguments.save_proof {
        refuse_standard_output("--save-proof", proof)?;
    }
    let shard = arguments.sharded.shard();
    if shard.is_some() && !arguments.choices.replies() {
        let error = "only the values of replies can be divided; add --replies";
        return Err(Failure::input("--shard", error));
    }
    arguments.sharded.check()?;
    let (solved, choices) = if let Some(shard) = shard {
        let (solved, choices) =
            game.analyses()
                .solve_part(&request, Selection::Piece(shard), &progress)?;
        (solved, Some(choices))
    } else if arguments.choices.wanted() {
        let replies = arguments.choices.replies();
        let (solved, choices) = game
            .analyses()
            .solve_choices(&request, replies, &progress)?;
        (solved, Some(choices))
    } else {
        (game.analyses().solve(&request, &progress)?, None)
    };
    let combinatorial = combinatorial_value(&game, arguments.position.as_deref(), &progress)?;
    let time = started.elapsed();
    let interrupted = progress.cancelled();
    drop(progress);
    if let Some(choices) = &choices {
        table.write(choices)?;
    }
    if let Some(piece) = choices.as_ref().and_then(|choices| choices.piece.as_ref())
        && !interrupted
    {
        let request = ValuedPieceRequest {
            game: game.to_string(),
            position: solved.position.clone(),
        };
        arguments.sharded.write(&request, || piece.clone(), time)?;
    }
    let standing = Standing::of(&game, arguments.position.as_deref())?;
    Ok(document(solved, choices, combinatorial, time, &standing)
        .silent_if(table.is_standard_output())
        .interrupted_if(interrupted)
        .kept_in(arguments.save_proof.as_deref()))
}

/// Returns the document of all pieces.
pub(super) fn merged(pieces: &Pieces, common: &Common) -> Result<Document, Failure> {
    let (request, found) = pieces.read::<ValuedPiece>().map_err(piece_failure)?;
    let game = show::game(&request.game)?;
    let request = SolveRequest {
        position: Some(request.position),
        ..SolveRequest::default()
    };
    let progress = Progress::new(common);
    let (solved, choices) =
        game.analyses()
            .solve_part(&request, Selection::Joined(found), &progress)?;
    drop(progress);
    let standing = Standing::of(&game, Some(&solved.position))?;
    Ok(document(
        solved,
        Some(choices),
        None,
        pieces.time(),
        &standing,
    ))
}

fn document(
    solved: Solved,
    valued: Option<Choices>,
    combinatorial_value: Option<String>,
    time: Duration,
    standing: &Standing,
) -> Document {
    let seconds = time.as_secs_f64();
    let combinatorial = combinatorial_value.as_deref();
    let text = text(&solved, valued.as_ref(), combinatorial, seconds, standing);
    // None of a game that is over.
    let choices = match valued {
        Some(valued) => Some(ListedChoices::Valued(valued.choices)),
        None if solved.choices.is_empty() => None,
        None => Some(ListedChoices::Bounded(solved.choices.clone())),
    };
    let document = SolveDocument {
        solved,
        choices,
        combinatorial_value,
        seconds,
    };
    Document::new(text, &document)
}

fn text(
    solved: &Solved,
    valued: Option<&Choices>,
    combinatorial: Option<&str>,
    seconds: f64,
    standing: &Standing,
) -> String {
    let Solved {
        game,
        position,
        margin_of,
        solution,
        choices,
        lines,
        estimate,
        pie_best,
        evidence,
    } = solved;
    let Solution {
        bounds,
        best,
        nodes,
        pie,
        ..
    } = solution;
    let mut text = format!("{game}\n{position}\n\n");
    let &Standing {
        first,
        second,
        lead,
    } = standing;
    let of_first = |margin: i32| if *margin_of == first { margin } else { -margin };
    let wins = |margin: i32| verdict([first, second], lead + of_first(margin));
    match bounds.value() {
        Some(value) if value.lower == value.upper => {
            let _ = writeln!(
                text,
                "{BOLD}{}{BOLD:#} under optimal play.",
                capital(&wins(value.zero))
            );
        }
        Some(value) => {
            let _ = writeln!(text, "The result depends on infinite play:");
            for (margin, about) in [
                (
                    value.lower,
                    format!("if infinite play loses the rest for {margin_of}"),
                ),
                (value.zero, "if infinite play is a draw".to_owned()),
                (
                    value.upper,
                    format!("if infinite play wins the rest for {margin_of}"),
                ),
            ] {
                let _ = writeln!(text, "  {BOLD}{}{BOLD:#} {DIM}{about}{DIM:#}", wins(margin));
            }
        }
        None => {
            let readings = Values::of(bounds, interval_text);
            let _ = writeln!(text, "Not solved. {margin_of}'s margin from here on:");
            for (name, reading, about) in [
                ("lower", readings.lower, "infinite play loses what is left"),
                ("zero", readings.zero, "infinite play is a draw"),
                ("upper", readings.upper, "infinite play wins what is left"),
            ] {
                let _ = writeln!(text, "{name:5}  {reading}  {DIM}{about}{DIM:#}");
            }
        }
    }
    if lead != 0
        && let Some(value) = bounds.one_value()
    {
        let _ = writeln!(text, "{margin_of}'s margin from here on: {value:+}");
    }
    if let Some(value) = combinatorial {
        let _ = writeln!(text, "Value in combinatorial game theory: {value}");
    }
    if let Some(estimate) = estimate {
        let _ = writeln!(text, "{DIM}{}{DIM:#}", estimate_text(*estimate));
    }
    match pie.as_ref().map(|pie| (pie, pie.one_value())) {
        Some((_, Some(value))) => {
            let _ = writeln!(text, "With the pie rule: {BOLD}{}{BOLD:#}.", wins(value));
        }
        Some((pie, None)) => {
            let _ = writeln!(
                text,
                "With the pie rule, {margin_of}'s margin: {}",
                readings_text(pie)
            );
        }
        None => {}
    }
    for SolvedChoice { choice, bounds } in choices {
        let _ = writeln!(text, "{choice}: {}", readings_text(bounds));
    }
    if !best.is_empty() {
        let _ = write!(text, "Best: {}", best.join(" "));
        if !pie_best.is_empty() {
            let _ = write!(text, "; with the pie rule: {}", pie_best.join(" "));
        }
        text.push('\n');
    }
    if let Some(evidence) = evidence {
        text += &evidence_text(evidence);
    }
    if let Some(choices) = valued {
        let seen = of_chooser(choices, first, lead);
        let _ = writeln!(text, "\n{}", choices_text(&seen));
    }
    if !bounds.closed() && *nodes > 0 {
        text += NEXT_STEP;
    }
    if let Some(lines) = lines {
        text += &explain::text(lines, game);
    }
    let _ = writeln!(text, "{DIM}{nodes} nodes, {seconds:.2} s{DIM:#}");
    text
}

/// The advice for an incomplete answer.
const NEXT_STEP: &str = "\
To narrow the bounds: a longer --time-limit, more --memory, or larger endgame tables (`sowlab tables build`).
Each layer of tables saves nearly half of the search. In the stones family --save-proof FILE saves the bounds.
";

/// A sentence from words.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
