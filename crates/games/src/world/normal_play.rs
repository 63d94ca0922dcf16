//! Games in which a side that cannot move loses, for combinatorial game theory.

use sowlab_solvers::Side;
use sowlab_solvers::combinatorial::NormalPlay;

use super::board::Board;
use super::game::{Outcome, WorldGame};
use super::rules::Move;
use super::state::State;
use crate::Seat;

/// A game with [normal play](super::Rules::normal_play). Its positions are boards in the view of Left, the first side.
#[derive(Clone, Copy, Debug)]
pub struct NormalPlayGame<'a>(&'a WorldGame);

impl WorldGame {
    /// Returns the game for combinatorial game theory; `None` if its rules do not have normal play.
    pub fn normal_play(&self) -> Option<NormalPlayGame<'_>> {
        self.rules().normal_play().then_some(NormalPlayGame(self))
    }
}

impl NormalPlayGame<'_> {
    /// Returns the board of a state, in the view of Left.
    pub fn board(self, state: &State) -> Board {
        self.seen(state.board(), state.mover())
    }

    /// Turns a board from the view of Left to that of a side, or back.
    fn seen(self, board: &Board, seat: Seat) -> Board {
        match seat {
            Seat::Lower => *board,
            Seat::Upper => self.0.turned(board),
        }
    }
}

impl NormalPlay for NormalPlayGame<'_> {
    type Position = Board;

    fn options(&self, position: &Board, side: Side, after: &mut Vec<Board>) {
        let seat = Seat::from(side);
        let board = self.seen(position, seat);
        let mut moves: Vec<Move> = Vec::new();
        self.0.append_moves_of(&board, &mut moves);
        after.extend(
            moves
                .into_iter()
                .filter_map(|chosen| match self.0.outcome(&board, chosen) {
                    Outcome::Ends { board, .. } => Some(self.seen(&board, seat)),
                    Outcome::Endless => None,
                }),
        );
    }
}
