//! `sowlab solve`.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::table::TableError;
use tempfile::TempDir;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use super::{Common, colony, show, solve_two_rank};
use crate::games::catalogue::CatalogueGame;
use crate::games::stones::{Phase, Position, StonesGame};
use crate::solve::{
    Bounds, ChoiceBounds, Deadline, MemorySize, Solution, TabledStones, exact, solve_colony,
    solve_stones,
};
use crate::tables::TabledGame;

/// The most boards for which tables are made on the spot: a few seconds.
const BOARDS_ON_DEMAND: u64 = 5_000_000;

#[derive(Debug, Args)]
#[command(after_help = "\
Values are margins from the position on, for the side to move (with sente, in the stones family), by
three readings of infinite play: lower, it loses everything left; zero, what is left counts for
nobody; upper, it wins everything left. A value is given only where it is proven; otherwise the
proven interval is. `best` names choices that secure lower: in the stones family one; elsewhere, where
best_complete is true, all of them, or only those that keep zero, and upper, too if there are any.
In Random Mancala the value is that of the choice, for the player who has it, and `choices` says what
each of the four is worth to him. When the time is up or after Ctrl-C, what is proven by then is
printed.")]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// The position [default: the opening]
    #[arg(long)]
    pub(super) position: Option<String>,
    /// Tables to use, built by `sowlab tables build` [default: made on the spot where that takes
    /// seconds, but for games in which play always ends]
    #[arg(long, value_name = "DIR")]
    pub(super) tables: Option<PathBuf>,
    /// Memory for the transposition table, as in 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    pub(super) memory: MemorySize,
    /// When to stop, as in 90s or 2h [default: when everything is proven]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
}

#[derive(Serialize)]
struct Solved {
    game: String,
    position: String,
    value: Readings<Option<i32>>,
    bounds: Readings<[i32; 2]>,
    /// For the side that may turn the board after the first round; `null` where not proven.
    pie: Option<Readings<i32>>,
    best: Vec<String>,
    /// Whether `best` has every choice that is as good.
    best_complete: bool,
    /// Random Mancala: what each choice of side and starter is worth to the chooser.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Choice>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Choice {
    choice: String,
    value: Readings<Option<i32>>,
    bounds: Readings<[i32; 2]>,
}

#[derive(Serialize)]
struct Readings<T> {
    lower: T,
    zero: T,
    upper: T,
}

impl<T> Readings<T> {
    fn of(bounds: &Bounds, of: impl Fn(&RangeInclusive<i32>) -> T) -> Readings<T> {
        Readings {
            lower: of(&bounds.lower),
            zero: of(&bounds.zero),
            upper: of(&bounds.upper),
        }
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let at = arguments
        .time_limit
        .and_then(|limit| started.checked_add(limit));
    let deadline = Deadline::new(&progress, at);
    let text = arguments.position.as_deref();
    let (name, position, solution, choices) = match game {
        CatalogueGame::Stones(rules) => {
            let position = show::position(&rules, text)?;
            if position.phase() != Phase::Sente {
                return Err(Failure::input(
                    "--position",
                    "phase: solve starts where sente has taken no hole and no pie decision is \
                     open ('-')",
                ));
            }
            let table = table(arguments)?;
            let game = StonesGame::new(&rules);
            let solution = match &arguments.tables {
                None => match on_demand(&game, &position, &progress)? {
                    Some(directory) => {
                        let game = TabledStones::open(game, directory.path()).map_err(unusable)?;
                        game.solve(&position, &table, &deadline).map_err(unusable)?
                    }
                    None => solve_stones(&game, &position, &table, &deadline),
                },
                Some(directory) => {
                    let game = TabledStones::open(game, directory).map_err(unusable)?;
                    game.solve(&position, &table, &deadline).map_err(unusable)?
                }
            };
            (
                rules.to_string(),
                position.to_string(),
                solution,
                Vec::new(),
            )
        }
        CatalogueGame::TwoRank(variant) => solve_two_rank::run(&variant, arguments, &deadline)?,
        CatalogueGame::Random(variant) => {
            solve_two_rank::run_random(&variant, arguments, &deadline)?
        }
        CatalogueGame::Colony(variant) => {
            let game = variant.game();
            if arguments.tables.is_some() {
                return Err(Failure::input("--tables", "The Colony has no tables"));
            }
            let position = colony::position(&game, text)?;
            let solution = solve_colony(&game, &position, &table(arguments)?, &deadline);
            let name = game.name().to_owned();
            (name, game.position_text(&position), solution, Vec::new())
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let interrupted = progress.cancelled();
    drop(progress);
    let document = document(name, position, solution, &choices, seconds);
    Ok(document.interrupted_if(interrupted))
}

/// Tables of every board with no more stones than this one has, in a folder of their own, if they
/// are made in seconds: they then answer sooner and more than any search.
pub(super) fn on_demand(
    game: &StonesGame,
    position: &Position,
    progress: &Progress,
) -> Result<Option<TempDir>, Failure> {
    let stones = position.board().stones();
    let boards = Ranking::new(game.rules().holes() + 1, stones as usize)
        .and_then(|ranking| ranking.boards(stones as usize));
    // Boards of up to so many stones are those of one hole more with just so many.
    if !boards.is_ok_and(|boards| boards <= BOARDS_ON_DEMAND) {
        return Ok(None);
    }
    let directory = tempfile::tempdir()?;
    let tables = TabledGame::Stones(*game.rules());
    match tables.build(directory.path(), stones, progress, &mut |_| ()) {
        Ok(()) => Ok(Some(directory)),
        Err(TableError::Solve(SolveError::Interrupted)) => Err(Failure::Interrupted),
        Err(error) => Err(Failure::other(error)),
    }
}

pub(super) fn unusable(error: TableError) -> Failure {
    match error {
        TableError::Missing(_)
        | TableError::Foreign { .. }
        | TableError::Format { .. }
        | TableError::Unrankable(_) => Failure::input("--tables", error),
        _ => Failure::other(error),
    }
}

pub(super) fn table(arguments: &Arguments) -> Result<TranspositionTable, Failure> {
    TranspositionTable::new(arguments.memory.bytes())
        .map_err(|error| Failure::input("--memory", error))
}

/// What is proven of an interval, for people.
fn interval_text(interval: &RangeInclusive<i32>) -> String {
    match exact(interval) {
        Some(margin) => format!("{BOLD}{margin:+}{BOLD:#}"),
        None => format!("not proven, {:+} to {:+}", interval.start(), interval.end()),
    }
}

/// The three readings on one line, or the one value that they have in common.
fn readings_text(bounds: &Bounds) -> String {
    let Readings { lower, zero, upper } = Readings::of(bounds, interval_text);
    match lower == zero && zero == upper {
        true => lower,
        false => format!("lower {lower}, zero {zero}, upper {upper}"),
    }
}

fn document(
    game: String,
    position: String,
    solution: Solution,
    choices: &[ChoiceBounds],
    seconds: f64,
) -> Document {
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
            "Value: {} (infinite play has no part in it)",
            readings.zero
        );
    } else {
        for (name, reading, about) in [
            ("lower", readings.lower, "infinite play loses what is left"),
            ("zero", readings.zero, "it counts for nobody"),
            ("upper", readings.upper, "infinite play wins what is left"),
        ] {
            let _ = writeln!(text, "{name:5}  {reading}  {DIM}{about}{DIM:#}");
        }
    }
    if let Some(pie) = pie {
        let _ = writeln!(
            text,
            "With the pie rule: {:+} (lower {:+}, upper {:+})",
            pie.zero, pie.lower, pie.upper
        );
    }
    for ChoiceBounds { choice, bounds } in choices {
        let _ = writeln!(text, "{choice}: {}", readings_text(bounds));
    }
    if !best.is_empty() {
        let _ = writeln!(text, "Best:  {}", best.join(" "));
    }
    let _ = writeln!(text, "{DIM}{nodes} nodes, {seconds:.2} s{DIM:#}");
    Document::new(
        text,
        &Solved {
            game,
            position,
            value: Readings::of(&bounds, exact),
            bounds: Readings::of(&bounds, |interval| [*interval.start(), *interval.end()]),
            pie: pie.map(|pie| Readings {
                lower: pie.lower,
                zero: pie.zero,
                upper: pie.upper,
            }),
            best,
            best_complete,
            choices: choices
                .iter()
                .map(|ChoiceBounds { choice, bounds }| Choice {
                    choice: choice.to_string(),
                    value: Readings::of(bounds, exact),
                    bounds: Readings::of(bounds, |interval| [*interval.start(), *interval.end()]),
                })
                .collect(),
            nodes,
            seconds,
        },
    )
}
