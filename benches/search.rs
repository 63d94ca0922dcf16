//! Alpha-beta with its table: Kalah(6,4) to a fixed depth, and small boards of Kalah to the end.
//!
//! The results are checked. The value to a fixed depth is that of a search with another table, and
//! the solved values are published ones (Irving, Donkers and Uiterwijk, *Solving Kalah*, 2000).

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode};
use sowlab::games::two_rank::{KALAH, State, TwoRank};
use sowlab_solvers::Problem;
use sowlab_solvers::search::{AlphaBeta, DepthLimited, TranspositionTable};

/// Moves deep, extra turns counted as moves.
const DEPTH: u8 = 22;
const TABLE_BYTES: usize = 1 << 27;

/// Iterative deepening with the store difference, each depth from the value two depths before.
fn fixed_depth(kalah: &TwoRank, bytes: usize) -> i32 {
    let horizon = DepthLimited::new(Problem::new(kalah).with_guide(kalah), |_: &State| 0);
    let table = TranspositionTable::new(bytes).expect("memory for a table");
    let search = AlphaBeta::new(horizon, &table, &());
    let mut guesses = [0; 2];
    for depth in 1..=DEPTH {
        let guess = &mut guesses[usize::from(depth % 2)];
        let start = horizon.limit(kalah.start(), depth);
        let value = search.value(&start, *guess, &mut |_| ());
        *guess = value.expect("nobody cancels");
    }
    guesses[usize::from(DEPTH % 2)]
}

fn solve(kalah: &TwoRank) -> i32 {
    let numbers = kalah.board_numbers();
    let problem = Problem::new(kalah).with_keys(&numbers).with_guide(kalah);
    let table = TranspositionTable::new(TABLE_BYTES).expect("memory for a table");
    AlphaBeta::new(problem, &table, &())
        .value(&kalah.start(), 0, &mut |_| ())
        .expect("nobody cancels")
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads")
        .install(work)
}

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search of kalah");
    group.sampling_mode(SamplingMode::Flat);
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    let value = on_threads(2, || fixed_depth(&kalah, TABLE_BYTES / 4));
    for threads in [1, 2] {
        group.bench_function(format!("(6,4) to depth {DEPTH}, {threads} threads"), |b| {
            b.iter(|| {
                let found = on_threads(threads, || fixed_depth(black_box(&kalah), TABLE_BYTES));
                assert_eq!(found, value);
            });
        });
    }
    for (options, value) in [
        ("pits=6,seeds=2,empty-capture=yes", 10),
        ("pits=6,seeds=3,empty-capture=yes", 2),
    ] {
        let kalah = KALAH.build(Some(options)).expect("a board that fits");
        for threads in [1, 2] {
            group.bench_function(format!("{options} solved, {threads} threads"), |b| {
                b.iter(|| on_threads(threads, || assert_eq!(solve(black_box(&kalah)), value)));
            });
        }
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    search(&mut criterion);
    criterion.final_summary();
}
