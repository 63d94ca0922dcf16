//! Search over rounds against value iteration on random joint games full of repetitions.

use std::sync::atomic::Ordering;

use super::random_rounds::{Counted, Iterated, RandomRounds, STONES, Stop};
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::proof::{ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::{Deepening, RoundSearch};
use sowlab_solvers::{
    Cancelled, Interval, JointGame, Key, Keyed, Player, Problem, Resolution, Step, Turn,
};

#[test]
fn every_number_of_rounds_has_the_value_by_definition() {
    for seed in 0..30 {
        let passing = seed % 2 == 1;
        let game = RandomRounds {
            seed,
            places: 6,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        let table = TranspositionTable::new(1 << 14).unwrap();
        // All questions share one table: none may mislead another.
        let search = RoundSearch::new(Problem::new(&game), &table, &());
        for rounds in 0..8 {
            for loser in [Player::Leader, Player::Follower] {
                for place in 0..game.places {
                    let at = (place, STONES);
                    let value = iterated.value(at, loser);
                    for beta in [value + 1, value, value - 2, value + 3] {
                        let found = search.test(&at, loser, beta, rounds).unwrap();
                        assert_eq!(found.margin >= beta, value >= beta, "seed {seed}");
                        if found.margin >= beta {
                            assert!(found.margin <= value, "seed {seed}");
                        } else {
                            assert!(found.margin >= value, "seed {seed}");
                        }
                    }
                }
            }
            iterated.step();
        }
    }
}

/// Deepening never claims a value that the fixed points deny, and reaches theirs where nothing repeats.
#[test]
fn intervals_hold_the_fixed_points() {
    let mut settled = 0;
    for seed in 0..60 {
        let passing = seed % 2 == 1;
        let game = RandomRounds {
            seed,
            places: 5,
            passing,
        };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        let start = (0, STONES);
        let lower = iterated.value(start, Player::Leader);
        let upper = iterated.value(start, Player::Follower);
        for (threads, bytes) in [(1, 128), (1, 1 << 14), (3, 1 << 14)] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let table = TranspositionTable::new(bytes).unwrap();
                let search = RoundSearch::new(Problem::new(&game), &table, &());
                let mut deepening = Deepening::new(&search, start);
                for _ in 0..if bytes < 1000 { 6 } else { 20 } {
                    let deeper = deepening.deepen().unwrap();
                    let proven = deepening.proven();
                    assert!(
                        (proven.lower.low..=proven.lower.high).contains(&lower),
                        "{seed}"
                    );
                    assert!(
                        (proven.upper.low..=proven.upper.high).contains(&upper),
                        "{seed}"
                    );
                    if !deeper {
                        break;
                    }
                }
                let proven = deepening.proven();
                if proven.is_exact() {
                    settled += 1;
                }
                if bytes > 1000 {
                    assert_eq!(
                        (proven.lower.low, proven.upper.high),
                        (lower, upper),
                        "{seed}"
                    );
                }
                if proven.lower.low > -STONES {
                    assert!(deepening.securing_choice().unwrap().is_some());
                }
            });
        }
    }
    assert!(settled > 60, "only {settled} settled");
}

#[test]
fn a_monitor_is_told_of_all_nodes() {
    let game = RandomRounds {
        seed: 3,
        places: 6,
        passing: false,
    };
    let table = TranspositionTable::new(1 << 12).unwrap();
    let counted = Counted::default();
    let search = RoundSearch::new(Problem::new(&game), &table, &counted);
    Deepening::new(&search, (0, STONES)).deepen().unwrap();
    assert!(search.nodes() > 0);
    assert_eq!(counted.0.load(Ordering::Relaxed), search.nodes());
}

#[test]
fn cancelled_nothing_is_claimed() {
    let game = RandomRounds {
        seed: 3,
        places: 6,
        passing: false,
    };
    let table = TranspositionTable::new(1 << 12).unwrap();
    let search = RoundSearch::new(Problem::new(&game), &table, &Stop);
    let mut deepening = Deepening::new(&search, (0, STONES));
    assert_eq!(deepening.deepen(), Err(Cancelled));
    assert_eq!(deepening.proven().lower, Interval::within(STONES));
    assert_eq!(deepening.proven().rounds, 0);
}

/// A round with more choices than a byte numbers, and another in which nobody has a choice. The last choice wins the
/// stake there, every other one loses it.
struct Many(i32);

const LAST: u16 = 300;

impl JointGame for Many {
    type State = u16;
    type Choice = u16;

    fn terminal(&self, _: &u16) -> Option<i32> {
        None
    }

    fn leader_choices(&self, state: &u16, choices: &mut Vec<u16>) {
        choices.extend(0..=if *state == 0 { LAST } else { 0 });
    }

    fn follower_choices(&self, _: &u16, _: u16, choices: &mut Vec<u16>) {
        choices.push(0);
    }

    fn resolve(&self, state: &u16, first: u16, _: u16) -> Resolution<u16> {
        match *state {
            0 => Resolution::Next(Step {
                state: first + 1,
                gain: 0,
                turn: Turn::Same,
            }),
            state if state == LAST + 1 => Resolution::Over { margin: self.0 },
            _ => Resolution::Over { margin: -self.0 },
        }
    }

    fn bound(&self, _: &u16) -> i32 {
        2 * self.0
    }
}

impl Keyed<u16> for Many {
    fn key(&self, state: &u16) -> Key {
        Key {
            bits: (*state).into(),
            tag: 0,
        }
    }
}

#[test]
fn more_choices_than_a_byte_numbers() {
    let game = Many(5);
    let table = TranspositionTable::new(1 << 20).unwrap();
    let search = RoundSearch::new(Problem::new(&game), &table, &());
    assert_eq!(
        search.securing_choice(&0, Player::Leader, 5, 3),
        Ok(Some(LAST))
    );
    let table = ProofTable::new(1 << 20).unwrap();
    let search = ProofSearch::new(Problem::new(&game), &table, &());
    assert_eq!(search.securing_choice(&0, 5, 2), Ok(Some(LAST)));
}

#[test]
fn margins_of_more_than_sixteen_bits() {
    let much = 40_000;
    let game = Many(much);
    let table = TranspositionTable::new(1 << 20).unwrap();
    let search = RoundSearch::new(Problem::new(&game), &table, &());
    for (state, value) in [(0, much), (1, -much), (LAST + 1, much)] {
        // Each question after what the others left in the table.
        for _ in 0..2 {
            for beta in [-much - 1, -much, 1 - much, 0, much, much + 1] {
                for loser in [Player::Leader, Player::Follower] {
                    let found = search.test(&state, loser, beta, 3).unwrap();
                    assert_eq!(found.margin >= beta, value >= beta, "{state} {beta}");
                }
            }
        }
    }
}
