//! How much can be gained against strategies for sealed rounds that are found board by board.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use statrs::statistics::Statistics;

use super::sealed_search::check_playouts;
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::sealed_play::{SealedPlay as Measured, SealedPlayRequest, sealed_play};

/// The options.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPlay {
    /// Play begins on the first board of a random game with at most this number of stones.
    pub stones: u32,
    /// How many boards it begins on, all different.
    pub boards: usize,
    /// The most boards that play from them may reach.
    pub reached: usize,
    /// How many rounds are played; what is left after them counts for nobody.
    pub rounds: u32,
    /// How many rounds matrix games look ahead, in rising order.
    pub horizons: Vec<u8>,
    /// How many rounds counterfactual regrets look ahead.
    pub regret_horizon: u8,
    /// Their numbers of iterations, in rising order.
    pub iterations: Vec<u64>,
    /// The numbers of playouts of tree searches, in rising order.
    pub playouts: Vec<u64>,
    /// The directory of the tables, which is no part of the results; missing tables are built.
    pub directory: PathBuf,
    /// The seed of the boards and of the tree searches.
    pub seed: u64,
}

/// The most rounds that matrix games and regrets look ahead.
const MOST_HORIZON: u8 = 6;

/// The exploitability of one way to find strategies, in one game.
#[derive(Serialize, Deserialize)]
pub(crate) struct StrategyExploitability {
    game: String,
    #[serde(flatten)]
    measured: Measured,
}

impl ExperimentKind for SealedPlay {
    type Row = StrategyExploitability;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "boards", self.boards as u64)?;
        for &horizon in self.horizons.iter().chain([&self.regret_horizon]) {
            Unfit::unless_within("horizons", horizon.into(), 1, MOST_HORIZON.into())?;
        }
        head.full_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<StrategyExploitability>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let mut rows = Vec::new();
        for rules in head.rule_sets()? {
            let request = SealedPlayRequest {
                rules: &rules,
                stones: self.stones,
                boards: self.boards,
                seed: self.seed.wrapping_add(seed),
                reached: self.reached,
                rounds: self.rounds,
                horizons: &self.horizons,
                regret_horizon: self.regret_horizon,
                iterations: &self.iterations,
                playouts: &self.playouts,
                directory: &self.directory,
            };
            let game = rules.to_string();
            let found = sealed_play(&request, monitor)?.into_iter();
            rows.extend(found.map(|measured| StrategyExploitability {
                game: game.clone(),
                measured,
            }));
        }
        Ok(Rows::new(rows))
    }

    fn table(rows: &[StrategyExploitability]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .text("strategies", |row| &row.measured.way)
            .count("effort", |row| row.measured.effort)
            .count("decisions", |row| row.measured.decisions)
            .decimal("µs a decision", 1, |row| row.measured.microseconds)
            .decimal("exploitability, stones", 4, StrategyExploitability::mean)
            .decimal("error", 4, StrategyExploitability::error)
            .table()
    }
}

impl StrategyExploitability {
    fn mean(&self) -> f64 {
        self.measured.exploitability.as_slice().mean()
    }

    /// One standard error of the mean; `None` of a single board.
    fn error(&self) -> Option<f64> {
        let all = self.measured.exploitability.as_slice();
        (all.len() > 1).then(|| all.std_dev() / (all.len() as f64).sqrt())
    }
}
