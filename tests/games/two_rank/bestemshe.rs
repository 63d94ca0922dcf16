//! Bestemshe: each rule and each worked example of the sources.

use sowlab::games::two_rank::{Position, Seat, TwoRank, TwoRankLayers, parse as game};
use sowlab_solvers::retrograde::solve_in_memory;

use super::record::{check, legal, outcome};

const START: &str = "5,5,5,5,5/5,5,5,5,5 L";

/// A position as the sources write it, in the view of the mover: here Lower.
fn seen([own, other]: [&str; 2], [store, others]: [u8; 2]) -> Position {
    let text = format!("{own}/{other} L {store} {others}").replace(", ", ",");
    game("bestemshe").unwrap().parse_position(&text).unwrap()
}

#[test]
fn bestemshe_starts_with_five_stones_in_each_of_five_cells() {
    let bestemshe = game("bestemshe").unwrap();
    assert_eq!(bestemshe.name(), "bestemshe:pits=5,seeds=5");
    assert_eq!(
        bestemshe.start_position().to_string(),
        "5,5,5,5,5/5,5,5,5,5 L 0 0"
    );
}

#[test]
fn one_stone_stays_and_an_even_number_is_captured() {
    let after = "5,1,6,6,6/0,5,5,5,5 U 6 0";
    for text in ["21", "2", "L4"] {
        check("bestemshe", START, text, after);
    }
    check("bestemshe", START, "15", "1,6,6,6,6/5,5,5,5,5 U 0 0");
}

#[test]
fn a_single_stone_moves_on_and_an_odd_number_stays() {
    check(
        "bestemshe",
        "0,0,0,0,1/1,0,0,0,0 L",
        "51",
        "0,0,0,0,0/0,0,0,0,0 U 2 0",
    );
    check(
        "bestemshe",
        "0,0,0,0,1/2,0,0,0,0 L",
        "5",
        "0,0,0,0,0/3,0,0,0,0 U 0 0",
    );
    check(
        "bestemshe",
        "0,1,1,0,0/2,0,0,0,0 L",
        "2",
        "0,0,2,0,0/2,0,0,0,0 U 0 0",
    );
}

#[test]
fn more_than_ten_stones_come_back_to_their_cell() {
    check(
        "bestemshe",
        "11,0,0,0,0/1,0,0,0,0 L",
        "1",
        "2,1,1,1,1/2,1,1,1,1 U 0 0",
    );
}

#[test]
fn a_player_without_stones_ends_the_game_and_each_keeps_his_row() {
    let over = "0,0,0,0,0/1,3,0,2,0 L 22 22";
    assert_eq!(legal("bestemshe", over), "");
    assert_eq!(outcome("bestemshe", over), Some([22, 28]));
    // Nobody has to feed the other.
    assert_eq!(legal("bestemshe", "1,0,0,0,2/0,0,0,0,0 L"), "L5 L1");
}

#[test]
fn numbers_name_a_cell_and_that_of_the_last_stone() {
    let bestemshe = game("bestemshe").unwrap();
    let start = bestemshe.start_position().state();
    for wrong in ["6", "0", "14", "11", "151", "A", ""] {
        assert!(bestemshe.parse_move(start, wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        bestemshe.parse_move(start, "5"),
        bestemshe.parse_move(start, "L1")
    );
    assert_eq!(
        bestemshe.parse_move(start, "54"),
        bestemshe.parse_move(start, "L1")
    );
}

/// PlayStrategy writes squares: the file from South's left, rank 1 for South and 2 for North.
#[test]
fn a_published_game_ends_with_26_to_12() {
    let squares = "c1d2 b2c1 e1a2 e2b1 a1d2 c2d1 b1a2 e2c2 e1d2 c2a2 e1e2 b2d1 c1e2";
    let cell = |square: &[u8]| match square[1] {
        b'1' => square[0] - b'a' + 1,
        _ => b'e' - square[0] + 1,
    };
    let moves = squares.split(' ').map(str::as_bytes);
    let record: Vec<String> = moves
        .map(|text| format!("{}{}", cell(&text[..2]), cell(&text[2..])))
        .collect();
    let bestemshe = game("bestemshe").unwrap();
    let end = bestemshe
        .play_record(bestemshe.start_position(), &record.join(" "))
        .unwrap();
    assert_eq!(end.stores(), [26, 12]);
}

#[test]
fn a_published_cycle_of_36_moves_returns() {
    let record = "23 23 35 45 45 34 34 45 45 45 45 53 12 12 23 34 34 23 23 34 45 23 34 45 45 34 34 45 53 12 23 23 \
                  12 45 45 35";
    assert_eq!(record.split_whitespace().count(), 36);
    let from = seen(["0,1,2,1,2", "0,1,1,2,6"], [16, 18]);
    let bestemshe = game("bestemshe").unwrap();
    assert_eq!(bestemshe.play_record(from, record), Ok(from));
}

/// Whether Lower, to move, has more than 25 stones after `moves` of his moves, whatever Upper does.
fn wins_within(game: &TwoRank, position: &Position, moves: usize) -> Vec<String> {
    let mut winning = Vec::new();
    for chosen in game.legal(position.state()) {
        let after = position.play(game, chosen).unwrap();
        let replies = game.legal(after.state());
        let won = after.store(Seat::Lower) > 25
            || (moves > 1
                && !replies.is_empty()
                && replies.clone().all(|reply| {
                    let next = after.play(game, reply).unwrap();
                    !wins_within(game, &next, moves - 1).is_empty()
                }));
        if won {
            winning.push(game.move_text(Seat::Lower, chosen));
        }
    }
    winning
}

#[test]
fn only_one_move_of_the_published_puzzle_wins_at_once() {
    let bestemshe = game("bestemshe").unwrap();
    let from = seen(["1,1,0,1,3", "1,3,0,0,0"], [20, 20]);
    assert_eq!(wins_within(&bestemshe, &from, 2), ["L1"]);
    let after = bestemshe.play_record(from, "52").unwrap();
    assert_eq!(after.stores(), [24, 20]);
}

/// A published toy value, and the published result that no board with up to ten stones depends on endless play.
#[test]
fn small_boards_have_the_published_values() {
    let toy = game("bestemshe:pits=3,seeds=3").unwrap();
    let layers = TwoRankLayers::new(toy.clone(), 18).unwrap();
    let tables = solve_in_memory(&layers, 18, &()).unwrap();
    let (layer, rank) = layers.locate(toy.start());
    let value = tables[layer as usize].get(rank);
    assert_eq!([value.lower, value.zero, value.upper], [2, 2, 2]);

    let layers = TwoRankLayers::new(game("bestemshe").unwrap(), 10).unwrap();
    for table in solve_in_memory(&layers, 10, &()).unwrap() {
        for rank in 0..table.positions() {
            let value = table.get(rank);
            assert_eq!(value.lower, value.upper);
        }
    }
}
