//! The values of the openings of small boards, each proven in two ways.

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Game, Keyed};
use sowlab_solvers::{Monitor, Reachable, ReachableError, Value};

use crate::analysis::solve::{
    Bounds, MemorySize, TwoRankTables, search_repeating, solve_sequential, solve_two_rank,
};
use crate::catalog::CatalogGame;
use crate::games::two_rank::{MAX_SEEDS, TwoRank, Variant};
use crate::study::entries::small_openings::{Opening, Way};
use crate::study::{Experiment, Finding, StudyError, Table};

/// Bytes of the transposition table of a search.
const MEMORY: MemorySize = MemorySize::new(64 << 20);
/// The most states of a graph that is the second way.
const STATES: usize = 20_000_000;

/// Moves that a search goes deep whose bounds must hold the value of a graph.
const DEEPENING: u8 = 30;

/// How far it goes.
#[derive(Clone, Copy)]
pub(in crate::study) struct Sizes {
    /// Pits a side, from 1 on.
    pub(in crate::study) pits: u32,
    /// Seeds in a pit, from 1 on.
    pub(in crate::study) seeds: u32,
    /// The most positions in the tables of a size: larger ones are left out.
    pub(in crate::study) positions: u64,
}

/// The full names of the games that it solves.
pub(in crate::study) fn names(experiment: &Experiment, sizes: Sizes) -> Vec<String> {
    let games = experiment.games.iter();
    let known = games.filter_map(|name| name.parse::<CatalogGame>().ok().map(|game| (name, game)));
    known
        .flat_map(|(name, game)| match game {
            CatalogGame::TwoRank(_) => variants(name, sizes)
                .iter()
                .map(Variant::to_string)
                .collect(),
            other => vec![other.to_string()],
        })
        .collect()
}

/// A game on every board that is small enough.
fn variants(name: &str, sizes: Sizes) -> Vec<Variant> {
    let mark = if name.contains(':') { ',' } else { ':' };
    let all = (1..=sizes.pits).flat_map(|pits| (1..=sizes.seeds).map(move |seeds| (pits, seeds)));
    all.filter(|&(pits, seeds)| 2 * pits * seeds <= MAX_SEEDS as u32)
        .filter(|&(pits, seeds)| {
            boards_to(2 * pits as usize, 2 * (pits * seeds) as usize) <= sizes.positions
        })
        .filter_map(|(pits, seeds)| {
            format!("{name}{mark}pits={pits},seeds={seeds}")
                .parse()
                .ok()
        })
        .collect()
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    sizes: Sizes,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut openings: Vec<Opening> = Vec::new();
    for name in &experiment.games {
        let games = match name.parse::<CatalogGame>() {
            Ok(CatalogGame::TwoRank(_)) => variants(name, sizes),
            Ok(CatalogGame::Colony(variant)) => {
                match colony(&variant.game(), monitor)
                    .map_err(|reason| experiment.failed(reason))?
                {
                    Some(opening) => openings.push(opening),
                    None => return Ok(None),
                }
                continue;
            }
            _ => continue,
        };
        let mut tables: Option<(usize, TwoRankTables)> = None;
        // The largest board of each width first: its tables hold the smaller ones.
        let mut found = Vec::new();
        for variant in games.iter().rev() {
            let game = variant.game();
            let pits = game.rules().pits;
            let known = match tables.take() {
                Some((width, known)) if width == pits => known,
                _ => TwoRankTables::in_memory(&game, game.rules().total() as u32, monitor)
                    .map_err(|error| experiment.failed(error))?,
            };
            let opening =
                two_rank(&game, &known, monitor).map_err(|reason| experiment.failed(reason))?;
            tables = Some((pits, known));
            match opening {
                Some(opening) => found.push(opening),
                None => return Ok(None),
            }
        }
        openings.extend(found.into_iter().rev());
    }
    let mut table = Table::new(&["game", "lower", "zero", "upper", "best", "proven by"]);
    for opening in &openings {
        table.row([
            opening.game.clone(),
            format!("{:+}", opening.lower),
            format!("{:+}", opening.zero),
            format!("{:+}", opening.upper),
            opening.best.join(" "),
            opening.ways.map(Way::name).join(", "),
        ]);
    }
    let mut remarks = vec![
        format!(
            "{} openings, each solved in two ways that agree. Margins for the player who moves \
             first; infinite play loses (lower), counts for nobody (zero) or wins (upper) what is \
             left.",
            openings.len()
        ),
        format!(
            "In {} of them infinite play matters.",
            openings
                .iter()
                .filter(|opening| opening.infinite_play_matters())
                .count()
        ),
    ];
    if openings
        .iter()
        .any(|opening| opening.ways[1] == Way::DeepeningToInterval)
    {
        remarks.push(
            "An interval is no proof of the value, only a bound that it lies in: there the first \
             way stands alone."
                .to_owned(),
        );
    }
    Ok(Some(Finding::new(experiment, &openings, table, remarks)))
}

/// The opening by tables; and by search where play always ends, else by the graph of all states.
/// `None` if the monitor cancelled.
fn two_rank(
    game: &TwoRank,
    tables: &TwoRankTables,
    monitor: &dyn Monitor,
) -> Result<Option<Opening>, String> {
    let start = game.start_position();
    let solve = |tables| {
        solve_two_rank(game, &start, tables, MEMORY, monitor).map_err(|error| error.to_string())
    };
    let by_tables = solve(Some(tables))?;
    let Some(value) = tables.value(start.state()) else {
        return Ok(None);
    };
    let (second, way) = match game.always_ends() {
        true => {
            let found = solve(None)?;
            (found.bounds.value(), Way::AlphaBeta)
        }
        false => match Reachable::solve(game, start.state(), STATES, monitor) {
            Ok(graph) => (graph.value(game.key(&start.state())), Way::Graph),
            Err(ReachableError::Interrupted) => return Ok(None),
            Err(error) => return Err(error.to_string()),
        },
    };
    if monitor.cancelled() {
        return Ok(None);
    }
    if second != Some(value) {
        let second = second.map_or("no value".to_owned(), |value| value.to_string());
        let name = game.name();
        return Err(format!(
            "{name}: tables say {value}, {} says {second}",
            way.name()
        ));
    }
    Ok(Some(opening(
        game.name(),
        value,
        by_tables.best,
        [Way::Tables, way],
    )))
}

/// The opening by the graph of all states, and by deepening, whose bounds must hold it.
fn colony(
    game: &crate::games::colony::Colony,
    monitor: &dyn Monitor,
) -> Result<Option<Opening>, String> {
    let start = game.start_position();
    let solution =
        solve_sequential(game, &start, MEMORY, monitor).map_err(|error| error.to_string())?;
    if monitor.cancelled() {
        return Ok(None);
    }
    let name = game.name();
    let Some(value) = solution.bounds.value() else {
        return Err(format!("{name}: too many positions to be solved"));
    };
    let Bounds { lower, upper, .. } =
        search_repeating(game, start.state(), &(), DEEPENING, &table()?, monitor).bounds;
    if monitor.cancelled() {
        return Ok(None);
    }
    if !lower.contains(&value.lower) || !upper.contains(&value.upper) {
        return Err(format!(
            "{name}: the graph says {value}, deepening {lower:?} and {upper:?}"
        ));
    }
    let closed = lower.start() == lower.end() && upper.start() == upper.end();
    let way = if closed {
        Way::Deepening
    } else {
        Way::DeepeningToInterval
    };
    Ok(Some(opening(name, value, solution.best, [Way::Graph, way])))
}

fn table() -> Result<TranspositionTable, String> {
    TranspositionTable::new(MEMORY.bytes()).map_err(|error| error.to_string())
}

fn opening(game: &str, value: Value, best: Vec<String>, ways: [Way; 2]) -> Opening {
    Opening {
        game: game.to_owned(),
        lower: value.lower,
        zero: value.zero,
        upper: value.upper,
        best,
        ways,
    }
}
