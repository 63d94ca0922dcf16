//! The value of observing the other's choice by the stones left, and counts of the orderings of the commit orders.

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::equilibrium::{
    ComparedLayer, LayerComparison, MOST_ROUNDS, OrderValues, Ordering,
};
use sowlab_base::MemorySize;
use sowlab_games::stones::Rules;

/// The memory for the values of the boards of one game.
pub(super) const MEMORY: MemorySize = MemorySize::new(1 << 27);

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommitOrders {
    /// The minimum number of stones on the board.
    pub least: u32,
    /// The maximum number of stones on the board.
    pub stones: u32,
    /// The maximum number of boards of a layer, spread evenly; all boards of a smaller layer are used.
    pub boards: u64,
    /// The horizon in rounds.
    pub horizon: u8,
}

/// A game under the commit orders.
#[derive(Serialize, Deserialize)]
pub(crate) struct ComparedGame {
    game: String,
    horizon: u8,
    layers: Vec<Layer>,
    orderings: Vec<OrderingCount>,
}

/// Means over the unfinished boards of a layer.
#[derive(Serialize, Deserialize)]
struct Layer {
    stones: u32,
    /// The number of boards in the means; `whole` tells whether these are all unfinished boards of the layer.
    boards: u64,
    whole: bool,
    open: f64,
    reverse: f64,
    sealed: f64,
    price_of_sente: f64,
    worth_of_seeing: f64,
    /// The share of boards with a positive value of observing for gote.
    seeing_matters: f64,
}

impl Layer {
    fn of(stones: u32, found: &ComparedLayer) -> Layer {
        let boards = found.boards.len() as f64;
        let mean = |of: &dyn Fn(&OrderValues) -> f64| {
            found
                .boards
                .iter()
                .map(|board| of(&board.values))
                .sum::<f64>()
                / boards
        };
        Layer {
            stones,
            boards: found.boards.len() as u64,
            whole: found.whole,
            open: mean(&|values| values.open),
            reverse: mean(&|values| values.reverse),
            sealed: mean(&|values| values.sealed),
            price_of_sente: mean(&OrderValues::price_of_sente),
            worth_of_seeing: mean(&OrderValues::worth_of_seeing),
            seeing_matters: mean(&|values| f64::from(u8::from(values.worth_of_seeing() > 1e-7))),
        }
    }
}

/// Counts of the boards on which an ordering holds or fails, over all layers.
#[derive(Serialize, Deserialize)]
struct OrderingCount {
    ordering: String,
    boards: u64,
    fails: u64,
    /// The board with the fewest stones on which it fails.
    first: Option<Example>,
}

/// A board on which an ordering fails.
#[derive(Serialize, Deserialize)]
struct Example {
    position: String,
    #[serde(flatten)]
    values: OrderValues,
}

impl ExperimentKind for CommitOrders {
    type Row = ComparedGame;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_horizon(self.horizon)?;
        head.full_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<ComparedGame>, Failure> {
        job.of_each_rule_set(|rules| self.compare(rules, job.monitor))
    }

    fn table(rows: &[ComparedGame]) -> Table {
        let lines = rows
            .iter()
            .flat_map(|game| game.layers.iter().map(move |layer| (game, layer)));
        Columns::of(lines)
            .game(|(game, _)| &game.game)
            .count("horizon", |(game, _)| game.horizon)
            .count("stones", |(_, layer)| layer.stones)
            .count("boards", |(_, layer)| layer.boards)
            .decimal("open", 4, |(_, layer)| layer.open)
            .decimal("reverse", 4, |(_, layer)| layer.reverse)
            .decimal("sealed", 4, |(_, layer)| layer.sealed)
            .decimal("price of sente", 4, |(_, layer)| layer.price_of_sente)
            .decimal("worth of seeing", 4, |(_, layer)| layer.worth_of_seeing)
            .decimal("seeing matters, per cent", 1, |(_, layer)| {
                100.0 * layer.seeing_matters
            })
            .table()
    }
}

/// Checks the horizon of an equilibrium.
pub(super) fn check_horizon(horizon: u8) -> Result<(), Unfit> {
    Unfit::unless_within("horizon", horizon.into(), 1, MOST_ROUNDS.into())
}

impl CommitOrders {
    fn compare(&self, rules: &Rules, monitor: &dyn Monitor) -> Result<ComparedGame, Failure> {
        let most = self.stones.min(rules.stones() as u32);
        let comparison = LayerComparison::new(rules, most, self.horizon, MEMORY)?;
        let mut layers = Vec::new();
        let mut orderings: Vec<OrderingCount> = (Ordering::ALL.into_iter())
            .map(|ordering| OrderingCount {
                ordering: ordering.statement().to_owned(),
                boards: 0,
                fails: 0,
                first: None,
            })
            .collect();
        for stones in self.least..=most {
            let found = comparison.layer(stones, self.boards, monitor)?;
            for (ordering, kept) in Ordering::ALL.into_iter().zip(&mut orderings) {
                kept.boards += found.boards.len() as u64;
                for board in (found.boards.iter()).filter(|board| !board.values.keep(ordering)) {
                    kept.fails += 1;
                    kept.first.get_or_insert_with(|| Example {
                        position: comparison.position(board),
                        values: board.values,
                    });
                }
            }
            if !found.boards.is_empty() {
                layers.push(Layer::of(stones, &found));
            }
        }
        Ok(ComparedGame {
            game: rules.to_string(),
            horizon: self.horizon,
            layers,
            orderings,
        })
    }
}
