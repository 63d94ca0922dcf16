//! Search over rounds against value iteration on random joint games full of repetitions.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::search::rounds::{Charged, Deepening, RoundSearch, SearchableJoint};
use sowlab_solvers::{JointGame, Monitor, Resolution};

/// Where a round leads is drawn from a seed: to another place with the same stones left (often one
/// met before), to one with fewer, to the end, or nowhere.
struct RandomRounds {
    seed: u64,
    places: u64,
}

/// A place, and the stones left.
type At = (u64, i32);

impl RandomRounds {
    fn draw(&self, what: &str, at: At, first: u8, second: u8) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, what, at, first, second).hash(&mut hasher);
        hasher.finish() >> 8
    }
}

impl JointGame for RandomRounds {
    type State = At;
    type Choice = u8;

    fn terminal(&self, _: &At) -> Option<i32> {
        None
    }

    fn first_choices(&self, at: &At, choices: &mut Vec<u8>) {
        choices.extend(0..1 + (self.draw("first", *at, 0, 0) % 3) as u8);
    }

    fn second_choices(&self, at: &At, first: u8, choices: &mut Vec<u8>) {
        choices.extend(0..1 + (self.draw("second", *at, first, 0) % 3) as u8);
    }

    fn resolve(&self, at: &At, first: u8, second: u8) -> Resolution<At> {
        let place = self.draw("place", *at, first, second) % self.places;
        let left = at.1;
        match self.draw("what", *at, first, second) % 8 {
            0 => Resolution::Endless,
            1 => Resolution::Over { margin: left },
            2 => Resolution::Over { margin: -left },
            3 if left > 1 => Resolution::Next {
                state: (place, left - 1),
                gain: 1,
                passes: true,
            },
            4 if left > 2 => Resolution::Next {
                state: (place, left - 2),
                gain: -2,
                passes: true,
            },
            _ => Resolution::Next {
                state: (place, left),
                gain: 0,
                passes: false,
            },
        }
    }

    fn bound(&self, at: &At) -> i32 {
        at.1
    }
}

impl SearchableJoint for RandomRounds {
    fn code(&self, at: &At) -> u128 {
        u128::from(at.0) << 32 | at.1 as u128
    }
}

const STONES: i32 = 5;

/// The values of all states, after so many rounds, by definition.
struct Iterated<'a> {
    game: &'a RandomRounds,
    values: HashMap<(At, Charged), i32>,
}

fn after(charged: Charged, passes: bool) -> Charged {
    match (charged, passes) {
        (Charged::Sente, false) | (Charged::Gote, true) => Charged::Sente,
        (Charged::Gote, false) | (Charged::Sente, true) => Charged::Gote,
    }
}

fn lost(charged: Charged, left: i32) -> i32 {
    match charged {
        Charged::Sente => -left,
        Charged::Gote => left,
    }
}

impl<'a> Iterated<'a> {
    fn new(game: &'a RandomRounds) -> Self {
        let mut values = HashMap::new();
        for place in 0..game.places {
            for left in 1..=STONES {
                for charged in [Charged::Sente, Charged::Gote] {
                    values.insert(((place, left), charged), lost(charged, left));
                }
            }
        }
        Iterated { game, values }
    }

    fn value(&self, at: At, charged: Charged) -> i32 {
        self.values[&(at, charged)]
    }

    fn round(&self, at: At, charged: Charged) -> i32 {
        let mut firsts = Vec::new();
        self.game.first_choices(&at, &mut firsts);
        let replies = |first| {
            let mut seconds = Vec::new();
            self.game.second_choices(&at, first, &mut seconds);
            let margin = |second| match self.game.resolve(&at, first, second) {
                Resolution::Over { margin } => margin,
                Resolution::Endless => lost(charged, at.1),
                Resolution::Next {
                    state,
                    gain,
                    passes,
                } => {
                    let next = self.value(state, after(charged, passes));
                    gain + if passes { -next } else { next }
                }
            };
            seconds.into_iter().map(margin).min().expect("never empty")
        };
        firsts.into_iter().map(replies).max().expect("never empty")
    }

    /// One more round; whether anything changed.
    fn step(&mut self) -> bool {
        let next: HashMap<_, _> = self
            .values
            .keys()
            .map(|&(at, charged)| ((at, charged), self.round(at, charged)))
            .collect();
        let changed = next != self.values;
        self.values = next;
        changed
    }
}

#[test]
fn every_number_of_rounds_has_the_value_by_definition() {
    for seed in 0..30 {
        let game = RandomRounds { seed, places: 6 };
        let mut iterated = Iterated::new(&game);
        let table = TranspositionTable::new(1 << 14).unwrap();
        // All questions share one table: none may mislead another.
        let search = RoundSearch::new(&game, &table, &());
        for rounds in 0..8 {
            for charged in [Charged::Sente, Charged::Gote] {
                for place in 0..game.places {
                    let at = (place, STONES);
                    let value = iterated.value(at, charged);
                    for beta in [value + 1, value, value - 2, value + 3] {
                        let found = search.test(&at, charged, beta, rounds).unwrap();
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

/// Deepening never claims what the fixed points deny, and where no repetition is in the way it gets
/// there.
#[test]
fn intervals_hold_the_fixed_points() {
    let mut settled = 0;
    for seed in 0..60 {
        let game = RandomRounds { seed, places: 5 };
        let mut iterated = Iterated::new(&game);
        while iterated.step() {}
        let start = (0, STONES);
        let lower = iterated.value(start, Charged::Sente);
        let upper = iterated.value(start, Charged::Gote);
        for (threads, bytes) in [(1, 128), (1, 1 << 14), (3, 1 << 14)] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                let table = TranspositionTable::new(bytes).unwrap();
                let search = RoundSearch::new(&game, &table, &());
                let mut deepening = Deepening::new(&search, start);
                for _ in 0..if bytes < 1000 { 6 } else { 20 } {
                    let deeper = deepening.deepen();
                    let proven = deepening.proven();
                    assert!((proven.lower.0..=proven.lower.1).contains(&lower), "{seed}");
                    assert!((proven.upper.0..=proven.upper.1).contains(&upper), "{seed}");
                    if !deeper {
                        break;
                    }
                }
                let proven = deepening.proven();
                if proven.settled() {
                    settled += 1;
                }
                if bytes > 1000 {
                    assert_eq!((proven.lower.0, proven.upper.1), (lower, upper), "{seed}");
                }
                if proven.lower.0 > -STONES {
                    assert!(deepening.securing().is_some());
                }
            });
        }
    }
    assert!(settled > 60, "only {settled} settled");
}

#[test]
fn cancelled_nothing_is_claimed() {
    struct Stop;
    impl Monitor for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let game = RandomRounds { seed: 3, places: 6 };
    let table = TranspositionTable::new(1 << 12).unwrap();
    let search = RoundSearch::new(&game, &table, &Stop);
    let mut deepening = Deepening::new(&search, (0, STONES));
    assert!(!deepening.deepen());
    assert_eq!(deepening.proven().lower, (-STONES, STONES));
    assert_eq!(deepening.proven().rounds, 0);
}
