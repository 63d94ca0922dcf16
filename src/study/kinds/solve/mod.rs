//! What openings of the stones family are worth, by proof search with tables.

mod search;
mod work_files;

use std::time::Duration;

use sowlab_solvers::Monitor;

use self::search::{Searched, search, top_claims};
use self::work_files::WorkFiles;
use crate::games::stones::{Position, Rules};
use crate::study::entries::solved::{Limit, Proven, Run, Solved, last_chain, together};
use crate::study::names::{file_stem, short_name};
use crate::study::readings::{HEADINGS_WITH_PIE, Readings};
use crate::study::text::threads;
use crate::study::{Experiment, Finding, Solve, StudyError, Table, TablesTo, Written};

pub(in crate::study) fn run(
    experiment: &Experiment,
    wanted: &Solve,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let all_rules = experiment.rule_sets()?;
    let (mut all, mut proofs) = (Vec::new(), Vec::new());
    for rules in &all_rules {
        let Some((mut solved, top)) = opening(experiment, rules, wanted, monitor)? else {
            return Ok(None);
        };
        if let Some(contents) = top {
            let file = match all_rules.len() {
                1 => format!("{}.proof", experiment.id),
                _ => format!(
                    "{}-{}.proof",
                    experiment.id,
                    file_stem(&short_name(&solved.game))
                ),
            };
            solved.proof = Some(file.clone());
            proofs.push(Written { file, contents });
        }
        all.push(solved);
    }
    Ok(Some(finding(experiment, &all).with_files(proofs)))
}

/// What is known of an opening, and the file with its proof.
type WithProof = (Solved, Option<Vec<u8>>);

/// An opening and its proof; `None` if the monitor cancelled.
fn opening(
    experiment: &Experiment,
    rules: &Rules,
    wanted: &Solve,
    monitor: &dyn Monitor,
) -> Result<Option<WithProof>, StudyError> {
    let failed = |reason| experiment.failed(reason);
    let game = rules.to_string();
    let files = match &wanted.proofs {
        Some(folder) => Some(WorkFiles::of(&game, folder).map_err(failed)?),
        None => None,
    };
    let mut runs = match &files {
        Some(files) => files.runs().map_err(failed)?,
        None => Vec::new(),
    };
    let left = wanted.time_limit.map(|limit| time_left(limit, &runs));
    let done = runs.iter().any(|run| run.proven.closed()) || left == Some(Duration::ZERO);
    let top = match &files {
        // Runs before this one left nothing to search for, or no time.
        Some(files) if done && !runs.is_empty() => {
            let top = wanted.top_claims;
            top.map(|most| top_claims(&files.proof, rules, most).map_err(failed))
                .transpose()?
        }
        files => {
            if !tables_ready(experiment, rules, wanted, monitor)? {
                return Ok(None);
            }
            let Searched { run, top } =
                search(rules, wanted, left, files.as_ref(), monitor).map_err(failed)?;
            runs.push(run);
            if let Some(files) = files {
                files.record(&runs).map_err(failed)?;
            }
            top
        }
    };
    if monitor.cancelled() {
        return Ok(None);
    }
    let proven = together(&runs).ok_or_else(|| {
        failed(format!(
            "{game}: the runs written down contradict each other"
        ))
    })?;
    let closed = proven.closed();
    let Proven { bounds, pie_bounds } = proven;
    let (best, best_complete) = best_of(&runs, &bounds);
    let solved = Solved {
        position: Position::opening(rules).to_string(),
        game,
        value: bounds.values(),
        pie: pie_bounds.as_ref().map(Readings::values),
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
    Ok(Some((solved, top.map(|top| top.file))))
}

/// Best first choices, and whether these are all: of a value that is proven, what any of the runs proved of
/// it; otherwise what the last one has.
fn best_of(runs: &[Run], bounds: &Readings) -> (Vec<String>, bool) {
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

/// What the last run and those that it went on from leave of the time.
fn time_left(limit: Duration, runs: &[Run]) -> Duration {
    let spent: f64 = last_chain(runs).iter().map(|run| run.seconds).sum();
    limit.saturating_sub(Duration::try_from_secs_f64(spent).unwrap_or(Duration::MAX))
}

/// Builds the tables that are wanted, if any; `false` if the monitor cancelled.
fn tables_ready(
    experiment: &Experiment,
    rules: &Rules,
    wanted: &Solve,
    monitor: &dyn Monitor,
) -> Result<bool, StudyError> {
    match &wanted.tables {
        Some(TablesTo { stones, directory }) => {
            experiment.build_tables(rules, directory, *stones, monitor)
        }
        None => Ok(true),
    }
}

fn finding(experiment: &Experiment, all: &[Solved]) -> Finding {
    let effort = ["best", "limited by", "nodes", "seconds", "runs"];
    let headings = [&["game"], &HEADINGS_WITH_PIE[..], &effort];
    let mut table = Table::new(&headings.concat());
    for solved in all {
        let values = solved.bounds.cells_with_pie(solved.pie_bounds.as_ref());
        let effort = [
            solved.best.join(" "),
            solved.limited_by.map_or("", Limit::name).to_owned(),
            solved.nodes.to_string(),
            format!("{:.1}", solved.seconds),
            solved.runs.len().to_string(),
        ];
        table.row([std::slice::from_ref(&solved.game), &values[..], &effort].concat());
    }
    let remarks = all.iter().flat_map(remarks).collect();
    Finding::new(experiment, &all, table, remarks)
}

fn remarks(solved: &Solved) -> Vec<String> {
    let name = &solved.game;
    let mut outcome = format!("{name}: without the pie rule {}", solved.bounds.outcome());
    if let Some(pie) = &solved.pie_bounds {
        outcome += &format!("; with it {}", pie.outcome_with_pie());
    }
    outcome += match solved.limited_by {
        None => ".",
        Some(Limit::Time) => ". The time was up; what is proven stands.",
        Some(Limit::QuietRounds) => {
            ". The search has nothing left to ask: the rest needs more rounds in a row without a capture than it tries, or \
             depends on infinite play."
        }
    };
    if let ([best, ..], true) = (solved.best.as_slice(), solved.bounds.closed()) {
        outcome += &format!(" `{best}` is a first choice of East that is as good as any.");
    }
    let mut all = vec![outcome];
    all.extend(solved.runs.iter().enumerate().map(|(index, run)| {
        let before = match run.claims_before {
            0 => "from nothing".to_owned(),
            claims => format!("going on from {claims} claims proven before"),
        };
        format!(
            "Run {}, {before}: {} boards expanded in {:.0} s on {}, boards of up to {} stones looked up.",
            index + 1,
            run.nodes,
            run.seconds,
            threads(run.threads),
            run.tables
        )
    }));
    if let (Some(file), Some(claims)) = (&solved.proof, solved.proof_claims) {
        all.push(format!(
            "[{file}]({file}) has the {claims} claims that took most work; `sowlab proof verify` checks them."
        ));
    }
    all
}
