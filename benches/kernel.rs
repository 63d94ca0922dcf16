//! The sowing kernels against the one-stone stepper, per round, on positions from random play.
//!
//! Each benchmark sows every joint move of the same boards and asserts the steps it counted, so
//! that nobody times a kernel that is wrong. Read the ratios of one run, not the times.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_main};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::games::stones::sowing::{Batch, JointMove, Kernel, Sower};
use sowlab::games::stones::{Board, Ending, Rules, stepper};

/// Boards of random games from the opening to the end, or to an endless round.
fn boards_from_random_play(rules: &Rules, sower: &Sower, count: usize) -> Vec<Board> {
    let mut random = SmallRng::seed_from_u64(55);
    let opening = Board::from_holes(&vec![rules.seeds() as u8; rules.holes()]).unwrap();
    let mut boards = Vec::new();
    let mut board = opening;
    while boards.len() < count {
        let mut moves = Vec::new();
        JointMove::for_each(board.playable(), |joint_move| moves.push(joint_move));
        if moves.is_empty() {
            board = opening;
            continue;
        }
        boards.push(board);
        let chosen = moves[random.random_range(0..moves.len())];
        let round = sower.sow(board, chosen.east.into(), chosen.west.into());
        board = match round.ending {
            Ending::Endless { .. } => opening,
            _ => round.board,
        };
    }
    boards
}

fn sow_batch(batch: &mut Batch, sower: &Sower, boards: &[Board], at_once: usize) -> u64 {
    let mut steps = 0;
    for boards in boards.chunks(at_once) {
        batch.clear();
        for &board in boards {
            batch.push(board);
        }
        batch.sow(sower);
        batch.for_each(sower, |_, _, round| steps += round.steps);
    }
    steps
}

fn sow_one_by_one(boards: &[Board], mut sow: impl FnMut(Board, usize, usize) -> u64) -> u64 {
    let mut steps = 0;
    for &board in boards {
        JointMove::for_each(board.playable(), |joint_move| {
            steps += sow(board, joint_move.east.into(), joint_move.west.into());
        });
    }
    steps
}

fn kernels(criterion: &mut Criterion) {
    for (name, rules) in [
        ("33stones", Rules::THIRTY_THREE),
        ("55stones", Rules::FIFTY_FIVE),
    ] {
        let sower = Sower::new(&rules);
        let boards = boards_from_random_play(&rules, &sower, 1024);
        let expected = sow_one_by_one(&boards, |board, east, west| {
            stepper::sow(&rules, board, east, west).steps
        });
        let mut rounds = 0;
        for board in &boards {
            JointMove::for_each(board.playable(), |_| rounds += 1);
        }

        let mut group = criterion.benchmark_group(format!("rounds/{name}"));
        group.throughput(Throughput::Elements(rounds));
        group.bench_function("one stone at a time", |bencher| {
            bencher.iter(|| {
                let steps = sow_one_by_one(black_box(&boards), |board, east, west| {
                    stepper::sow(&rules, board, east, west).steps
                });
                assert_eq!(steps, expected);
            });
        });
        group.bench_function("laps, round by round", |bencher| {
            bencher.iter(|| {
                let steps = sow_one_by_one(black_box(&boards), |board, east, west| {
                    sower.sow(board, east, west).steps
                });
                assert_eq!(steps, expected);
            });
        });
        for at_once in [1, 16, 64] {
            for mut batch in Kernel::ALL.into_iter().filter_map(Batch::with_kernel) {
                let name = format!("batch of boards, {}", batch.kernel().name());
                let id = BenchmarkId::new(name, at_once);
                group.bench_function(id, |bencher| {
                    bencher.iter(|| {
                        let steps = sow_batch(&mut batch, &sower, black_box(&boards), at_once);
                        assert_eq!(steps, expected);
                    });
                });
            }
        }
        group.finish();
    }
}

#[allow(missing_docs)] // of the function that the macro makes
mod harness {
    criterion::criterion_group!(benches, super::kernels);
}
criterion_main!(harness::benches);
