//! The share of boards on which Monte Carlo tree search finds an optimal choice, where tables give the optimal choices.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::sealed_search::check_playouts;
use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::playouts::{KnownChoices, KnownChoicesRequest, Said, SearchCourse};

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchedChoices {
    /// The maximum number of stones on a board: the first such board of a random game.
    pub stones: u32,
    /// The maximum number of stones in the tables that one of the searches probes.
    pub probed: u32,
    /// The number of boards.
    pub positions: u64,
    /// The numbers of playouts after which the choice is read, in ascending order.
    pub playouts: Vec<u64>,
    /// The directory of the tables, which does not affect the results; missing tables are built.
    pub directory: PathBuf,
}

/// The counts of a search that found optimal choices.
#[derive(Serialize, Deserialize)]
pub(crate) struct SearchCount {
    game: String,
    /// The search, in words.
    search: String,
    playouts: u64,
    /// The number of boards on which the choice was optimal.
    best: usize,
    /// The number of boards whose value was solved.
    proven: usize,
    /// The number of all boards.
    positions: usize,
}

impl ExperimentKind for SearchedChoices {
    type Row = SearchCount;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "positions", self.positions)?;
        head.full_names()
    }

    fn resumes(&self) -> bool {
        true
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<SearchCount>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let mut all = Vec::new();
        for rules in head.rule_sets()? {
            let request = KnownChoicesRequest {
                rules: &rules,
                stones: self.stones,
                probed: self.probed,
                positions: self.positions,
                seed,
                playouts: &self.playouts,
                directory: &self.directory,
            };
            let known = KnownChoices::draw(request, monitor)?;
            let stones = self.stones;
            let known = known.ok_or(Failure::NoBoard { rules, stones })?;
            for SearchCourse { search, boards } in known.search(monitor)? {
                let count =
                    |of: &dyn Fn(&Vec<Said>) -> bool| boards.iter().filter(|said| of(said)).count();
                let found = self.playouts.iter().enumerate();
                all.extend(found.map(|(at, &playouts)| SearchCount {
                    game: rules.to_string(),
                    search: search.to_owned(),
                    playouts,
                    best: count(&|said| said[at].best),
                    proven: count(&|said| said[at].proven),
                    positions: boards.len(),
                }));
            }
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[SearchCount]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .text("search", |row| &row.search)
            .count("playouts", |row| row.playouts)
            .count("best", |row| row.best)
            .count("proven", |row| row.proven)
            .count("positions", |row| row.positions)
            .table()
    }
}
