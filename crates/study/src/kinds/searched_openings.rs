//! The bounds of openings within node budgets, where no tables reach.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::solve::prove_opening;
use sowlab_base::MemorySize;
use sowlab_findings::Values;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedOpenings {
    /// The node budgets, each of a separate search.
    pub nodes: Vec<u64>,
    /// The memory of a search.
    pub memory: MemorySize,
}

/// The bounds that a search of an opening proved, for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct SearchedOpening {
    pub(super) game: String,
    /// The node budget.
    nodes: u64,
    pub(super) bounds: Values,
    /// The optimal first choices that the search found, if the value is exact.
    pub(super) best: Vec<String>,
}

impl ExperimentKind for SearchedOpenings {
    type Row = SearchedOpening;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        for &nodes in &self.nodes {
            Unfit::unless_within("nodes", nodes, 1, u64::MAX)?;
        }
        head.catalog_names()
    }

    /// Runs on one thread, so that the bounds within a node budget are reproducible.
    fn run(&self, job: &Job<'_>) -> Result<Rows<SearchedOpening>, Failure> {
        let Job { head, monitor, .. } = *job;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut rows = Vec::new();
        for (name, game) in head.games.iter().zip(head.catalog_games()?) {
            for &nodes in &self.nodes {
                let prove = || prove_opening(&game, nodes, self.memory, monitor);
                let solved = pool.install(prove)?;
                monitor.check()?;
                rows.push(SearchedOpening {
                    game: name.clone(),
                    nodes,
                    bounds: Values::ends(&solved.bounds),
                    best: solved.best,
                });
            }
        }
        Ok(Rows::new(rows))
    }

    fn table(rows: &[SearchedOpening]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .count("nodes", |row| row.nodes)
            .interval("lower", |row| row.bounds.lower)
            .interval("zero", |row| row.bounds.zero)
            .interval("upper", |row| row.bounds.upper)
            .code("best", |row| row.best.join(" "))
            .table()
    }
}
