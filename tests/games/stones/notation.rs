//! Parsing and printing are inverse, and what is no position, round or record is refused in one
//! line that names the field.

use proptest::prelude::*;
use sowlab::games::stones::sowing::{JointMove, Sower};
use sowlab::games::stones::{
    Board, Cups, Ending, NotationError, Phase, Position, Record, RecordItem, Rules, Seat,
    WrittenRound, record_of_choices,
};

/// Any position of any rule set: stones thrown into holes and cups.
fn positions() -> impl Strategy<Value = (Rules, Position)> {
    (2usize..=16)
        .prop_flat_map(|holes| (Just(holes), 1..=255 / holes))
        .prop_flat_map(|(holes, seeds)| {
            let rules = Rules::new(holes, seeds).unwrap();
            let throws = prop::collection::vec(0..holes + 2, rules.stones());
            (
                Just(rules),
                throws,
                any::<bool>(),
                0..holes + 2,
                1..=u32::MAX,
            )
        })
        .prop_filter_map(
            "a phase that is possible",
            |(rules, throws, east, phase, round)| {
                let holes = rules.holes();
                let mut lanes = [0u8; 16];
                let mut cups = Cups::default();
                for place in throws {
                    match place.checked_sub(holes) {
                        None => lanes[place] += 1,
                        Some(0) => cups.east += 1,
                        Some(_) => cups.west += 1,
                    }
                }
                let (phase, round) = match phase.checked_sub(holes) {
                    None => (Phase::Gote { taken: phase as u8 }, round),
                    Some(0) => (Phase::Pie, 1 + round % 2),
                    Some(_) => (Phase::Sente, round),
                };
                let side = if east { Seat::East } else { Seat::West };
                let board = Board::from_lanes(lanes);
                Position::new(&rules, board, cups, side, phase, round)
                    .ok()
                    .map(|position| (rules, position))
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn positions_are_read_back_as_written((rules, position) in positions()) {
        prop_assert_eq!(Position::parse(&rules, &position.to_string()), Ok(position));
    }

    #[test]
    fn packing_loses_nothing((rules, position) in positions()) {
        let again = Position::new(
            &rules,
            position.board(),
            position.cups(),
            position.sente(),
            position.phase(),
            position.round(),
        );
        prop_assert_eq!(again, Ok(position));
        prop_assert_eq!(position.holes(), rules.holes());
        let turned_twice = position.board().turned(rules.holes()).turned(rules.holes());
        prop_assert_eq!(turned_twice, position.board());
    }

    #[test]
    fn rounds_are_read_back_as_written(east in 1u8..=16, west in 1u8..=16, first in any::<bool>()) {
        let sente = if first { Seat::East } else { Seat::West };
        let round = WrittenRound { sente, east, west };
        prop_assert_eq!(round.to_string().parse(), Ok(round));
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(text in "\\PC*|[0-9, EWpie-]{0,60}|[EW0-9 turnsay]{0,40}") {
        for rules in [Rules::FIFTY_FIVE, Rules::new(2, 1).unwrap()] {
            let sower = Sower::new(&rules);
            match Position::parse(&rules, &text) {
                Ok(position) => prop_assert_eq!(Position::parse(&rules, &position.to_string()), Ok(position)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
            match text.parse::<Record>() {
                Ok(record) => {
                    prop_assert_eq!(record.to_string().parse(), Ok(record.clone()));
                    let _ = record.replay(&sower, Position::opening(&rules));
                }
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }

    /// Random play written down as a record gives the same positions when replayed, and the
    /// stones stay the same number.
    #[test]
    fn records_replay(
        holes in 2usize..=11,
        seeds in 1usize..=5,
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..30),
    ) {
        let rules = Rules::new(holes, seeds).unwrap();
        let sower = Sower::new(&rules);
        let mut position = Position::opening(&rules);
        let mut items = Vec::new();
        let mut played = Vec::new();
        for (pick, turn) in picks {
            if position.phase() == Phase::Pie {
                position = position.decide_pie(turn).unwrap();
                items.push(RecordItem::Pie { turn });
            }
            let mut moves = Vec::new();
            JointMove::for_each(position.board().playable(), |joint_move| moves.push(joint_move));
            if moves.is_empty() {
                break;
            }
            let chosen = *pick.get(&moves);
            items.push(RecordItem::Round(WrittenRound::new(position.sente(), chosen)));
            let result = position.play(&sower, chosen);
            played.push(result);
            let Some(next) = result.position else { break };
            let stones = next.board().stones() + next.cups().stones();
            prop_assert_eq!(stones, rules.stones() as u32);
            if let Some(cups) = result.settled {
                prop_assert_eq!(cups.stones(), rules.stones() as u32);
            }
            position = next;
        }
        let record = Record(items);
        let read: Record = record.to_string().parse().unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.replay(&sower, Position::opening(&rules)), Ok(played));
    }
}

#[test]
fn trailing_fields_may_be_left_out() {
    let rules = Rules::FIFTY_FIVE;
    let opening = Position::opening(&rules);
    for text in [
        "5,5,5,5,5,5,5,5,5,5,5 E 0 0",
        "5,5,5,5,5,5,5,5,5,5,5 E 0 0 -",
        "  5,5,5,5,5,5,5,5,5,5,5\tE 0 0 - 1 ",
    ] {
        assert_eq!(Position::parse(&rules, text), Ok(opening));
    }
}

#[test]
fn errors_name_the_field_and_what_is_allowed() {
    let rules = Rules::FIFTY_FIVE;
    for (text, parts) in [
        ("", &["4 to 6 fields", "not 0"][..]),
        ("5,5 E 0 0", &["holes", "2 counts", "11"]),
        ("5,5,5,5,5,5,5,5,5,5,x E 0 0", &["holes", "'x'", "0 to 255"]),
        ("5,5,5,5,5,5,5,5,5,5,256 E 0 0", &["holes", "'256'", "255"]),
        ("5,5,5,5,5,5,5,5,5,5,+5 E 0 0", &["holes", "'+5'"]),
        ("5,5,5,5,5,5,5,5,5,5,5 e 0 0", &["side", "'e'", "E nor W"]),
        (
            "5,5,5,5,5,5,5,5,5,5,5 E 1 0",
            &["55 stones", "1 in the cups", "56", "55"],
        ),
        ("5,5,5,5,5,5,5,5,5,5,5 E x 0", &["East's cup", "'x'"]),
        (
            "5,5,5,5,5,5,5,5,5,5,5 E 0 99999999999999",
            &["West's cup", "255"],
        ),
        (
            "5,5,5,5,5,5,5,5,5,5,5 E 0 0 12",
            &["phase", "'12'", "1 to 11", "pie"],
        ),
        ("5,5,5,5,5,5,5,5,5,5,5 E 0 0 0", &["phase", "'0'"]),
        (
            "1,9,5,5,5,5,5,5,5,5,5 E 0 0 1",
            &["phase", "hole 1", "fewer than two"],
        ),
        (
            "0,55,0,0,0,0,0,0,0,0,0 E 0 0 2",
            &["phase", "hole 2", "gote"],
        ),
        ("5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 0", &["round", "'0'"]),
        ("5,5,5,5,5,5,5,5,5,5,5 E 0 0 pie 3", &["round", "pie", "3"]),
        (
            "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1 9",
            &["4 to 6 fields", "not 7"],
        ),
    ] {
        let error = Position::parse(&rules, text).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{text}: {error}");
        }
    }
    for text in [
        "E8", "E8W", "8W4", "E8E4", "E0W1", "E8W17", "e8w4", "E8W4x", "E+8W4",
    ] {
        let error = text.parse::<WrittenRound>().unwrap_err();
        assert!(matches!(error, NotationError::Round(_)), "{text}");
    }
}

#[test]
fn a_record_is_refused_where_it_cannot_be_played() {
    let rules = Rules::FIFTY_FIVE;
    let sower = Sower::new(&rules);
    let opening = Position::opening(&rules);
    for (text, number, part) in [
        ("W1E2", 1, "E has sente"),
        ("stay", 1, "pie"),
        ("E8W8", 1, "twice"),
        ("E8W12", 1, "no hole 12"),
        ("E4W1 stay E6W8", 3, "W has sente"),
        ("E4W1 stay turn", 3, "pie"),
        ("E4W1 W6E8 W11E1", 3, "E has sente"),
        ("E4W1 stay W6E8 E2W1 E1W2", 5, "never ends"),
    ] {
        let record: Record = text.parse().unwrap();
        let error = record.replay(&sower, opening).unwrap_err().to_string();
        assert!(
            error.contains(&format!("item {number} ")),
            "{text}: {error}"
        );
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// The pie is a complete exchange of roles: board turned, cups and sente changed over.
#[test]
fn the_pie_exchanges_everything() {
    let rules = Rules::FIFTY_FIVE;
    let sower = Sower::new(&rules);
    let opening = Position::opening(&rules);
    // East captures five, so West has sente now; the decision is East's.
    let after = opening
        .play(&sower, opening.joint_move(10, 1).unwrap())
        .position
        .unwrap();
    assert_eq!(after.to_string(), "0,10,1,3,4,1,11,11,2,0,7 W 5 0 pie 2");
    assert_eq!(after.to_choose(), Seat::East);
    let stayed = after.decide_pie(false).unwrap();
    let turned = after.decide_pie(true).unwrap();
    assert_eq!(stayed.to_string(), "0,10,1,3,4,1,11,11,2,0,7 W 5 0 - 2");
    assert_eq!(turned.to_string(), "7,0,2,11,11,1,4,3,1,10,0 E 0 5 - 2");
    assert_eq!(turned.canonical_board(), stayed.canonical_board());
    // After a quiet round East still has sente and the decision.
    let after = opening
        .play(&sower, opening.joint_move(11, 1).unwrap())
        .position
        .unwrap();
    assert_eq!((after.sente(), after.to_choose()), (Seat::East, Seat::East));
    assert!(
        stayed.decide_pie(true).is_err(),
        "the decision is made once"
    );
}

/// Who gets the rest: with no playable hole the side that had gote in the last round, with one the
/// side that would have sente now; reversed, the other side.
#[test]
fn the_rest_goes_where_the_rules_say() {
    let normal = Rules::FIFTY_FIVE;
    let mut reversed = normal;
    reversed.capture = sowlab::games::stones::Capture::Reversed;
    for (text, east_had_gote, east, west) in [
        ("1,1,1,0,0,0,0,0,0,0,0 E 26 26", true, 29, 26),
        ("1,1,1,0,0,0,0,0,0,0,0 E 26 26", false, 26, 29),
        ("1,1,0,3,0,0,0,0,0,0,0 E 25 25", true, 30, 25),
        ("1,1,0,3,0,0,0,0,0,0,0 W 25 25", true, 25, 30),
    ] {
        let gote = if east_had_gote {
            Seat::East
        } else {
            Seat::West
        };
        let position = Position::parse(&normal, text).unwrap();
        let cups = position.settled(&normal, gote).unwrap();
        assert_eq!((cups.east, cups.west), (east, west), "{text}");
        let cups = position.settled(&reversed, gote).unwrap();
        let rest = position.board().stones() as u8;
        let (less, more) = (position.cups().east, position.cups().west);
        let to_west = east > less;
        let expected = if to_west {
            (less, more + rest)
        } else {
            (less + rest, more)
        };
        assert_eq!((cups.east, cups.west), expected, "{text}");
    }
    let open = Position::opening(&normal);
    assert_eq!(open.settled_alone(&normal), None);
}

/// Choices of solvers, which are holes of canonical boards, become a record that replays.
#[test]
fn choices_of_solvers_become_records() {
    let rules = Rules::FIFTY_FIVE;
    let sower = Sower::new(&rules);
    let opening = Position::opening(&rules);
    // E4W1, West captures; then West has sente: his W6 is hole 6 from East's end, index 5.
    let record = record_of_choices(&sower, opening, &[(3, 0), (5, 3), (1, 0)]);
    assert_eq!(record.to_string(), "E4W1 stay W6E8 E2W1");
    let played = record.replay(&sower, opening).unwrap();
    let last = played.last().unwrap();
    assert!(matches!(last.round.ending, Ending::Endless { .. }));
    assert_eq!(last.position, None);
}
