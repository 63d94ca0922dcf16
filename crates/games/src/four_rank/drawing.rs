//! The board as a picture of text.

use std::fmt::Write;

use super::game::FourRank;
use super::state::State;
use crate::Seat;
use crate::drawing::four_ranks;

impl FourRank {
    /// Draws the board as Lower sees it: both outer rows with the numbers of their pits outside, the
    /// inner rows between them, and `*` beside the side to move.
    ///
    /// ```
    /// use sowlab_games::four_rank::FourRankVariant;
    /// let game = "owela:pits=4".parse::<FourRankVariant>().unwrap().game();
    /// let state = game.parse_position("6,1,6,2/1,2,1,3/0,0,0,1/1,0,0,0 L").unwrap();
    /// assert_eq!(
    ///     game.drawing(&state),
    ///     "             4   3   2   1\n\
    ///      \x20 Upper      1   0   0   0\n\
    ///      \x20 5..8       1   0   0   0\n\
    ///      \x20          ---------------\n\
    ///      \x20 8..5       3   1   2   1\n\
    ///      \x20 Lower *    6   1   6   2\n\
    ///      \x20            1   2   3   4\n"
    /// );
    /// ```
    pub fn drawing(&self, state: &State) -> String {
        let pits = self.rules().pits();
        let seeds = |seat| -> Vec<usize> {
            let ring = state.pits_of(seat);
            ring[..2 * pits].iter().copied().map(usize::from).collect()
        };
        let [lower, upper] = Seat::BOTH.map(seeds);
        let moves = Seat::BOTH.map(|seat| seat == state.mover());
        let mut text = four_ranks([&lower, &upper], moves);
        if let Some(pit) = state.endless() {
            let _ = writeln!(text, "  The sowing of pit {} never ends.", pit + 1);
        }
        text
    }
}
