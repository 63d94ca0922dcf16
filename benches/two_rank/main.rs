//! Perft and random games of the two-rank family on one thread; Kalah(6,4) beside a naive core.
//!
//! Every figure is one of counted work: the counts are asserted before they are timed.

mod naive;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sowlab::games::two_rank::{DECLARATIONS, KALAH};

use naive::Naive;

/// Leaves of standard Kalah(6,4) at this depth, an extra turn a ply of its own.
const KALAH_LEAVES: (u32, u64) = (9, 2_763_490);
/// Random games timed at once, all from one seed.
const GAMES: u64 = 1000;
const SEED: u64 = 55;

fn perft(c: &mut Criterion) {
    let (depth, leaves) = KALAH_LEAVES;
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    assert_eq!(kalah.perft(kalah.start(), depth), leaves);
    assert_eq!(Naive::START.perft(depth), leaves);

    let mut group = c.benchmark_group("perft of kalah(6,4)");
    group.throughput(Throughput::Elements(leaves));
    group.bench_function("sowlab", |b| {
        b.iter(|| kalah.perft(black_box(kalah.start()), depth));
    });
    group.bench_function("naive", |b| {
        b.iter(|| black_box(Naive::START).perft(depth));
    });
    group.finish();
}

fn playouts(c: &mut Criterion) {
    let kalah = KALAH.build(None).expect("the defaults of a declared game");
    let ours = || {
        let mut random = SmallRng::seed_from_u64(SEED);
        (0..GAMES)
            .map(|_| {
                let playout = kalah.playout(black_box(kalah.start()), &mut random);
                (playout.margin, u64::from(playout.plies))
            })
            .fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
    };
    let naive = || {
        let mut random = SmallRng::seed_from_u64(SEED);
        (0..GAMES)
            .map(|_| black_box(Naive::START).playout(&mut random))
            .fold((0, 0), |sum, next| {
                (sum.0 + next.0, sum.1 + u64::from(next.1))
            })
    };
    // Both list moves in the same order, so the same seed plays the same games.
    assert_eq!(ours(), naive());

    let mut group = c.benchmark_group("random games of kalah(6,4)");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("sowlab", |b| b.iter(ours));
    group.bench_function("naive", |b| b.iter(naive));
    group.finish();
}

fn every_game(c: &mut Criterion) {
    let mut group = c.benchmark_group("random games of each game");
    group.throughput(Throughput::Elements(GAMES));
    for declaration in DECLARATIONS {
        let game = declaration
            .build(None)
            .expect("the defaults of a declared game");
        group.bench_function(declaration.name, |b| {
            b.iter(|| {
                let mut random = SmallRng::seed_from_u64(SEED);
                (0..GAMES)
                    .map(|_| game.playout(black_box(game.start()), &mut random).margin)
                    .sum::<i32>()
            });
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    perft(&mut criterion);
    playouts(&mut criterion);
    every_game(&mut criterion);
    criterion.final_summary();
}
