//! UCT against a plain negamax on random games: sides that move twice, shared states, repetitions.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::random_game::{RandomGame, hash, negamax};
use sowlab_solvers::mcts::{Limits, Options, Report, Simulate, Uct, random_playout};
use sowlab_solvers::{Game, Interval, Monitor, Oracle, Player, Problem, Side, Step, Turn};

impl Simulate for RandomGame {}

/// Enough to prove the games below.
const MANY: Limits = Limits::playouts(1_000_000);

fn options(seed: u64) -> Options {
    Options {
        seed,
        memory: 1 << 20,
        ..Options::default()
    }
}

/// Asserts that every bound of a report holds; `value` gives the margin of the side to move.
fn check<G: Game>(
    game: &G,
    state: G::State,
    report: &Report<G::Move>,
    value: impl Fn(&G::State) -> i32,
) {
    assert!(report.interval.low <= value(&state) && value(&state) <= report.interval.high);
    for child in &report.children {
        let Step {
            state: after, gain, ..
        } = game.play(&state, child.chosen);
        let same = game.side_to_move(&after) == game.side_to_move(&state);
        let margin = gain + if same { value(&after) } else { -value(&after) };
        assert!(child.interval.low <= margin && margin <= child.interval.high);
        if report.proven().is_some() && report.best == Some(child.chosen) {
            assert_eq!(margin, value(&state), "the best move is one");
        }
    }
}

#[test]
fn random_games_are_proven_to_have_the_value_of_negamax() {
    for seed in 0..100 {
        let game = RandomGame { seed, size: 25 };
        let value = |state: &u32| negamax(&game, *state, &mut HashMap::new());
        for threads in [1, 3] {
            let mut uct = Uct::new(Problem::new(&game), options(seed));
            let report = uct.search(&0, MANY, threads, &());
            assert_eq!(
                report.proven(),
                Some(value(&0)),
                "seed {seed}, {threads} threads"
            );
            check(&game, 0, &report, value);
        }
    }
}

#[test]
fn it_makes_no_difference_to_what_is_proven_when_states_become_nodes() {
    for seed in 0..40 {
        let game = RandomGame { seed, size: 25 };
        let value = negamax(&game, 0, &mut HashMap::new());
        let mut nodes = Vec::new();
        for expansion in [0, 1, 2, 9] {
            let options = Options {
                expansion,
                ..options(seed)
            };
            let report = Uct::new(Problem::new(&game), options).search(&0, MANY, 1, &());
            assert_eq!(report.proven(), Some(value), "seed {seed}, {expansion}");
            nodes.push(report.nodes);
        }
        assert_eq!(nodes[0], nodes[1], "one playout at least");
    }
}

#[test]
fn what_is_proven_early_holds() {
    for seed in 0..40 {
        let game = RandomGame { seed, size: 60 };
        let mut memo = HashMap::new();
        negamax(&game, 0, &mut memo);
        let mut uct = Uct::new(Problem::new(&game), options(seed));
        for _ in 0..20 {
            let report = uct.search(&0, Limits::playouts(20), 2, &());
            check(&game, 0, &report, |state| {
                negamax(&game, *state, &mut memo.clone())
            });
        }
    }
}

/// A long path from 0 upwards: the first move ends the game, the second continues.
struct Walk;

impl Walk {
    const END: u32 = 5000;
}

impl Simulate for Walk {}

impl Game for Walk {
    /// The place; `None` if the game is over.
    type State = Option<u32>;
    type Move = bool;

    fn side_to_move(&self, place: &Option<u32>) -> Side {
        match place {
            Some(place) if hash(("side", place)) % 2 == 0 => Side::Second,
            _ => Side::First,
        }
    }

    fn terminal(&self, place: &Option<u32>) -> Option<i32> {
        match *place {
            None | Some(Walk::END) => Some(0),
            Some(_) => None,
        }
    }

    fn moves(&self, place: &Option<u32>, moves: &mut Vec<bool>) {
        if self.terminal(place).is_none() {
            moves.extend([false, true]);
        }
    }

    /// A game in which stopping costs 4 to 6, so that a side may hope for more as long as the other may stop.
    fn play(&self, place: &Option<u32>, goes_on: bool) -> Step<Option<u32>> {
        let (state, gain) = match (place, goes_on) {
            (Some(place), true) => (Some(place + 1), 0),
            (Some(place), false) => (None, -4 - (hash(("gain", place)) % 3) as i32),
            (None, _) => (None, 0),
        };
        Step {
            state,
            gain,
            turn: Turn::between(self.side_to_move(place), self.side_to_move(&state)),
        }
    }

    fn bound(&self, place: &Option<u32>) -> i32 {
        match place {
            Some(_) => 10,
            None => 0,
        }
    }
}

#[test]
fn what_playouts_under_way_together_prove_holds() {
    let mut memo = HashMap::new();
    for place in (0..Walk::END).rev() {
        negamax(&Walk, Some(place), &mut memo);
    }
    for threads in [1, 2] {
        // The threads do not spread, so that several reach the end of the game before the first of them has recorded
        // it.
        let options = Options {
            virtual_loss: 0.0,
            exploration: 0.0,
            ..options(0)
        };
        let mut uct = Uct::new(Problem::new(&Walk), options);
        for _ in 0..20 {
            let report = uct.search(&Some(0), Limits::playouts(1000), threads, &());
            let value = |state: &Option<u32>| Walk.terminal(state).unwrap_or_else(|| memo[state]);
            check(&Walk, Some(0), &report, value);
        }
    }
}

#[test]
fn one_thread_repeats_itself() {
    let game = RandomGame {
        seed: 3,
        size: 2000,
    };
    let course = |seed| {
        let mut uct = Uct::new(Problem::new(&game), options(seed));
        let first = uct.search(&0, Limits::playouts(500), 1, &());
        let after = game.play(&0, first.best.unwrap()).state;
        (first, uct.search(&after, Limits::playouts(500), 1, &()))
    };
    assert_eq!(course(1), course(1));
    assert_ne!(course(1), course(2));
}

/// With few playouts each is made on its own, so that none is wasted: an unfinished playout would count as lost.
#[test]
fn the_first_playouts_of_a_thread_are_made_one_by_one() {
    let visits = |playouts, virtual_loss| {
        let options = Options {
            virtual_loss,
            ..options(0)
        };
        let report =
            Uct::new(Problem::new(&Long), options).search(&1, Limits::playouts(playouts), 1, &());
        report.children
    };
    assert_eq!(visits(900, 0.0), visits(900, 1.0));
    assert_ne!(visits(20_000, 0.0), visits(20_000, 1.0));
}

/// A game in which little is proven soon: a hundred moves, two choices each, the last state decides.
#[derive(Clone, Copy)]
struct Long;

impl Game for Long {
    type State = u128;
    type Move = u32;

    fn side_to_move(&self, path: &u128) -> Side {
        if path.leading_zeros().is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn terminal(&self, path: &u128) -> Option<i32> {
        (path.leading_zeros() < 28).then(|| (hash(path) % 9) as i32 - 4)
    }

    fn moves(&self, _: &u128, moves: &mut Vec<u32>) {
        moves.extend([0, 1]);
    }

    fn play(&self, path: &u128, chosen: u32) -> Step<u128> {
        let state = path << 1 | u128::from(chosen);
        Step {
            state,
            gain: 0,
            turn: Turn::between(self.side_to_move(path), self.side_to_move(&state)),
        }
    }

    fn bound(&self, _: &u128) -> i32 {
        4
    }
}

impl Simulate for Long {}

#[test]
fn playouts_are_counted_exactly() {
    // With many, threads keep accounts of their own of a part of the tree.
    for (threads, playouts) in [(1, 1), (1, 777), (2, 1000), (3, 64), (3, 50_000)] {
        let mut uct = Uct::new(Problem::new(&Long), options(0));
        let report = uct.search(&1, Limits::playouts(playouts), threads, &());
        assert_eq!(report.playouts, playouts);
        let visits: u32 = report.children.iter().map(|child| child.visits).sum();
        assert_eq!(u64::from(visits), playouts);
    }
}

#[test]
fn memory_is_a_limit_and_what_is_proven_without_room_is_right() {
    for seed in 0..30 {
        let game = RandomGame { seed, size: 18 };
        let value = negamax(&game, 0, &mut HashMap::new());
        for memory in [0, 300, 1500] {
            let mut uct = Uct::new(
                Problem::new(&game),
                Options {
                    memory,
                    ..options(seed)
                },
            );
            let report = uct.search(&0, Limits::playouts(5000), 2, &());
            assert!(report.nodes as usize <= (memory / 100).max(1));
            assert!(report.interval.low <= value && value <= report.interval.high);
        }
    }
}

/// With little room, a player who continues with the rest of the tree frees room again.
#[test]
fn a_tree_lasts_a_game() {
    let game = RandomGame {
        seed: 11,
        size: 1500,
    };
    let mut uct = Uct::new(
        Problem::new(&game),
        Options {
            memory: 40_000,
            ..options(0)
        },
    );
    let mut memo = HashMap::new();
    negamax(&game, 0, &mut memo);
    let (mut state, mut before) = (0, 0);
    let mut reused = false;
    while game.terminal(&state).is_none() {
        let report = uct.search(&state, Limits::playouts(400), 1, &());
        check(&game, state, &report, |state| {
            negamax(&game, *state, &mut memo.clone())
        });
        let visits: u32 = report.children.iter().map(|child| child.visits).sum();
        reused |= u64::from(visits) > report.playouts;
        assert!(u64::from(visits) >= report.playouts);
        assert!(report.nodes < 40_000 / 100);
        state = game.play(&state, report.best.unwrap()).state;
        before += 1;
    }
    assert!(reused && before > 2);
}

#[test]
fn a_game_that_is_over_or_without_choice() {
    let game = RandomGame { seed: 1, size: 0 };
    let report = Uct::new(Problem::new(&game), options(0)).search(&0, MANY, 1, &());
    assert_eq!((report.best, report.playouts), (None, 0));
    assert_eq!(report.proven(), game.terminal(&0));
}

/// A game on a few numbers in which play can repeat without end: moves lead anywhere.
#[derive(Clone, Copy)]
struct RandomRounds {
    seed: u64,
    size: u32,
}

impl Game for RandomRounds {
    type State = u32;
    type Move = u32;

    fn side_to_move(&self, number: &u32) -> Side {
        if hash((self.seed, "side", number)).is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn terminal(&self, number: &u32) -> Option<i32> {
        let margin = (hash((self.seed, "margin", number)) % 11) as i32 - 5;
        (*number % 4 == 3).then_some(margin)
    }

    fn moves(&self, number: &u32, moves: &mut Vec<u32>) {
        if self.terminal(number).is_none() {
            moves.extend(0..1 + (hash((self.seed, "moves", number)) % 3) as u32);
        }
    }

    fn play(&self, number: &u32, chosen: u32) -> Step<u32> {
        let state = (hash((self.seed, "to", number, chosen)) % u64::from(self.size)) as u32;
        Step {
            state,
            gain: 0,
            turn: Turn::between(self.side_to_move(number), self.side_to_move(&state)),
        }
    }

    fn bound(&self, _: &u32) -> i32 {
        5
    }
}

impl Simulate for RandomRounds {}

impl RandomRounds {
    /// The margins of `Side::First` if infinite play counts this for it.
    fn fixed_point(&self, infinite: i32) -> Vec<i32> {
        let mut values = vec![infinite; self.size as usize];
        for _ in 0..=self.size {
            values = (0..self.size)
                .map(|number| {
                    let first = self.side_to_move(&number) == Side::First;
                    if let Some(margin) = self.terminal(&number) {
                        return if first { margin } else { -margin };
                    }
                    let mut moves = Vec::new();
                    self.moves(&number, &mut moves);
                    let after = moves
                        .iter()
                        .map(|&chosen| values[self.play(&number, chosen).state as usize]);
                    if first { after.max() } else { after.min() }.unwrap()
                })
                .collect();
        }
        values
    }
}

#[test]
fn repetitions_end_and_bounds_hold_under_every_reading_of_them() {
    let (mut proven, mut open) = (0, 0);
    for seed in 0..60 {
        let game = RandomRounds { seed, size: 24 };
        let (lower, upper) = (game.fixed_point(-5), game.fixed_point(5));
        for threads in [1, 2] {
            let mut uct = Uct::new(Problem::new(&game), options(seed));
            let report = uct.search(&0, Limits::playouts(30_000), threads, &());
            let (least, most) = match game.side_to_move(&0) {
                Side::First => (lower[0], upper[0]),
                Side::Second => (-upper[0], -lower[0]),
            };
            assert!(
                report.interval.low <= least && most <= report.interval.high,
                "seed {seed}"
            );
            assert_eq!(
                report.proven().is_some(),
                least == most,
                "seed {seed}: all there is to prove"
            );
            if least == most {
                proven += 1
            } else {
                open += 1
            }
        }
    }
    assert!(proven > 10 && open > 10, "{proven} {open}");
}

#[test]
fn playouts_are_broken_off() {
    use rand::SeedableRng;
    let game = RandomRounds { seed: 1, size: 1 };
    let mut random = rand::rngs::SmallRng::seed_from_u64(1);
    assert_eq!(random_playout(&game, &0, 50, &mut random), 0);
}

#[test]
fn what_the_game_knows_is_used() {
    struct Tabled(RandomGame);
    impl Oracle<u32> for Tabled {
        fn interval(&self, state: &u32, _: Option<Player>) -> Option<Interval> {
            let value = (*state >= 12).then(|| negamax(&self.0, *state, &mut HashMap::new()))?;
            Some(Interval::exact(value))
        }
    }
    let game = RandomGame { seed: 4, size: 40 };
    let value = negamax(&game, 0, &mut HashMap::new());
    let tabled = Tabled(game);
    let informed = Problem::new(&game).with_oracle(&tabled);
    let with = Uct::new(informed, options(0)).search(&0, MANY, 1, &());
    let without = Uct::new(Problem::new(&game), options(0)).search(&0, MANY, 1, &());
    assert_eq!(
        (with.proven(), without.proven()),
        (Some(value), Some(value))
    );
    assert!(2 * with.playouts < without.playouts);
}

/// A state whose value the game knows, and from which the worse of two moves comes first.
struct KnownRoot;

impl Game for KnownRoot {
    type State = bool;
    type Move = i32;

    fn side_to_move(&self, _: &bool) -> Side {
        Side::First
    }

    fn terminal(&self, over: &bool) -> Option<i32> {
        over.then_some(0)
    }

    fn moves(&self, over: &bool, moves: &mut Vec<i32>) {
        if !over {
            moves.extend([-1, 1]);
        }
    }

    fn play(&self, _: &bool, gain: i32) -> Step<bool> {
        Step {
            state: true,
            gain,
            turn: Turn::Same,
        }
    }

    fn bound(&self, over: &bool) -> i32 {
        i32::from(!over)
    }
}

impl Simulate for KnownRoot {}

impl Oracle<bool> for KnownRoot {
    fn interval(&self, _: &bool, _: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(1))
    }
}

#[test]
fn of_a_state_that_the_game_knows_a_best_move_is_found() {
    for threads in [1, 2] {
        let mut uct = Uct::new(Problem::new(&KnownRoot).with_oracle(&KnownRoot), options(0));
        let report = uct.search(&false, MANY, threads, &());
        assert_eq!((report.proven(), report.best), (Some(1), Some(1)));
        assert!(report.playouts < 100, "then nothing is left to find out");
    }
}

#[test]
fn time_and_the_monitor_stop_it() {
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
    let report = Uct::new(Problem::new(&game), options(0)).search(&0, MANY, 2, &Stop);
    assert_eq!(report.playouts, 0);
    assert!(report.best.is_some(), "some move all the same");
    let started = Instant::now();
    let short = Limits {
        playouts: u64::MAX,
        time: Some(Duration::from_millis(50)),
    };
    let report = Uct::new(Problem::new(&game), options(0)).search(&0, short, 2, &());
    assert!(report.playouts > 0 && started.elapsed() < Duration::from_secs(5));
}
