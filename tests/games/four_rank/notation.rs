//! Positions and moves as text.

use proptest::prelude::*;
use sowlab::games::contest::{position_after, read_moves};
use sowlab::games::four_rank::FourRankVariant;

use super::reference::Owela;
use super::sowing::game;

proptest! {
    /// Random games: every position is read as it is written.
    #[test]
    fn positions_are_read_as_they_are_written(
        pits in 2..=8usize,
        both in any::<bool>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
    ) {
        let game = game(&Owela { pits, both });
        let mut state = game.start();
        for choice in choices {
            let text = game.position_text(&state);
            prop_assert_eq!(game.parse_position(&text), Ok(state));
            let legal: Vec<_> = game.legal(&state).collect();
            if legal.is_empty() {
                break;
            }
            state = game.after(&state, *choice.get(&legal));
        }
    }

    #[test]
    fn any_text_is_a_position_or_a_line_that_says_why_not(text in "[0-3,/LU x]{0,30}") {
        let game = "owela:pits=2".parse::<FourRankVariant>().unwrap().game();
        match game.parse_position(&text) {
            Ok(state) => prop_assert_eq!(game.parse_position(&game.position_text(&state)), Ok(state)),
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
    }
}

#[test]
fn errors_name_the_field() {
    let game = "owela:pits=2".parse::<FourRankVariant>().unwrap().game();
    for (text, expected) in [
        ("", "fields given: 0"),
        ("2,2/2,0/2,2/2,0", "fields given: 1"),
        ("2,2/2,0/2,2 L", "rows given: 3"),
        (
            "2,2/2,0/2,2/2,0,0 L",
            "Upper's inner row: 3 pits, but the board has 2",
        ),
        ("2,2/2,0/x,2/2,0 L", "Upper's outer row 'x'"),
        ("2,2/2,0/13,2/2,0 L", "0 to 12 seeds"),
        (
            "2,2/2,1/2,2/2,0 L",
            "13 seeds on the board, but the game has 12",
        ),
        ("2,2/2,0/2,2/2,0 l", "side to move 'l'"),
        ("2,2/2,0/2,2/2,0 L 1", "endless sowing '1'"),
        ("2,1/2,3/0,1/1,2 L 17", "endless sowing '17'"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}

#[test]
fn a_sowing_that_never_ends_is_a_position_of_its_own() {
    let game = "owela:pits=2".parse::<FourRankVariant>().unwrap().game();
    let start = game.parse_position("2,1/2,3/0,1/1,2 L").unwrap();
    let moves = read_moves(&game, &start, "L3 on on".split(' ')).unwrap();
    let endless = position_after(&game, &start, &moves);
    assert_eq!(game.position_text(&endless), "2,1/2,3/0,1/1,2 L 3");
    let error = read_moves(&game, &start, "L3 L1".split(' ')).unwrap_err();
    assert_eq!(error.to_string(), "move 'L1': legal moves are on");
}
