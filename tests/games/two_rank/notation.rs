//! The text forms: inverse of each other, and errors that say what is wrong.

use proptest::prelude::*;
use sowlab::games::options::Allowed;
use sowlab::games::two_rank::{DECLARATIONS, Position, Rules, Seat, State, TwoRank, Variant};

use super::record::parse;

prop_compose! {
    fn any_position()(
        (lower, upper) in (1..=8usize).prop_flat_map(|pits| (
            proptest::collection::vec(0..=6u8, pits),
            proptest::collection::vec(0..=6u8, pits),
        )),
        stores in [0..=15u8, 0..=15u8],
        upper_moves in any::<bool>(),
    ) -> Position {
        let pits = lower.len();
        let state = if upper_moves {
            State::new(Seat::Upper, &upper, &lower)
        } else {
            State::new(Seat::Lower, &lower, &upper)
        };
        Position::new(state.unwrap(), pits, stores).unwrap()
    }
}

proptest! {
    #[test]
    fn parsing_inverts_printing(position in any_position()) {
        let text = position.to_string();
        prop_assert_eq!(Position::parse(&text), Ok(position), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9,/ LUx+-]{0,40}") {
        if let Ok(position) = Position::parse(&text) {
            prop_assert_eq!(Position::parse(&position.to_string()), Ok(position));
        }
    }

    #[test]
    fn any_move_text_is_read_or_refused(text in "\\PC{0,4}") {
        let game = parse("ethiopian");
        let start = game.start();
        if let Ok(chosen) = game.parse_move(start, &text) {
            prop_assert_eq!(game.move_text(Seat::Lower, chosen), text);
        }
    }
}

#[test]
fn the_start_is_printed_as_in_the_design() {
    let game = parse("awari");
    let text = "4,4,4,4,4,4/4,4,4,4,4,4 L 0 0";
    assert_eq!(game.start_position().to_string(), text);
    assert_eq!(game.parse_position(text), Ok(game.start_position()));
}

#[test]
fn empty_stores_may_be_left_out() {
    let short = Position::parse("1,2/3,4 U").unwrap();
    assert_eq!(short.to_string(), "1,2/3,4 U 0 0");
}

#[test]
fn a_position_error_names_the_field_and_what_is_allowed() {
    let game = parse("kalah:pits=2");
    for (text, message) in [
        (
            "",
            "write Lower's/Upper's pits, the side to move and, if not both 0, Lower's and \
              Upper's store; number of fields given: 0",
        ),
        (
            "1,2/3,4 L 0",
            "write Lower's/Upper's pits, the side to move and, if not both 0, Lower's and \
              Upper's store; number of fields given: 3",
        ),
        (
            "1,2,3,4 L",
            "pits '1,2,3,4': separate Lower's and Upper's pits by one /",
        ),
        ("1,2/3,4 E", "side to move 'E': write L or U"),
        ("1,2/3,4 L 0 x", "Upper's store 'x': a count is 0 to 127"),
        ("1,-2/3,4 L", "Lower's pits '-2': a count is 0 to 127"),
        ("1,2/3,256 L", "Upper's pits '256': a count is 0 to 127"),
        (
            "1,2/3 L",
            "Upper's pits: the number of pits is 1, but must be 2, as many as Lower has",
        ),
        (
            "1,2,3/4,5,6 L",
            "Lower's pits: the number of pits is 3, but must be 2",
        ),
        (
            "60,60/4,3 L 0 1",
            "128 seeds in pits and stores: at most 127 fit on a board",
        ),
        (
            "1,1,1,1,1,1,1,1,1/1 L",
            "Lower's pits: the number of pits is 9, but must be 1 to 8",
        ),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_move_error_says_what_is_allowed() {
    let kalah = parse("kalah:pits=3");
    let position = kalah.parse_position("1,0,2/1,1,1 L 0 0").unwrap();
    let over = kalah.parse_position("0,0,0/1,1,1 L 0 0").unwrap();
    for (from, text, message) in [
        (
            position,
            "4",
            "move '4': write the side and the pit number, as in L4",
        ),
        (
            position,
            "L4",
            "move 'L4': write the side and the pit number, as in L4",
        ),
        (
            position,
            "L3r",
            "move 'L3r': write the side and the pit number, as in L4",
        ),
        (
            position,
            "L03",
            "move 'L03': write the side and the pit number, as in L4",
        ),
        (position, "U3", "move U3: Lower is to move"),
        (position, "L2", "move L2: legal moves are L3 L1"),
        (over, "L1", "move L1: the game is over"),
    ] {
        let error = kalah.parse_move(from.state(), text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(kalah.play_record(from, text), Err(error));
    }
}

#[test]
fn an_option_error_names_the_option_and_what_is_allowed() {
    for (text, message) in [
        (
            "togyz",
            "unknown game 'togyz'; games: basic, egyptian, ethiopian, trysse, warri, \
                   awari, kalah, oware, bestemshe",
        ),
        ("basic:", "'' is not an option; write name=value,name=value"),
        (
            "basic:pits",
            "'pits' is not an option; write name=value,name=value",
        ),
        (
            "basic:holes=6",
            "basic has no option 'holes'; options: pits, seeds, start, origin",
        ),
        ("basic:pits=9", "pits=9: pits must be 1..8"),
        ("basic:pits=-1", "pits=-1: pits must be 1..8"),
        ("basic:pits=+1", "pits=+1: pits must be 1..8"),
        ("basic:pits=6,pits=6", "option pits is given twice"),
        ("basic:seeds=0", "seeds=0: seeds must be 1..63"),
        (
            "basic:seeds=11",
            "pits=6,seeds=11: 132 seeds, but at most 127 fit on a board",
        ),
        (
            "kalah:empty-capture=maybe",
            "empty-capture=maybe: empty-capture must be no|yes",
        ),
    ] {
        assert_eq!(text.parse::<Variant>().unwrap_err().to_string(), message);
    }
}

#[test]
fn errors_are_one_short_line_whatever_was_written() {
    let long = "\n\u{1b}[31m".repeat(1000);
    let game = parse("kalah");
    let refused = [
        long.parse::<Variant>().unwrap_err().to_string(),
        format!("kalah:{long}")
            .parse::<Variant>()
            .unwrap_err()
            .to_string(),
        format!("kalah:{long}=1")
            .parse::<Variant>()
            .unwrap_err()
            .to_string(),
        format!("kalah:pits={long}")
            .parse::<Variant>()
            .unwrap_err()
            .to_string(),
        game.parse_move(game.start(), &long)
            .unwrap_err()
            .to_string(),
        game.parse_position(&format!("{long}/1 L"))
            .unwrap_err()
            .to_string(),
        game.parse_position(&format!("1/1 {long}"))
            .unwrap_err()
            .to_string(),
    ];
    for error in refused {
        assert!(
            error.len() < 250 && !error.contains(['\n', '\u{1b}']),
            "{error}"
        );
    }
}

#[test]
fn the_full_name_builds_the_same_game() {
    for declaration in DECLARATIONS {
        let name = format!("{}:pits=3,seeds=2", declaration.name);
        let variant: Variant = name.parse().unwrap();
        assert_eq!(variant.to_string().parse(), Ok(variant));
        assert_eq!((variant.rules().pits, variant.rules().seeds), (3, 2));
        let game = declaration.build(Some("pits=3,seeds=2")).unwrap();
        assert_eq!(game.name(), variant.to_string());
        assert_eq!(game.rules(), &variant.rules());
        assert_eq!(game.start(), variant.game().start());
    }
}

#[test]
fn every_value_of_every_option_is_read_and_printed() {
    for declaration in DECLARATIONS {
        let plain: Variant = declaration.name.parse().unwrap();
        for option in declaration.options {
            let default = option.allowed.default_text();
            let same = format!("{}:{}={default}", declaration.name, option.name);
            assert_eq!(same.parse(), Ok(plain), "{same}");
            if let Allowed::Words(words) = option.allowed {
                for word in words {
                    let set = format!("{}={word}", option.name);
                    let name = format!("{}:{set}", declaration.name);
                    let variant: Variant = name.parse().unwrap();
                    assert!(variant.to_string().contains(&set), "{variant}");
                    assert_eq!(variant == plain, *word == default);
                    assert_eq!(variant.rules() == plain.rules(), *word == default);
                }
            }
        }
    }
}

#[test]
fn rules_that_make_no_sense_are_refused_with_what_is_allowed() {
    let good = parse("kalah").rules().to_owned();
    for (rules, message) in [
        (Rules { pits: 0, ..good }, "pits=0: a side has 1 to 8 pits"),
        (Rules { pits: 9, ..good }, "pits=9: a side has 1 to 8 pits"),
        (
            Rules { seeds: 0, ..good },
            "seeds=0: each pit starts with at least one seed",
        ),
        (
            Rules {
                seeds: usize::MAX,
                ..good
            },
            "pits=6,seeds=18446744073709551615: 18446744073709551615 seeds, but at most 127 fit \
             on a board",
        ),
        (
            Rules {
                least_played: 0,
                ..good
            },
            "least-lifted=0: 1 to 127",
        ),
        (
            Rules {
                least_played: 128,
                ..good
            },
            "least-lifted=128: 1 to 127",
        ),
    ] {
        let error = TwoRank::new("odd", rules).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}
