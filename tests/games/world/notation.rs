//! Positions and moves as text.

use proptest::prelude::*;
use sowlab::games::contest::{Notation, Play, legal_moves, read_move};
use sowlab::games::world::WorldVariant;

/// Games of every shape and with every kind of mark.
const NAMES: [&str; 12] = [
    "togyz:pits=3,seeds=3",
    "togyz",
    "congkak:pits=2,seeds=3",
    "congkak:opening=lockstep",
    "congkak:pits=3,opening=lockstep-fixed",
    "agsinnoninka",
    "agsinnoninka:mode=alternate,pits=2",
    "omweso:pits=3,seeds=3,first-capture=no",
    "omweso:pits=2,seeds=3,first-capture=no,setup=free",
    "bao:pits=4",
    "sowing:form=impartial",
    "atomic-wari:pits=7,seeds=3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Random games: every position and every legal move is read as it is written.
    #[test]
    fn positions_and_moves_are_read_as_they_are_written(
        name in prop::sample::select(&NAMES[..]),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
    ) {
        let game = name.parse::<WorldVariant>().unwrap().game();
        let mut position = game.opening();
        for choice in choices {
            let text = game.position_text(&position);
            prop_assert_eq!(game.read_position(&text).ok(), Some(position), "{}: {}", name, text);
            let legal = legal_moves(&game, &position);
            for &chosen in &legal {
                let text = game.move_text(&position, chosen);
                prop_assert_eq!(read_move(&game, &position, &text), Ok(chosen), "{}: {}", name, text);
            }
            if legal.is_empty() {
                break;
            }
            position = game.advance(&position, *choice.get(&legal));
        }
    }

    #[test]
    fn any_text_is_a_position_or_an_error_of_one_line(
        name in prop::sample::select(&NAMES[..]),
        text in "[0-3,/LRU :x+-]{0,40}|([0-9]{1,2},){1,9}[0-9]/([0-9],){1,9}[0-9] [LU] [0-9]{1,3} [0-9]{1,3} [LU:/0-9-]{0,4}|\\PC{0,30}",
    ) {
        let game = name.parse::<WorldVariant>().unwrap().game();
        match game.read_position(&text) {
            Ok(position) => {
                let again = game.read_position(&game.position_text(&position));
                prop_assert_eq!(again.ok(), Some(position), "{}", name);
                legal_moves(&game, &position);
            }
            Err(error) => prop_assert!(!error.to_string().contains('\n')),
        }
        let opening = game.opening();
        if let Ok(chosen) = read_move(&game, &opening, &text) {
            prop_assert!(legal_moves(&game, &opening).contains(&chosen));
        }
    }

    /// A position with some of its characters replaced.
    #[test]
    fn damaged_positions_are_read_or_refused(
        name in prop::sample::select(&NAMES[..]),
        plies in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[0-9,/LU :x-]"), 1..4),
    ) {
        let game = name.parse::<WorldVariant>().unwrap().game();
        let mut position = game.opening();
        for choice in plies {
            let legal = legal_moves(&game, &position);
            if legal.is_empty() {
                break;
            }
            position = game.advance(&position, *choice.get(&legal));
        }
        let mut text: Vec<String> = game.position_text(&position).chars().map(String::from).collect();
        for (place, with) in damage {
            let place = place.index(text.len());
            text[place] = with;
        }
        if let Ok(position) = game.read_position(&text.concat()) {
            let written = game.position_text(&position);
            prop_assert_eq!(game.read_position(&written).ok(), Some(position), "{}: {}", name, written);
            for chosen in legal_moves(&game, &position) {
                game.advance(&position, chosen);
            }
        }
    }
}

#[test]
fn errors_name_the_field() {
    let mut wrong = Vec::new();
    for (name, text, expected) in [
        ("togyz:pits=2,seeds=2", "", "number of fields given: 0"),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,2",
            "number of fields given: 1",
        ),
        (
            "togyz:pits=2,seeds=2",
            "2,2 L",
            "1 ranks between /, but the board has 2",
        ),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,2,2 L",
            "3 pits in a rank, but a rank has 2",
        ),
        ("togyz:pits=2,seeds=2", "2,2/2,x L", "pits 'x'"),
        ("togyz:pits=2,seeds=2", "2,2/2,256 L", "pits '256'"),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,3 L",
            "9 seeds in pits and stores; the game has 8",
        ),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,2 L 1 0",
            "9 seeds in pits and stores; the game has 8",
        ),
        ("togyz:pits=2,seeds=2", "2,2/2,2 l", "side to move 'l'"),
        ("togyz:pits=2,seeds=2", "2,2/2,2 L 0", "as in 6/-"),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,1 L 0 x",
            "the second store 'x'",
        ),
        (
            "togyz:pits=2,seeds=2",
            "2,2/2,2 L 0 0 2/-",
            "no seeds lie there",
        ),
        ("togyz:pits=2,seeds=2", "2,2/2,0 L 0 0 1/-", "2 or more"),
        (
            "togyz:pits=2,seeds=2",
            "0,2/0,2 L 0 0 2/2",
            "the numbers differ",
        ),
        ("togyz:pits=2,seeds=2", "2,2/2,2 L 0 0 x", "tuzdik"),
        (
            "congkak:pits=2,seeds=2",
            "2,2/2,2 L 0 0 opening",
            "number of fields given: 5",
        ),
        (
            "congkak:pits=2,seeds=2,opening=lockstep",
            "2,2/2,2 L 0 0 x",
            "opening",
        ),
        (
            "congkak:pits=2,seeds=2,opening=lockstep",
            "0,2/2,2 U 0 0 L2",
            "the house has seeds",
        ),
        ("agsinnoninka:pits=2,seeds=2", "2,2/2,2 U", "Lower's choice"),
        (
            "agsinnoninka:pits=2,seeds=2",
            "2,2/2,2 L 0 0 L1",
            "Lower chooses first",
        ),
        (
            "agsinnoninka:pits=2,seeds=2",
            "2,0/2,2 U 0 0 L1",
            "the chosen pit has seeds",
        ),
        (
            "omweso:pits=2,seeds=2",
            "2,2/0,0/2,2/0,0 L 9",
            "no move of this position with that name",
        ),
        (
            "omweso:pits=2,seeds=2",
            "2,2/0,0 L",
            "2 ranks between /, but the board has 4",
        ),
        (
            "bao:pits=2,seeds=2",
            "2,2/2,2/2,2/2,2 L 0 0",
            "number of fields given: 4",
        ),
        ("sowing", "1,2,2,1,1,2,2,1 U", "write L or R"),
        (
            "sowing",
            "1,2,2,1,1,2,2,2 L",
            "13 seeds in pits and stores; the game has 12",
        ),
    ] {
        let game = name.parse::<WorldVariant>().unwrap().game();
        match game.read_position(text) {
            Ok(position) => wrong.push(format!("{name}: {text:?} is read as {position:?}")),
            Err(error) if error.to_string().contains(expected) => {}
            Err(error) => wrong.push(format!("{name}: {text:?}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
