//! Players of the stones family: whoever chooses a hole and decides the pie.

mod greedy;
mod mcts;
mod random;

use crate::games::stones::Position;
use crate::games::stones::sowing::Sower;

pub use greedy::Greedy;
pub use mcts::Mcts;
pub use random::Random;

/// A player. He sees positions in which it is for him to choose.
pub trait Player: Send {
    /// The index (0 is hole 1) of the hole to take: one of [`Position::choices`].
    fn choose_hole(&mut self, sower: &Sower, position: &Position) -> usize;

    /// Whether to turn the board, when the pie decision is his.
    fn turns_the_board(&mut self, sower: &Sower, position: &Position) -> bool;
}

/// The indices of the holes that may be chosen.
fn holes(position: &Position) -> impl Iterator<Item = usize> {
    let choices = position.choices();
    (0..position.holes()).filter(move |index| choices >> index & 1 == 1)
}
