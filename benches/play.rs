//! Perft and random playouts of the stones family. The counts are asserted, so that nobody times
//! a program that is wrong.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_main};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::games::stones::sowing::{JointMove, Sower};
use sowlab::games::stones::{Position, Rules, StonesGame, perft};

/// Rounds played in random games from the opening to the end (or to an endless round).
fn playouts(rules: &Rules, sower: &Sower, games: u64) -> u64 {
    let mut rounds = 0;
    for seed in 0..games {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut position = Position::opening(rules);
        loop {
            let mut moves = [JointMove { east: 0, west: 0 }; 240];
            let mut count = 0;
            JointMove::for_each(position.board().playable(), |joint_move| {
                moves[count] = joint_move;
                count += 1;
            });
            if count == 0 {
                break;
            }
            let played = position.play(sower, moves[random.random_range(0..count)]);
            rounds += 1;
            match played.position {
                Some(next) => position = next,
                None => break,
            }
        }
    }
    rounds
}

fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, rules, joint_moves) in [
        ("33stones, 3 rounds", Rules::THIRTY_THREE, 169_432),
        ("55stones, 3 rounds", Rules::FIFTY_FIVE, 299_926),
    ] {
        let game = StonesGame::new(&rules);
        let start = Position::opening(&rules).canonical_board();
        group.throughput(Throughput::Elements(joint_moves));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let rounds = perft(&game, black_box(start), 3, &()).unwrap();
                assert_eq!(rounds[2].joint_moves, u128::from(joint_moves));
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("random playouts");
    for (name, rules) in [
        ("33stones", Rules::THIRTY_THREE),
        ("55stones", Rules::FIFTY_FIVE),
    ] {
        let sower = Sower::new(&rules);
        // Few enough that no endless round of millions of steps dominates.
        let games = 64;
        let rounds = playouts(&rules, &sower, games);
        group.throughput(Throughput::Elements(games));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(playouts(black_box(&rules), &sower, games), rounds));
        });
    }
    group.finish();
}

#[allow(missing_docs)] // of the function that the macro makes
mod harness {
    criterion::criterion_group!(benches, super::play);
}
criterion_main!(harness::benches);
