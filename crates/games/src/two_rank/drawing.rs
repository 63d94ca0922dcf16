//! Drawings of the board as text.

use super::position::Position;
use super::state::Seat;
use crate::drawing::two_ranks;

impl Position {
    /// Draws the board in Lower's view. Each pit faces the one above or below it, and numbers are outside. Stores are
    /// at their owner's right hand, and `*` marks the side to move.
    ///
    /// ```
    /// use sowlab_games::two_rank::Position;
    /// let position = Position::parse("4,4,0,5,5,0/5,5,5,5,4,4 U 2 0").unwrap();
    /// assert_eq!(
    ///     position.drawing(),
    ///     "  Upper *   1   2   3   4   5   6\n\
    ///      \x20     0     4   4   5   5   5   5\n\
    ///      \x20           4   4   0   5   5   0     2\n\
    ///      \x20 Lower     6   5   4   3   2   1\n"
    /// );
    /// ```
    pub fn drawing(&self) -> String {
        let seeds = |seat| -> Vec<usize> {
            let pits = self.state().pits_of(seat);
            pits.into_iter()
                .take(self.pits())
                .map(usize::from)
                .collect()
        };
        let [lower, upper] = [seeds(Seat::Lower), seeds(Seat::Upper)];
        let stores = [Seat::Lower, Seat::Upper].map(|seat| usize::from(self.store(seat)));
        let moves = [Seat::Lower, Seat::Upper].map(|seat| seat == self.state().mover());
        two_ranks([&lower, &upper], stores, moves)
    }
}
