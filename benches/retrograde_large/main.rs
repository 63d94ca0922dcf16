//! Retrograde analysis of the sizes that are published, timed once each: awari to 14 stones beside the plain iteration,
//! and Kalah to 17. Some minutes and 500 MB; `cargo bench --bench retrograde_large`.
//!
//! The results are checked: all methods and numbers of threads find the same values.

#[path = "../retrograde/backwards.rs"]
mod backwards;
#[path = "../retrograde/plain.rs"]
mod plain;

use std::time::{Duration, Instant};

use sowlab::games::two_rank::{TwoRankLayers, parse};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::{Layered, solve_in_memory};

use backwards::solve_zero_in_memory;
use plain::plain_iteration;

const AWARI: u32 = 14;
const KALAH: u32 = 17;

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed())
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> (T, Duration) {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.build().expect("threads");
    pool.install(|| timed(work))
}

fn awari() {
    let game = parse("awari").expect("a declared game");
    let layers = TwoRankLayers::new(game.clone(), AWARI as usize).expect("few positions");
    let ranking = Ranking::new(12, AWARI as usize).expect("few positions");
    let (expected, plain) = timed(|| plain_iteration(&game, &ranking, AWARI as usize));
    let plain = plain.as_secs_f64();
    println!("awari to {AWARI} stones, zero, plain iteration: {plain:.2} s");
    for threads in [1, 2] {
        let solve = || solve_zero_in_memory(&layers, AWARI, &());
        let (found, time) = on_threads(threads, solve);
        assert_eq!(found.expect("solved"), expected);
        let seconds = time.as_secs_f64();
        let ratio = plain / seconds;
        println!("  value by value, {threads} threads: {seconds:.2} s, {ratio:.1} times faster");
    }
}

fn kalah() {
    let game = parse("kalah").expect("a declared game");
    let layers = TwoRankLayers::new(game, KALAH as usize).expect("few positions");
    let positions: u64 = (0..=KALAH)
        .filter_map(|layer| layers.positions(layer))
        .sum();
    println!("Kalah to {KALAH} stones, {positions} positions");
    let mut first = None;
    for threads in [1, 2] {
        let (tables, time) = on_threads(threads, || solve_in_memory(&layers, KALAH, &()));
        let tables = tables.expect("solved");
        let margins: Vec<Vec<i8>> = tables
            .iter()
            .map(|layer| {
                let ranks = 0..layer.positions();
                ranks.map(|rank| layer.get(rank).zero as i8).collect()
            })
            .collect();
        assert_eq!(first.get_or_insert_with(|| margins.clone()), &margins);
        let seconds = time.as_secs_f64();
        let rate = positions as f64 / 1e6 / seconds;
        println!("  {threads} threads: {seconds:.2} s, {rate:.2} million positions a second");
    }
}

fn main() {
    kalah();
    awari();
}
