//! Sweeps beside a stored graph of the open positions with a worklist: one layer of 55Stones, one
//! thread, the same values. `cargo bench --bench retrograde_graph`, half a minute and 300 MB.
//!
//! Both ways share their first sweeps, so what differs is the work on what is open after them. The
//! engine's own sweeps are timed, too: they do the same work with look-ups in batches.

mod graph;
mod layer;

use std::time::Instant;

use sowlab::games::stones::{Rules, StonesLayers};
use sowlab_solvers::retrograde::{Finished, Layered, extend_in_memory, solve_in_memory};

use graph::Graph;
use layer::{Bounds, Layer};

const STONES: u32 = 14;

/// Processor seconds of this thread, which others on the machine do not lengthen; where the system
/// does not tell (it is Linux that does), the seconds since `start`.
fn seconds(start: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(|| start.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// Sweeps `sweeps` times and solves all the rest on a stored graph; sweeps alone if `sweeps` is `None`.
fn settle<G: Layered>(layer: &Layer<'_, G>, cells: &mut [Bounds], sweeps: Option<usize>) {
    let name = if layer.zero { "zero" } else { "ends" };
    let mut looks = 0;
    let mut last_changes = 1;
    for _ in 0..sweeps.unwrap_or(usize::MAX) {
        let (looked, changed) = layer.sweep(cells);
        looks += looked;
        last_changes = changed;
        if changed == 0 {
            break;
        }
    }
    if sweeps.is_none() || last_changes == 0 {
        println!("    {name}: {looks} looks in sweeps");
        return;
    }
    let graph = Graph::new(layer, cells);
    let bytes = graph.bytes as f64 / cells.len() as f64;
    let more = graph.settle(cells);
    println!(
        "    {name}: {looks} looks in sweeps, {more} on a graph of {bytes:.1} bytes a position"
    );
}

fn solve<G: Layered>(
    game: &G,
    below: &[Finished<Vec<u8>>],
    sweeps: Option<usize>,
) -> (Vec<Bounds>, Vec<Bounds>) {
    let mut layer = Layer {
        game,
        below,
        zero: false,
    };
    let mut ends = layer.start();
    settle(&layer, &mut ends, sweeps);
    let mut zero = ends.clone();
    layer.zero = true;
    // Only undetermined positions are open here, so that the graph is small from the start.
    settle(&layer, &mut zero, sweeps.map(|_| 0));
    (ends, zero)
}

fn compare() {
    let game = StonesLayers::new(&Rules::FIFTY_FIVE, STONES as usize).expect("few boards");
    let mut below = solve_in_memory(&game, STONES - 1, &()).expect("solved");
    let positions = game.positions(STONES).expect("a layer");
    println!("55Stones, the layer of {STONES} stones: {positions} positions, one thread");
    let mut solved = Vec::new();
    for sweeps in [None, Some(1), Some(2), Some(3)] {
        let start = Instant::now();
        let before = seconds(start);
        let values = solve(&game, &below, sweeps);
        let time = seconds(start) - before;
        match sweeps {
            None => println!("  sweeps alone: {time:.2} s"),
            Some(sweeps) => println!("  {sweeps} sweeps, then the graph: {time:.2} s"),
        }
        solved.push(values);
    }
    let start = Instant::now();
    let before = seconds(start);
    extend_in_memory(&game, &mut below, &()).expect("solved");
    println!("  the engine's sweeps: {:.2} s", seconds(start) - before);
    for (ends, zero) in &solved {
        for rank in 0..positions {
            let expected = below[STONES as usize].get(rank);
            let (ends, zero) = (ends[rank as usize], zero[rank as usize]);
            assert_eq!(i32::from(ends.lower), expected.lower);
            assert_eq!(i32::from(ends.upper), expected.upper);
            assert_eq!(i32::from(0.clamp(zero.lower, zero.upper)), expected.zero);
        }
    }
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread").install(compare);
}
