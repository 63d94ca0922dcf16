//! The result of a round: the next side with sente, the end of the game, and the award of the rest.

use sowlab_solvers::Turn;

use super::board::Board;
use super::position::{Phase, Position};
use super::round::{Cups, Ending};
use super::rules::Rules;

impl Ending {
    /// Returns the side with sente after the round, relative to the side that had it: a capture passes sente to the
    /// other side. `None` if the round is non-terminating.
    #[inline(always)]
    pub const fn turn(self) -> Option<Turn> {
        match self {
            Ending::Quiet => Some(Turn::Same),
            Ending::Capture => Some(Turn::Other),
            Ending::Endless { .. } => None,
        }
    }
}

impl Rules {
    /// Returns the margin of the side with sente when the stones left on a board are awarded; `None` while the game
    /// goes on. The game ends when fewer than two holes have two or more stones. `turn` is [`Turn::Other`] if sente
    /// passed in the last round, so that this side had gote in it.
    #[inline(always)]
    pub fn given_out(&self, board: &Board, turn: Turn) -> Option<i32> {
        let playable = board.playable_marks();
        if playable & playable.wrapping_sub(1) != 0 {
            return None;
        }
        let to_sente = self.rest_to_sente(u32::from(playable != 0), turn.is_other())?;
        let stones = board.stones() as i32;
        Some(if to_sente { stones } else { -stones })
    }
}

impl Position {
    /// Returns whether the pie decision follows the round to play: only the first round of a game.
    pub fn leads_to_pie(&self) -> bool {
        self.round() == 1 && self.phase() != Phase::Pie && self.cups() == Cups::default()
    }
}
