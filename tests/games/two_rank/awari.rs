//! Awari by the rules of Romein and Bal (2002).

use super::record::{check, legal, outcome};

#[test]
fn the_origin_is_skipped() {
    let after = "1,1,1,1,1,0/6,5,5,5,5,5 U 0 0";
    check("awari", "0,0,0,0,0,12/4,4,4,4,4,4 L", "L1", after);
}

#[test]
fn two_or_three_are_captured_backwards() {
    check(
        "awari",
        "0,0,0,0,0,3/1,2,1,4,0,0 L",
        "L1",
        "0,0,0,0,0,0/0,0,0,4,0,0 U 7 0",
    );
}

#[test]
fn a_move_that_leaves_the_opponent_without_a_move_is_illegal_while_there_is_another() {
    // L1 would capture all of Upper's stones, L6 would not.
    assert_eq!(legal("awari", "1,0,0,0,0,1/1,0,0,0,0,0 L"), "L6");
    // Upper has none: only L1 gives him one.
    assert_eq!(legal("awari", "1,0,0,0,0,1/0,0,0,0,0,0 L"), "L1");
}

#[test]
fn if_every_move_leaves_him_without_one_it_is_played_and_the_mover_gets_what_remains() {
    let from = "1,0,1,0,0,0/0,0,0,0,0,0 L 20 26";
    assert_eq!(legal("awari", from), "L6 L4");
    check("awari", from, "L6", "0,1,1,0,0,0/0,0,0,0,0,0 U 20 26");
    assert_eq!(
        outcome("awari", "0,1,1,0,0,0/0,0,0,0,0,0 U 20 26"),
        Some([22, 26])
    );
}

#[test]
fn a_mover_without_stones_leaves_all_to_the_opponent() {
    assert_eq!(
        outcome("awari", "0,0,0,0,0,0/3,0,0,1,0,0 L 20 24"),
        Some([20, 28])
    );
}
