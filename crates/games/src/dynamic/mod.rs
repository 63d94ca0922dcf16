//! Type-erased games and positions, for text interfaces, boards, referees and programs that learn.
//!
//! [`CatalogGame::for_play`](crate::catalog::CatalogGame::for_play) returns a [`DynGame`]. Searches are generic over a
//! [`Contest`](crate::contest::Contest) and do not use these.

mod erased;
mod line;

use std::error::Error;
use std::sync::Arc;

use sowlab_solvers::Side;

use crate::contest::{MoveError, Shape};

pub(crate) use erased::erased;
pub use line::Line;

/// The error for a text that is not a position of its game.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PositionError(Box<dyn Error + Send + Sync>);

impl PositionError {
    pub(crate) fn new(error: impl Error + Send + Sync + 'static) -> PositionError {
        PositionError(Box::new(error))
    }
}

/// A game for play, with the pie rule or without.
pub trait DynGame: Send + Sync {
    /// The name with all options.
    fn full_name(&self) -> String;

    /// The names of the two sides, the one that begins in the opening first.
    fn sides(&self) -> [&'static str; 2];

    /// The number of actions, legal or not: see [`Encode`](crate::contest::Encode).
    fn actions(&self) -> usize;

    /// The shape of an observation.
    fn shape(&self) -> Shape;

    /// The opening.
    fn opening(&self) -> Arc<dyn DynPosition>;

    /// Reads a position.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn read_position(&self, text: &str) -> Result<Arc<dyn DynPosition>, PositionError>;

    /// The position with these cells at the start of a turn of the first side, with no stones won yet. `None` where
    /// cells do not determine a position, or for cells that are not a board of the game.
    fn board(&self, cells: &[u8]) -> Option<Arc<dyn DynPosition>>;
}

/// A position of a game.
pub trait DynPosition: Send + Sync {
    /// The position as text.
    fn text(&self) -> String;

    /// The position as text without numbers that do not affect play: see
    /// [`Notation::node_text`](crate::contest::Notation::node_text).
    fn node_text(&self) -> String;

    /// The board as a drawing in lines of text.
    fn drawing(&self) -> String;

    /// The side to choose.
    fn side(&self) -> Side;

    /// The legal moves as text; none once the game is over or play never ends.
    fn moves(&self) -> Vec<String>;

    /// The actions of the legal moves, in their order: see [`Encode`](crate::contest::Encode).
    fn actions(&self) -> Vec<usize>;

    /// The stones that each side has, the first side before; once the game is over, with those given out at its end.
    fn score(&self) -> [u32; 2];

    /// The stones that the first side has won by moves, less those of the other side.
    fn lead(&self) -> i32;

    /// Returns whether the last move never ends.
    fn is_endless(&self) -> bool;

    /// Returns whether a round is under way: see [`Arbitration`](crate::contest::Arbitration).
    fn mid_round(&self) -> bool;

    /// The final score; `None` while a move is legal, and where play never ends.
    fn outcome(&self) -> Option<[u32; 2]>;

    /// The winner of a game that is over; `None` for a draw.
    fn winner(&self) -> Option<Side>;

    /// Plays a move.
    ///
    /// # Errors
    /// Names the moves that are legal.
    fn play(&self, text: &str) -> Result<Played, MoveError>;

    /// Plays the move of an action.
    ///
    /// # Errors
    /// Names the actions that are legal.
    fn play_action(&self, action: usize) -> Result<Played, ActionError>;

    /// Plays a record, move by move.
    ///
    /// # Errors
    /// Names the first move that is not legal.
    fn play_record(&self, record: &str) -> Result<Vec<Played>, MoveError>;

    /// Converts moves from here on into a record, without the parts that [`play_record`](DynPosition::play_record)
    /// adds.
    ///
    /// # Errors
    /// The error names the first illegal move.
    fn record_text(&self, moves: &[&str]) -> Result<String, MoveError>;

    /// The observation: [`Shape::counts`] numbers.
    fn observe(&self) -> Vec<u8>;

    /// The position and the move before this one, if that move ended the game. The text of this position omits the
    /// stones given out.
    fn origin(&self) -> Option<(String, String)>;
}

/// A move and the position that it leads to.
#[derive(Clone)]
pub struct Played {
    /// The move as text.
    pub text: String,
    /// The position after it.
    pub position: Arc<dyn DynPosition>,
}

/// The error of an action that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The last move never ends.
    #[error("the last move never ends")]
    Endless,
    /// Other actions are legal.
    #[error("legal actions are {}", .legal.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))]
    Illegal {
        /// The legal actions.
        legal: Vec<usize>,
    },
}
