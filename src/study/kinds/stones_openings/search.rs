//! The search of all openings, several at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::{Budget, Monitor, Problem, Unwatched};

use super::record::Record;
use super::rows::{Opening, StonesOpenings};
use crate::analysis::solve::{
    DEFAULT_PATIENCE, Growing, Solution, proof_name, solve_growing, solve_stones,
};
use crate::games::stones::{Position, Rules, StonesGame};
use crate::study::error::Failure;
use crate::study::readings::Readings;

/// Bytes of what a search keeps.
const MEMORY: usize = 128 << 20;
/// Openings with no more boards below them are also searched without tables, and must agree.
const BOARDS_SEARCHED_TOO: u64 = 20_000;

/// Searches the openings of all these rule sets, as far as the options allow.
pub(super) fn search(
    all: &[Rules],
    sizes: &StonesOpenings,
    monitor: &dyn Monitor,
) -> Result<Vec<Opening>, Failure> {
    let queue = Queue::new(all);
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
    // A failure of one thread stops the others, which then have nothing to report.
    for worker in found {
        for (index, opening) in worker? {
            openings[index] = Some(opening);
        }
    }
    openings
        .into_iter()
        .map(|opening| opening.ok_or(Failure::Cancelled))
        .collect()
}

/// On one thread, so that what a search proves within a number of nodes is always the same.
fn alone<R: Send>(work: impl FnOnce() -> Result<R, Failure> + Send) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(work)
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
        sizes: &StonesOpenings,
        monitor: &dyn Monitor,
    ) -> Result<Vec<(usize, Opening)>, Failure> {
        let mut found = Vec::new();
        while let Some(group) = self.groups.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for &index in group {
                if self.failed.load(Ordering::Relaxed) {
                    return Ok(found);
                }
                match recorded_opening(&self.all[index], sizes, &Unwatched(monitor)) {
                    Ok(opening) => found.push((index, opening)),
                    Err(failure) => {
                        self.failed.store(true, Ordering::Relaxed);
                        return Err(failure);
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
    sizes: &StonesOpenings,
    monitor: &dyn Monitor,
) -> Result<Opening, Failure> {
    let record = Record::new(&sizes.directory, rules);
    if let Some(opening) = record.read(sizes)? {
        return Ok(opening);
    }
    let opening = opening(rules, sizes, monitor)?;
    record.write(sizes, &opening)?;
    Ok(opening)
}

fn opening(
    rules: &Rules,
    sizes: &StonesOpenings,
    monitor: &dyn Monitor,
) -> Result<Opening, Failure> {
    let position = Position::opening(rules);
    let table = ProofTable::new(MEMORY)?;
    let limits = Growing {
        directory: &sizes.directory,
        // A byte a board, where the tables hold the opening itself; a search unpacks two.
        memory: sizes.boards as usize,
        nodes: sizes.nodes,
        patience: DEFAULT_PATIENCE,
    };
    let solution = solve_growing(rules, &position, &limits, &table, monitor)?;
    if monitor.cancelled() {
        return Err(Failure::Cancelled);
    }
    let boards = boards_to(rules.holes(), rules.stones());
    let mut searched_too = boards <= BOARDS_SEARCHED_TOO;
    if searched_too {
        let budget = Budget::new(monitor, sizes.nodes);
        let table = ProofTable::new(MEMORY / 4)?;
        let search = solve_stones(
            Problem::new(&StonesGame::new(rules)),
            &position,
            &table,
            DEFAULT_PATIENCE,
            &budget,
        );
        if monitor.cancelled() {
            return Err(Failure::Cancelled);
        }
        // Where infinite play matters a search may not come to an end by itself.
        searched_too = search.nodes < sizes.nodes;
        if searched_too {
            agree(rules, &solution, &search)?;
        }
    }
    Ok(Opening {
        game: rules.to_string(),
        holes: rules.holes(),
        seeds: rules.seeds(),
        value: Readings::of(&solution.bounds),
        pie: solution.pie.as_ref().map(Readings::of),
        nodes: solution.nodes,
        searched_too,
    })
}

/// Search proves a margin for sente where infinite play costs sente, and for gote where it costs
/// gote: these ends must be what the tables say, and the others must not exclude it.
fn agree(rules: &Rules, tables: &Solution, search: &Solution) -> Result<(), Failure> {
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
            return Err(Failure::Disagreement {
                game: rules.to_string(),
                one: format!("tables say {known:?}"),
                other: format!("search {found:?}"),
            });
        }
    }
    Ok(())
}
