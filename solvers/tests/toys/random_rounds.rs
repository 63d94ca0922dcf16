//! Random joint games full of repetitions, and what they are worth by definition.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use sowlab_solvers::{JointGame, Key, Keyed, Monitor, Player, Resolution, Step, Turn};

/// A random game of rounds. The target of a round is drawn from a seed: another place with the same stones left, one
/// with fewer, the end, or none. Places are often met before.
pub(crate) struct RandomRounds {
    pub(crate) seed: u64,
    pub(crate) places: u64,
    /// Whether a round without a gain may pass the lead on, so that the sides change roles on a cycle.
    pub(crate) passing: bool,
}

/// A place, and the stones left.
pub(crate) type PlaceState = (u64, i32);

impl RandomRounds {
    fn draw(&self, what: &str, at: PlaceState, first: u8, second: u8) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, what, at, first, second).hash(&mut hasher);
        hasher.finish() >> 8
    }
}

impl JointGame for RandomRounds {
    type State = PlaceState;
    type Choice = u8;

    fn terminal(&self, _: &PlaceState) -> Option<i32> {
        None
    }

    fn leader_choices(&self, at: &PlaceState, choices: &mut Vec<u8>) {
        choices.extend(0..1 + (self.draw("first", *at, 0, 0) % 3) as u8);
    }

    fn follower_choices(&self, at: &PlaceState, first: u8, choices: &mut Vec<u8>) {
        choices.extend(0..1 + (self.draw("second", *at, first, 0) % 3) as u8);
    }

    fn resolve(&self, at: &PlaceState, first: u8, second: u8) -> Resolution<PlaceState> {
        let place = self.draw("place", *at, first, second) % self.places;
        let left = at.1;
        match self.draw("what", *at, first, second) % 8 {
            0 => Resolution::Endless,
            1 => Resolution::Over { margin: left },
            2 => Resolution::Over { margin: -left },
            3 if left > 1 => Resolution::Next(Step {
                state: (place, left - 1),
                gain: 1,
                turn: Turn::Other,
            }),
            4 if left > 2 => Resolution::Next(Step {
                state: (place, left - 2),
                gain: -2,
                turn: Turn::Other,
            }),
            _ => Resolution::Next(Step {
                state: (place, left),
                gain: 0,
                turn: Turn::other_if(
                    self.passing && self.draw("passes", *at, first, second).is_multiple_of(2),
                ),
            }),
        }
    }

    fn bound(&self, at: &PlaceState) -> i32 {
        at.1
    }
}

impl Keyed<PlaceState> for RandomRounds {
    fn key(&self, at: &PlaceState) -> Key {
        Key {
            bits: u128::from(at.0) << 32 | at.1 as u128,
            tag: 0,
        }
    }
}

pub(crate) const STONES: i32 = 5;

/// The values of all states, after the given number of rounds, by definition.
pub(crate) struct Iterated<'a> {
    game: &'a RandomRounds,
    values: HashMap<(PlaceState, Player), i32>,
}

fn after(loser: Player, turn: Turn) -> Player {
    match (loser, turn) {
        (Player::Leader, Turn::Same) | (Player::Follower, Turn::Other) => Player::Leader,
        (Player::Follower, Turn::Same) | (Player::Leader, Turn::Other) => Player::Follower,
    }
}

fn lost(loser: Player, left: i32) -> i32 {
    match loser {
        Player::Leader => -left,
        Player::Follower => left,
    }
}

impl<'a> Iterated<'a> {
    pub(crate) fn new(game: &'a RandomRounds) -> Self {
        let mut values = HashMap::new();
        for place in 0..game.places {
            for left in 1..=STONES {
                for loser in [Player::Leader, Player::Follower] {
                    values.insert(((place, left), loser), lost(loser, left));
                }
            }
        }
        Iterated { game, values }
    }

    pub(crate) fn value(&self, at: PlaceState, loser: Player) -> i32 {
        self.values[&(at, loser)]
    }

    fn round(&self, at: PlaceState, loser: Player) -> i32 {
        let mut firsts = Vec::new();
        self.game.leader_choices(&at, &mut firsts);
        let replies = |first| {
            let mut seconds = Vec::new();
            self.game.follower_choices(&at, first, &mut seconds);
            let margin = |second| match self.game.resolve(&at, first, second) {
                Resolution::Over { margin } => margin,
                Resolution::Endless => lost(loser, at.1),
                Resolution::Next(Step { state, gain, turn }) => {
                    let next = self.value(state, after(loser, turn));
                    match turn {
                        Turn::Same => gain + next,
                        Turn::Other => gain - next,
                    }
                }
            };
            seconds.into_iter().map(margin).min().expect("never empty")
        };
        firsts.into_iter().map(replies).max().expect("never empty")
    }

    /// One more round; whether anything changed.
    pub(crate) fn step(&mut self) -> bool {
        let next: HashMap<_, _> = self
            .values
            .keys()
            .map(|&(at, loser)| ((at, loser), self.round(at, loser)))
            .collect();
        let changed = next != self.values;
        self.values = next;
        changed
    }
}

/// Counts the units reported to it.
#[derive(Default)]
pub(crate) struct Counted(pub(crate) AtomicU64);

impl Monitor for Counted {
    fn advance(&self, units: u64) {
        self.0.fetch_add(units, Ordering::Relaxed);
    }
}

/// Stops everything before it has begun.
pub(crate) struct Stop;

impl Monitor for Stop {
    fn cancelled(&self) -> bool {
        true
    }
}
