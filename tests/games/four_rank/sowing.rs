//! The kernel against the reference.

use proptest::prelude::*;
use sowlab::games::Seat;
use sowlab::games::four_rank::{FourRank, FourRankVariant, Move, Outcome, Period, State};

use super::reference::{Board, Owela, Sown};

/// Laps that the reference follows: what takes longer is left to the checked positions.
const LAPS: u64 = 20_000;

pub(super) fn game(owela: &Owela) -> FourRank {
    owela.name().parse::<FourRankVariant>().unwrap().game()
}

pub(super) fn state(mover: Seat, board: &Board) -> State {
    let ring = |pits: &[u8]| {
        let mut ring = [0; 16];
        ring[..pits.len()].copy_from_slice(pits);
        ring
    };
    State::new(mover, ring(&board.own), ring(&board.other))
}

fn compare(owela: &Owela, board: &Board, pit: usize) {
    let game = game(owela);
    let course = game.course(&state(Seat::Lower, board), pit as u8);
    let about = format!("{} {board:?} pit {}", owela.name(), pit + 1);
    match owela.sow(board, pit, LAPS) {
        Sown::Ends { board, laps } => {
            let ended = state(Seat::Lower, &board);
            let expected = Outcome::Ends {
                own: *ended.own(),
                other: *ended.other(),
            };
            assert_eq!((course.laps, course.outcome), (laps, expected), "{about}");
        }
        Sown::Endless { first_lap, period } => {
            let expected = Outcome::Endless(Period {
                laps: period,
                first_lap,
            });
            assert_eq!(course.outcome, expected, "{about}");
        }
        Sown::Unknown => {
            assert!(course.laps > LAPS || matches!(course.outcome, Outcome::Endless(_)))
        }
    }
}

/// Any rules, and any board with as many seeds as the game has.
pub(super) fn any_board() -> impl Strategy<Value = (Owela, Board)> {
    (2..=8usize, any::<bool>()).prop_flat_map(|(pits, both)| {
        let owela = Owela { pits, both };
        let start = owela.start();
        let seeds = start
            .own
            .iter()
            .chain(&start.other)
            .map(|&seeds| usize::from(seeds));
        // Each seed falls into any pit: the first pits of few drawn make full ones likely as well.
        let pit = prop_oneof![0..4 * pits, 0..2 * pits, 0..pits];
        prop::collection::vec(pit, seeds.sum::<usize>()).prop_map(move |falls| {
            let mut all = vec![0u8; 4 * pits];
            for pit in falls {
                all[pit] += 1;
            }
            let other = all.split_off(2 * pits);
            (owela, Board { own: all, other })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_move_of_any_board_goes_as_the_rules_say((owela, board) in any_board()) {
        for pit in owela.moves(&board) {
            compare(&owela, &board, pit);
        }
    }
}

/// Every position near the opening of every game.
#[test]
fn every_move_near_the_opening_goes_as_the_rules_say() {
    for owela in Owela::all() {
        let mut boards = vec![owela.start()];
        for _ in 0..4 {
            let mut next = Vec::new();
            for board in &boards {
                for pit in owela.moves(board) {
                    compare(&owela, board, pit);
                    next.extend(owela.after(board, pit));
                }
            }
            boards = next;
        }
    }
}

/// The positions that rules.md gives, with their periods.
#[test]
fn positions_checked_by_three_steppers() {
    for (name, position, pit, laps) in [
        ("owela:pits=2,capture=both", "2,1/2,3/0,1/1,2 L", 3, 60),
        (
            "owela:pits=4,capture=both",
            "6,1,6,2/1,2,1,3/0,0,0,1/1,0,0,0 L",
            3,
            1632,
        ),
        (
            "owela:pits=4,capture=inner",
            "6,1,6,2/1,2,1,3/0,0,0,1/1,0,0,0 L",
            3,
            1632,
        ),
    ] {
        let game = name.parse::<FourRankVariant>().unwrap().game();
        let state = game.parse_position(position).unwrap();
        let course = game.course(&state, pit - 1);
        let Outcome::Endless(period) = course.outcome else {
            panic!("{name} {position} ends");
        };
        assert_eq!(period.laps, laps, "{name} {position}");
    }
}

/// Worked out by hand: pit 1 of Lower ends in pit 3, which holds a seed. It faces Upper's pit 4, behind
/// which lies Upper's pit 1. What is captured goes on from pit 4, and pit 3 keeps its seeds.
#[test]
fn what_a_lap_captures_depends_on_the_option() {
    for (capture, position, expected) in [
        ("both", "2,0/1,0/1,7/0,1 L", "1,1/2,1/0,7/0,0 U"),
        // The outer pit is empty: pit 3 is lifted.
        ("both", "2,0/1,0/0,8/0,1 L", "1,1/0,1/0,8/0,1 U"),
        ("inner", "2,0/1,0/0,8/0,1 L", "0,1/2,1/0,8/0,0 U"),
    ] {
        let name = format!("owela:pits=2,capture={capture}");
        let game = name.parse::<FourRankVariant>().unwrap().game();
        let state = game.parse_position(position).unwrap();
        let after = game.after(&state, Move::Sow(0));
        assert_eq!(game.position_text(&after), expected, "{name} {position}");
    }
}
