//! The state of a game for solvers.

use crate::Seat;

use super::board::Board;
use super::rules::Move;

/// All that determines play from here on: the board in the view of the side to move, and that side. After a move that
/// never ends, it is the board before that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    board: Board,
    mover: Seat,
    endless: Option<Move>,
}

impl State {
    /// Creates a state.
    #[inline]
    pub const fn new(mover: Seat, board: Board) -> State {
        State {
            board,
            mover,
            endless: None,
        }
    }

    /// Returns this state during a move that never ends.
    #[inline]
    #[must_use]
    pub(super) const fn with_endless(self, chosen: Move) -> State {
        State {
            endless: Some(chosen),
            ..self
        }
    }

    /// Returns the board in the view of the side to move.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns the move that never ends, if the state stands for one.
    #[inline]
    pub const fn endless(&self) -> Option<Move> {
        self.endless
    }
}
