//! What seeing the other's choice is worth, over the stones left, and which orderings of the commit
//! orders hold.

use rayon::prelude::*;
use sowlab_solvers::equilibrium::{EquilibriumError, Horizon};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Unwatched};

use super::layers;
use crate::analysis::equilibrium::{OrderValues, Ordering};
use crate::games::stones::{Board, Cups, Phase, Position, Rules, Seat, StonesGame};
use crate::study::layered::compared::{Compared, Example, Kept, Layer, lines};
use crate::study::names::short_name;
use crate::study::{Experiment, Finding, StudyError, Table};

/// Memory for the values of the boards of one game.
pub(super) const TABLE_BYTES: usize = 1 << 27;

/// Which boards.
pub(in crate::study) struct Layers {
    pub(in crate::study) least: u32,
    pub(in crate::study) stones: u32,
    pub(in crate::study) boards: u64,
    pub(in crate::study) horizon: u8,
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
    let plots = layers::plots(&experiment.id, lines(&all, &short_name));
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
            ordering: ordering.statement().to_owned(),
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
    Position::new(rules, board, cups, Seat::East, Phase::Sente, 1)
        .map_or_else(|_| format!("{board:?}"), |position| position.to_string())
}
