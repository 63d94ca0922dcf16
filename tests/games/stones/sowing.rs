//! The kernels against the plainest stepper, on random boards, under every rule option.

use crate::reference::{self, Outcome};
use proptest::prelude::*;
use sowlab::games::stones::sowing::{Batch, JointMove, Kernel, Sower};
use sowlab::games::stones::{
    Board, BothOut, Capture, Cups, Ending, MixedOut, Position, Round, Rules, stepper,
};
use sowlab_solvers::ranking::Ranking;

fn every_option(rules: Rules) -> [Rules; 8] {
    let normal = rules.option_variants();
    let reversed = normal.map(|mut rules| {
        rules.capture = Capture::Reversed;
        rules
    });
    std::array::from_fn(|index| {
        if index < 4 {
            normal[index]
        } else {
            reversed[index - 4]
        }
    })
}

fn expected(board: Board, outcome: &Outcome) -> Round {
    match outcome {
        Outcome::Ends(holes, east, west, steps) => Round {
            board: Board::from_holes(holes).unwrap(),
            captured: Cups {
                east: *east,
                west: *west,
            },
            steps: *steps,
            ending: if east + west == 0 {
                Ending::Quiet
            } else {
                Ending::Capture
            },
        },
        Outcome::Endless { period } => Round {
            board,
            captured: Cups::default(),
            steps: 0,
            ending: Ending::Endless { period: *period },
        },
    }
}

/// Sows every joint move of the boards in each way there is and compares. Returns the rounds seen.
fn compare(rules: &Rules, boards: &[Board]) -> Vec<(usize, JointMove, Round)> {
    let sower = Sower::new(rules);
    let mut results = Vec::new();
    for (number, board) in boards.iter().enumerate() {
        JointMove::for_each(board.playable(), |joint_move| {
            let (east, west) = (usize::from(joint_move.east), usize::from(joint_move.west));
            let holes = &board.lanes()[..rules.holes()];
            let plain = expected(*board, &reference::sow(rules, holes, east, west));
            assert_eq!(
                stepper::sow(rules, *board, east, west),
                plain,
                "stepper, {rules}: {board:?} {joint_move:?}"
            );
            assert_eq!(
                sower.sow(*board, east, west),
                plain,
                "one round, {rules}: {board:?} {joint_move:?}"
            );
            results.push((number, joint_move, plain));
        });
    }
    let forced = Kernel::ALL.into_iter().filter_map(Batch::with_kernel);
    for mut batch in forced.chain([Batch::new()]) {
        for _ in 0..2 {
            batch.clear();
            for &board in boards {
                batch.push(board);
            }
            batch.sow(&sower);
            assert_eq!(batch.boards(), boards.len());
            assert_eq!(batch.joint_moves(), results.len());
            let mut index = 0;
            batch.for_each(&sower, |number, joint_move, round| {
                assert_eq!(
                    (number, joint_move, *round),
                    results[index],
                    "{}, {rules}: {:?}",
                    batch.kernel().name(),
                    boards[number]
                );
                index += 1;
            });
            assert_eq!(index, results.len());
        }
    }
    results
}

/// Compares on the boards of a game from the opening, the picks choosing its rounds.
fn compare_play(rules: &Rules, picks: &[prop::sample::Index]) {
    let mut board = Board::from_holes(&vec![rules.seeds() as u8; rules.holes()]).unwrap();
    for pick in picks {
        let results = compare(rules, &[board]);
        if results.is_empty() {
            break;
        }
        board = pick.get(&results).2.board;
    }
}

/// Rules of any size with boards that fit: stones thrown one by one into random holes, and now
/// and then all the rest in one hole. (More stones spread over the board are left out: the plain
/// stepper would need minutes for the period of an endless round.)
fn arbitrary_boards() -> impl Strategy<Value = (Rules, Vec<Board>)> {
    (2usize..=16, 0usize..8).prop_flat_map(|(holes, option)| {
        let rules = every_option(Rules::new(holes, 1).unwrap())[option];
        let spread = prop::collection::vec(0..holes, 0..36);
        let palace = (
            prop::collection::vec(0..holes, 2..8),
            0..holes,
            50usize..240,
        )
            .prop_map(|(few, palace, stones)| [few, vec![palace; stones]].concat());
        let board = prop_oneof![4 => spread, 1 => palace].prop_map(move |throws| {
            let mut counts = [0; 16];
            for hole in throws {
                counts[hole] += 1;
            }
            Board::from_lanes(counts)
        });
        (Just(rules), prop::collection::vec(board, 1..4))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn kernels_equal_the_stepper_on_arbitrary_boards((rules, boards) in arbitrary_boards()) {
        compare(&rules, &boards);
    }

    #[test]
    fn kernels_equal_the_stepper_on_boards_from_play(
        (holes, seeds) in (2usize..=16).prop_flat_map(|holes| (Just(holes), 2..=(40 / holes).max(2))),
        option in 0usize..8,
        picks in prop::collection::vec(any::<prop::sample::Index>(), 1..8),
    ) {
        compare_play(&every_option(Rules::new(holes, seeds).unwrap())[option], &picks);
    }

    #[test]
    fn turning_the_board_exchanges_the_sides((rules, boards) in arbitrary_boards()) {
        let sower = Sower::new(&rules);
        let last = rules.holes() - 1;
        for board in boards {
            JointMove::for_each(board.playable(), |JointMove { east, west }| {
                let (east, west) = (usize::from(east), usize::from(west));
                let round = sower.sow(board, east, west);
                let turned = sower.sow(board.turned(rules.holes()), last - west, last - east);
                assert_eq!(turned.board, round.board.turned(rules.holes()));
                assert_eq!(turned.captured, round.captured.turned());
                assert_eq!((turned.steps, turned.ending), (round.steps, round.ending));
                let stones = round.board.stones() + round.captured.stones();
                assert_eq!(stones, board.stones());
            });
        }
    }
}

proptest! {
    // Few: one endless round of 55 stones in some fifty thousand may take the stepper a minute.
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn kernels_equal_the_stepper_on_55stones_from_play(
        option in 0usize..8,
        picks in prop::collection::vec(any::<prop::sample::Index>(), 4..8),
    ) {
        compare_play(&every_option(Rules::FIFTY_FIVE)[option], &picks);
    }
}

/// Every joint move of every board of a small rank, under every option: no sampling.
#[test]
fn kernels_equal_the_stepper_on_every_small_board() {
    let mut endless = 0;
    for (holes, most) in [(2usize, 9u8), (3, 8), (4, 7), (5, 6)] {
        let mut boards = vec![vec![]];
        for _ in 0..holes {
            boards = boards
                .iter()
                .flat_map(|board: &Vec<u8>| {
                    (0..=most - board.iter().sum::<u8>())
                        .map(move |stones| [board.as_slice(), &[stones]].concat())
                })
                .collect();
        }
        let boards: Vec<Board> = boards
            .iter()
            .map(|board| Board::from_holes(board).unwrap())
            .collect();
        for rules in every_option(Rules::new(holes, 1).unwrap()) {
            endless += compare(&rules, &boards)
                .iter()
                .filter(|(_, _, round)| matches!(round.ending, Ending::Endless { .. }))
                .count();
        }
    }
    assert!(endless > 0, "small boards have endless rounds");
}

/// Start, round, result and board after of the cases checked by hand (the ones of the default
/// readings; holes from West's end).
#[test]
fn rounds_checked_by_hand() {
    let all = [5; 11];
    let cases = [
        (
            [0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0],
            8,
            4,
            (1, 0),
            4,
            [0, 0, 0, 1, 2, 0, 0, 1, 0, 0, 0],
        ),
        (
            [0, 0, 2, 0, 1, 0, 1, 0, 2, 0, 0],
            9,
            3,
            (0, 0),
            4,
            [0, 0, 0, 1, 1, 2, 1, 1, 0, 0, 0],
        ),
        (
            [0, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0],
            9,
            3,
            (0, 0),
            2,
            [0, 0, 0, 1, 1, 0, 2, 1, 0, 0, 0],
        ),
        (
            [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0],
            8,
            4,
            (0, 0),
            2,
            [0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 0],
        ),
        (
            [3, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0],
            1,
            10,
            (0, 1),
            2,
            [0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1],
        ),
        (
            [5, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0],
            6,
            1,
            (3, 0),
            2,
            [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
        ),
        (
            [0, 3, 0, 0, 0, 0, 0, 0, 0, 5, 0],
            2,
            10,
            (2, 0),
            3,
            [1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1],
        ),
        (all, 11, 1, (0, 0), 5, [0, 6, 6, 6, 6, 7, 6, 6, 6, 6, 0]),
        (all, 1, 2, (7, 0), 12, [0, 1, 7, 7, 7, 0, 1, 8, 1, 9, 7]),
        (all, 10, 1, (5, 0), 27, [0, 10, 1, 3, 4, 1, 11, 11, 2, 0, 7]),
        (all, 4, 1, (0, 2), 18, [1, 8, 1, 3, 8, 3, 9, 9, 9, 2, 0]),
    ];
    let sower = Sower::new(&Rules::FIFTY_FIVE);
    for (before, east, west, (to_east, to_west), steps, after) in cases {
        let round = sower.sow(Board::from_holes(&before).unwrap(), east - 1, west - 1);
        assert_eq!(
            round.board,
            Board::from_holes(&after).unwrap(),
            "E{east}W{west}"
        );
        assert_eq!(
            (round.captured.east, round.captured.west),
            (to_east, to_west)
        );
        assert_eq!(round.steps, steps);
    }
}

/// With `both-out=end` not one of the 110 opening rounds captures anything: the reason for the
/// default reading.
#[test]
fn without_relay_no_opening_round_captures() {
    let mut rules = Rules::FIFTY_FIVE;
    rules.both_out = BothOut::End;
    assert_eq!(rules.mixed_out, MixedOut::End);
    let rounds = compare(&rules, &[Board::from_holes(&[5; 11]).unwrap()]);
    assert_eq!(rounds.len(), 110);
    assert!(
        rounds
            .iter()
            .all(|(_, _, round)| round.ending == Ending::Quiet)
    );
}

/// The period of one of these rounds is 198,255,740 steps: nobody who does not ask for it shall wait for it.
#[test]
fn no_period_is_followed_where_none_is_asked_for() {
    let rules = Rules::FIFTY_FIVE;
    let sower = Sower::new(&rules);
    let position = Position::parse(&rules, "1,4,13,4,15,0,1,8,1,2,2 W 0 4 - 4").unwrap();
    let mut unknown = 0;
    JointMove::for_each(position.board().playable(), |chosen| {
        let (east, west) = (chosen.east.into(), chosen.west.into());
        let round = sower.sow_without_period(position.board(), east, west);
        if let Ending::Endless { period, .. } = round.ending {
            unknown += u32::from(period == 0);
        }
    });
    assert!(unknown > 0);

    let rules = Rules::new(6, 2).unwrap();
    let (sower, ranking) = (Sower::new(&rules), Ranking::new(6, 9).unwrap());
    for stones in 2..=9 {
        for rank in 0..ranking.boards(stones).unwrap() {
            let board = Board::from_lanes(ranking.unrank(stones, rank).unwrap());
            JointMove::for_each(board.playable(), |chosen| {
                let (east, west) = (chosen.east.into(), chosen.west.into());
                let (whole, known) = (
                    sower.sow(board, east, west),
                    sower.sow_without_period(board, east, west),
                );
                match whole.ending {
                    Ending::Endless { .. } => {
                        assert!(matches!(known.ending, Ending::Endless { .. }));
                    }
                    _ => assert_eq!(whole, known),
                }
            });
        }
    }
}
