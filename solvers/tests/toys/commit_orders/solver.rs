//! The solver against plain backward induction.

use proptest::prelude::*;
use sowlab_solvers::equilibrium::{
    Cfr, EquilibriumError, Horizon, MOST_ROUNDS, MixedChoice, RoundSolution, Solver, plain::Plain,
};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;

use super::toys::Grab;
use sowlab_solvers::Problem;

fn table(bytes: usize) -> TranspositionTable {
    TranspositionTable::new(bytes).unwrap()
}

/// Asserts that the chances add up to 1 over those after the same choice of the other side.
fn weights_add_up(strategy: &[MixedChoice<u8>]) {
    for one in strategy {
        let alike = strategy.iter().filter(|other| other.after == one.after);
        let sum: f64 = alike.map(|other| other.probability).sum();
        assert!(
            (sum - 1.0).abs() < 1e-9 && one.probability > 0.0,
            "{strategy:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn values_and_strategies(
        seed: u64,
        most in 3..7u64,
        uneven: bool,
        rounds in 0..5u8,
        small: bool,
        place in 0..6u64,
    ) {
        let game = Grab { seed, places: 6, most, uneven, ends: false };
        let at = (place, 5);
        for order in CommitOrder::ALL {
            let table = table(if small { 1 << 8 } else { 1 << 18 });
            let solver = Solver::new(Problem::new(&game), order, &table, &());
            let left = Horizon::Rounds(rounds);
            let expected = Plain::new(&game, order).value(&at, left).unwrap();
            let solved = solver.solve(&at, left).unwrap();
            prop_assert!((solved.value - expected).abs() < 1e-7, "{order}: {solved:?} {expected}");
            let value = solver.value(&at, left).unwrap();
            prop_assert!((value - expected).abs() < 1e-7);
            weights_add_up(&solved.leader);
            weights_add_up(&solved.follower);
            let found = solver.exploitability(&at, left, &solved).unwrap();
            prop_assert!(found.total() < 1e-7, "{order}: {found:?}");
            prop_assert!((found.leader_answers - expected).abs() < 1e-7);
        }
    }

    /// Strategies that are no equilibrium are found out.
    #[test]
    fn other_strategies_are_exploited(seed: u64, most in 3..7u64, at in 0..6u64) {
        let game = Grab { seed, places: 6, most, uneven: false, ends: false };
        let (at, left) = ((at, 5), Horizon::Rounds(2));
        for order in CommitOrder::ALL {
            let table = table(1 << 16);
            let solver = Solver::new(Problem::new(&game), order, &table, &());
            let RoundSolution { value, mut leader, follower } = solver.solve(&at, left).unwrap();
            let Some(first) = leader.first_mut() else { continue };
            // The leader always makes its first choice: no better than the value, and what it loses is
            // what the follower gains by answering.
            first.probability = 1.0;
            if order != CommitOrder::Reverse {
                leader.truncate(1);
            }
            let found = solver.exploitability(&at, left, &RoundSolution { value, leader, follower }).unwrap();
            prop_assert!(found.follower_answers <= value + 1e-7);
            prop_assert!((found.leader_answers - value).abs() < 1e-7);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Regrets lead to an equilibrium of the same rounds.
    #[test]
    fn counterfactual_regrets_agree(seed: u64, most in 3..7u64, rounds in 0..4u8, at in 0..6u64) {
        let game = Grab { seed, places: 6, most, uneven: false, ends: false };
        let (at, left) = ((at, 5), Horizon::Rounds(rounds));
        let table = table(1 << 16);
        let problem = Problem::new(&game);
        let solver = Solver::new(problem, CommitOrder::Sealed, &table, &());
        let expected = solver.value(&at, left).unwrap();
        let mut cfr = Cfr::new(&problem, &at, rounds).unwrap();
        // The gap falls at least as the root of the number of iterations.
        let mut gaps = Vec::new();
        for iterations in [1, 3_000, 60_000] {
            cfr.iterate(iterations);
            let solved = cfr.solved();
            weights_add_up(&solved.leader);
            weights_add_up(&solved.follower);
            let found = solver.exploitability(&at, left, &solved).unwrap();
            prop_assert!(found.follower_answers <= expected + 1e-7);
            prop_assert!(found.leader_answers >= expected - 1e-7);
            gaps.push(found.total());
            if found.total() < 0.05 {
                break;
            }
        }
        prop_assert!(gaps.iter().any(|&gap| gap < 0.05), "{gaps:?}");
    }
}

#[test]
fn the_same_for_any_number_of_threads_and_any_table() {
    for seed in 0..12 {
        let game = Grab {
            seed,
            places: 6,
            most: 6,
            uneven: seed % 2 == 0,
            ends: false,
        };
        for order in CommitOrder::ALL {
            let solve = |threads, bytes| {
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap();
                pool.install(|| {
                    let table = table(bytes);
                    let solver = Solver::new(Problem::new(&game), order, &table, &());
                    solver.solve(&(1, 6), Horizon::Rounds(4)).unwrap()
                })
            };
            let alone = solve(1, 1 << 20);
            assert_eq!(alone, solve(4, 1 << 20));
            assert_eq!(alone, solve(3, 1 << 7));
        }
    }
}

#[test]
fn more_rounds_than_tables_tell_apart_are_refused() {
    let game = Grab {
        seed: 0,
        places: 6,
        most: 3,
        uneven: true,
        ends: true,
    };
    let start = (1, 6);
    let most = Horizon::Rounds(MOST_ROUNDS);
    let past = Horizon::Rounds(MOST_ROUNDS + 1);
    for order in CommitOrder::ALL {
        let table = table(1 << 16);
        let solver = Solver::new(Problem::new(&game), order, &table, &());
        let solved = solver.solve(&start, most).unwrap();
        assert_eq!(solver.value(&start, past), Err(EquilibriumError::Horizon));
        assert_eq!(
            solver.solve(&start, past).err(),
            Some(EquilibriumError::Horizon)
        );
        assert_eq!(
            solver.exploitability(&start, past, &solved).err(),
            Some(EquilibriumError::Horizon)
        );
        let plain = Plain::new(&game, order).value(&start, past);
        assert_eq!(plain, Err(EquilibriumError::Horizon));
    }
}

/// In one round with a known stake, the open order is never better for the leader than the sealed one. The sealed one
/// is never better than the better of the open and the reverse order.
#[test]
fn one_round() {
    let mut between = 0;
    for seed in 0..400 {
        let game = Grab {
            seed,
            places: 6,
            most: 6,
            uneven: false,
            ends: false,
        };
        let [open, reverse, sealed] = CommitOrder::ALL.map(|order| {
            let value = Plain::new(&game, order).value(&(2, 5), Horizon::Rounds(1));
            value.unwrap()
        });
        assert!(open <= sealed + 1e-9, "{seed}: {open} {sealed}");
        assert!(
            sealed <= open.max(reverse) + 1e-9,
            "{seed}: {sealed} {reverse}"
        );
        between += u32::from(open + 1e-6 < sealed && sealed + 1e-6 < reverse);
    }
    assert!(between > 20);
}
