//! Sealed rounds: known equilibria of matrix games, plans, exploitability over several rounds.

use sowlab_solvers::mcts::Limits;
use sowlab_solvers::mcts::sealed::{
    Backup, Plans, RoundLimited, SealedOptions, SealedSearch, Selection, Strategies, best_responses,
};
use sowlab_solvers::{JointGame, Resolution, Step, Turn};

/// One round of a matrix game; the state is whether it is over. Payoffs in hundredths.
struct Matrix(Vec<Vec<i32>>);

impl JointGame for Matrix {
    type State = bool;
    type Choice = usize;

    fn terminal(&self, over: &bool) -> Option<i32> {
        over.then_some(0)
    }

    fn leader_choices(&self, _: &bool, choices: &mut Vec<usize>) {
        choices.extend(0..self.0.len());
    }

    fn follower_choices(&self, _: &bool, _: usize, choices: &mut Vec<usize>) {
        choices.extend(0..self.0[0].len());
    }

    fn resolve(&self, _: &bool, first: usize, second: usize) -> Resolution<bool> {
        Resolution::Over {
            margin: self.0[first][second],
        }
    }

    fn bound(&self, _: &bool) -> i32 {
        let all = self.0.iter().flatten();
        all.map(|payoff| payoff.abs()).max().unwrap()
    }
}

const REGRETS: [Selection; 2] = [
    Selection::RegretMatching {
        exploration: 0.2,
        plus: false,
    },
    Selection::RegretMatching {
        exploration: 0.2,
        plus: true,
    },
];

fn options(selection: Selection) -> SealedOptions {
    SealedOptions {
        selection,
        ..SealedOptions::default()
    }
}

#[test]
fn matrix_games_with_known_equilibria() {
    // The payoffs, the value, and the strategies where there is only one equilibrium.
    type Case = (
        &'static [&'static [i32]],
        f64,
        &'static [f64],
        &'static [f64],
    );
    let third = &[1.0 / 3.0; 3];
    let cases: [Case; 6] = [
        // Rock, paper, scissors; and with wins by rock worth three.
        (
            &[&[0, -100, 100], &[100, 0, -100], &[-100, 100, 0]],
            0.0,
            third,
            third,
        ),
        (
            &[&[0, -100, 300], &[100, 0, -100], &[-300, 100, 0]],
            0.0,
            &[0.2, 0.6, 0.2],
            &[0.2, 0.6, 0.2],
        ),
        // A saddle point, a dominated row, matching pennies with one heavy coin.
        (&[&[300, 500], &[100, 900]], 300.0, &[1.0, 0.0], &[1.0, 0.0]),
        (
            &[&[100, -100], &[-100, 100], &[-200, -200]],
            0.0,
            &[0.5, 0.5, 0.0],
            &[0.5, 0.5],
        ),
        (
            &[&[300, -100], &[-100, 100]],
            100.0 / 3.0,
            &[1.0 / 3.0, 2.0 / 3.0],
            &[1.0 / 3.0, 2.0 / 3.0],
        ),
        // All the same.
        (&[&[200, 200], &[200, 200]], 200.0, &[], &[]),
    ];
    for (payoffs, value, first, second) in cases {
        let game = Matrix(payoffs.iter().map(|row| row.to_vec()).collect());
        for selection in REGRETS {
            let mut search = SealedSearch::new(&game, options(selection));
            let report = search
                .search(&false, Limits::playouts(200_000), 1, &())
                .unwrap();
            let near = |chances: Vec<f64>, expected: &[f64]| {
                for (chance, expected) in chances.iter().zip(expected) {
                    assert!(
                        (chance - expected).abs() < 0.03,
                        "{chances:?}, not {expected:?}"
                    );
                }
            };
            near(
                report.leader.iter().map(|&(_, chance)| chance).collect(),
                first,
            );
            near(
                report.follower.iter().map(|&(_, chance)| chance).collect(),
                second,
            );
            let responses = best_responses(&game, &false, &|state| search.strategies(state));
            assert!(responses.exploitability() < 5.0, "{responses:?}");
            assert!(
                (report.value - value).abs() < 5.0,
                "{} {value}",
                report.value
            );
            assert!(responses.second <= value + 1e-9 && value - 1e-9 <= responses.first);
        }
    }
}

#[test]
fn decoupled_uct_finds_a_saddle_and_exp3_comes_near_a_mixture() {
    let saddle = Matrix(vec![vec![300, 500], vec![100, 900]]);
    let uct = Selection::DecoupledUct { exploration: 0.3 };
    let mut search = SealedSearch::new(&saddle, options(uct));
    let report = search
        .search(&false, Limits::playouts(20_000), 1, &())
        .unwrap();
    assert!(report.leader[0].1 > 0.9 && report.follower[0].1 > 0.9);
    let pennies = Matrix(vec![vec![300, -100], vec![-100, 100]]);
    let exp3 = Selection::Exp3 { exploration: 0.05 };
    let mut search = SealedSearch::new(&pennies, options(exp3));
    search
        .search(&false, Limits::playouts(200_000), 1, &())
        .unwrap();
    let responses = best_responses(&pennies, &false, &|state| search.strategies(state));
    assert!(responses.exploitability() < 40.0, "{responses:?}");
}

/// Two coins, 0 and 1, of which each side takes another one for some rounds: who has the greater
/// gains 1 and gives up the lead. A sealed round of it is a game of its own.
#[derive(Clone, Copy)]
struct Coins(u8);

impl JointGame for Coins {
    type State = u8;
    type Choice = u8;

    fn terminal(&self, _: &u8) -> Option<i32> {
        None
    }

    fn leader_choices(&self, _: &u8, choices: &mut Vec<u8>) {
        choices.extend(0..self.0);
    }

    fn follower_choices(&self, _: &u8, first: u8, choices: &mut Vec<u8>) {
        choices.extend((0..self.0).filter(|&choice| choice != first));
    }

    fn resolve(&self, state: &u8, first: u8, second: u8) -> Resolution<u8> {
        let sum = (first + second + state) % self.0;
        if sum == first {
            return Resolution::Endless;
        }
        Resolution::Next(Step {
            state: sum,
            gain: i32::from(first) - i32::from(second),
            turn: Turn::other_if(first > second),
        })
    }

    fn bound(&self, _: &u8) -> i32 {
        2 * i32::from(self.0)
    }
}

#[test]
fn the_last_round_ends_the_game() {
    for sides in 2..5 {
        let game = RoundLimited(Coins(sides));
        for state in 0..sides {
            for left in 1..4 {
                game.expand(&[(state, left)], &mut |_, first, second, resolution| {
                    let gain = i32::from(first) - i32::from(second);
                    match resolution {
                        Resolution::Next(Step { state, .. }) => assert_eq!(state.1, left - 1),
                        Resolution::Over { margin } => assert_eq!((left, margin), (1, gain)),
                        Resolution::Endless => {}
                    }
                    if let Resolution::Next(Step { state, .. }) = resolution {
                        assert_eq!(game.terminal(&state), None);
                    }
                });
            }
        }
    }
}

#[test]
fn follower_seals_an_ordered_pair() {
    let plans = Plans::new(&Coins(3), &0);
    assert_eq!(plans.first, [0, 1, 2]);
    assert_eq!((plans.second.len(), plans.rounds.len()), (6, 6));
    for (row, &first) in plans.first.iter().enumerate() {
        for (at, sealed) in plans.second.iter().enumerate() {
            let (choice, fallback) = (sealed.choice, sealed.otherwise.unwrap());
            assert_ne!(choice, fallback);
            let made = if choice == first { fallback } else { choice };
            assert_eq!(plans.rounds[plans.round(row, at)], (first, made));
        }
    }
    // Without a collision there is nothing to fall back to.
    let plans = Plans::new(&Matrix(vec![vec![0; 4]; 2]), &false);
    assert!(plans.second.iter().all(|plan| plan.otherwise.is_none()));
    assert_eq!((plans.second.len(), plans.rounds.len()), (4, 8));
}

/// Whatever the leader takes rules out all but one choice of the follower, another one each time.
struct Forced;

impl JointGame for Forced {
    type State = ();
    type Choice = u8;

    fn terminal(&self, (): &()) -> Option<i32> {
        None
    }

    fn leader_choices(&self, (): &(), choices: &mut Vec<u8>) {
        choices.extend(0..3);
    }

    fn follower_choices(&self, (): &(), first: u8, choices: &mut Vec<u8>) {
        choices.push(first);
    }

    fn resolve(&self, (): &(), _: u8, _: u8) -> Resolution<()> {
        Resolution::Over { margin: 0 }
    }

    fn bound(&self, (): &()) -> i32 {
        0
    }
}

#[test]
#[should_panic(expected = "nothing can be sealed")]
fn without_anything_to_seal_there_is_no_search() {
    let mut search = SealedSearch::new(Forced, SealedOptions::default());
    search.search(&(), Limits::playouts(1), 1, &());
}

/// The value of the round if the follower sees the leader's choice, or the leader the follower's plan, at every state.
fn open_values(
    game: &impl JointGame<State = (u8, u32)>,
    state: &(u8, u32),
    follower_sees: bool,
) -> f64 {
    if let Some(margin) = game.terminal(state) {
        return margin.into();
    }
    let plans = Plans::new(game, state);
    let worth = |row: usize, plan: usize| {
        let (first, second) = plans.rounds[plans.round(row, plan)];
        match game.resolve(state, first, second) {
            Resolution::Endless => 0.0,
            Resolution::Over { margin } => margin.into(),
            Resolution::Next(Step { state, gain, turn }) => {
                // The roles of who sees belong to the sides, so they change with the lead.
                let next = open_values(game, &state, follower_sees != turn.is_other());
                f64::from(gain) + turn.convert(next)
            }
        }
    };
    let (rows, columns) = (0..plans.first.len(), 0..plans.second.len());
    if follower_sees {
        let of_row = |row| {
            columns
                .clone()
                .map(|plan| worth(row, plan))
                .fold(f64::INFINITY, f64::min)
        };
        rows.map(of_row).fold(f64::NEG_INFINITY, f64::max)
    } else {
        let of_column = |plan| {
            rows.clone()
                .map(|row| worth(row, plan))
                .fold(f64::NEG_INFINITY, f64::max)
        };
        columns.map(of_column).fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn several_rounds_come_near_an_equilibrium() {
    for holes in [2, 3, 4] {
        let game = RoundLimited(Coins(holes));
        for (selection, backup, threads) in [
            (REGRETS[0], Backup::Value, 1),
            (REGRETS[1], Backup::Value, 1),
            (REGRETS[1], Backup::Value, 3),
            (REGRETS[0], Backup::Sample, 1),
        ] {
            let mut search = SealedSearch::new(
                &game,
                SealedOptions {
                    backup,
                    ..options(selection)
                },
            );
            let start = (1, 3);
            let report = search
                .search(&start, Limits::playouts(60_000), threads, &())
                .unwrap();
            assert_eq!(report.playouts, 60_000);
            let responses = best_responses(&game, &start, &|state| search.strategies(state));
            // One that always sees the other's choice does no worse than the value.
            let (least, most) = (
                open_values(&game, &start, true),
                open_values(&game, &start, false),
            );
            assert!(least <= responses.first + 1e-9 && responses.second <= most + 1e-9);
            let limit = if backup == Backup::Value { 0.1 } else { 1.5 };
            assert!(responses.exploitability() >= -1e-9);
            assert!(
                responses.exploitability() < limit,
                "{holes} {selection:?} {responses:?}"
            );
        }
    }
}

#[test]
fn a_pure_strategy_is_exploited() {
    let game = Matrix(vec![
        vec![0, -100, 100],
        vec![100, 0, -100],
        vec![-100, 100, 0],
    ]);
    let rock = Strategies {
        first: vec![1.0, 0.0, 0.0],
        second: vec![1.0, 0.0, 0.0],
    };
    let responses = best_responses(&game, &false, &|_| Some(rock.clone()));
    assert_eq!((responses.first, responses.second), (100.0, -100.0));
    let nobody_knows = best_responses(&game, &false, &|_| None);
    assert!(nobody_knows.exploitability().abs() < 1e-9);
}

#[test]
fn play_that_comes_back_ends_and_memory_is_a_limit() {
    let mut search = SealedSearch::new(
        Coins(4),
        SealedOptions {
            memory: 4000,
            ..SealedOptions::default()
        },
    );
    let report = search.search(&0, Limits::playouts(2000), 2, &()).unwrap();
    assert!((1..4).contains(&report.states), "{}", report.states);
    let all = SealedSearch::new(Coins(4), SealedOptions::default()).search(
        &0,
        Limits::playouts(2000),
        1,
        &(),
    );
    assert_eq!(all.unwrap().states, 4);
    assert_eq!(
        SealedSearch::new(Matrix(vec![vec![0]]), SealedOptions::default()).search(
            &true,
            Limits::playouts(1),
            1,
            &()
        ),
        None
    );
}

#[test]
fn one_thread_repeats_itself() {
    let course = |seed| {
        let mut search = SealedSearch::new(
            RoundLimited(Coins(4)),
            SealedOptions {
                seed,
                ..SealedOptions::default()
            },
        );
        let first = search.search(&(0, 4), Limits::playouts(300), 1, &());
        (first, search.search(&(2, 3), Limits::playouts(300), 1, &()))
    };
    assert_eq!(course(1), course(1));
    assert_ne!(course(1), course(2));
}
