//! Random joint games.

use std::hash::{DefaultHasher, Hash, Hasher};

use sowlab_solvers::{JointGame, Key, Keyed, Resolution, Step, Turn};

/// A random joint game. The place determines the choices of a side; the second side may not take the choice of the
/// first. The target of a joint move is drawn from a seed: often a place met before, so that play can repeat, or the
/// end, or none.
pub(crate) struct Grab {
    pub(crate) seed: u64,
    /// Places with the same number of stones left.
    pub(crate) places: u64,
    /// The most choices.
    pub(crate) most: u64,
    /// Whether a joint move can also rule out a second choice that nobody has taken, which then collides with several.
    pub(crate) uneven: bool,
    /// Whether every round that does not end the game takes a stone, so that play ends.
    pub(crate) ends: bool,
}

/// A place, and the stones left.
pub(crate) type PlaceState = (u64, i32);

impl Grab {
    fn draw(&self, what: &str, at: PlaceState, first: u8, second: u8) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, what, at, first, second).hash(&mut hasher);
        hasher.finish() >> 8
    }
}

impl JointGame for Grab {
    type State = PlaceState;
    type Choice = u8;

    fn terminal(&self, at: &PlaceState) -> Option<i32> {
        match self.draw("terminal", *at, 0, 0) % 8 {
            0 => Some(at.1),
            _ if at.1 == 0 => Some(0),
            _ => None,
        }
    }

    fn leader_choices(&self, at: &PlaceState, choices: &mut Vec<u8>) {
        if self.terminal(at).is_none() {
            choices.extend(0..2 + (self.draw("choices", *at, 0, 0) % (self.most - 1)) as u8);
        }
    }

    fn follower_choices(&self, at: &PlaceState, first: u8, choices: &mut Vec<u8>) {
        let mut all = Vec::new();
        self.leader_choices(at, &mut all);
        let last = *all.last().unwrap();
        // Choice 100 never collides, so that there is always something to seal.
        let uneven = self.uneven.then_some(100);
        let ruled_out =
            |&second: &u8| second == first || self.uneven && second == last && first < 2;
        choices.extend(
            all.into_iter()
                .filter(|second| !ruled_out(second))
                .chain(uneven),
        );
    }

    fn resolve(&self, at: &PlaceState, first: u8, second: u8) -> Resolution<PlaceState> {
        let place = self.draw("place", *at, first, second) % self.places;
        let left = at.1;
        let gain = (self.draw("gain", *at, first, second) % 7) as i32 - 3;
        let resolution = match self.draw("what", *at, first, second) % 10 {
            0 => Resolution::Endless,
            1 => Resolution::Over { margin: gain },
            2..=5 if left > 1 => Resolution::Next(Step {
                state: (place, left - 1),
                gain,
                turn: Turn::Other,
            }),
            6 if left > 2 => Resolution::Next(Step {
                state: (place, left - 2),
                gain: 2,
                turn: Turn::Same,
            }),
            _ if self.ends => Resolution::Next(Step {
                state: (place, left - 1),
                gain: 0,
                turn: Turn::Same,
            }),
            _ => Resolution::Next(Step {
                state: (place, left),
                gain: 0,
                turn: Turn::Same,
            }),
        };
        if let Resolution::Next(Step { state, gain, turn }) = resolution
            && let Some(rest) = self.terminal(&state)
        {
            let margin = turn.margin(gain, rest);
            return Resolution::Over { margin };
        }
        resolution
    }

    fn bound(&self, at: &PlaceState) -> i32 {
        // Three a stone, and three more for a round that ends the game.
        3 * at.1 + 3
    }
}

impl Keyed<PlaceState> for Grab {
    fn key(&self, at: &PlaceState) -> Key {
        Key {
            bits: u128::from(at.0) << 32 | at.1 as u128,
            tag: 0,
        }
    }
}
