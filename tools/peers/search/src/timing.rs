//! Elapsed and processor time of several pieces of work in one run.

use std::fmt;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The result of a search: the value, and the number of nodes if it is known.
type Searched = (i32, Option<u64>);

/// A piece of work, and what came of it.
pub struct Row {
    name: String,
    threads: usize,
    work: Box<dyn Fn() -> Searched>,
    /// Elapsed time, that of all processors, and the nodes of each run.
    runs: Vec<(Duration, Duration, Option<u64>)>,
    /// The value that all runs found.
    pub value: i32,
}

impl Row {
    pub fn new(name: &str, threads: usize, work: impl Fn() -> Searched + 'static) -> Row {
        Row {
            name: name.into(),
            threads,
            work: Box::new(work),
            runs: Vec::new(),
            value: 0,
        }
    }

    /// The middle one of the runs, by elapsed time.
    fn median(&self) -> (Duration, Duration, Option<u64>) {
        let mut runs = self.runs.clone();
        runs.sort();
        runs[runs.len() / 2]
    }
}

/// Runs every row `runs` times in turn, so that a change of the machine's speed meets
/// all alike. A round before those that count sees to it that the system has given the program its
/// memory already; otherwise the first would pay for it.
pub fn time_in_turns(mut rows: Vec<Row>, runs: usize) -> Vec<Row> {
    for run in 0..=runs {
        for row in &mut rows {
            let (started, used) = (Instant::now(), ProcessTime::now());
            let (value, nodes) = (row.work)();
            let (elapsed, processors) = (started.elapsed(), used.elapsed());
            if run == 0 {
                row.value = value;
            } else {
                row.runs.push((elapsed, processors, nodes));
            }
            assert_eq!(row.value, value, "the same search, another value");
        }
    }
    rows
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elapsed, processors, nodes) = self.median();
        let [elapsed, processors] = [elapsed, processors].map(|time| time.as_secs_f64());
        let nodes = nodes.map_or_else(|| "-".into(), |nodes| nodes.to_string());
        let Row {
            name,
            threads,
            value,
            ..
        } = self;
        write!(
            f,
            "{name:42} {threads:>8} {elapsed:>8.3} {processors:>10.3} {nodes:>11} {value:>+6}"
        )
    }
}
