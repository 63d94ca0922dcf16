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
use super::{Common, show, two_rank};
use crate::games::catalogue::CatalogueGame;
use crate::games::stones::{Phase, Position, StonesGame};
use crate::solve::{
    Bounds, Deadline, MemorySize, Solution, TabledStones, exact, solve_stones, solve_two_rank,
};
use crate::tables::TabledGame;

/// The most boards for which tables are made on the spot: a few seconds.
const BOARDS_ON_DEMAND: u64 = 5_000_000;

#[derive(Debug, Args)]
#[command(after_help = "\
Values are margins from the position on, for the side to move (with sente, in the stones family), by
three readings of infinite play: lower, it loses everything left; zero, what is left counts for
nobody; upper, it wins everything left. A value is given only where it is proven; otherwise the
proven interval is. `best` names a choice that secures lower. When the time is up or after Ctrl-C,
what is proven by then is printed.")]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// The position [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// Tables of the stones family to use, built by `sowlab tables build` [default: made on the
    /// spot where that takes seconds]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Memory for the transposition table, as in 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: MemorySize,
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
    nodes: u64,
    seconds: f64,
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
    let (name, position, solution) = match game {
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
            (rules.to_string(), position.to_string(), solution)
        }
        CatalogueGame::TwoRank(variant) => {
            let game = variant.game();
            if arguments.tables.is_some() {
                return Err(Failure::input(
                    "--tables",
                    "solve uses tables of the stones family only",
                ));
            }
            let position = two_rank::position(&game, text)?;
            if game.ending().is_none() {
                return Err(Failure::input(
                    "game",
                    "solve is for games in which play always ends (kalah, basic, egyptian) and \
                     for the stones family: in this one it may repeat itself",
                ));
            }
            let solution = solve_two_rank(&game, &position, arguments.memory, &deadline)
                .map_err(|error| Failure::input("--memory", error))?
                .expect("play of this game always ends");
            (game.name().to_owned(), position.to_string(), solution)
        }
        CatalogueGame::Random(_) => {
            return Err(Failure::input(
                "game",
                "solve starts from a position: name the base game and give the setup with \
                 --position",
            ));
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let interrupted = progress.cancelled();
    drop(progress);
    let document = document(name, position, solution, seconds);
    Ok(document.interrupted_if(interrupted))
}

/// Tables of every board with no more stones than this one has, in a folder of their own, if they
/// are made in seconds: they then answer sooner and more than any search.
fn on_demand(
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

fn unusable(error: TableError) -> Failure {
    match error {
        TableError::Missing(_)
        | TableError::Foreign { .. }
        | TableError::Format { .. }
        | TableError::Unrankable(_) => Failure::input("--tables", error),
        _ => Failure::other(error),
    }
}

fn table(arguments: &Arguments) -> Result<TranspositionTable, Failure> {
    TranspositionTable::new(arguments.memory.bytes())
        .map_err(|error| Failure::input("--memory", error))
}

fn document(game: String, position: String, solution: Solution, seconds: f64) -> Document {
    let Solution {
        bounds,
        best,
        nodes,
        pie,
    } = solution;
    let mut text = format!("{game}\n{position}\n\n");
    let readings = Readings::of(&bounds, |interval| match exact(interval) {
        Some(margin) => format!("{BOLD}{margin:+}{BOLD:#}"),
        None => format!("not proven, {:+} to {:+}", interval.start(), interval.end()),
    });
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
            nodes,
            seconds,
        },
    )
}
