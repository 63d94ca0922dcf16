//! The exploitability of the strategies of Monte Carlo tree search with simultaneous choices.

use serde::{Deserialize, Serialize};

use crate::error::{Failure, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows};
use crate::table::{Columns, Table};
use sowlab_analysis::playouts::{ALGORITHMS, BestResponses, SealedRequest, sealed_courses};
use sowlab_games::stones::Rules;

/// The options of the experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedSearch {
    /// The number of rounds played; the stones left after them count for neither side.
    pub rounds: u32,
    /// The numbers of playouts after which it is measured, in ascending order.
    pub playouts: Vec<u64>,
    /// The number of runs, with the seeds 0, 1 and so on.
    pub runs: u64,
}

/// The exploitability of strategies for simultaneous choices.
#[derive(Serialize, Deserialize)]
pub(crate) struct PlayoutExploitability {
    game: String,
    rounds: u32,
    algorithm: String,
    playouts: u64,
    /// The exploitability in stones: the mean of the runs, and the maximum.
    mean: f64,
    most: f64,
    /// The bounds of the value by all runs together: the highest that sente secures, and the lowest that gote allows.
    secured: f64,
    allowed: f64,
}

impl ExperimentKind for SealedSearch {
    type Row = PlayoutExploitability;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_playouts(&self.playouts, "runs", self.runs)?;
        head.full_names()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<PlayoutExploitability>, Failure> {
        let (head, seed, monitor) = (job.head, job.seed, job.monitor);
        let mut all = Vec::new();
        for rules in head.rule_sets()? {
            let request = SealedRequest {
                rules: &rules,
                rounds: self.rounds,
                playouts: &self.playouts,
                runs: self.runs,
                seed,
            };
            monitor.begin(&format!("{rules}, playouts"), 0);
            for algorithm in &ALGORITHMS {
                let courses = sealed_courses(&request, algorithm, monitor)?;
                let measured = self.playouts.iter().enumerate().map(|(at, &playouts)| {
                    let there: Vec<&BestResponses> =
                        courses.iter().map(|course| &course[at]).collect();
                    self.measured(&rules, algorithm.name, playouts, &there)
                });
                all.extend(measured);
            }
        }
        Ok(Rows::new(all))
    }

    fn table(rows: &[PlayoutExploitability]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .count("rounds", |row| row.rounds)
            .text("algorithm", |row| &row.algorithm)
            .count("playouts", |row| row.playouts)
            .decimal("exploitability", 4, |row| row.mean)
            .decimal("of the worst run", 4, |row| row.most)
            .decimal("sente secures", 4, |row| row.secured)
            .decimal("gote allows", 4, |row| row.allowed)
            .table()
    }
}

/// Checks the numbers of playouts, and an option that must be at least 1.
pub(super) fn check_playouts(
    playouts: &[u64],
    what: &'static str,
    number: u64,
) -> Result<(), Unfit> {
    match playouts.is_sorted() && !playouts.is_empty() && number > 0 {
        true => Ok(()),
        false => Err(Unfit::Playouts(what)),
    }
}

impl SealedSearch {
    /// Returns the figures of all runs after the given number of playouts.
    fn measured(
        &self,
        rules: &Rules,
        algorithm: &str,
        playouts: u64,
        runs: &[&BestResponses],
    ) -> PlayoutExploitability {
        let exploited = || runs.iter().map(|responses| responses.exploitability());
        let secured = runs.iter().map(|responses| responses.second);
        let allowed = runs.iter().map(|responses| responses.first);
        PlayoutExploitability {
            game: rules.to_string(),
            rounds: self.rounds,
            algorithm: algorithm.to_owned(),
            playouts,
            mean: exploited().sum::<f64>() / self.runs as f64,
            most: exploited().fold(f64::NEG_INFINITY, f64::max),
            secured: secured.fold(f64::NEG_INFINITY, f64::max),
            allowed: allowed.fold(f64::INFINITY, f64::min),
        }
    }
}
