//! Kalah against what is published about it.

use super::record::{check, check_again, outcome, parse};
use super::solve::value;

fn check_values(values: &[(usize, usize, &str, i32)]) {
    for &(pits, seeds, empty, margin) in values {
        let options = format!("pits={pits},seeds={seeds},empty-capture={empty}");
        let kalah = parse(&format!("kalah:{options}"));
        assert_eq!(value(&kalah, kalah.start()), margin, "{options}");
    }
}

#[test]
fn perft_of_standard_kalah() {
    let kalah = parse("kalah");
    let counts: Vec<u64> = (1..=7).map(|ply| kalah.perft(kalah.start(), ply)).collect();
    assert_eq!(counts, [6, 35, 185, 942, 4690, 23233, 114_430]);
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah* (2000): the first player's margin.
#[test]
fn published_values_of_small_boards() {
    check_values(&[(2, 2, "yes", -2), (3, 3, "yes", 2), (4, 3, "no", 6)]);
}

#[test]
#[ignore = "seconds in a release build, minutes in a debug build"]
fn published_values_of_larger_boards() {
    check_values(&[
        (4, 3, "yes", 8),
        (5, 3, "yes", 8),
        (6, 3, "yes", 2),
        (6, 2, "yes", 10),
        (6, 2, "no", 6),
    ]);
}

#[test]
fn the_own_store_is_sown_and_the_other_is_not() {
    let from = "0,2,0,0,0,9/1,0,0,0,0,0 L";
    check("kalah", from, "L1", "1,3,0,0,0,0/2,1,1,1,1,1 U 1 0");
}

#[test]
fn the_origin_is_not_skipped_and_is_then_an_empty_pit() {
    let from = "13,0,0,0,0,0/0,0,0,0,0,1 L";
    check("kalah", from, "L6", "0,1,1,1,1,1/1,1,1,1,1,0 U 4 0");
}

#[test]
fn a_last_seed_in_the_own_store_gives_another_turn() {
    let from = "0,0,3,0,0,1/1,0,0,0,0,0 L";
    check_again("kalah", from, "L1", "0,0,3,0,0,0/1,0,0,0,0,0 L 1 0");
}

#[test]
fn an_empty_facing_pit_decides_by_the_option() {
    let from = "1,0,0,0,0,0/0,0,0,3,0,0 L";
    check("kalah", from, "L6", "0,1,0,0,0,0/0,0,0,3,0,0 U 0 0");
    check(
        "kalah:empty-capture=yes",
        from,
        "L6",
        "0,0,0,0,0,0/0,0,0,3,0,0 U 1 0",
    );
    for game in ["kalah", "kalah:empty-capture=yes"] {
        let from = "1,0,0,0,0,0/0,0,0,0,3,1 L";
        check(game, from, "L6", "0,0,0,0,0,0/0,0,0,0,0,1 U 4 0");
    }
}

#[test]
fn the_game_ends_as_soon_as_either_side_is_empty() {
    for mover in ["L", "U"] {
        let lower_empty = format!("0,0,0,0,0,0/1,0,2,0,0,0 {mover} 20 25");
        assert_eq!(outcome("kalah", &lower_empty), Some([20, 28]));
        let upper_empty = format!("0,4,0,0,0,0/0,0,0,0,0,0 {mover} 20 24");
        assert_eq!(outcome("kalah", &upper_empty), Some([24, 24]));
    }
}

#[test]
fn the_game_ends_also_after_a_move_that_gives_another_turn() {
    check_again(
        "kalah",
        "0,0,0,0,0,1/0,3,0,0,0,0 L 20 24",
        "L1",
        "0,0,0,0,0,0/0,3,0,0,0,0 L 21 24",
    );
    assert_eq!(
        outcome("kalah", "0,0,0,0,0,0/0,3,0,0,0,0 L 21 24"),
        Some([21, 27])
    );
}
