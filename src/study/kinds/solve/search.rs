//! The search for the value of one opening.

use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use sowlab_solvers::Monitor;
use sowlab_solvers::search::proof::{Proof, ProofTable};
use sowlab_solvers::table::TableError;

use super::options::Solve;
use super::rows::{Proven, Run};
use super::work_files::WorkFiles;
use crate::analysis::solve::{
    DEFAULT_PATIENCE, Deadline, Growing, KeptProof, Solution, TabledStones, proof_name,
    solve_growing,
};
use crate::analysis::tables::TabledGame;
use crate::games::stones::{Position, Rules, StonesGame};
use crate::study::error::Failure;
use crate::study::readings::Readings;

/// What a search found.
pub(super) struct Searched {
    pub(super) run: Run,
    /// The claims that took most work, as a file.
    pub(super) top: Option<TopClaims>,
}

/// A proof that is part of the results.
pub(super) struct TopClaims {
    pub(super) claims: usize,
    pub(super) file: Vec<u8>,
}

/// Searches until everything is proven, nothing is left to ask, or this time is up. With work files it
/// goes on from what they hold.
pub(super) fn search(
    rules: &Rules,
    wanted: &Solve,
    time: Option<Duration>,
    files: Option<&WorkFiles>,
    monitor: &dyn Monitor,
) -> Result<Searched, Failure> {
    let position = Position::opening(rules);
    let memory = wanted.memory.bytes();
    let table = ProofTable::new(memory / 2)?;
    let scratch = tempfile::tempdir()?;
    let passing = scratch.path().join("claims.proof");
    let path = files.map_or(passing.as_path(), |files| &files.proof);
    let kept = KeptProof::new(path, rules, position.board().stones())?;
    let claims_before = kept.load(&table)?;
    let started = Instant::now();
    let until = time.and_then(|time| started.checked_add(time));
    let deadline = Deadline::new(monitor, until);
    let solve = || {
        let limits = Growing {
            directory: scratch.path(),
            memory: memory / 2,
            nodes: u64::MAX,
            patience: wanted.patience.map_or(DEFAULT_PATIENCE, NonZeroU64::get),
        };
        match &wanted.tables {
            Some(tables) => given(
                rules,
                &position,
                &Growing {
                    directory: &tables.directory,
                    ..limits
                },
                &table,
                &deadline,
            ),
            None => made(rules, &position, &limits, &table, &deadline),
        }
    };
    let solved = if files.is_some() {
        let (solved, saved) = kept.saving(&table, solve);
        saved?;
        solved
    } else {
        solve()
    };
    let (solution, tables) = solved?;
    let run = Run {
        ended: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        threads: rayon::current_num_threads(),
        claims_before,
        tables,
        proven: Proven {
            bounds: Readings::of(&solution.bounds),
            pie_bounds: solution.pie.as_ref().map(Readings::of),
        },
        best: solution.best,
        best_complete: solution.best_complete,
        nodes: solution.nodes,
        seconds: started.elapsed().as_secs_f64(),
    };
    let top = match wanted.top_claims {
        Some(most) if !monitor.cancelled() => {
            kept.save(&table)?;
            Some(top_claims(path, rules, most)?)
        }
        _ => None,
    };
    Ok(Searched { run, top })
}

/// The claims of a file that took most work, as a file of its own.
pub(super) fn top_claims(path: &Path, rules: &Rules, most: usize) -> Result<TopClaims, Failure> {
    let mut proof = Proof::read_of(path, &proof_name(rules))?;
    proof.keep_most_work(most);
    let passing = tempfile::NamedTempFile::new()?;
    proof.write(passing.path())?;
    Ok(TopClaims {
        claims: proof.claims().len(),
        file: std::fs::read(passing.path())?,
    })
}

/// With the tables of a folder. The number says up to how many stones boards were looked up.
fn given(
    rules: &Rules,
    position: &Position,
    limits: &Growing<'_>,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Result<(Solution, u32), TableError> {
    let game = TabledStones::open(StonesGame::new(rules), limits.directory, limits.memory)?;
    let looked_up = match position.board().stones() <= game.most() {
        true => game.most(),
        false => game.searched_to(),
    };
    Ok((
        game.solve(position, table, limits.patience, monitor)?,
        looked_up,
    ))
}

/// With tables made on the way.
fn made(
    rules: &Rules,
    position: &Position,
    limits: &Growing<'_>,
    table: &ProofTable,
    monitor: &dyn Monitor,
) -> Result<(Solution, u32), TableError> {
    let solution = solve_growing(rules, position, limits, table, monitor)?;
    let layers = match rules.table_stats(limits.directory, None) {
        // The time was up before there was one.
        Err(TableError::Missing(_)) => Vec::new(),
        layers => layers?,
    };
    Ok((solution, layers.last().map_or(0, |layer| layer.stones)))
}
