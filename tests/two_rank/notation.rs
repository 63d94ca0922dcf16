//! The text forms: inverse of each other, and errors that say what is wrong.

use proptest::prelude::*;
use sowlab::games::two_rank::{DECLARATIONS, Position, Seat, State, parse};

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
        let game = parse("ethiopian").unwrap();
        let start = game.start();
        if let Ok(chosen) = game.parse_move(start, &text) {
            prop_assert_eq!(game.move_text(Seat::Lower, chosen), text);
        }
    }
}

#[test]
fn the_start_is_printed_as_in_the_design() {
    let game = parse("awari").unwrap();
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
    let game = parse("kalah:pits=2").unwrap();
    for (text, message) in [
        (
            "",
            "position has 0 fields: written are Lower's/Upper's pits, the side to move and, \
              if not both 0, Lower's and Upper's store",
        ),
        (
            "1,2/3,4 L 0",
            "position has 3 fields: written are Lower's/Upper's pits, the side to \
              move and, if not both 0, Lower's and Upper's store",
        ),
        (
            "1,2,3,4 L",
            "pits \"1,2,3,4\": Lower's and Upper's pits are parted by one /",
        ),
        ("1,2/3,4 E", "side to move \"E\": L or U"),
        ("1,2/3,4 L 0 x", "Upper's store \"x\": a count is 0 to 127"),
        ("1,-2/3,4 L", "Lower's pits \"-2\": a count is 0 to 127"),
        ("1,2/3,256 L", "Upper's pits \"256\": a count is 0 to 127"),
        (
            "1,2/3 L",
            "Upper's pits: 1 pits, but as many as Lower has, 2, are allowed",
        ),
        ("1,2,3/4,5,6 L", "Lower's pits: 3 pits, but 2 are allowed"),
        (
            "60,60/4,3 L 0 1",
            "128 seeds in pits and stores: at most 127 fit the state",
        ),
        (
            "1,1,1,1,1,1,1,1,1/1 L",
            "Lower's pits: 9 pits, but 1 to 8 are allowed",
        ),
    ] {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_move_error_says_what_is_allowed() {
    let kalah = parse("kalah:pits=3").unwrap();
    let position = kalah.parse_position("1,0,2/1,1,1 L 0 0").unwrap();
    let over = kalah.parse_position("0,0,0/1,1,1 L 0 0").unwrap();
    for (from, text, message) in [
        (
            position,
            "4",
            "move \"4\": a move is written by side and pit number, like L4",
        ),
        (
            position,
            "L4",
            "move \"L4\": a move is written by side and pit number, like L4",
        ),
        (
            position,
            "L3r",
            "move \"L3r\": a move is written by side and pit number, like L4",
        ),
        (
            position,
            "L03",
            "move \"L03\": a move is written by side and pit number, like L4",
        ),
        (position, "U3", "move U3: Lower is to move"),
        (position, "L2", "move L2: legal are L3 L1"),
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
            "oware",
            "game \"oware\": the two-rank games are basic, egyptian, ethiopian, trysse, \
                   warri, awari, kalah",
        ),
        (
            "basic:pits",
            "option \"pits\": options are written key=value, separated by commas",
        ),
        (
            "basic:holes=6",
            "option \"holes\": basic has the options pits, seeds, origin",
        ),
        (
            "basic:pits=9",
            "option pits=9: allowed is 1 to 8, default 6",
        ),
        (
            "basic:pits=-1",
            "option pits=-1: allowed is 1 to 8, default 6",
        ),
        ("basic:pits=6,pits=6", "option pits: set twice"),
        (
            "basic:seeds=0",
            "option seeds=0: allowed is 1 to 63, default 4",
        ),
        (
            "basic:seeds=11",
            "pits=6,seeds=11: 132 seeds, but at most 127 fit the state",
        ),
        (
            "kalah:empty-capture=maybe",
            "option empty-capture=maybe: allowed is no or yes, default no",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn the_full_name_builds_the_same_game() {
    for declaration in DECLARATIONS {
        let game = declaration.build("pits=3,seeds=2").unwrap();
        let again = parse(game.name()).unwrap();
        assert_eq!(again.name(), game.name());
        assert_eq!(again.rules(), game.rules());
        assert_eq!((game.rules().pits, game.rules().seeds), (3, 2));
    }
}
