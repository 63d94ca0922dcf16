//! The state at the end of a sowing, and the result under the rules.

use crate::stones::board::Board;
use crate::stones::round::{Cups, Ending, Round};
use crate::stones::rules::{Capture, MixedOut, Rules};

/// The final state of a round that has stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub(super) board: Board,
    pub(super) east_hand: u8,
    pub(super) west_hand: u8,
    /// The index of the hole of East's last drop.
    pub(super) east_hole: u8,
    /// The index of the hole of West's last drop.
    pub(super) west_hole: u8,
    pub(super) steps: u32,
}

impl Landing {
    pub(super) const NONE: Landing = Landing {
        board: Board::EMPTY,
        east_hand: 0,
        west_hand: 0,
        east_hole: 0,
        west_hole: 0,
        steps: 0,
    };

    /// Returns the result of the round; `earlier` steps are added to those of the landing.
    #[inline(always)]
    pub(super) fn round(&self, rules: &Rules, earlier: u64) -> Round {
        let mut board = self.board;
        // The side that stops has an empty hand, so the stones in the hands are the captured ones.
        let mut from_east = self.east_hand;
        let mut from_west = self.west_hand;
        if rules.mixed_out == MixedOut::Forfeit && from_east == 0 && from_west == 0 {
            let east_hole = usize::from(self.east_hole);
            let west_hole = usize::from(self.west_hole);
            // Both hands over the same hole see the same number of stones.
            match (board.get(east_hole) >= 2, board.get(west_hole) >= 2) {
                (true, false) => {
                    from_east = board.get(east_hole);
                    board = board.with(east_hole, 0);
                }
                (false, true) => {
                    from_west = board.get(west_hole);
                    board = board.with(west_hole, 0);
                }
                _ => {}
            }
        }
        let captured = match rules.capture {
            Capture::Normal => Cups {
                east: from_west,
                west: from_east,
            },
            Capture::Reversed => Cups {
                east: from_east,
                west: from_west,
            },
        };
        Round {
            board,
            captured,
            steps: earlier + u64::from(self.steps),
            ending: if from_east | from_west == 0 {
                Ending::Quiet
            } else {
                Ending::Capture
            },
        }
    }
}

/// Returns the result of a non-terminating round.
pub(super) fn endless(board: Board, period: u64) -> Round {
    Round {
        board,
        captured: Cups::default(),
        steps: 0,
        ending: Ending::Endless { period },
    }
}
