//! The properties of every game of the family, whatever its rules: random games, checked at each
//! ply against the plain reference.

use std::collections::HashSet;

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sowlab::games::two_rank::plain::{Choice, PASS, Plain};
use sowlab::games::two_rank::{
    Capture, Counts, DECLARATIONS, Direction, Directions, End, Feeding, GrandSlam, Laps, Lift,
    Move, Origin, PlayersNotation, Position, Remaining, Rules, Seat, State, StoreLanding, Stores,
    TwoRank,
};
use sowlab_solvers::{Game, Side, Step};

/// The packed state of a plain position.
fn pack(rules: &Rules, plain: &Plain) -> State {
    let side = |side: usize| -> Vec<u8> {
        let pits = &plain.pits[side][..rules.pits];
        pits.iter().rev().map(|&seeds| seeds as u8).collect()
    };
    let mover = Seat::BOTH[plain.mover];
    State::new(mover, &side(plain.mover), &side(1 - plain.mover)).unwrap()
}

fn choice(rules: &Rules, chosen: Move) -> Choice {
    match rules.end {
        End::AllEmpty if chosen == Move::PASS => PASS,
        _ => (
            chosen.pit(rules.pits),
            chosen.direction() == Direction::Left,
        ),
    }
}

/// Plays one random game from `plain` until it ends, repeats, or `most` plies are played, and
/// checks each ply. Whether it ended or repeated.
pub(crate) fn check_random_game(game: &TwoRank, mut plain: Plain, seed: u64, most: usize) -> bool {
    let rules = game.rules();
    let mut random = SmallRng::seed_from_u64(seed);
    let mut state = pack(rules, &plain);
    let total = plain.total();
    let mut seen = HashSet::new();
    for _ in 0..most {
        assert_eq!(state, pack(rules, &plain));
        assert_eq!(plain.total(), total, "seeds are conserved");
        check_state(game, state, &plain);
        check_position(game, state, &plain);
        if !seen.insert(state) {
            assert!(rules.can_repeat(), "{} repeated {state:?}", game.name());
            return true;
        }
        let legal = game.legal(state);
        if legal.is_empty() {
            return true;
        }
        let chosen = legal.get(random.random_range(0..legal.len())).unwrap();
        let Step {
            state: after,
            gain: gained,
            ..
        } = game.play(&state, chosen);
        let next = plain.play(rules, choice(rules, chosen));
        let mover = plain.mover;
        assert_eq!(gained as u32, next.stores[mover] - plain.stores[mover]);
        assert_eq!(next.stores[1 - mover], plain.stores[1 - mover]);
        assert_eq!(state.seeds(), after.seeds() + gained as u32);
        (state, plain) = (after, next);
    }
    false
}

fn check_state(game: &TwoRank, state: State, plain: &Plain) {
    let rules = game.rules();
    let legal = game.legal(state);
    let choices: Vec<Choice> = legal.map(|chosen| choice(rules, chosen)).collect();
    assert_eq!(choices, plain.legal(rules), "{} {state:?}", game.name());

    let mut listed = Vec::new();
    game.moves(&state, &mut listed);
    assert_eq!(listed, legal.collect::<Vec<_>>());
    assert_eq!(listed.len(), game.legal_count(state));
    let gotten: Vec<Move> = (0..).map_while(|place| legal.get(place)).collect();
    assert_eq!(gotten, listed);
    for index in 0..16 {
        let way = [Direction::Right, Direction::Left][index / 8];
        let chosen = Move::new(index % 8, way).unwrap();
        assert_eq!(legal.contains(chosen), listed.contains(&chosen));
    }

    let rest = plain.rest(rules);
    let margin = rest[plain.mover] as i32 - rest[1 - plain.mover] as i32;
    assert_eq!(game.terminal(&state), listed.is_empty().then_some(margin));
    assert!(game.bound(&state) >= margin.abs());
    assert_eq!(game.bound(&state), state.seeds() as i32);

    let side = [Side::First, Side::Second][plain.mover];
    assert_eq!(game.side_to_move(&state), side);
    check_symmetry(game, state);
}

/// The position with stores: its text is read back, its moves are read back, and at the end all
/// seeds that anybody gets are given out.
fn check_position(game: &TwoRank, state: State, plain: &Plain) {
    let rules = game.rules();
    let stores = plain.stores.map(|seeds| seeds as u8);
    let position = Position::new(state, rules.pits, stores).unwrap();
    assert_eq!(game.parse_position(&position.to_string()), Ok(position));
    assert_eq!(position.total(), plain.total());
    for chosen in game.legal(state) {
        let text = game.move_text(state.mover(), chosen);
        assert_eq!(game.parse_move(state, &text), Ok(chosen));
        let after = position.play(game, chosen).unwrap();
        assert_eq!(after.state(), game.after(state, chosen).0);
        assert_eq!(after.total(), position.total(), "seeds are conserved");
    }
    let outcome = game.legal(state).is_empty().then(|| {
        let rest = plain.rest(rules);
        [plain.stores[0] + rest[0], plain.stores[1] + rest[1]]
    });
    assert_eq!(position.outcome(game), outcome);
}

/// The sides are alike: with the seats exchanged everything happens to the other one.
fn check_symmetry(game: &TwoRank, state: State) {
    let pits = game.rules().pits;
    let exchanged = state.exchanged();
    assert_eq!(state.turned().turned(), state);
    assert_eq!(exchanged.mover(), !state.mover());
    assert_eq!(exchanged.pits(pits), state.pits(pits));
    let packed = &state.pits(pits)[..2 * pits];
    assert_eq!(State::from_pits(state.mover(), packed), Some(state));
    assert_eq!(game.legal(exchanged), game.legal(state));
    for chosen in game.legal(state) {
        let (after, gained) = game.after(state, chosen);
        assert_eq!(game.after(exchanged, chosen), (after.exchanged(), gained));
    }
}

#[test]
fn every_declared_game_has_the_properties() {
    for declaration in DECLARATIONS {
        let game = declaration.build(None).unwrap();
        for seed in 0..60 {
            let ended = check_random_game(&game, Plain::start(game.rules()), seed, 2000);
            assert!(ended, "{} goes on", game.name());
        }
    }
}

fn any_counts() -> impl Strategy<Value = Counts> {
    prop_oneof![
        (1..=3u8, 0..=1u8).prop_map(|(least, more)| vec![least, least + more]),
        proptest::collection::vec(1..=9u8, 1..5),
        Just(Counts::EVEN.list()),
        Just(Counts::ODD.list()),
    ]
    .prop_map(|counts| Counts::new(&counts).unwrap())
}

prop_compose! {
    fn any_rules()(
        (pits, seeds) in (1..=8usize).prop_flat_map(|pits| (Just(pits), 1..=(63 / pits).min(12))),
        stores in prop_oneof![Just(Stores::Sown), Just(Stores::Bypassed)],
        origin in prop_oneof![Just(Origin::Sown), Just(Origin::Skipped)],
        lift in prop_oneof![Just(Lift::All), Just(Lift::AllButOne)],
        relays in any::<bool>(),
        directions in prop_oneof![Just(Directions::Right), Just(Directions::RightOrLeft)],
        least_played in 1..=2u8,
        capture in prop_oneof![
            Just(Capture::Nothing),
            any::<bool>().prop_map(|even_if_empty| Capture::Facing { even_if_empty }),
            any_counts().prop_map(|counts| Capture::LastPit { counts }),
            any_counts().prop_map(|counts| Capture::Backwards { counts }),
        ],
        grand_slam in prop_oneof![
            Just(GrandSlam::Captures),
            Just(GrandSlam::CapturesNothing),
            Just(GrandSlam::Illegal),
            Just(GrandSlam::OnlyMove),
        ],
        store_landing in prop_oneof![Just(StoreLanding::Passes), Just(StoreLanding::MovesAgain)],
        feeding in prop_oneof![
            Just(Feeding::Free),
            Just(Feeding::MustSow),
            Just(Feeding::MustLeave),
            Just(Feeding::NoStarving),
        ],
        end in prop_oneof![Just(End::NoMove), Just(End::EmptySide), Just(End::AllEmpty)],
        remaining in prop_oneof![Just(Remaining::Nobody), Just(Remaining::Owners), Just(Remaining::StarvedMover)],
    ) -> Rules {
        // A side passes only if it has no seeds.
        let (feeding, directions, least_played, grand_slam) = match (end, grand_slam) {
            (End::AllEmpty, GrandSlam::Captures) => {
                (Feeding::Free, Directions::Right, 1, GrandSlam::Captures)
            }
            (End::AllEmpty, _) => (Feeding::Free, Directions::Right, 1, GrandSlam::CapturesNothing),
            (End::NoMove | End::EmptySide, _) => (feeding, directions, least_played, grand_slam),
        };
        let may_relay =
            stores == Stores::Sown && lift == Lift::All && directions == Directions::Right;
        let laps = if relays && may_relay { Laps::Relay } else { Laps::One };
        Rules {
            pits, seeds, stores, origin, lift, laps, directions, least_played, capture, grand_slam,
            store_landing, feeding, end, remaining, notation: PlayersNotation::None,
        }
    }
}

prop_compose! {
    /// A board with any number of seeds from none to 127, evenly or unevenly spread.
    fn any_position(pits: usize)(
        seeds in proptest::collection::vec((0..2 * pits, 1..=16u32), 0..40),
        mover in 0..2usize,
    ) -> Plain {
        let mut plain = Plain { pits: [[0; 8]; 2], stores: [0; 2], mover };
        for (pit, seeds) in seeds {
            if plain.total() + seeds <= 127 {
                plain.pits[pit / pits][pit % pits] += seeds;
            }
        }
        plain
    }
}

proptest! {
    #[test]
    fn the_kernel_is_the_reference_under_any_rules(
        rules in any_rules(),
        seed in any::<u64>(),
    ) {
        let game = TwoRank::new("any", rules).unwrap();
        check_random_game(&game, Plain::start(&rules), seed, 100);
    }

    #[test]
    fn the_kernel_is_the_reference_from_any_position(
        (rules, plain) in any_rules()
            .prop_flat_map(|rules| (Just(rules), any_position(rules.pits))),
        seed in any::<u64>(),
    ) {
        let game = TwoRank::new("any", rules).unwrap();
        check_random_game(&game, plain, seed, 50);
    }
}
