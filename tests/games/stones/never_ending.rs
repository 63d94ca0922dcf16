//! The statements of `docs/non-terminating-play.md` on endless rounds, checked by exhaustion on small boards.

use std::collections::HashMap;

use proptest::prelude::*;
use sowlab::games::stones::sowing::{Batch, JointMove, Kernel, Sower};
use sowlab::games::stones::stepper::{self, Event, Sowing};
use sowlab::games::stones::{
    Board, BothOut, Capture, Course, Ending, Rules, StonesGame, StonesLayers, UndisputedGame,
};
use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::retrograde::solve_in_memory;
use sowlab_solvers::{Resolution, Step, Successors};

/// Every rule set on boards with the given number of holes.
fn rule_sets(holes: usize) -> impl Iterator<Item = Rules> {
    let normal = Rules::new(holes, 1).unwrap();
    let mut reversed = normal;
    reversed.capture = Capture::Reversed;
    [normal, reversed]
        .into_iter()
        .flat_map(|rules| rules.option_variants())
}

fn boards(holes: usize, stones: usize) -> impl Iterator<Item = Board> {
    let ranking = Ranking::new(holes, stones).unwrap();
    let all = ranking.boards(stones).unwrap();
    (0..all).map(move |rank| Board::from_lanes(ranking.unrank(stones, rank).unwrap()))
}

/// Every endless round on boards of M holes with up to N stones.
fn endless_rounds(rules: &Rules, stones: usize) -> Vec<(Board, JointMove)> {
    let mut found = Vec::new();
    for board in (4..=stones).flat_map(|stones| boards(rules.holes(), stones)) {
        JointMove::for_each(board.playable(), |chosen| {
            let round = stepper::sow(rules, board, chosen.east.into(), chosen.west.into());
            if matches!(round.ending, Ending::Endless { .. }) {
                found.push((board, chosen));
            }
        });
    }
    found
}

#[test]
fn without_periods_the_rounds_are_the_same() {
    for holes in 2..=5 {
        for rules in rule_sets(holes) {
            let sower = Sower::new(&rules);
            let mut followed = Batch::new();
            for board in (2..=15).flat_map(|stones| boards(holes, stones)) {
                followed.push(board);
            }
            followed.sow(&sower);
            let mut rounds = Vec::new();
            followed.for_each(&sower, |_, _, round| rounds.push(*round));
            for mut judged in Kernel::ALL.into_iter().filter_map(Batch::with_kernel) {
                for board in (2..=15).flat_map(|stones| boards(holes, stones)) {
                    judged.push(board);
                }
                judged.sow_without_periods(&sower);
                let mut rounds = rounds.iter();
                judged.for_each(&sower, |_, _, round| {
                    let expected = rounds.next().unwrap();
                    if round.ending == (Ending::Endless { period: 0 }) {
                        assert!(matches!(expected.ending, Ending::Endless { .. }));
                    } else {
                        assert_eq!(round, expected);
                    }
                });
            }
        }
    }
}

/// Every state of a sowing with the given number of stones.
fn sowing_states(holes: usize, stones: u8) -> Vec<Sowing> {
    let mut states = Vec::new();
    for in_hands in 2..=stones {
        for board in boards(holes, (stones - in_hands).into()) {
            for east_hand in 1..in_hands {
                for (east_at, east_up) in places(holes) {
                    for (west_at, west_up) in places(holes) {
                        let hand = |at, rising, hand| stepper::SowingHand { at, rising, hand };
                        states.push(Sowing {
                            board,
                            east: hand(east_at, east_up, east_hand),
                            west: hand(west_at, west_up, in_hands - east_hand),
                        });
                    }
                }
            }
        }
    }
    states
}

/// The places of the circle: holes with the direction in which the sower goes on.
fn places(holes: usize) -> impl Iterator<Item = (usize, bool)> {
    (0..2 * (holes - 1)).map(move |place| match place < holes - 1 {
        true => (place, true),
        false => (2 * (holes - 1) - place, false),
    })
}

fn place(sower: &stepper::SowingHand, holes: usize) -> usize {
    match sower.rising {
        true => sower.at,
        false => 2 * (holes - 1) - sower.at,
    }
}

/// Two different states lead to the same one only where both hands are over one hole that one of
/// them has just lifted, with two stones or more in each; never three. So none do where the hands
/// are an odd number of places apart.
#[test]
fn steps_merge_only_over_one_hole() {
    let mut merges = 0;
    for holes in 2..=4 {
        for rules in Rules::new(holes, 1).unwrap().option_variants() {
            for stones in 2..=8 {
                let mut origins: HashMap<Sowing, u32> = HashMap::new();
                for mut state in sowing_states(holes, stones) {
                    if !matches!(state.step(&rules), Event::Over(_)) {
                        *origins.entry(state).or_default() += 1;
                    }
                }
                for (state, origins) in origins {
                    let distance =
                        place(&state.west, holes) + 2 * (holes - 1) - place(&state.east, holes);
                    let over_one = state.east.at == state.west.at;
                    let merge = over_one
                        && state.board.get(state.east.at) == 0
                        && state.east.hand >= 2
                        && state.west.hand >= 2;
                    assert_eq!(origins, 1 + u32::from(merge), "{state:?}");
                    assert!(!merge || distance.is_multiple_of(2));
                    merges += u32::from(merge);
                }
            }
        }
    }
    assert!(merges > 100);
}

/// With `relay` a round from holes an odd number apart that never ends comes back to its start.
/// With `end` none does: it begins with steps that never recur, from holes an even number apart.
#[test]
fn which_endless_rounds_come_back_to_their_start() {
    let mut with_tail = 0;
    for holes in 2..=6 {
        for rules in Rules::new(holes, 1).unwrap().option_variants() {
            for (board, chosen) in endless_rounds(&rules, 17) {
                let course = Course::follow(&rules, board, chosen);
                let repeats = course.repeats.unwrap();
                let odd = (chosen.east + chosen.west) % 2 == 1;
                assert_eq!(repeats.period % (2 * (holes as u64 - 1)), 0);
                match rules.both_out {
                    BothOut::Relay => assert!(!odd || repeats.first_step == 0),
                    BothOut::End => assert!(!odd && repeats.first_step > 0),
                }
                // A round without disputed cases does not come back to its start either.
                assert!(course.disputed > 0 || repeats.first_step > 0);
                with_tail += u32::from(repeats.first_step > 0);
            }
        }
    }
    assert!(with_tail > 20);
}

/// A round that ends the game says so, whatever was captured in it.
#[test]
fn what_a_round_leads_to_is_not_over() {
    fn check(game: &impl Successors<State = Board>, boards: &[Board]) -> u32 {
        let mut next = 0;
        game.each_round(boards, &mut |_, _, _, resolution| {
            if let Resolution::Next(Step { state, .. }) = resolution {
                assert!(!game.is_over(&state), "{state:?}");
                next += 1;
            }
        });
        next
    }
    let mut next = 0;
    for holes in 2..=5 {
        let all: Vec<Board> = (2..=11).flat_map(|stones| boards(holes, stones)).collect();
        for rules in rule_sets(holes) {
            next += check(&UndisputedGame::new(&rules), &all);
            next += check(&StonesGame::new(&rules), &all);
        }
    }
    assert!(next > 10_000);
}

/// Two readings that differ in both options give away every disputed round.
#[test]
fn undisputed_rounds_are_those_that_meet_no_disputed_case() {
    let mut disputed = 0;
    for holes in 2..=5 {
        let rules = Rules::new(holes, 1).unwrap();
        let game = UndisputedGame::new(&rules);
        for rules in rules.option_variants() {
            for board in (2..=11).flat_map(|stones| boards(holes, stones)) {
                let mut expected = Vec::new();
                JointMove::for_each(board.playable(), |chosen| {
                    if Course::follow(&rules, board, chosen).disputed == 0 {
                        expected.push((chosen.east, chosen.west));
                    } else {
                        disputed += 1;
                    }
                });
                let mut found = Vec::new();
                game.each_round(&[board], &mut |_, east, west, _| found.push((east, west)));
                assert_eq!(found, expected, "{board:?}");
            }
        }
    }
    assert!(disputed > 1000);
}

/// The holes at one end are taken, from East's end on with the farther one by East if `far`, even
/// numbers in both; the other holes are even where they lie an odd number of holes before the
/// leader's, and odd otherwise.
fn parity_board() -> impl Strategy<Value = (Rules, Board, JointMove)> {
    (2..=16usize, any::<bool>()).prop_flat_map(|(holes, west_leads)| {
        prop::collection::vec(0..=5u8, holes).prop_map(move |numbers| {
            let last = holes - 1;
            // Seen from West's end: the hands leave the two last holes downward, East in front.
            let (east, west) = if west_leads {
                (last - 1, last)
            } else {
                (last, last - 1)
            };
            let mut holes: Vec<u8> = (0..holes)
                .map(|hole| 2 * numbers[hole] + u8::from((hole + east) % 2 == 0))
                .collect();
            holes[east] = 2 + 2 * numbers[east];
            holes[west] = 2 + 2 * numbers[west];
            let rules = Rules::new(holes.len(), 1).unwrap();
            let chosen = JointMove {
                east: east as u8,
                west: west as u8,
            };
            (rules, Board::from_holes(&holes).unwrap(), chosen)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn parity_keeps_a_round_going((rules, board, chosen) in parity_board()) {
        for (board, chosen) in [
            (board, chosen),
            // Turned, West is in front.
            (board.turned(rules.holes()), JointMove {
                east: rules.holes() as u8 - 1 - chosen.west,
                west: rules.holes() as u8 - 1 - chosen.east,
            }),
        ] {
            let mut sowing = Sowing::start(&rules, board, chosen.east.into(), chosen.west.into());
            for _ in 0..3000 {
                prop_assert!(!matches!(sowing.step(&rules), Event::Over(_)), "{board:?} {chosen:?}");
            }
        }
    }
}

/// The formula of docs/non-terminating-play.md: two different holes, with two stones put aside in each.
#[test]
fn a_layer_has_as_many_joint_moves_as_the_formula_says() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/results/never-ending/boards.json"
    );
    let scanned: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let binomial = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for layer in scanned[0]["layers"].as_array().unwrap() {
        let stones = layer["stones"].as_u64().unwrap();
        let expected = if stones < 4 {
            0
        } else {
            110 * binomial(stones + 6, 10)
        };
        assert_eq!(
            layer["joint_moves"].as_u64().unwrap(),
            expected,
            "{stones} stones"
        );
    }
}

/// Boards that look the same from both ends.
fn mirrored_boards(holes: usize, stones: usize) -> impl Iterator<Item = Board> {
    let of_half = boards(holes / 2, stones);
    of_half.map(move |half| {
        let half = &half.lanes()[..holes / 2];
        let whole: Vec<u8> = half.iter().chain(half.iter().rev()).copied().collect();
        Board::from_holes(&whole).unwrap()
    })
}

/// The argument of [`Board::gote_can_mirror`], by the plainest stepper: the reply is legal and captures nothing, and the same
/// can be said of the board after it.
#[test]
fn gote_can_mirror_for_ever_on_an_even_number_of_holes() {
    for (holes, most) in [(2, 20), (4, 12), (6, 8), (8, 6)] {
        for rules in rule_sets(holes) {
            let mut quiet = 0;
            for board in (0..=most).flat_map(|half| mirrored_boards(holes, half)) {
                assert_eq!(
                    board.gote_can_mirror(holes),
                    board.stones() as usize > holes
                );
                if !board.gote_can_mirror(holes) {
                    continue;
                }
                let playable = board.playable();
                assert_ne!(playable, 0);
                for east in (0..holes).filter(|hole| playable >> hole & 1 == 1) {
                    let west = holes - 1 - east;
                    assert!(west != east && playable >> west & 1 == 1);
                    let round = stepper::sow(&rules, board, east, west);
                    assert_eq!((round.captured.east, round.captured.west), (0, 0));
                    if round.ending == Ending::Quiet {
                        assert_eq!(round.board.stones(), board.stones());
                        assert!(round.board.gote_can_mirror(holes));
                        quiet += 1;
                    } else {
                        assert!(matches!(round.ending, Ending::Endless { .. }));
                    }
                }
            }
            // On two holes no such round ends under some readings.
            assert!(quiet > 0 || holes == 2, "{rules}");
        }
    }
}

/// The consequences of the argument agree with retrograde analysis.
#[test]
fn mirrored_boards_are_worth_what_the_argument_says() {
    for (holes, stones) in [(2, 20), (4, 14), (6, 10)] {
        for rules in rule_sets(holes) {
            let layers = StonesLayers::new(&rules, stones).unwrap();
            let tables = solve_in_memory(&layers, stones as u32, &()).unwrap();
            for half in holes / 2 + 1..=stones / 2 {
                for board in mirrored_boards(holes, half) {
                    let rank = layers.ranking().rank(board.lanes());
                    let value = tables[2 * half].get(rank);
                    assert_eq!(value.lower, -(board.stones() as i32), "{board:?}");
                    assert!(value.zero <= 0, "{board:?}");
                }
            }
        }
    }
}
