//! Play that always ends needs no horizon.

use std::collections::HashMap;

use sowlab_solvers::equilibrium::{Horizon, LongestPlayError, Solver, longest_play, plain::Plain};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{JointGame, Monitor, Problem, Resolution, Step};

use super::toys::{Grab, PlaceState};

fn game(seed: u64, ends: bool) -> Grab {
    Grab {
        seed,
        places: 4,
        most: 4,
        uneven: false,
        ends,
    }
}

/// The longest play by definition, no more than the given number of rounds.
fn longest(
    game: &Grab,
    at: PlaceState,
    most: u32,
    found: &mut HashMap<(PlaceState, u32), u32>,
) -> u32 {
    if most == 0 || game.terminal(&at).is_some() {
        return 0;
    }
    if let Some(&found) = found.get(&(at, most)) {
        return found;
    }
    let mut rounds = 1;
    let mut next = Vec::new();
    game.expand(&[at], &mut |_, _, _, resolution| {
        if let Resolution::Next(Step { state, .. }) = resolution {
            next.push(state);
        }
    });
    for state in next {
        rounds = rounds.max(1 + longest(game, state, most - 1, found));
    }
    found.insert((at, most), rounds);
    rounds
}

#[test]
fn finds_the_longest_play_or_a_repetition() {
    let (mut ending, mut repeating) = (0, 0);
    for seed in 0..300 {
        let game = game(seed, seed % 2 == 0);
        let at = (0, 3);
        // There are 16 states, so longer play repeats one.
        let by_definition = longest(&game, at, 20, &mut HashMap::new());
        match longest_play(&game, &at, 1000, &()) {
            Ok(rounds) => {
                ending += 1;
                assert_eq!(rounds, by_definition, "{seed}");
            }
            Err(LongestPlayError::Repeats { rounds }) => {
                repeating += 1;
                assert!((1..=16).contains(&rounds));
                assert_eq!(by_definition, 20, "{seed}");
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(ending > 50 && repeating > 50, "{ending} {repeating}");
}

#[test]
fn without_a_horizon_it_is_one_that_is_never_reached() {
    for seed in 0..20 {
        let game = game(seed, true);
        let at = (1, 6);
        let rounds = longest_play(&game, &at, 1000, &()).unwrap();
        for order in CommitOrder::ALL {
            let table = TranspositionTable::new(1 << 16).unwrap();
            let solver = Solver::new(Problem::new(&game), order, &table, &());
            let value = solver.value(&at, Horizon::Unlimited).unwrap();
            let mut plain = Plain::new(&game, order);
            let expected = plain.value(&at, Horizon::Rounds(rounds as u8)).unwrap();
            assert!((value - expected).abs() < 1e-7, "{seed} {order}");
            let solved = solver.solve(&at, Horizon::Unlimited).unwrap();
            let found = solver
                .exploitability(&at, Horizon::Unlimited, &solved)
                .unwrap();
            assert!(found.total() < 1e-7);
        }
    }
}

struct Cancelled;

impl Monitor for Cancelled {
    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn limits_and_cancelling() {
    let game = game(2, true);
    let limit = longest_play(&game, &(1, 6), 3, &());
    assert_eq!(limit, Err(LongestPlayError::TooMany { states: 3 }));
    assert_eq!(
        longest_play(&game, &(1, 6), 99, &Cancelled),
        Err(LongestPlayError::Cancelled(sowlab_solvers::Cancelled))
    );
    let table = TranspositionTable::new(1 << 10).unwrap();
    let solver = Solver::new(Problem::new(&game), CommitOrder::Sealed, &table, &Cancelled);
    let found = solver.solve(&(1, 6), Horizon::Rounds(3));
    assert_eq!(
        found,
        Err(sowlab_solvers::equilibrium::EquilibriumError::Cancelled(
            sowlab_solvers::Cancelled
        ))
    );
}
