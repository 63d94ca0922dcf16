//! What a round leads to: who has sente next, whether the game is over, and what is given out then.

use sowlab_solvers::Turn;

use super::board::Board;
use super::position::{Phase, Position};
use super::round::{Cups, Ending};
use super::rules::Rules;

impl Ending {
    /// Who has sente after the round, relative to the side that had it: a capture passes it to the other
    /// side. `None` if the round never ends.
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
    /// The margin of the side with sente when the stones left on a board are given out, which is when
    /// fewer than two holes hold two or more; `None` while the game goes on. `turn` says whether sente
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
    /// Whether the pie decision follows the round to play: only the first one of a game.
    pub fn leads_to_pie(&self) -> bool {
        self.round() == 1 && self.phase() != Phase::Pie && self.cups() == Cups::default()
    }
}
