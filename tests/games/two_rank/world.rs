//! Oware and Bestemshe against a stepper that follows the written rules, with every option and on several sizes.

use proptest::prelude::*;
use sowlab::games::two_rank::{Direction, Move, Position, Seat, State, TwoRank, TwoRankLayers};
use sowlab_solvers::retrograde::solve_in_memory;

use super::record::parse;
use super::stepper::{Board, GAMES, Written, margins};

fn sized(name: &str, pits: usize, seeds: usize) -> TwoRank {
    let mark = if name.contains(':') { ',' } else { ':' };
    parse(&format!("{name}{mark}pits={pits},seeds={seeds}"))
}

fn state(board: &Board) -> State {
    let (south, north) = board.pits.split_at(board.pits.len() / 2);
    match board.mover {
        0 => State::new(Seat::Lower, south, north),
        _ => State::new(Seat::Upper, north, south),
    }
    .unwrap()
}

fn start(pits: usize, seeds: usize) -> Board {
    Board {
        pits: vec![seeds as u8; 2 * pits],
        mover: 0,
    }
}

/// The moves and what each leads to, as the kernel and as the stepper have it.
fn check(game: &TwoRank, written: Written, board: &Board) {
    let pits = board.pits.len() / 2;
    let from = state(board);
    let lanes: Vec<usize> = game.legal(from).map(|chosen| chosen.lane()).collect();
    let legal = written.legal(board);
    let expected: Vec<usize> = legal.iter().map(|pit| pit - board.mover * pits).collect();
    assert_eq!(lanes, expected, "{} {board:?}", game.name());
    for &pit in &legal {
        let chosen = Move::new(pit % pits, Direction::Right).unwrap();
        let (after, taken) = written.play(board, pit);
        assert_eq!(
            game.after(from, chosen),
            (state(&after), taken),
            "{} {board:?} {pit}",
            game.name()
        );
    }
    if legal.is_empty() {
        let position = Position::new(from, pits, [0; 2]).unwrap();
        let swept = [0, 1].map(|side| board.seeds_of(side));
        assert_eq!(position.outcome(game), Some(swept));
    }
}

#[test]
fn perft_is_that_of_the_stepper() {
    for (name, written) in GAMES {
        for (pits, seeds) in [
            (1, 1),
            (1, 3),
            (2, 1),
            (2, 2),
            (2, 3),
            (2, 9),
            (3, 2),
            (3, 3),
            (4, 1),
            (4, 3),
            (5, 5),
            (6, 4),
            (8, 3),
        ] {
            let game = sized(name, pits, seeds);
            let board = start(pits, seeds);
            for depth in 1..=6 {
                let counted = game.perft(game.start(), depth);
                assert_eq!(
                    counted,
                    written.perft(&board, depth),
                    "{} ply {depth}",
                    game.name()
                );
            }
        }
    }
}

#[test]
fn the_perft_of_oware_is_the_published_one() {
    let game = parse("oware");
    let counted: Vec<u64> = (1..=7)
        .map(|depth| game.perft(game.start(), depth))
        .collect();
    assert_eq!(counted, [6, 36, 190, 1014, 5219, 27332, 139_157]);
}

/// Tables of all boards have the margins that plain iteration of the written rules finds.
#[test]
fn values_of_all_small_boards_are_the_fixed_points() {
    for (name, written) in GAMES {
        for (pits, most) in [(1, 12), (2, 12), (3, 9), (4, 6)] {
            let game = sized(name, pits, 1);
            let layers = TwoRankLayers::of_any(game, most as usize).unwrap();
            let tables = solve_in_memory(&layers, most, &()).unwrap();
            for (board, [lower, zero, upper]) in margins(written, pits, most) {
                let (layer, rank) = layers.locate(state(&board));
                let value = tables[layer as usize].get(rank);
                // The tables have the margin of the side to move.
                let found = match board.mover {
                    0 => [value.lower, value.zero, value.upper],
                    _ => [-value.upper, -value.zero, -value.lower],
                };
                assert_eq!(found, [lower, zero, upper], "{name} {board:?}");
            }
        }
    }
}

prop_compose! {
    fn any_board()(pits in 1..=8usize)(
        pits in Just(pits),
        drops in proptest::collection::vec((0..2 * pits, 1..=30u8), 0..24),
        mover in 0..2usize,
    ) -> Board {
        let mut board = Board { pits: vec![0; 2 * pits], mover };
        for (pit, seeds) in drops {
            if board.seeds() + u32::from(seeds) <= 127 {
                board.pits[pit] += seeds;
            }
        }
        board
    }
}

prop_compose! {
    /// A board with few seeds, on which grand slams and empty rows are common.
    fn thin_board()(pits in 1..=6usize)(
        counts in proptest::collection::vec(prop_oneof![3 => Just(0u8), 2 => 1..=3u8, 1 => 4..=13u8], 2 * pits),
        mover in 0..2usize,
        bare in 0..3usize,
    ) -> Board {
        let mut board = Board { pits: counts, mover };
        let half = board.pits.len() / 2;
        if bare < 2 {
            board.pits[bare * half..(bare + 1) * half].fill(0);
        }
        board
    }
}

proptest! {
    #[test]
    fn moves_from_any_board_are_those_of_the_stepper(board in prop_oneof![any_board(), thin_board()]) {
        for (name, written) in GAMES {
            check(&sized(name, board.pits.len() / 2, 1), written, &board);
        }
    }
}
