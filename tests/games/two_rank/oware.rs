//! Oware: each rule and each worked example of the sources. Where they play 24 and 24 or sweep by a majority, the
//! program plays on, because margins count.

use sowlab::games::two_rank::{TwoRankLayers, parse as game};
use sowlab_solvers::retrograde::solve_in_memory;

use super::record::{check, legal, outcome};

const SLAM: &str = "1,0,0,0,2,3/2,1,2,0,0,0 L 20 17";

#[test]
fn oware_starts_with_four_seeds_in_each_pit() {
    let start = game("oware").unwrap().start_position();
    assert_eq!(start.to_string(), "4,4,4,4,4,4/4,4,4,4,4,4 L 0 0");
}

/// OpenSpiel: the last seed makes 3, the chain goes back to the first pit, and one pit is spared.
#[test]
fn a_chain_is_captured_backwards() {
    let after = "0,0,0,1,1,2/0,0,0,0,0,3 U 11 0";
    check("oware", "0,0,8,0,0,1/1,1,1,1,2,3 L", "C", after);
    check("oware", "0,0,8,0,0,1/1,1,1,1,2,3 L", "L4", after);
    // jh85: 2 + 3 + 2, and 6 stops the chain.
    let after = "0,0,0,0,0,0/2,2,6,0,0,0 U 7 0";
    check("oware", "0,0,0,0,0,6/1,1,5,1,2,1 L", "F", after);
}

/// OpenSpiel and PlayStrategy.
#[test]
fn a_grand_slam_captures_nothing() {
    let after = "2,2,2,2,2,0/0,0,0,1,1,2 L 0 0";
    check("oware", "1,1,1,1,1,0/0,0,8,0,0,1 U", "c", after);
    check("oware", SLAM, "F", "1,0,0,0,2,0/3,2,3,0,0,0 U 20 17");
}

#[test]
fn a_grand_slam_may_be_illegal() {
    assert_eq!(legal("oware", SLAM), "L6 L2 L1");
    assert_eq!(legal("oware:grand-slam=capture", SLAM), "L6 L2 L1");
    assert_eq!(legal("oware:grand-slam=illegal", SLAM), "L6 L2");
    assert_eq!(legal("oware:grand-slam=illegal-unless-only", SLAM), "L6 L2");
    let only = "0,0,0,0,0,1/1,0,0,0,0,0 L 20 26";
    assert_eq!(legal("oware:grand-slam=illegal", only), "");
    assert_eq!(outcome("oware:grand-slam=illegal", only), Some([21, 27]));
    let all = "0,0,0,0,0,0/0,0,0,0,0,0 U 22 26";
    check("oware:grand-slam=illegal-unless-only", only, "L1", all);
    check("oware:grand-slam=capture", only, "L1", all);
    assert_eq!(outcome("oware:grand-slam=capture", all), Some([22, 26]));
    check("oware", only, "L1", "0,0,0,0,0,0/2,0,0,0,0,0 U 20 26");
}

/// Game-Oware.
#[test]
fn an_empty_row_must_be_fed_or_the_game_ends() {
    assert_eq!(legal("oware", "1,0,0,2,0,1/0,0,0,0,0,0 L"), "L1");
    let starved = "3,2,0,0,0,0/0,0,0,0,0,0 L 20 23";
    assert_eq!(legal("oware", starved), "");
    assert_eq!(outcome("oware", starved), Some([25, 23]));
}

/// jh85: the emptied pit is skipped.
#[test]
fn the_emptied_pit_is_skipped() {
    let after = "0,2,1,1,1,1/1,1,1,1,1,2 U 0 0";
    check("oware", "12,0,0,0,0,0/0,0,0,0,0,1 L", "A", after);
    let after = "0,1,1,1,1,1/2,1,1,1,1,0 U 2 0";
    check("oware", "11,0,0,0,0,0/1,0,0,0,0,1 L", "A", after);
}

/// OpenSpiel ends this game, because a position occurs twice.
#[test]
fn single_seeds_can_go_round_for_ever() {
    let from = "1,0,0,0,0,0/1,0,0,0,0,0 L 23 23";
    check("oware", from, "A a B b C c D d E e F f", from);
}

#[test]
fn letters_name_the_pits_of_one_side() {
    let oware = game("oware").unwrap();
    let start = oware.start_position();
    for wrong in ["a", "G", "g", "AB", "1", "@"] {
        assert!(oware.parse_move(start.state(), wrong).is_err(), "{wrong}");
    }
    let both = oware.play_record(start, "A f B").unwrap();
    assert_eq!(both, oware.play_record(start, "L6 U1 L5").unwrap());
    assert!(
        game("awari")
            .unwrap()
            .parse_move(start.state(), "A")
            .is_err()
    );
}

/// jh85 count the boards whose value does not depend on infinite play: 72.8 % of the 1365 boards with four seeds.
#[test]
fn values_that_do_not_depend_on_infinite_play_are_as_many_as_published() {
    let layers = TwoRankLayers::new(game("oware").unwrap(), 4).unwrap();
    let tables = solve_in_memory(&layers, 4, &()).unwrap();
    let exact = (0..tables[4].positions()).filter(|&rank| {
        let value = tables[4].get(rank);
        value.lower == value.upper
    });
    let (exact, all) = (exact.count() as f64, tables[4].positions());
    assert_eq!(all, 1365);
    assert_eq!(format!("{:.1}", 100.0 * exact / all as f64), "72.8");
}

/// Where the rules of awari and of Oware differ, the values do not: a side that cannot feed the other gets its seeds now
/// or after its next move.
#[test]
fn without_a_grand_slam_but_as_the_only_move_it_is_awari() {
    let solve = |name| {
        let layers = TwoRankLayers::new(game(name).unwrap(), 8).unwrap();
        solve_in_memory(&layers, 8, &()).unwrap()
    };
    let oware = solve("oware:grand-slam=illegal-unless-only");
    for (layer, awari) in oware.iter().zip(solve("awari")) {
        let ranks = 0..awari.positions();
        assert!(
            ranks
                .into_iter()
                .all(|rank| layer.get(rank) == awari.get(rank))
        );
    }
}
