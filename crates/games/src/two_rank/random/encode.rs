//! Random Mancala as arrays of numbers.

use super::{Choice, RandomMancala, RandomMove, RandomPosition};
use crate::contest::{Encode, Shape};

/// The names of the numbers after the pits; the last tells whether the choice of side and starter is open.
const SCALARS: &[&str] = &["own store", "other store", "choosing"];

/// Actions: those of the base game, then the four choices of side and starter.
impl Encode for RandomMancala {
    fn actions(&self) -> usize {
        self.base().actions() + Choice::ALL.len()
    }

    fn action(&self, position: &RandomPosition, chosen: RandomMove) -> usize {
        match chosen {
            RandomMove::Sow(chosen) => self.base().action(&position.position(), chosen),
            RandomMove::Choose(choice) => {
                let place = Choice::ALL.iter().position(|&one| one == choice);
                self.base().actions() + place.unwrap_or_default()
            }
        }
    }

    fn chosen(&self, position: &RandomPosition, action: usize) -> Option<RandomMove> {
        match action.checked_sub(self.base().actions()) {
            None => (self.base().chosen(&position.position(), action)).map(RandomMove::Sow),
            Some(place) => Choice::ALL.get(place).copied().map(RandomMove::Choose),
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            scalars: SCALARS,
            ..self.base().shape()
        }
    }

    fn observe(&self, position: &RandomPosition, counts: &mut [u8]) {
        position.position().observe(counts);
        let last = self.shape().counts() - 1;
        counts[last] = u8::from(matches!(position, RandomPosition::Choosing(_)));
    }
}
