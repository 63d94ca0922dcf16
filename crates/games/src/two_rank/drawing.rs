//! Drawings of the board as text.

use std::fmt::Write;

use super::position::Position;
use super::state::Seat;

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
        let row = |counts: &mut dyn Iterator<Item = usize>| {
            counts.fold(String::new(), |mut row, count| {
                // Writing to a string cannot fail.
                let _ = write!(row, "{count:4}");
                row
            })
        };
        let seeds = |seat| {
            let pits = self.state().pits_of(seat);
            pits.into_iter().take(self.pits()).map(usize::from)
        };
        let mark = |seat| {
            if seat == self.state().mover() {
                '*'
            } else {
                ' '
            }
        };
        format!(
            "  Upper {}{}\n{:7}  {}\n         {}  {:4}\n  Lower {}{}\n",
            mark(Seat::Upper),
            row(&mut (1..=self.pits())),
            self.store(Seat::Upper),
            row(&mut seeds(Seat::Upper).collect::<Vec<_>>().into_iter().rev()),
            row(&mut seeds(Seat::Lower)),
            self.store(Seat::Lower),
            mark(Seat::Lower),
            row(&mut (1..=self.pits()).rev()),
        )
    }
}
