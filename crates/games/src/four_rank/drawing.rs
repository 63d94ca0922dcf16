//! The board as a picture of text.

use std::fmt::Write;

use super::game::FourRank;
use super::state::State;
use crate::Seat;

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
        let row = |counts: &mut dyn Iterator<Item = usize>| {
            counts.fold(String::new(), |mut row, count| {
                // Writing to a string cannot fail.
                let _ = write!(row, "{count:4}");
                row
            })
        };
        let line = |margin: &str, counts: &mut dyn Iterator<Item = usize>| {
            format!("  {margin:8}{}\n", row(counts))
        };
        let counts = |seat, range: std::ops::Range<usize>| {
            let ring = *state.pits_of(seat);
            range.map(move |pit| usize::from(ring[pit]))
        };
        let side = |seat: Seat| {
            let mark = if seat == state.mover() { " *" } else { "" };
            format!("{seat:?}{mark}")
        };
        let inner = |from: usize, to: usize| format!("{from}..{to}");
        let mut text = String::new();
        text += &line("", &mut (1..=pits).rev());
        text += &line(&side(Seat::Upper), &mut counts(Seat::Upper, 0..pits).rev());
        let upper = inner(pits + 1, 2 * pits);
        text += &line(&upper, &mut counts(Seat::Upper, pits..2 * pits));
        let _ = writeln!(text, "           {}", "-".repeat(4 * pits - 1));
        let lower = inner(2 * pits, pits + 1);
        text += &line(&lower, &mut counts(Seat::Lower, pits..2 * pits).rev());
        text += &line(&side(Seat::Lower), &mut counts(Seat::Lower, 0..pits));
        text += &line("", &mut (1..=pits));
        if let Some(pit) = state.endless() {
            let _ = writeln!(text, "  The sowing of pit {} never ends.", pit + 1);
        }
        text
    }
}
