//! Alpha-beta against a plain negamax on random games: sides that move twice, shared states,
//! gains of either sign and hashed random estimates.

use std::collections::HashMap;

use super::random_game::{RandomGame, hash, negamax};
use sowlab_solvers::search::{AlphaBeta, DepthLimited, TranspositionTable};
use sowlab_solvers::{Cancelled, Interval, Key, Keyed, Monitor, Problem, SequentialProblem};

impl Keyed<u32> for RandomGame {
    fn key(&self, number: &u32) -> Key {
        Key {
            bits: (*number).into(),
            tag: 0,
        }
    }
}

/// Searches with one search a thread and with several interleaved ones, which must agree.
fn search<P: SequentialProblem + Copy>(
    game: P,
    state: P::State,
    guess: i32,
    bytes: usize,
) -> Result<i32, Cancelled> {
    let [one, two, five] = [1, 2, 5].map(|walks| search_with(game, state, guess, bytes, walks));
    assert!(one == two && one == five, "{one:?}, {two:?}, {five:?}");
    one
}

fn search_with<P: SequentialProblem + Copy>(
    game: P,
    state: P::State,
    guess: i32,
    bytes: usize,
    walks: usize,
) -> Result<i32, Cancelled> {
    let table = TranspositionTable::new(bytes).unwrap();
    let search = AlphaBeta::new(game, &table, &()).with_interleaved_searches(walks);
    let mut bounds = Interval {
        low: i32::MIN,
        high: i32::MAX,
    };
    let value = search.value(&state, guess, &mut |proven| {
        assert!(proven.low >= bounds.low && proven.high <= bounds.high);
        bounds = proven;
    });
    assert!(search.nodes() > 0 || game.terminal(&state).is_some());
    value
}

#[test]
fn random_games_have_the_value_of_negamax() {
    for seed in 0..100 {
        let game = RandomGame { seed, size: 30 };
        let value = negamax(&game, 0, &mut HashMap::new());
        for (guess, bytes) in [(0, 1 << 16), (value, 1 << 10), (-1000, 64), (1000, 256)] {
            let found = search(Problem::new(&game), 0, guess, bytes);
            assert_eq!(found, Ok(value), "seed {seed}, {bytes} bytes");
        }
    }
}

#[test]
fn fixed_depth_with_a_hashed_random_estimate_is_negamax_to_that_depth() {
    for seed in 0..40 {
        let game = RandomGame { seed, size: 400 };
        let horizon = DepthLimited::new(Problem::new(&game), |number| {
            (hash((seed, number)) % 31) as i32 - 15
        });
        for depth in 0..7 {
            let start = horizon.limit(0, depth);
            let value = negamax(&horizon, start, &mut HashMap::new());
            for bytes in [1 << 14, 128] {
                assert_eq!(search(horizon, start, 0, bytes), Ok(value));
            }
        }
    }
}

/// One table for all depths of one game: what a shallower search left must not mislead.
#[test]
fn deepening_with_one_table_agrees() {
    let game = RandomGame { seed: 7, size: 400 };
    let horizon = DepthLimited::new(Problem::new(&game), |number| {
        (hash(number) % 31) as i32 - 15
    });
    let table = TranspositionTable::new(1 << 14).unwrap();
    let mut guess = 0;
    for depth in 0..11 {
        let start = horizon.limit(0, depth);
        let value = negamax(&horizon, start, &mut HashMap::new());
        let found = AlphaBeta::new(horizon, &table, &()).value(&start, guess, &mut |_| ());
        assert_eq!(found, Ok(value), "depth {depth}");
        guess = value;
    }
}

#[test]
fn any_number_of_threads_agrees() {
    for seed in 0..20 {
        let game = RandomGame { seed, size: 40 };
        let value = negamax(&game, 0, &mut HashMap::new());
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let found = pool.install(|| search(Problem::new(&game), 0, 0, 1 << 12));
            assert_eq!(found, Ok(value), "seed {seed}, {threads} threads");
        }
    }
}

#[test]
fn cancelled_before_it_begins_nothing_is_claimed() {
    struct Stop;
    impl Monitor for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let game = RandomGame {
        seed: 1,
        size: 100_000,
    };
    let table = TranspositionTable::new(1 << 12).unwrap();
    let search = AlphaBeta::new(Problem::new(&game), &table, &Stop).with_interleaved_searches(2);
    assert_eq!(search.test(&0, 0), Err(Cancelled));
    let value = search.value(&0, 0, &mut |_| panic!("nothing is proven"));
    assert_eq!(value, Err(Cancelled));
}
