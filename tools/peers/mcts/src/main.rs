//! Playouts a second on Kalah(6,4) from the start, every playout to the end of the game: this
//! project and other crates, one after the other in one run.
//!
//! The other crates play on the naive array core of the benches, as somebody would write it for
//! them; this project on its own. `board-game` and `minimax` take sides to alternate, which is
//! wrong in Kalah; they are left at that, since forced passes would only cost them time.

mod board_game_crate;
mod mcts_crate;
mod minimax_crate;
#[path = "../../../../benches/two_rank/naive.rs"]
#[allow(dead_code)]
mod naive;
mod ours;
mod treant_crate;

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// Plays the given number of playouts.
type Search = fn(playouts: u32, threads: usize);

/// A name, the search, and whether it has more than one thread.
const PEERS: [(&str, Search, bool); 6] = [
    ("sowlab", ours::search, true),
    ("sowlab, expansion 3", ours::search_expanding_later, true),
    ("board-game 0.8.2", board_game_crate::search, false),
    ("treant 0.4.0", treant_crate::search, true),
    ("mcts 0.3.0", mcts_crate::search, true),
    ("minimax 0.6.0", minimax_crate::search, true),
];

/// The number of them, from the first on, that are this project's.
const OURS: usize = 2;

/// Runs of each; the median counts.
const RUNS: usize = 5;

fn measure(search: Search, playouts: u32, threads: usize) -> (Duration, Duration) {
    let (started, used) = (Instant::now(), ProcessTime::now());
    search(playouts, threads);
    (started.elapsed(), used.elapsed())
}

fn main() {
    let playouts = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 1_000_000,
        Some(Ok(playouts @ 1..)) => playouts,
        Some(_) => {
            eprintln!("the number of playouts is a number from 1 on");
            std::process::exit(2);
        }
    };
    // In turns, so that a change of the machine's speed meets all alike.
    let rows = || {
        let threads = |several| if several { vec![1, 2] } else { vec![1] };
        PEERS.iter().flat_map(move |&(name, search, several)| {
            threads(several)
                .into_iter()
                .map(move |threads| (name, search, threads))
        })
    };
    let mut times = vec![Vec::new(); rows().count()];
    for run in 1..=RUNS {
        for (row, (name, search, threads)) in rows().enumerate() {
            eprintln!("run {run} of {RUNS}: {name}, {threads}");
            times[row].push(measure(search, playouts, threads));
        }
    }
    let rate = |time: Duration| f64::from(playouts) / time.as_secs_f64() / 1e3;
    println!("{playouts} playouts, median of {RUNS}; thousand playouts a second");
    println!(
        "{:20} {:>7} {:>9} {:>24}",
        "", "threads", "elapsed", "by processor time"
    );
    let mut rates = Vec::new();
    for ((name, _, threads), mut times) in rows().zip(times) {
        let mut median = |of: fn(&(Duration, Duration)) -> Duration| {
            times.sort_by_key(of);
            rate(of(&times[RUNS / 2]))
        };
        let elapsed = median(|times| times.0);
        // The CPU time of all threads together, so that two threads compare with one.
        let processor = median(|times| times.1);
        println!("{name:20} {threads:>7} {elapsed:>9.0} {processor:>24.0}");
        rates.push(Rate {
            name,
            threads,
            elapsed,
            processor,
        });
    }
    for (name, ..) in PEERS.iter().take(OURS) {
        let of = |threads| {
            let mut rates = rates.iter();
            rates.find(|rate: &&Rate| rate.name == *name && rate.threads == threads)
        };
        let (Some(one), Some(two)) = (of(1), of(2)) else {
            continue;
        };
        for ours in [one, two] {
            compare(ours, "elapsed", &rates, |rate| rate.elapsed);
            compare(ours, "processor", &rates, |rate| rate.processor);
        }
        let speedup = two.elapsed / one.elapsed;
        println!("{name}, 2 threads: {speedup:.2} times its own rate on 1");
    }
}

/// Playouts a second, in thousands: medians.
struct Rate {
    name: &'static str,
    threads: usize,
    elapsed: f64,
    processor: f64,
}

/// Says how one of our rates compares with the best of the others on as many threads.
fn compare(ours: &Rate, time: &str, rates: &[Rate], rate: fn(&Rate) -> f64) {
    let others = rates.iter().filter(|other| {
        let mut own = PEERS.iter().take(OURS);
        other.threads == ours.threads && own.all(|(name, ..)| *name != other.name)
    });
    if let Some(best) = others.max_by(|one, other| rate(one).total_cmp(&rate(other))) {
        let (name, threads, times) = (ours.name, ours.threads, rate(ours) / rate(best));
        let best = best.name;
        println!("{name}, threads {threads}, by {time} time: {times:.2} times {best}");
    }
}
