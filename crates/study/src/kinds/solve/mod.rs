//! The values of openings of the stones family, by proof search with tables.

mod agreement;
mod checked;
mod opening;
mod options;
mod rows;
mod search;
mod work_files;

use std::time::Duration;

use sowlab_findings::Values;
use sowlab_solvers::Monitor;

pub(crate) use self::opening::openings;
pub(super) use self::options::Solve;
use self::rows::{Limit, Run, last_chain, together};
use self::rows::{Proven, Solved};
use self::search::{Searched, search};
use self::work_files::WorkFiles;
use super::stones_openings::StonesOpenings;
use crate::error::{Failure, StudyError, Unfit};
use crate::head::ExperimentHead;
use crate::kind::{ExperimentKind, Job, Rows, Written};
use crate::names::{file_stem, short_name};
use crate::report::{Agreement, Results};
use crate::table::{Columns, Table};
use sowlab_analysis::solve::{MOST_STONES, most_work};
use sowlab_analysis::tables::TabledGame;
use sowlab_games::stones::{Position, Rules};

impl ExperimentKind for Solve {
    type Row = Solved;

    fn check(&self, head: &ExperimentHead<'_>) -> Result<Vec<String>, Unfit> {
        check_searchable(&head.rule_sets()?)
    }

    fn resumes(&self) -> bool {
        self.proofs.is_some() || self.tables.is_some()
    }

    fn run(&self, job: &Job<'_>) -> Result<Rows<Solved>, Failure> {
        let Job { head, monitor, .. } = *job;
        let all_rules = head.rule_sets()?;
        let (mut all, mut proofs) = (Vec::new(), Vec::new());
        for rules in &all_rules {
            let (mut solved, top) = opening(rules, self, monitor)?;
            if let Some(contents) = top {
                let file = match all_rules.len() {
                    1 => format!("{}.proof", head.id),
                    _ => format!("{}-{}.proof", head.id, file_stem(&short_name(&solved.game))),
                };
                solved.proof = Some(file.clone());
                proofs.push(Written { file, contents });
            }
            all.push(solved);
        }
        Ok(Rows {
            rows: all,
            files: proofs,
        })
    }

    fn table(rows: &[Solved]) -> Table {
        Columns::of(rows)
            .game(|row| &row.game)
            .values_with_pie(|row| (&row.bounds, row.pie_bounds.as_ref()))
            .code("best", |row| row.best.join(" "))
            .text("limited by", |row| row.limited_by.map_or("", Limit::name))
            .count("nodes", |row| row.nodes)
            .decimal("seconds", 1, |row| row.seconds)
            .count("runs", |row| row.runs.len())
            .table()
    }

    /// Takes narrower bounds from other results.
    fn learn(&self, rows: &mut [Solved], results: &Results<'_>) -> Result<Vec<String>, StudyError> {
        let mut links = Vec::new();
        for (link, game, proven) in all_proven(results)? {
            let mut used = false;
            for row in rows.iter_mut().filter(|row| row.game == game) {
                used |= row.learn(&proven);
            }
            links.extend(used.then_some(link));
        }
        Ok(links)
    }

    fn agreement(new: &[Solved], earlier: &[Solved]) -> Option<Agreement> {
        Some(agreement::agreement(new, earlier))
    }
}

/// Returns the proven bounds of all openings of the stones family: the link to the result, the game and the bounds.
///
/// # Errors
/// A file of results cannot be read.
fn all_proven(results: &Results<'_>) -> Result<Vec<(String, String, Proven)>, StudyError> {
    let mut all = Vec::new();
    for stored in results.of::<Solve>()? {
        let rows = stored.rows.into_iter();
        all.extend(rows.map(|row| {
            let proven = row.proven();
            (stored.link.clone(), row.game, proven)
        }));
    }
    for stored in results.of::<StonesOpenings>()? {
        let rows = stored.rows.into_iter();
        all.extend(rows.map(|row| {
            let proven = Proven {
                bounds: row.value,
                pie_bounds: row.pie,
            };
            (stored.link.clone(), row.game, proven)
        }));
    }
    Ok(all)
}

/// Checks that a proof search supports the stones of these openings. Returns their full names.
pub(super) fn check_searchable(all: &[Rules]) -> Result<Vec<String>, Unfit> {
    let names = all
        .iter()
        .map(|rules| match rules.stones() > MOST_STONES as usize {
            true => Err(Unfit::Stones { rules: *rules }),
            false => Ok(rules.to_string()),
        });
    names.collect()
}

/// An opening, and the contents of its proof file.
type WithProof = (Solved, Option<Vec<u8>>);

/// Solves an opening, and exports its proof.
fn opening(rules: &Rules, wanted: &Solve, monitor: &dyn Monitor) -> Result<WithProof, Failure> {
    let game = rules.to_string();
    let files = match &wanted.proofs {
        Some(folder) => Some(WorkFiles::of(&game, folder)?),
        None => None,
    };
    let mut runs = match &files {
        Some(files) => files.runs()?,
        None => Vec::new(),
    };
    let left = wanted.time_limit.map(|limit| time_left(limit, &runs));
    let done = runs.iter().any(|run| run.proven.closed()) || left == Some(Duration::ZERO);
    let top = match &files {
        // Earlier runs left nothing to search, or no time.
        Some(files) if done && !runs.is_empty() => {
            let top = wanted.top_claims;
            top.map(|most| most_work(&files.proof, rules, most))
                .transpose()?
        }
        files => {
            if let Some(tables) = &wanted.tables {
                rules.build_tables(&tables.folder(), tables.stones, monitor, &mut |_| ())?;
            }
            let Searched { run, top } = search(rules, wanted, left, files.as_ref(), monitor)?;
            runs.push(run);
            if let Some(files) = files {
                files.record(&runs)?;
            }
            top
        }
    };
    monitor.check()?;
    let proven = together(&runs).ok_or_else(|| Failure::Contradiction(game.clone()))?;
    let closed = proven.closed();
    let Proven { bounds, pie_bounds } = proven;
    let (best, best_complete) = best_of(&runs, &bounds);
    let solved = Solved {
        position: Position::opening(rules).to_string(),
        game,
        value: bounds.exact(),
        pie: pie_bounds.as_ref().map(Values::exact),
        bounds,
        pie_bounds,
        best,
        best_complete,
        limited_by: match wanted.time_limit {
            _ if closed => None,
            Some(limit) if time_left(limit, &runs).is_zero() => Some(Limit::Time),
            _ => Some(Limit::QuietRounds),
        },
        nodes: last_chain(&runs).iter().map(|run| run.nodes).sum(),
        seconds: last_chain(&runs).iter().map(|run| run.seconds).sum(),
        runs,
        proof: None,
        proof_claims: top.as_ref().map(|top| top.claims),
    };
    Ok((solved, top.map(|top| top.file)))
}

/// Returns optimal first choices, and whether the list is complete. For an exact value, these are the choices of all
/// runs that found it; otherwise those of the last run that has any.
fn best_of(runs: &[Run], bounds: &Values) -> (Vec<String>, bool) {
    let told = runs.iter().rev().filter(|run| !run.best.is_empty());
    let of: Vec<&Run> = match bounds.closed() {
        true => told.filter(|run| run.proven.bounds == *bounds).collect(),
        false => told.take(1).collect(),
    };
    let mut best: Vec<String> = of.iter().flat_map(|run| run.best.clone()).collect();
    best.sort_by_key(|hole| (hole.len(), hole.clone()));
    best.dedup();
    (best, of.iter().any(|run| run.best_complete))
}

/// Returns the time that the last run and those that it resumed leave.
fn time_left(limit: Duration, runs: &[Run]) -> Duration {
    let spent: f64 = last_chain(runs).iter().map(|run| run.seconds).sum();
    limit.saturating_sub(Duration::try_from_secs_f64(spent).unwrap_or(Duration::MAX))
}
