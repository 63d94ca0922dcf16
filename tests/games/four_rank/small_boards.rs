//! The smallest board, solved by the reference, against retrograde analysis.

use std::collections::HashMap;

use sowlab::games::Seat;
use sowlab::games::four_rank::FourRankLayer;
use sowlab_solvers::retrograde::solve_in_memory;
use sowlab_solvers::{Keyed, Reachable, Value};

use super::reference::{Board, Owela};
use super::sowing::{game, state};

/// The results of the moves: a position by its index, or infinite play.
type Replies = Vec<Option<usize>>;

/// Every position that the opening leads to, and what its moves lead to.
fn reachable(owela: &Owela) -> (Vec<Board>, Vec<Replies>) {
    let mut boards = vec![owela.start()];
    let mut index = HashMap::from([(owela.start(), 0)]);
    let mut replies = Vec::new();
    while let Some(board) = boards.get(replies.len()).cloned() {
        let moves = owela.moves(&board).into_iter().map(|pit| {
            let after = owela.after(&board, pit)?;
            let known = index.len();
            Some(*index.entry(after.clone()).or_insert_with(|| {
                boards.push(after);
                known
            }))
        });
        replies.push(moves.collect());
    }
    (boards, replies)
}

/// Which positions the side to move can win in finitely many moves whatever the other does (`Some(1)`),
/// which the other side can (`Some(-1)`), and in which neither can. An endless move ends nothing: it
/// never wins, and it saves whoever makes it.
fn forced(replies: &[Replies]) -> Vec<Option<i32>> {
    let mut forced = vec![None; replies.len()];
    loop {
        let mut changed = false;
        for (position, moves) in replies.iter().enumerate() {
            if forced[position].is_some() {
                continue;
            }
            let after: Vec<Option<i32>> = moves.iter().map(|to| forced[(*to)?]).collect();
            let result = if after.contains(&Some(-1)) {
                Some(1)
            } else if after.iter().all(|&after| after == Some(1)) {
                Some(-1)
            } else {
                continue;
            };
            forced[position] = result;
            changed = true;
        }
        if !changed {
            return forced;
        }
    }
}

/// Infinite play counts for whom `lower` and `upper` say where nobody can force an end.
fn value(forced: Option<i32>) -> Value {
    match forced {
        Some(margin) => Value::settled(margin),
        None => Value {
            lower: -1,
            zero: 0,
            upper: 1,
        },
    }
}

/// Every position that the opening of the smallest boards leads to has the value that retrograde
/// analysis of all positions gives it.
#[test]
fn positions_of_the_smallest_board_in_two_ways() {
    for both in [true, false] {
        let owela = Owela { pits: 2, both };
        let (boards, replies) = reachable(&owela);
        let layer = FourRankLayer::new(game(&owela)).unwrap();
        let solved = solve_in_memory(&layer, 0, &()).unwrap();
        let forced = forced(&replies);
        for (board, forced) in boards.iter().zip(forced) {
            let found = solved[0].get(layer.rank(&state(Seat::Lower, board)));
            assert_eq!(found, value(forced), "{} {board:?}", owela.name());
        }
    }
}

/// Three pits in a row: all 13,037,895 positions by retrograde analysis, and the graph of those that the
/// opening leads to. Who begins loses.
#[test]
#[ignore = "half a minute: scripts/soak"]
fn soak_of_the_opening_of_three_pits_in_two_ways() {
    for both in [true, false] {
        let game = game(&Owela { pits: 3, both });
        let start = game.start();
        let graph = Reachable::solve(&game, start, 1 << 24, &()).unwrap();
        let layer = FourRankLayer::new(game.clone()).unwrap();
        let solved = solve_in_memory(&layer, 0, &()).unwrap();
        assert_eq!(graph.value(game.key(&start)), Some(Value::settled(-1)));
        assert_eq!(solved[0].get(layer.rank(&start)), Value::settled(-1));
        let undetermined = if both { 255_489 } else { 110_979 };
        assert_eq!(solved[0].undetermined(), undetermined);
    }
}
