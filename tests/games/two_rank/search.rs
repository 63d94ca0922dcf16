//! The search on games of the family.

use proptest::prelude::*;
use sowlab::analysis::solve::Endgame;
use sowlab::games::two_rank::{Seat, State, TwoRank};
use sowlab_solvers::search::{AlphaBeta, CompactTable, DepthLimited, TranspositionTable};
use sowlab_solvers::{Cancelled, Game, Problem, Step};

use super::record::parse;
use super::solve;

fn value(game: &TwoRank, bytes: usize) -> Result<i32, Cancelled> {
    let numbers = game.board_numbers();
    let problem = Problem::new(game).with_keys(&numbers).with_guide(game);
    let table = TranspositionTable::new(bytes).unwrap();
    AlphaBeta::new(problem, &table, &()).value(&game.start(), 0, &mut |_| ())
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah* (2000): the first player's margin.
#[test]
fn published_values_of_kalah() {
    for (pits, seeds, empty, margin) in [
        (2, 2, "yes", -2),
        (3, 3, "yes", 2),
        (4, 3, "no", 6),
        (4, 3, "yes", 8),
        (6, 2, "no", 6),
    ] {
        let game = parse(&format!(
            "kalah:pits={pits},seeds={seeds},empty-capture={empty}"
        ));
        assert_eq!(value(&game, 1 << 22), Ok(margin), "{}", game.name());
    }
}

#[test]
#[ignore = "seconds in a release build, minutes in a debug build"]
fn published_values_of_larger_boards() {
    for (pits, seeds, empty, margin) in [
        (5, 3, "yes", 8),
        (6, 3, "yes", 2),
        (6, 2, "yes", 10),
        (5, 4, "yes", 12),
    ] {
        let game = parse(&format!(
            "kalah:pits={pits},seeds={seeds},empty-capture={empty}"
        ));
        assert_eq!(value(&game, 1 << 26), Ok(margin), "{}", game.name());
    }
}

#[test]
fn table_sizes_and_threads_agree_with_a_plain_search() {
    for name in [
        "kalah:pits=3,seeds=3",
        "basic:pits=3,seeds=3",
        "egyptian:pits=3,seeds=3",
        "kalah:pits=4,seeds=2,empty-capture=yes",
    ] {
        let game = parse(name);
        let expected = solve::value(&game, game.start());
        for (threads, bytes) in [(1, 64), (1, 1 << 16), (2, 1 << 12), (4, 1 << 20)] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let found = pool.install(|| value(&game, bytes));
            assert_eq!(found, Ok(expected), "{name}, {threads} threads, {bytes}");
        }
    }
}

/// Negamax to a fixed depth, extra turns counted as moves; from there on nothing is gained.
fn store_difference(game: &TwoRank, state: State, depth: u8) -> i32 {
    if let Some(margin) = game.terminal(&state) {
        return margin;
    }
    if depth == 0 {
        return 0;
    }
    game.legal(state)
        .map(|chosen| {
            let Step {
                state: after, gain, ..
            } = game.play(&state, chosen);
            let reply = store_difference(game, after, depth - 1);
            if after.mover() == state.mover() {
                gain + reply
            } else {
                gain - reply
            }
        })
        .max()
        .expect("moves")
}

/// Also of games in which play may repeat itself: a horizon ends it.
#[test]
fn fixed_depth_is_negamax_with_the_store_difference() {
    for name in ["kalah", "awari", "ethiopian", "trysse"] {
        let game = parse(name);
        let table = TranspositionTable::new(1 << 18).unwrap();
        let horizon = DepthLimited::new(Problem::new(&game).with_guide(&game), |_: &State| 0);
        let search = AlphaBeta::new(horizon, &table, &());
        for depth in 0..6 {
            let start = horizon.limit(game.start(), depth);
            assert_eq!(
                search.value(&start, 0, &mut |_| ()),
                Ok(store_difference(&game, game.start(), depth)),
                "{name}, depth {depth}"
            );
        }
    }
}

#[test]
fn games_that_may_repeat_are_told_apart() {
    for name in ["kalah", "basic", "egyptian"] {
        assert!(parse(name).always_ends(), "{name}");
    }
    for name in ["awari", "warri", "trysse", "ethiopian"] {
        assert!(!parse(name).always_ends(), "{name}");
    }
}

/// Boards of three pits a side with up to twelve seeds.
fn any_state() -> impl Strategy<Value = State> {
    let pits = prop::collection::vec(0..=2u8, 6);
    (pits, any::<bool>()).prop_map(|(pits, upper)| {
        let mover = if upper { Seat::Upper } else { Seat::Lower };
        State::from_pits(mover, &pits).unwrap()
    })
}

proptest! {
    /// Whatever is looked up, in tables of whatever size, on any number of threads.
    #[test]
    fn endgame_tables_and_small_entries_change_no_value(
        state in any_state(),
        rules in prop::sample::select(vec![
            "kalah:pits=3,seeds=2",
            "kalah:pits=3,seeds=2,empty-capture=yes",
            "basic:pits=3,seeds=2",
            "basic:pits=3,seeds=2,origin=skip",
            "egyptian:pits=3,seeds=2",
        ]),
        seeds in 0..9u32,
        bytes in prop::sample::select(vec![1 << 9, 1 << 12, 1 << 16]),
        threads in 1..3usize,
    ) {
        let game = parse(rules);
        let expected = solve::value(&game, state);
        let mut endgame = Endgame::new(&game).unwrap();
        while endgame.seeds() <= seeds {
            endgame.solve_one_more(&()).unwrap();
        }
        let numbers = game.board_numbers();
        let problem = Problem::new(&game)
            .with_keys(&numbers)
            .with_oracle(&endgame)
            .with_guide(&game);
        let keys = numbers.up_to(state.seeds()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let compact = CompactTable::new(bytes, keys, 1).unwrap();
        let wide = TranspositionTable::new(bytes).unwrap();
        let found = pool.install(|| [
            AlphaBeta::new(problem, &compact, &()).value(&state, 0, &mut |_| ()),
            AlphaBeta::new(problem, &wide, &()).value(&state, 0, &mut |_| ()),
        ]);
        prop_assert_eq!(found, [Ok(expected); 2]);
    }
}
