//! Kalah(6,4) to the end.

use sowlab_base::MemorySize;
use sowlab_analysis::solve::solve_two_rank;
use sowlab_solvers::Problem;
use sowlab_solvers::search::{AlphaBeta, CompactTable};

use crate::kalah::KALAH_6_4;
use crate::timing::{Row, time_in_turns};

const MEMORY: &str = "512M";

/// Runs of each; the median counts.
const RUNS: usize = 3;

pub fn solve() -> Vec<Row> {
    println!("Kalah(6,4) solved; {MEMORY} of memory; medians of {RUNS}");
    let mut rows = Vec::new();
    for threads in [1, 2] {
        let pool = move || {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads")
        };
        rows.push(Row::new(
            "with tables, made on the way",
            threads,
            move || pool().install(with_tables),
        ));
        rows.push(Row::new("without tables", threads, move || {
            pool().install(without_tables)
        }));
    }
    time_in_turns(rows, RUNS)
}

/// Runs the search of `sowlab solve`.
fn with_tables() -> (i32, Option<u64>) {
    let opening = KALAH_6_4.start_position();
    let solution =
        solve_two_rank(&KALAH_6_4, &opening, None, memory(), &()).expect("memory for a table");
    let values = solution.bounds.zero;
    assert_eq!(values.start(), values.end(), "nobody cancels");
    (*values.start(), Some(solution.nodes))
}

/// Runs that search with the rules only.
fn without_tables() -> (i32, Option<u64>) {
    let numbers = KALAH_6_4.board_numbers();
    let problem = Problem::new(&*KALAH_6_4)
        .with_keys(&numbers)
        .with_guide(&*KALAH_6_4);
    let start = KALAH_6_4.start();
    let keys = numbers.up_to(start.seeds()).expect("few boards");
    let table = CompactTable::new(memory().bytes(), keys, 1).expect("memory for a table");
    let search = AlphaBeta::new(problem, &table, &()).with_interleaved_searches(2);
    let value = search.value(&start, 0, &mut |_| ());
    (value.expect("nobody cancels"), Some(search.nodes()))
}

fn memory() -> MemorySize {
    MEMORY.parse().expect("a size")
}
