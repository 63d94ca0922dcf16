//! A player that chooses at random.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

use crate::player::{Choice, Fault, Player, Turn};
use sowlab_games::contest::Play;

/// Chooses a legal move with uniform probability.
pub struct Random {
    random: SmallRng,
}

impl Random {
    /// Creates a player; each game has its own seed.
    pub fn new() -> Random {
        Random {
            random: SmallRng::seed_from_u64(0),
        }
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

/// Returns one of the moves, with uniform probability.
pub(super) fn any<Move: Copy>(moves: &[Move], random: &mut impl Rng) -> Move {
    *moves.choose(random).expect("at least one move is legal")
}

impl<G: Play> Player<G> for Random {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.random = SmallRng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        Ok(Choice {
            chosen: any(turn.legal, &mut self.random),
            value: None,
        })
    }
}
