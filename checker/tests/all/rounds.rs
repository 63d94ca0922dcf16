//! The rounds that were checked by hand (docs/rules.md), and the rank of boards.

use sowlab_check::boards::Boards;
use sowlab_check::rules::{Holes, Rules};
use sowlab_check::sowing::{Round, sow};

fn board(stones: &[(usize, u8)]) -> Holes {
    let mut holes = [0; 16];
    for &(hole, count) in stones {
        holes[hole - 1] = count;
    }
    holes
}

fn full(stones: &[u8; 11]) -> Holes {
    let mut holes = [0; 16];
    holes[..11].copy_from_slice(stones);
    holes
}

#[test]
fn rounds_checked_by_hand() {
    let rules = Rules::parse("55stones").unwrap();
    let fives = full(&[5; 11]);
    let over = |holes, east: u8, west: u8| (holes, east, west);
    for (start, [east, west], expected) in [
        (board(&[(8, 2), (4, 3)]), [8, 4], over(board(&[(4, 1), (5, 2), (8, 1)]), 1, 0)),
        (
            board(&[(9, 2), (3, 2), (7, 1), (5, 1)]),
            [9, 3],
            over(board(&[(4, 1), (5, 1), (6, 2), (7, 1), (8, 1)]), 0, 0),
        ),
        (board(&[(9, 2), (3, 2), (7, 1)]), [9, 3], over(board(&[(4, 1), (5, 1), (7, 2), (8, 1)]), 0, 0)),
        (board(&[(8, 2), (4, 2)]), [8, 4], over(board(&[(5, 1), (6, 2), (7, 1)]), 0, 0)),
        (board(&[(1, 3), (10, 2)]), [1, 10], over(board(&[(2, 1), (3, 1), (10, 1), (11, 1)]), 0, 1)),
        (board(&[(6, 2), (1, 5)]), [6, 1], over(board(&[(2, 1), (3, 1), (4, 1), (5, 1)]), 3, 0)),
        (fives, [11, 1], over(full(&[0, 6, 6, 6, 6, 7, 6, 6, 6, 6, 0]), 0, 0)),
        (fives, [1, 2], over(full(&[0, 1, 7, 7, 7, 0, 1, 8, 1, 9, 7]), 7, 0)),
        (fives, [10, 1], over(full(&[0, 10, 1, 3, 4, 1, 11, 11, 2, 0, 7]), 5, 0)),
        (fives, [4, 1], over(full(&[1, 8, 1, 3, 8, 3, 9, 9, 9, 2, 0]), 0, 2)),
    ] {
        let (Round::Over { holes, east: to_east, west: to_west }, _) =
            sow(&rules, &start, east - 1, west - 1)
        else {
            panic!("{start:?} E{east} W{west} never ends");
        };
        assert_eq!((holes, to_east, to_west), expected, "{start:?} E{east} W{west}");
    }
}

#[test]
fn every_rank_is_that_of_its_board() {
    for holes in 2..=6 {
        let boards = Boards::new(holes, 9).unwrap();
        for stones in 0..=9 {
            for rank in 0..boards.in_layer(stones) {
                let board = boards.board(stones, rank);
                assert_eq!(board.iter().map(|&n| usize::from(n)).sum::<usize>(), stones);
                assert_eq!(boards.rank(&board), rank);
            }
        }
    }
    let eleven = Boards::new(11, 24).unwrap();
    assert_eq!((0..=24).map(|stones| eleven.in_layer(stones)).sum::<u64>(), 417_225_900);
}
