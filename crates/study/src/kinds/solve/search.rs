//! The search for the value of one opening.

use std::time::{Duration, Instant, SystemTime};

use sowlab_base::files::TemporaryFolder;
use sowlab_findings::Values;
use sowlab_solvers::Monitor;

use super::options::Solve;
use super::rows::{Proven, Run};
use super::work_files::WorkFiles;
use crate::error::Failure;
use sowlab_analysis::solve::{
    ProofPart, ProvenRounds, RoundTables, RoundsRequest, most_work, prove_rounds,
};
use sowlab_analysis::tables::TablesTo;
use sowlab_base::Deadline;
use sowlab_games::stones::{Position, Rules};

/// The result of a search.
pub(super) struct Searched {
    pub(super) run: Run,
    /// The claims that took the most work.
    pub(super) top: Option<ProofPart>,
}

/// Searches until everything is solved, no claims are left to try, or the time is up. With work files it resumes from
/// their contents.
pub(super) fn search(
    rules: &Rules,
    wanted: &Solve,
    time: Option<Duration>,
    files: Option<&WorkFiles>,
    monitor: &dyn Monitor,
) -> Result<Searched, Failure> {
    let scratch = TemporaryFolder::new()?;
    let passing = scratch.path().join("claims.proof");
    let path = files.map_or(passing.as_path(), |files| &files.proof);
    let kept = files.is_some() || wanted.top_claims.is_some();
    let folder = wanted.tables.as_ref().map(TablesTo::folder);
    let request = RoundsRequest {
        tables: match &folder {
            Some(folder) => RoundTables::Given(folder),
            None => RoundTables::Grown(scratch.path()),
        },
        memory: wanted.memory,
        shipped_proofs: false,
        proofs: &[],
        save_proof: kept.then_some(path),
        node_budget: wanted.node_budget,
        lines: false,
    };
    let started = Instant::now();
    let until = time.and_then(|time| started.checked_add(time));
    let deadline = Deadline::new(monitor, until);
    let opening = Position::opening(rules);
    let ProvenRounds {
        solution,
        claims_before,
        tables,
        ..
    } = prove_rounds(rules, &opening, &request, &deadline)?;
    let run = Run {
        ended: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        threads: rayon::current_num_threads(),
        claims_before,
        tables,
        proven: Proven {
            bounds: Values::ends(&solution.bounds),
            pie_bounds: solution.pie.as_ref().map(Values::ends),
        },
        best: solution.best,
        best_complete: solution.best_complete,
        nodes: solution.nodes,
        seconds: started.elapsed().as_secs_f64(),
    };
    let top = match wanted.top_claims {
        Some(most) if !monitor.cancelled() => Some(most_work(path, rules, most)?),
        _ => None,
    };
    Ok(Searched { run, top })
}
