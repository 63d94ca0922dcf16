//! What seeing the other's choice is worth, over the stones left, and which orderings of the commit
//! orders hold.

use rayon::prelude::*;
use serde::Serialize;
use sowlab_solvers::equilibrium::{EquilibriumError, Horizon};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Unwatched};

use super::layers;
use crate::equilibrium::{OrderValues, Ordering};
use crate::games::stones::{Board, Cups, Phase, Position, Rules, Side, StonesGame};
use crate::study::plot::Lines;
use crate::study::{Experiment, Finding, Plot, StudyError, Table};

/// Memory for the values of the boards of one game.
pub(super) const TABLE_BYTES: usize = 1 << 27;

/// Which boards.
pub(in crate::study) struct Layers {
    pub(in crate::study) least: u32,
    pub(in crate::study) stones: u32,
    pub(in crate::study) boards: u64,
    pub(in crate::study) horizon: u8,
}

#[derive(Serialize)]
struct Compared {
    game: String,
    horizon: u8,
    layers: Vec<Layer>,
    orderings: Vec<Kept>,
}

/// Means over the boards of a layer that are not finished.
#[derive(Serialize)]
struct Layer {
    stones: u32,
    /// All boards of the layer that were looked at are part of the means: `whole` says whether
    /// these are all there are.
    boards: usize,
    whole: bool,
    open: f64,
    reverse: f64,
    sealed: f64,
    price_of_sente: f64,
    worth_of_seeing: f64,
    /// The share of boards where gote's seeing costs sente something.
    seeing_matters: f64,
}

/// How often an ordering holds, over all layers.
#[derive(Serialize)]
struct Kept {
    ordering: &'static str,
    boards: u64,
    fails: u64,
    /// The board with the fewest stones where it fails.
    first: Option<Example>,
}

#[derive(Serialize)]
struct Example {
    position: String,
    #[serde(flatten)]
    values: OrderValues,
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    asked: &Layers,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let mut table = Table::new(&[
        "game",
        "horizon",
        "stones",
        "boards",
        "open",
        "reverse",
        "sealed",
        "price of sente",
        "worth of seeing",
        "seeing matters, per cent",
    ]);
    let mut all = Vec::new();
    let mut remarks = Vec::new();
    for rules in experiment.rule_sets()? {
        let compared = match compare(&rules, asked, monitor) {
            Ok(compared) => compared,
            Err(Failed::Cancelled) => return Ok(None),
            Err(Failed::Other(reason)) => return Err(experiment.failed(reason)),
        };
        for layer in &compared.layers {
            table.row([
                compared.game.clone(),
                compared.horizon.to_string(),
                layer.stones.to_string(),
                layer.boards.to_string(),
                format!("{:.4}", layer.open),
                format!("{:.4}", layer.reverse),
                format!("{:.4}", layer.sealed),
                format!("{:.4}", layer.price_of_sente),
                format!("{:.4}", layer.worth_of_seeing),
                format!("{:.1}", 100.0 * layer.seeing_matters),
            ]);
        }
        remarks.extend(
            compared
                .orderings
                .iter()
                .map(|kept| remark(&compared, kept)),
        );
        all.push(compared);
    }
    let plots = plots(&experiment.id, &all);
    Ok(Some(
        Finding::new(experiment, &all, table, remarks).plotted(plots),
    ))
}

fn remark(compared: &Compared, kept: &Kept) -> String {
    let Compared { game, horizon, .. } = compared;
    let Kept {
        ordering,
        boards,
        fails,
        first,
    } = kept;
    match first {
        None => format!("{game}, horizon {horizon}: {ordering} on all {boards} boards."),
        Some(Example { position, values }) => format!(
            "{game}, horizon {horizon}: {ordering} fails on {fails} of {boards} boards, first on \
             `{position}`: open {:+.4}, sealed {:+.4}, reverse {:+.4}.",
            values.open, values.sealed, values.reverse
        ),
    }
}

enum Failed {
    Cancelled,
    Other(String),
}

impl From<EquilibriumError> for Failed {
    fn from(error: EquilibriumError) -> Failed {
        match error {
            EquilibriumError::Cancelled => Failed::Cancelled,
            error => Failed::Other(error.to_string()),
        }
    }
}

fn compare(rules: &Rules, asked: &Layers, monitor: &dyn Monitor) -> Result<Compared, Failed> {
    let other = |error: &dyn std::fmt::Display| Failed::Other(error.to_string());
    let most = asked.stones.min(rules.stones() as u32);
    let ranking = Ranking::new(rules.holes(), most as usize).map_err(|error| other(&error))?;
    let game = StonesGame::new(rules);
    let memory = TranspositionTable::new(TABLE_BYTES).map_err(|error| other(&error))?;
    let horizon = Horizon::Rounds(asked.horizon);
    let mut layers = Vec::new();
    let mut orderings: Vec<Kept> = (Ordering::ALL.into_iter())
        .map(|ordering| Kept {
            ordering: ordering.statement(),
            boards: 0,
            fails: 0,
            first: None,
        })
        .collect();
    for stones in asked.least..=most {
        let there = ranking
            .boards(stones as usize)
            .map_err(|error| other(&error))?;
        let taken = there.min(asked.boards);
        monitor.begin(&format!("{stones} stones"), taken);
        // The middles of as many equal parts of the layer.
        let rank = |number: u64| {
            ((2 * u128::from(number) + 1) * u128::from(there) / (2 * u128::from(taken))) as u64
        };
        let found: Vec<Option<(Board, OrderValues)>> = (0..taken)
            .into_par_iter()
            .map(|number| {
                let holes = ranking.unrank(stones as usize, rank(number));
                let board = Board::from_lanes(holes.map_err(|error| other(&error))?);
                if board.playable().count_ones() < 2 {
                    return Ok(None);
                }
                monitor.advance(1);
                let values = OrderValues::of(&game, &board, horizon, &memory, &Unwatched(monitor))?;
                Ok(Some((board, values)))
            })
            .collect::<Result<_, Failed>>()?;
        let found: Vec<(Board, OrderValues)> = found.into_iter().flatten().collect();
        for (ordering, kept) in Ordering::ALL.into_iter().zip(&mut orderings) {
            kept.boards += found.len() as u64;
            for (board, values) in found.iter().filter(|(_, values)| !values.keep(ordering)) {
                kept.fails += 1;
                kept.first.get_or_insert_with(|| Example {
                    position: alone(rules, *board),
                    values: *values,
                });
            }
        }
        if !found.is_empty() {
            layers.push(Layer::of(stones, &found, taken == there));
        }
    }
    Ok(Compared {
        game: rules.to_string(),
        horizon: asked.horizon,
        layers,
        orderings,
    })
}

/// A board as a position: sente is East, and what is missing lies in East's cup.
fn alone(rules: &Rules, board: Board) -> String {
    let cups = Cups {
        east: (rules.stones() as u32 - board.stones()) as u8,
        west: 0,
    };
    Position::new(rules, board, cups, Side::East, Phase::Sente, 1)
        .map_or_else(|_| format!("{board:?}"), |position| position.to_string())
}

impl Layer {
    fn of(stones: u32, found: &[(Board, OrderValues)], whole: bool) -> Layer {
        let boards = found.len() as f64;
        let mean = |of: &dyn Fn(&OrderValues) -> f64| {
            found.iter().map(|(_, values)| of(values)).sum::<f64>() / boards
        };
        Layer {
            stones,
            boards: found.len(),
            whole,
            open: mean(&|values| values.open),
            reverse: mean(&|values| values.reverse),
            sealed: mean(&|values| values.sealed),
            price_of_sente: mean(&OrderValues::price_of_sente),
            worth_of_seeing: mean(&OrderValues::worth_of_seeing),
            seeing_matters: mean(&|values| f64::from(u8::from(values.worth_of_seeing() > 1e-7))),
        }
    }
}

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 4;

fn plots(id: &str, all: &[Compared]) -> Vec<Plot> {
    if all.len() > MOST_LINES {
        return Vec::new();
    }
    let series = |value: &dyn Fn(&Layer) -> f64| {
        let games = all
            .iter()
            .map(|compared| (compared.game.as_str(), compared.layers.as_slice()));
        layers::by_game(games, |layer| layer.stones, |layer| Some(value(layer)))
    };
    let price = Lines {
        title: "The price of sente: reverse minus open",
        x: "stones on the board",
        y: "stones, mean of the boards",
        logarithmic: false,
        series: series(&|layer| layer.price_of_sente),
    };
    let worth = Lines {
        title: "The worth of seeing: sealed minus open",
        x: "stones on the board",
        y: "stones, mean of the boards",
        logarithmic: false,
        series: series(&|layer| layer.worth_of_seeing),
    };
    layers::plots(id, [("price", price), ("worth", worth)])
}
