//! The search of all openings, several at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use sowlab_findings::Values;
use sowlab_solvers::{Cancelled, Monitor, Unwatched};

use super::record::Record;
use super::rows::{Opening, StonesOpenings};
use crate::error::Failure;
use sowlab_analysis::solve::{OpeningLimits, SolvedOpening, proof_name, solve_opening};
use sowlab_games::stones::Rules;

/// Searches the openings of all these variants, as far as the options allow.
pub(super) fn search(
    all: &[Rules],
    sizes: &StonesOpenings,
    monitor: &dyn Monitor,
) -> Result<Vec<Opening>, Failure> {
    let queue = Queue::new(all);
    monitor.begin("openings", all.len() as u64);
    // Dedicated threads, because a pool thread would take the next opening while it waits for a search.
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
        .map(|opening| opening.ok_or_else(|| Cancelled.into()))
        .collect()
}

/// Runs on one thread, so that the bounds within a node budget are reproducible.
fn alone<R: Send>(work: impl FnOnce() -> Result<R, Failure> + Send) -> Result<R, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(work)
}

/// The openings in groups that share tables, so that no two threads wait for each other. The largest boards come first,
/// because they take longest.
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

    /// Searches openings on one thread and returns them by index. Fewer stones come first, because their tables are
    /// useful for more.
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

/// Reads the recorded result of an opening; if there is none, searches the opening and records it.
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
    let limits = OpeningLimits {
        directory: &sizes.directory,
        boards: sizes.boards,
        nodes: sizes.nodes,
    };
    let SolvedOpening {
        solution,
        searched_too,
    } = solve_opening(rules, &limits, monitor)?;
    Ok(Opening {
        game: rules.to_string(),
        holes: rules.holes(),
        seeds: rules.seeds(),
        value: Values::ends(&solution.bounds),
        pie: solution.pie.as_ref().map(Values::ends),
        nodes: solution.nodes,
        searched_too,
    })
}
