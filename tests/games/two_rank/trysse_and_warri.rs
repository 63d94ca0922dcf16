//! "Rules for Mancala": Trysse and Warri, rule by rule.

use super::record::{check, legal, outcome, parse};

const ONE_STONE_TO_FEED: &str = "5,0,0,0,0,1/0,0,0,0,0,0 L 20 22";

#[test]
fn trysse_starts_with_four_stones_in_each_hole() {
    for game in ["trysse", "warri"] {
        let start = parse(game).start_position();
        assert_eq!(start.to_string(), "4,4,4,4,4,4/4,4,4,4,4,4 L 0 0");
    }
}

#[test]
fn trysse_seeds_anticlockwise_without_the_stores_one_hole_a_turn() {
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 L";
    assert_eq!(legal("trysse", start), "L6 L5 L4 L3 L2 L1");
    check("trysse", start, "L3", "4,4,4,0,5,5/5,5,4,4,4,4 U 0 0");
}

#[test]
fn trysse_captures_two_or_three_on_the_other_side() {
    check(
        "trysse",
        "1,0,0,0,0,1/1,0,0,0,0,0 L",
        "L1",
        "1,0,0,0,0,0/0,0,0,0,0,0 U 2 0",
    );
    check(
        "trysse",
        "1,0,0,0,0,1/2,0,0,0,0,0 L",
        "L1",
        "1,0,0,0,0,0/0,0,0,0,0,0 U 3 0",
    );
}

#[test]
fn trysse_captures_neither_one_nor_four_nor_on_the_own_side() {
    check(
        "trysse",
        "1,0,0,0,0,1/0,0,0,0,0,1 L",
        "L1",
        "1,0,0,0,0,0/1,0,0,0,0,1 U 0 0",
    );
    check(
        "trysse",
        "1,0,0,0,0,1/3,0,0,0,0,0 L",
        "L1",
        "1,0,0,0,0,0/4,0,0,0,0,0 U 0 0",
    );
    check(
        "trysse",
        "1,1,0,0,0,0/3,0,0,0,0,0 L",
        "L6",
        "0,2,0,0,0,0/3,0,0,0,0,0 U 0 0",
    );
}

#[test]
fn trysse_captures_back_to_the_last_hole_with_two_or_three() {
    check(
        "trysse",
        "0,0,0,0,0,2/2,1,4,0,0,0 L",
        "L1",
        "0,0,0,0,0,0/0,0,4,0,0,0 U 5 0",
    );
    check(
        "trysse",
        "0,0,0,0,0,3/1,3,1,0,0,0 L",
        "L1",
        "0,0,0,0,0,0/2,4,0,0,0,0 U 2 0",
    );
}

#[test]
fn trysse_captures_back_to_the_last_hole_on_the_other_side() {
    check(
        "trysse",
        "0,0,0,0,3,1/1,1,4,0,0,0 L",
        "L2",
        "0,0,0,0,0,2/0,0,4,0,0,0 U 4 0",
    );
}

#[test]
fn trysse_captured_stones_are_removed_and_counted() {
    check(
        "trysse",
        "0,0,0,0,0,1/1,4,0,0,0,0 L 9 7",
        "L1",
        "0,0,0,0,0,0/0,4,0,0,0,0 U 11 7",
    );
}

#[test]
fn trysse_more_than_half_wins() {
    let [lower, upper] = outcome("trysse", "0,0,0,0,0,0/1,2,0,0,0,0 L 25 20").unwrap();
    assert_eq!((lower, upper), (25, 23));
}

#[test]
fn trysse_no_stones_opposite_must_put_stones_there() {
    assert_eq!(legal("trysse", "0,0,1,0,0,2/0,0,0,0,0,0 L 20 25"), "L1");
    assert_eq!(legal("trysse", "0,0,1,0,0,2/0,0,0,0,1,0 L 20 25"), "L4 L1");
}

#[test]
fn trysse_no_stones_opposite_and_none_can_be_put_there_the_owners_keep_theirs() {
    assert_eq!(outcome("trysse", "0,0,1,0,3,0/0,0,0,0,0,0 L 20 24"), None);
    assert_eq!(
        outcome("trysse", "0,0,1,0,1,0/0,0,0,0,0,0 L 20 26"),
        Some([22, 26])
    );
}

#[test]
fn trysse_a_mover_without_stones_ends_the_game_and_the_owners_keep_theirs() {
    assert_eq!(
        outcome("trysse", "0,0,0,0,0,0/1,2,0,0,0,0 L 21 24"),
        Some([21, 27])
    );
}

#[test]
fn trysse_sows_the_origin_by_default() {
    let from = "0,0,0,0,0,12/4,4,4,4,4,4 L";
    check("trysse", from, "L1", "1,1,1,1,1,1/5,5,5,5,5,5 U 0 0");
    check(
        "trysse:origin=skip",
        from,
        "L1",
        "1,1,1,1,1,0/6,5,5,5,5,5 U 0 0",
    );
}

#[test]
fn trysse_a_lap_may_capture_what_it_fed() {
    // Fifteen stones leave two in each of U6, U5 and U4, where the last one falls.
    let from = "0,0,0,0,0,15/0,0,0,0,0,0 L 10 20";
    check("trysse", from, "L1", "1,1,1,1,1,1/0,0,0,1,1,1 U 16 20");
}

#[test]
fn warri_captures_one_or_two() {
    check(
        "warri",
        "0,0,0,0,0,2/0,1,3,0,0,0 L",
        "L1",
        "0,0,0,0,0,0/0,0,3,0,0,0 U 3 0",
    );
    check(
        "warri",
        "0,0,0,0,0,2/0,2,3,0,0,0 L",
        "L1",
        "0,0,0,0,0,0/1,3,3,0,0,0 U 0 0",
    );
}

#[test]
fn warri_leaving_the_opponent_without_stones_forfeits_the_rest_to_him() {
    let game = parse("warri");
    let from = game
        .parse_position("5,0,0,0,0,1/1,0,0,0,0,0 L 20 21")
        .unwrap();
    let after = game.play_record(from, "L1").unwrap();
    assert_eq!(after.to_string(), "5,0,0,0,0,0/0,0,0,0,0,0 U 22 21");
    assert_eq!(after.outcome(&game), Some([22, 26]));
}

#[test]
fn warri_feeding_is_owed_even_if_the_stone_is_captured_at_once() {
    assert_eq!(legal("warri", ONE_STONE_TO_FEED), "L1");
    let game = parse("warri");
    let from = game.parse_position(ONE_STONE_TO_FEED).unwrap();
    let after = game.play_record(from, "L1").unwrap();
    assert_eq!(after.outcome(&game), Some([21, 27]));
}

#[test]
fn warri_feed_leave_counts_only_stones_that_stay() {
    assert_eq!(
        outcome("warri:feed=leave", ONE_STONE_TO_FEED),
        Some([26, 22])
    );
}

#[test]
fn warri_no_stones_opposite_and_none_can_be_put_there_the_owners_keep_theirs() {
    assert_eq!(
        outcome("warri", "5,0,0,0,0,0/0,0,0,0,0,0 L 20 23"),
        Some([25, 23])
    );
}

#[test]
fn warri_stones_may_circulate_without_loss_for_either() {
    // Eight stones are the fewest that can.
    let around = "1,1,0,0,1,2/0,0,2,0,1,0 L 20 20";
    let record = "L2 U2 L1 U4 L6 U1 L5 U6 L2 U2 L3 U3 L2 U2 L1 U5 L6 U2 L5 U1 L4 U6 L2 U5 L3 U3";
    check("warri", around, record, around);
}

#[test]
fn trysse_two_stones_may_circulate() {
    let around = "0,0,0,0,0,1/0,0,0,0,0,1 L 23 23";
    check(
        "trysse",
        around,
        "L1 U1 L6 U6 L5 U5 L4 U4 L3 U3 L2 U2",
        around,
    );
}
