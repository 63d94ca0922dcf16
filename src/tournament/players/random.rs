//! A player without a plan.

use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::{Player, holes};
use crate::games::stones::Position;
use crate::games::stones::sowing::Sower;

/// Chooses any hole with equal chances, and turns the board every other time.
pub struct Random {
    random: SmallRng,
}

impl Random {
    /// The same seed makes the same choices.
    pub fn new(seed: u64) -> Random {
        Random {
            random: SmallRng::seed_from_u64(seed),
        }
    }
}

impl Player for Random {
    fn choose_hole(&mut self, _: &Sower, position: &Position) -> usize {
        holes(position)
            .choose(&mut self.random)
            .expect("a position with choices")
    }

    fn turns_the_board(&mut self, _: &Sower, _: &Position) -> bool {
        self.random.random()
    }
}
