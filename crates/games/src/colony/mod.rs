//! The Colony (Jeph Stahl, 2008): eggs are sown over three rows of logs along arrows, lap after lap,
//! and ants protect logs.
//!
//! The text that the rules are from does not show the board, so a board is data: [`Board`] reads
//! and checks it. What a side does in its turn is split into single [`Choice`]s: a log, then an exit
//! wherever the arrows leave one open, then an ant.

mod board;
mod board_error;
mod board_file;
mod choice;
mod choosing;
mod contest;
mod drawing;
mod encode;
mod from_file;
mod lap;
mod notation;
mod play;
mod position;
mod searchable;
mod seeds;
mod state;
mod variant;

pub use board::{Board, Log, LogSet, MAX_EGGS, MAX_LOGS};
pub use board_error::BoardError;
pub use choice::{Choice, ChoiceError};
pub use notation::NotationError;
pub use play::{Colony, Entry};
pub use position::Position;
pub use state::{Colour, Phase, State};
pub use variant::{COLONY_OPTIONS, ColonyError, ColonyVariant};
