//! The rules of a game of the family, as the side to move sees them.

use std::fmt::Debug;
use std::sync::Arc;

use sowlab_solvers::Turn;

use super::board::{Board, MARKS, Shape};
use super::recurrence::Recurrence;
use super::sower::Sower;
use crate::{Seat, Sentence};

/// A choice of the side to move: an action of the game, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u8);

/// What follows a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lap {
    /// Another lap with the seeds in hand.
    Continues,
    /// The move is over; the next turn belongs to this side.
    Ends(Turn),
    /// The rules have found that the move never ends.
    Endless,
}

/// What a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// The seeds in the stores.
    Seeds,
    /// Nothing: the margin is 1 for the winner.
    Win,
}

/// The treatment of a move that never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndlessMove {
    /// It cannot occur.
    Never,
    /// It is illegal.
    Illegal,
    /// It ends the game without a winner.
    Annuls,
}

/// Rounds in which both sides choose before either sows. Boards are in the view of the first side.
pub trait JointRules {
    /// Returns the choices of a side at the start of a round; none if the game is over.
    fn choices(&self, board: &Board, side: Seat) -> Vec<Move>;

    /// Sows a round. Returns the board after it, and the gain of the first side over the other; `None` if the sowing
    /// never ends.
    fn round(&self, board: &Board, chosen: [Move; 2]) -> Option<(Board, i32)>;
}

/// The rules of a game in which one side moves at a time. Boards are in the view of the side to move.
pub trait Rules: Debug + Send + Sync {
    /// REQUIRED. Returns the sentences of the rules, on one screen.
    fn sentences(&self) -> Vec<Sentence>;

    /// REQUIRED. Returns the rules as a list of steps and conditions.
    fn procedure(&self) -> String;

    /// REQUIRED. Returns the shape of the board.
    fn shape(&self) -> Shape;

    /// REQUIRED. Returns the board at the start, in the view of the first side.
    fn start(&self) -> Board;

    /// REQUIRED. Returns the number of actions.
    fn actions(&self) -> usize;

    /// REQUIRED. Returns what the game counts.
    fn counted(&self) -> Counted;

    /// REQUIRED. Appends the legal moves; none if the game is over. `ends` plays a move and returns whether it ends, for
    /// games in which a move that never ends is [illegal](EndlessMove::Illegal).
    fn moves(&self, board: &Board, ends: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>);

    /// REQUIRED. Returns the margin of the side to move at the end of the game.
    fn rest(&self, board: &Board) -> i32;

    /// REQUIRED. Begins a legal move: lifts the seeds of its first lap.
    fn begin(&self, sower: &mut Sower<'_>, chosen: Move);

    /// REQUIRED. Sows the seeds in hand and applies the rules to the last one. If there are none, the move is over.
    fn lap(&self, sower: &mut Sower<'_>) -> Lap;

    /// OPTIONAL. Returns the marks in the view of the other side. Default: the same marks.
    fn turned_marks(&self, marks: [u8; MARKS]) -> [u8; MARKS] {
        marks
    }

    /// OPTIONAL. Returns the greatest value of each mark. Default: there are no marks.
    fn greatest_marks(&self) -> [u8; MARKS] {
        [0; MARKS]
    }

    /// OPTIONAL. Returns the marks as a word in the view of the first side; `None` if they do not have to be written.
    /// Default: none.
    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        let _ = marks;
        None
    }

    /// OPTIONAL. Reads marks, the inverse of [`marks_text`](Rules::marks_text), for a board in the view of the first
    /// side. Default: no word has a meaning.
    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let _ = text;
        None
    }

    /// OPTIONAL. Returns the form of the marks, for errors. Default: none.
    fn marks_form(&self) -> Option<&'static str> {
        None
    }

    /// OPTIONAL. Returns the marks in words, in the view of the first side; `None` if there is nothing to say. Default:
    /// nothing.
    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        let _ = marks;
        None
    }

    /// OPTIONAL. Returns whether the marks, the pits and the side to move fit together. Default: always.
    fn fits(&self, mover: Seat, board: &Board) -> bool {
        let _ = (mover, board);
        true
    }

    /// OPTIONAL. Returns whether the side to move is in the middle of a move: the next choice decides how it goes on.
    /// Default: never.
    fn mid_move(&self, board: &Board) -> bool {
        let _ = board;
        false
    }

    /// OPTIONAL. Returns the seeds in the hand of the side to move, in the middle of a move. Default: none.
    fn in_hand(&self, board: &Board) -> u8 {
        let _ = board;
        0
    }

    /// OPTIONAL. Returns the treatment of moves that never end. Default: there are none.
    fn endless_moves(&self) -> EndlessMove {
        EndlessMove::Never
    }

    /// OPTIONAL. Returns these rules with one change: a move that never ends is legal and [annuls](EndlessMove::Annuls)
    /// the game. Default: none, because such moves are not searched for.
    fn annulling(&self) -> Option<Arc<dyn Rules>> {
        None
    }

    /// OPTIONAL. Returns when the sowing of a legal move first recurs; `None` if it ends. Default: none, because such
    /// moves have no certificates.
    fn recurrence(&self, board: &Board, chosen: Move) -> Option<Recurrence> {
        let _ = (board, chosen);
        None
    }

    /// OPTIONAL. Returns whether no position can recur. Default: positions may recur.
    fn always_ends(&self) -> bool {
        false
    }

    /// OPTIONAL. Returns whether a position without its side to move is a game of combinatorial game theory: moves
    /// alternate, and a side that cannot move loses. Default: it is not.
    fn normal_play(&self) -> bool {
        false
    }

    /// OPTIONAL. Returns whether all seeds left at the end are awarded. Default: they are not.
    fn awards_all(&self) -> bool {
        false
    }

    /// OPTIONAL. Returns the rounds of a game in which both sides choose at once. Default: there are none.
    fn joint(&self) -> Option<&dyn JointRules> {
        None
    }

    /// OPTIONAL. Returns a move as text, without the letter of its side. Default: the number of the pit.
    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        self.shape()
            .number(mover, usize::from(chosen.0))
            .to_string()
    }

    /// OPTIONAL. Returns the move that a text names in the notation of the game's players, legal or not. Default: none.
    fn players_move(&self, board: &Board, mover: Seat, text: &str) -> Option<Move> {
        let _ = (board, mover, text);
        None
    }
}
