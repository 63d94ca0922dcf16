//! Kalah(6,4) to a fixed depth with the store difference, by this project's search and by others:
//! time and value of each; the values must agree.

mod kalah;
mod peer;

use std::fmt;
use std::process::ExitCode;
use std::time::Instant;

use cpu_time::ProcessTime;
use sowlab_solvers::search::{AlphaBeta, CompactTable, Horizon};

use kalah::{Alternating, KALAH_6_4, Node};

const BYTES: usize = 1 << 27;

/// Iterative deepening, each depth from the value two depths before; and the nodes.
fn ours(depth: u8, threads: usize) -> (i32, u64) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    pool.install(|| {
        let ending = KALAH_6_4.ending().expect("play of kalah always ends");
        let codes = ending.codes(KALAH_6_4.start().seeds()).expect("few boards");
        let game = Alternating(ending);
        let horizon = Horizon::new(&game, |_: &Node| 0);
        let tags = (u16::from(depth) + 1) << 8;
        let table = CompactTable::new(BYTES, codes, tags).expect("memory for a table");
        let search = AlphaBeta::new(&horizon, &table, &());
        let mut guesses = [0; 2];
        for depth in 1..=depth {
            let guess = &mut guesses[usize::from(depth % 2)];
            let start = horizon.limit(Node::start(), depth);
            let proven = search.value(&start, *guess, &mut |_| ());
            *guess = proven.value().expect("nobody cancels");
        }
        (guesses[usize::from(depth % 2)], search.nodes())
    })
}

/// Elapsed time, and that of all processors: on a shared machine only the latter means anything.
struct Clock(Instant, ProcessTime);

impl Clock {
    fn start() -> Clock {
        Clock(Instant::now(), ProcessTime::now())
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [elapsed, processor] =
            [self.0.elapsed(), self.1.elapsed()].map(|time| time.as_secs_f64());
        write!(f, "{elapsed:.2} s ({processor:.2} s of processors)")
    }
}

fn main() -> ExitCode {
    let depth = match std::env::args().nth(1).as_deref().unwrap_or("22").parse() {
        Ok(depth @ 1..=100) => depth,
        _ => {
            eprintln!("usage: compare-search [DEPTH], 1 to 100; 22 if left out");
            return ExitCode::from(2);
        }
    };
    let mut values = Vec::new();
    println!("Kalah(6,4), depth {depth}, a pass after another turn; tables of {BYTES} bytes");
    for threads in [1, 2] {
        let clock = Clock::start();
        let (value, nodes) = ours(depth, threads);
        println!("sowlab, {threads} threads: {clock}, {nodes} nodes, value {value:+}");
        values.push(value);
        for (name, options) in peer::set_ups(BYTES) {
            let clock = Clock::start();
            let value = peer::value(options, depth, threads);
            println!("minimax, {name}, {threads} threads: {clock}, value {value:+}");
            values.push(value);
        }
    }
    if values.iter().any(|&value| value != values[0]) {
        eprintln!("the values differ");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
