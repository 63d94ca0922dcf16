//! John P. Pratt, "Mancala Rules" (2009): his rules by his numbers, and his figures.

use super::record::{check, check_again, legal, outcome, parse};

#[test]
fn figure_2_basic_lower_moves_pit_2() {
    check(
        "basic",
        "4,4,4,4,4,4/4,4,4,4,4,4 L",
        "L2",
        "4,4,4,4,0,5/5,5,4,4,4,4 U 1 0",
    );
}

#[test]
fn figures_3_to_6_egyptian() {
    let start = "4,4,4,4,4,4/4,4,4,4,4,4 L";
    let figure_3 = "4,4,0,5,5,5/4,4,4,4,4,4 L 1 0";
    let figure_4 = "4,4,0,5,5,0/5,5,5,5,4,4 U 2 0";
    let figure_5 = "5,5,0,5,5,0/5,5,5,5,0,5 L 2 1";
    let figure_6 = "0,6,1,6,6,0/0,5,5,5,0,5 U 8 1";
    check("egyptian", start, "L4", figure_3);
    check("egyptian", figure_3, "L1", figure_4);
    check("egyptian", figure_4, "U2", figure_5);
    check("egyptian", figure_5, "L6", figure_6);
    check("egyptian", start, "L4 L1 U2 L6", figure_6);
}

#[test]
fn figures_7_and_8_nine_extra_turns_and_a_capture() {
    let record = "L1 L2 L1 L3 L1 L5 L1 L2 L1 L3";
    let game = parse("egyptian");
    for upper_5 in 1..=20 {
        let from = format!("0,5,0,3,2,1/3,{upper_5},4,1,0,2 L 7 9");
        let after = game
            .play_record(game.parse_position(&from).unwrap(), record)
            .unwrap();
        let store = 7 + 10 + upper_5;
        assert_eq!(
            after.to_string(),
            format!("0,0,1,0,0,0/3,0,4,1,0,2 U {store} 9")
        );
    }
}

#[test]
fn basic_any_number_of_seeds_from_three_to_six_can_be_used() {
    for seeds in 3..=6 {
        let game = parse(&format!("basic:seeds={seeds}"));
        assert_eq!(game.start_position().total(), 12 * seeds);
    }
}

#[test]
fn basic_rule_1_only_the_own_capture_pit_is_sown_and_nothing_else_captures() {
    // Nine seeds go round to the sower's own side without a seed for the other store.
    check(
        "basic",
        "0,0,0,0,0,9/0,0,0,0,0,0 L",
        "L1",
        "1,1,0,0,0,0/1,1,1,1,1,1 U 1 0",
    );
    // A last seed in the store gives no other turn, one in an empty own pit no capture.
    check(
        "basic",
        "0,0,0,0,0,1/1,0,0,0,0,0 L",
        "L1",
        "0,0,0,0,0,0/1,0,0,0,0,0 U 1 0",
    );
    check(
        "basic",
        "1,0,0,0,0,0/0,0,0,0,3,0 L",
        "L6",
        "0,1,0,0,0,0/0,0,0,0,3,0 U 0 0",
    );
}

#[test]
fn basic_the_origin_is_sown_by_default() {
    check(
        "basic",
        "13,0,0,0,0,0/0,0,0,0,0,0 L",
        "L6",
        "1,1,1,1,1,1/1,1,1,1,1,1 U 1 0",
    );
    let skip = "0,2,1,1,1,1/1,1,1,1,1,1 U 1 0";
    check(
        "basic:origin=skip",
        "13,0,0,0,0,0/0,0,0,0,0,0 L",
        "L6",
        skip,
    );
}

#[test]
fn basic_rule_2_out_of_seeds_ends_the_game_and_the_rest_is_not_captured() {
    assert_eq!(
        outcome("basic", "0,0,0,0,0,0/1,0,2,0,0,0 L 20 25"),
        Some([20, 25])
    );
    assert_eq!(outcome("basic", "0,0,0,0,0,0/1,0,2,0,0,0 U 20 25"), None);
}

#[test]
fn egyptian_rule_1_the_origin_is_skipped_and_left_empty() {
    let after = "0,2,1,1,1,1/1,1,1,1,1,1 U 1 0";
    check("egyptian", "13,0,0,0,0,0/0,0,0,0,0,0 L", "L6", after);
}

#[test]
fn egyptian_rule_2_last_seed_in_the_own_capture_pit_gives_another_turn() {
    check_again(
        "egyptian",
        "0,0,3,0,0,1/1,0,0,0,0,0 L",
        "L1",
        "0,0,3,0,0,0/1,0,0,0,0,0 L 1 0",
    );
    // After a whole lap, too: one seed for each of twelve places, then the store again.
    check_again(
        "egyptian",
        "0,0,0,0,0,13/0,0,0,0,0,0 L",
        "L1",
        "1,1,1,1,1,0/1,1,1,1,1,1 L 2 0",
    );
}

#[test]
fn egyptian_rule_3_last_seed_in_a_seedless_own_pit_captures_the_opposite_pit() {
    check(
        "egyptian",
        "1,0,0,0,0,0/0,0,0,0,3,0 L",
        "L6",
        "0,0,0,0,0,0/0,0,0,0,0,0 U 4 0",
    );
    check(
        "egyptian",
        "0,0,0,0,7,0/0,0,0,0,0,1 U",
        "U1",
        "0,0,0,0,7,0/0,0,0,0,0,0 U 0 1",
    );
}

#[test]
fn egyptian_rule_3_an_empty_opposite_pit_means_no_capture() {
    check(
        "egyptian",
        "1,0,0,0,0,0/0,0,0,3,0,0 L",
        "L6",
        "0,1,0,0,0,0/0,0,0,3,0,0 U 0 0",
    );
}

#[test]
fn egyptian_rule_3_a_pit_that_held_seeds_means_no_capture() {
    check(
        "egyptian",
        "1,1,0,0,0,0/0,0,0,0,3,0 L",
        "L6",
        "0,2,0,0,0,0/0,0,0,0,3,0 U 0 0",
    );
}

#[test]
fn egyptian_rule_3_an_empty_pit_of_the_opponent_means_no_capture() {
    check(
        "egyptian",
        "0,0,0,0,0,2/0,1,1,1,1,1 L",
        "L1",
        "0,0,0,0,0,0/1,1,1,1,1,1 U 1 0",
    );
}

#[test]
fn egyptian_rule_4_the_other_player_captures_what_remains_in_his_pits() {
    assert_eq!(
        outcome("egyptian", "0,0,0,0,0,0/1,0,2,0,0,0 L 20 25"),
        Some([20, 28])
    );
    assert_eq!(
        outcome("egyptian", "0,4,0,0,0,0/0,0,0,0,0,0 U 19 25"),
        Some([23, 25])
    );
    // It ends on his turn only: a player may run out while the other is to move.
    assert_eq!(outcome("egyptian", "0,0,0,0,0,0/1,0,2,0,0,0 U 20 25"), None);
    // Another turn without seeds is such a turn.
    let game = parse("egyptian");
    let from = game
        .parse_position("0,0,0,0,0,1/0,3,0,0,0,0 L 20 24")
        .unwrap();
    let after = game.play_record(from, "L1").unwrap();
    assert_eq!(after.outcome(&game), Some([21, 27]));
}

#[test]
fn ethiopian_rule_1_egyptian_holds_to_the_right() {
    check(
        "ethiopian",
        "4,4,4,4,4,4/4,4,4,4,4,4 L",
        "L4r L1r",
        "4,4,0,5,5,0/5,5,5,5,4,4 U 2 0",
    );
}

#[test]
fn ethiopian_rule_2_either_direction() {
    check(
        "ethiopian",
        "4,4,4,4,4,4/4,4,4,4,4,4 L",
        "L6l",
        "0,4,4,4,4,4/4,4,5,5,5,5 U 0 0",
    );
    assert_eq!(legal("ethiopian:pits=2", "4,4/4,4 U"), "U2r U1r U2l U1l");
}

#[test]
fn ethiopian_rule_2_to_the_left_the_own_capture_pit_is_sown_and_gives_another_turn() {
    let from = "0,0,0,10,2,0/1,1,1,1,1,1 L";
    check_again("ethiopian", from, "L3l", "1,1,1,0,2,0/2,2,2,2,2,2 L 1 0");
}

#[test]
fn ethiopian_rule_2_captures_hold_to_the_left() {
    check(
        "ethiopian",
        "0,0,0,0,0,2/0,0,5,0,0,0 L",
        "L1l",
        "0,0,0,0,1,0/0,0,0,0,0,0 U 6 0",
    );
}

#[test]
fn ethiopian_rule_2_the_origin_is_skipped_to_the_left() {
    let from = "0,0,0,0,0,13/0,0,0,0,0,0 L";
    // L2 to L6, U1 to U6, the store, and past L1 into L2 again.
    check("ethiopian", from, "L1l", "1,1,1,1,2,0/1,1,1,1,1,1 U 1 0");
}

#[test]
fn ethiopian_rule_3_a_single_seed_can_never_be_played() {
    assert_eq!(legal("ethiopian", "1,2,0,1,0,1/2,2,2,2,2,2 L"), "L5r L5l");
}

#[test]
fn ethiopian_seeds_that_nobody_can_play_go_to_the_owners_of_their_sides() {
    assert_eq!(
        outcome("ethiopian", "1,0,0,1,0,0/0,2,0,0,0,1 L 20 23"),
        Some([22, 26])
    );
    assert_eq!(
        outcome("ethiopian", "1,0,0,1,0,0/0,2,0,0,0,1 U 20 23"),
        None
    );
}

/// The text does not say that play may go on for ever; eight seeds are the fewest for it.
#[test]
fn ethiopian_seeds_may_circulate_to_the_left() {
    let around = "0,0,0,0,1,2/0,1,0,2,2,0 L 20 20";
    let record = "L1l U3l L2l U2l L3l U5l L4l U4l L5l U6l L6l U1l";
    check("ethiopian", around, record, around);
}
