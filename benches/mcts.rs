//! UCT on Kalah(6,4) from the start, every playout to the end of the game; and 55Stones.
//!
//! The number of playouts is asserted, and that the tree grew with them.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use sowlab::games::stones::{Position, Rules, StonesGame};
use sowlab::games::two_rank::KALAH;
use sowlab_solvers::mcts::{Limits, Options, Simulate, Uct};
use sowlab_solvers::order::{Open, OpenState};
use sowlab_solvers::{Guide, Problem, Side};

fn search<G>(game: &G, start: &G::State, playouts: u64, threads: usize)
where
    G: Simulate + Guide<G::State, G::Move>,
{
    let mut uct = Uct::new(Problem::new(game).with_guide(game), Options::default());
    let report = uct.search(black_box(start), Limits::playouts(playouts), threads, &());
    assert_eq!(report.playouts, playouts);
    // A state becomes a node when it is visited twice, so that most playouts make none.
    let nodes = u64::from(report.nodes);
    assert!((playouts / 20..playouts).contains(&nodes), "{nodes} nodes");
}

fn mcts(c: &mut Criterion) {
    let mut group = c.benchmark_group("monte carlo tree search");
    group.sampling_mode(SamplingMode::Flat);
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    let playouts = 300_000;
    group.throughput(Throughput::Elements(playouts));
    for threads in [1, 2] {
        group.bench_function(format!("kalah(6,4), {threads} threads"), |b| {
            b.iter(|| search(&kalah, &kalah.start(), playouts, threads));
        });
    }
    let rules = Rules::FIFTY_FIVE;
    let start = OpenState::Leader {
        state: Position::opening(&rules).canonical_board(),
        leader: Side::First,
    };
    let playouts = 10_000;
    group.throughput(Throughput::Elements(playouts));
    for threads in [1, 2] {
        group.bench_function(format!("55stones, {threads} threads"), |b| {
            b.iter(|| search(&Open(StonesGame::new(&rules)), &start, playouts, threads));
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(5))
        .configure_from_args();
    mcts(&mut criterion);
    criterion.final_summary();
}
