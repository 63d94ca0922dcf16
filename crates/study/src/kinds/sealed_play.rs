//! The exploitability of strategies for simultaneous rounds that are computed board by board.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use statrs::statistics::Statistics;

use super::sealed_search::check_playouts;
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::sealed_play::{SealedPlay as Measured, SealedPlayRequest, sealed_play};

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPlay {
    /// The maximum number of stones on a start board: the first such board of a random game.
    pub stones: u32,
    /// The number of start boards, all different.
    pub boards: usize,
    /// The maximum number of boards that play from them may reach.
    pub reached: usize,
    /// The number of rounds played; the stones left after them count for neither side.
    pub rounds: u32,
    /// The horizons of the matrix games in rounds, in ascending order.
    pub horizons: Vec<u8>,
    /// The horizon of counterfactual regret minimization, in rounds.
    pub regret_horizon: u8,
    /// The numbers of iterations of counterfactual regret minimization, in ascending order.
    pub iterations: Vec<u64>,
    /// The numbers of playouts of tree searches, in ascending order.
    pub playouts: Vec<u64>,
    /// The directory of the tables, which does not affect the results; missing tables are built.
    pub directory: PathBuf,
    /// The seed of the boards and of the tree searches.
    pub seed: u64,
}

/// The maximum horizon of matrix games and of regret minimization, in rounds.
const MOST_HORIZON: u8 = 6;

/// The exploitability of one method to compute strategies, in one game.
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

    /// Returns one standard error of the mean; `None` for a single board.
    fn error(&self) -> Option<f64> {
        let all = self.measured.exploitability.as_slice();
        (all.len() > 1).then(|| all.std_dev() / (all.len() as f64).sqrt())
    }
}
