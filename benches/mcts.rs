//! UCT on Kalah(6,4) from the start, each playout to the end of the game, and stones.
use std::hint::black_box;
use std::time::{Duration, Instant};

use sowlab::games::two_rank::KALAH;
use sowlab_solvers::mcts::{Limits, Options, Uct};

fn main() {
    let kalah = KALAH.build(None).unwrap();
    for threads in std::env::args().skip(1).filter_map(|a| a.parse().ok()) {
        let mut uct = Uct::new(kalah.clone(), Options::default());
        let t = Instant::now();
        let report = uct.search(&kalah.start(), Limits::playouts(1_000_000), threads, &());
        let s = t.elapsed().as_secs_f64();
        println!(
            "{threads} {:.0} k/s {:?} {} {:?}",
            1e3 / s,
            report.best,
            report.nodes,
            report
                .children
                .iter()
                .map(|c| (c.visits, c.mean))
                .collect::<Vec<_>>()
        );
    }
}
