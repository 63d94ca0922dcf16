//! The values of the openings of the stones family on boards of many sizes, with and without the pie
//! rule.

mod finding;
mod record;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::table::TableError;
use sowlab_solvers::{Budget, Monitor, Problem, Unwatched};

use self::finding::finding;
use self::record::Record;
use crate::analysis::solve::{
    DEFAULT_PATIENCE, Growing, Solution, proof_name, solve_growing, solve_stones,
};
use crate::games::stones::{Position, Rules, StonesGame};
use crate::study::entries::stones_openings::Opening;
use crate::study::readings::Readings;
use crate::study::{Experiment, Finding, StudyError};

/// Bytes of what a search keeps.
const MEMORY: usize = 128 << 20;
/// Openings with no more boards below them are also searched without tables, and must agree.
const BOARDS_SEARCHED_TOO: u64 = 20_000;

/// How far it goes.
pub(in crate::study) struct Sizes<'a> {
    /// From so many holes to so many.
    pub(in crate::study) holes: RangeInclusive<usize>,
    /// Stones a hole, from 2 on.
    pub(in crate::study) seeds: usize,
    /// The nodes searched for an opening at most, tables made on the way not counted.
    pub(in crate::study) nodes: u64,
    /// Boards in the tables of an opening, at most; half as many in those that a search makes on its way.
    pub(in crate::study) boards: u64,
    /// Where the tables are, no part of the results.
    pub(in crate::study) directory: &'a Path,
}

/// The rule sets of all sizes.
pub(in crate::study) fn rule_sets(
    rules: &[Rules],
    holes: &RangeInclusive<usize>,
    seeds: usize,
) -> Vec<Rules> {
    let mut all = Vec::new();
    for &readings in rules {
        for seeds in 2..=seeds {
            for holes in holes.clone() {
                if let Ok(size) = Rules::new(holes, seeds) {
                    all.push(size.read_as(&readings));
                }
            }
        }
    }
    all
}

pub(in crate::study) fn run(
    experiment: &Experiment,
    sizes: &Sizes<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Finding>, StudyError> {
    let all = rule_sets(&experiment.rule_sets()?, &sizes.holes, sizes.seeds);
    let queue = Queue::new(&all);
    monitor.begin("openings", all.len() as u64);
    // Threads of their own: one of a pool would take the next opening while it waits for a search.
    let found = std::thread::scope(|threads| {
        let workers: Vec<_> = (0..rayon::current_num_threads())
            .map(|_| threads.spawn(|| alone(|| queue.work(sizes, monitor))))
            .collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
            worker.join().expect("nothing panics while searching")
        };
        workers.into_iter().map(join).collect::<Vec<_>>()
    });
    let mut openings: Vec<Option<Opening>> = all.iter().map(|_| None).collect();
    for worker in found {
        let worker = worker.map_err(|reason| experiment.failed(reason))?;
        for (index, opening) in worker {
            openings[index] = Some(opening);
        }
    }
    // Less than all of them if the monitor cancelled.
    let openings: Option<Vec<Opening>> = openings.into_iter().collect();
    Ok(openings.map(|openings| finding(experiment, &openings)))
}

/// On one thread, so that what a search proves within a number of nodes is always the same.
fn alone<R: Send>(work: impl FnOnce() -> Result<R, String> + Send) -> Result<R, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(work)
}

/// The openings, in groups that use the same tables, so that no two threads wait for each other; the
/// largest boards first, because they take longest.
struct Queue<'a> {
    all: &'a [Rules],
    groups: Vec<Vec<usize>>,
    next: AtomicUsize,
    failed: AtomicBool,
}

impl<'a> Queue<'a> {
    fn new(all: &'a [Rules]) -> Queue<'a> {
        let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (index, rules) in all.iter().enumerate() {
            let key = (Reverse(rules.holes()), proof_name(rules));
            groups.entry(key).or_default().push(index);
        }
        Queue {
            all,
            groups: groups.into_values().collect(),
            next: AtomicUsize::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// One thread's part, by index: fewer stones before more, because their tables are of use.
    fn work(
        &self,
        sizes: &Sizes<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Vec<(usize, Opening)>, String> {
        let mut found = Vec::new();
        while let Some(group) = self.groups.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for &index in group {
                if self.failed.load(Ordering::Relaxed) {
                    return Ok(found);
                }
                match recorded_opening(&self.all[index], sizes, &Unwatched(monitor)) {
                    Ok(Some(opening)) => found.push((index, opening)),
                    Ok(None) => return Ok(found),
                    Err(reason) => {
                        self.failed.store(true, Ordering::Relaxed);
                        return Err(reason);
                    }
                }
                monitor.advance(1);
            }
        }
        Ok(found)
    }
}

/// As it was found before, if it was; else it is searched, and kept.
fn recorded_opening(
    rules: &Rules,
    sizes: &Sizes<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Opening>, String> {
    let record = Record::new(sizes.directory, rules);
    if let Some(opening) = record.read(sizes)? {
        return Ok(Some(opening));
    }
    let opening = opening(rules, sizes, monitor)?;
    if let Some(opening) = &opening {
        record.write(sizes, opening)?;
    }
    Ok(opening)
}

/// `None` if the monitor cancelled.
fn opening(
    rules: &Rules,
    sizes: &Sizes<'_>,
    monitor: &dyn Monitor,
) -> Result<Option<Opening>, String> {
    let position = Position::opening(rules);
    let table = ProofTable::new(MEMORY).map_err(|error| error.to_string())?;
    let limits = Growing {
        directory: sizes.directory,
        // A byte a board, where the tables hold the opening itself; a search unpacks two.
        memory: sizes.boards as usize,
        nodes: sizes.nodes,
        patience: DEFAULT_PATIENCE,
    };
    let solved = solve_growing(rules, &position, &limits, &table, monitor);
    let solution = match solved {
        Err(TableError::Solve(SolveError::Interrupted)) => return Ok(None),
        solved => solved.map_err(|error| error.to_string())?,
    };
    if monitor.cancelled() {
        return Ok(None);
    }
    let boards = boards_to(rules.holes(), rules.stones());
    let mut searched_too = boards <= BOARDS_SEARCHED_TOO;
    if searched_too {
        let budget = Budget::new(monitor, sizes.nodes);
        let table = ProofTable::new(MEMORY / 4).map_err(|error| error.to_string())?;
        let search = solve_stones(
            Problem::new(&StonesGame::new(rules)),
            &position,
            &table,
            DEFAULT_PATIENCE,
            &budget,
        );
        if monitor.cancelled() {
            return Ok(None);
        }
        // Where infinite play matters a search may not come to an end by itself.
        searched_too = search.nodes < sizes.nodes;
        if searched_too {
            agree(rules, &solution, &search)?;
        }
    }
    Ok(Some(Opening {
        game: rules.to_string(),
        holes: rules.holes(),
        seeds: rules.seeds(),
        value: Readings::of(&solution.bounds),
        pie: solution.pie.as_ref().map(Readings::of),
        nodes: solution.nodes,
        searched_too,
    }))
}

/// Search proves a margin for sente where infinite play costs sente, and for gote where it costs
/// gote: these ends must be what the tables say, and the others must not exclude it.
fn agree(rules: &Rules, tables: &Solution, search: &Solution) -> Result<(), String> {
    let mut pairs = vec![(&tables.bounds, &search.bounds)];
    if let (Some(tables), Some(search)) = (&tables.pie, &search.pie) {
        pairs.push((tables, search));
    }
    for (known, found) in pairs {
        let same = known.lower.start() == found.lower.start()
            && known.upper.end() == found.upper.end()
            && found.lower.contains(known.lower.end())
            && found.upper.contains(known.upper.start());
        if !same {
            return Err(format!("{rules}: tables say {known:?}, search {found:?}"));
        }
    }
    Ok(())
}
