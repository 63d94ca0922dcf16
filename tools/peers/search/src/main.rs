//! Kalah(6,4) by this project's search: to a fixed depth with the store difference, beside other
//! crates, or solved. Time and value of each; the values must agree.

mod kalah;
mod peer;
mod solved;
mod timing;

use std::process::ExitCode;

use sowlab_solvers::Problem;
use sowlab_solvers::search::{AlphaBeta, CompactTable, DepthLimited};

use kalah::{Alternating, KALAH_6_4, Node};
use timing::{Row, time_in_turns};

const BYTES: usize = 1 << 27;

/// Runs of each to a fixed depth; the median counts.
const RUNS: usize = 7;

/// Iterative deepening, each depth from the value two depths before; and the nodes.
fn ours(depth: u8, threads: usize) -> (i32, u64) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    pool.install(|| {
        let numbers = KALAH_6_4.board_numbers();
        let keys = numbers.up_to(KALAH_6_4.start().seeds()).expect("few boards");
        let game = Alternating(numbers);
        let problem = Problem::new(&game).with_guide(&game);
        let limited = DepthLimited::new(problem, |_: &Node| 0);
        let tags = (u16::from(depth) + 1) << 8;
        let table = CompactTable::new(BYTES, keys, tags).expect("memory for a table");
        let search = AlphaBeta::new(limited, &table, &());
        let mut guesses = [0; 2];
        for depth in 1..=depth {
            let guess = &mut guesses[usize::from(depth % 2)];
            let start = limited.limit(Node::start(), depth);
            let proven = search.value(&start, *guess, &mut |_| ());
            *guess = proven.expect("nobody cancels");
        }
        (guesses[usize::from(depth % 2)], search.nodes())
    })
}

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_else(|| "22".into());
    let rows = match asked.parse() {
        Ok(depth @ 1..=100) => to_depth(depth),
        _ if asked == "solve" => solved::solve(),
        _ => {
            eprintln!("usage: compare-search [DEPTH | solve], the depth 1 to 100; 22 if left out");
            return ExitCode::from(2);
        }
    };
    println!(
        "{:42} {:>8} {:>8} {:>10} {:>11} {:>6}",
        "", "threads", "seconds", "processors", "nodes", "value"
    );
    for row in &rows {
        println!("{row}");
    }
    if rows.iter().any(|row| row.value != rows[0].value) {
        eprintln!("the values differ");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn to_depth(depth: u8) -> Vec<Row> {
    println!(
        "Kalah(6,4), depth {depth}, a pass after another turn; tables of {BYTES} bytes; medians of {RUNS}"
    );
    let mut rows = Vec::new();
    for threads in [1, 2] {
        rows.push(Row::new("sowlab", threads, move || {
            let (value, nodes) = ours(depth, threads);
            (value, Some(nodes))
        }));
        for (name, options) in peer::set_ups(BYTES) {
            rows.push(Row::new(&format!("minimax, {name}"), threads, move || {
                (peer::value(options, depth, threads), None)
            }));
        }
    }
    time_in_turns(rows, RUNS)
}
