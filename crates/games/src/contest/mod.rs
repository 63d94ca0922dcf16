//! The abilities of a game for play, one trait for each use:
//!
//! - [`Play`]: whole positions, from the opening to the final score;
//! - [`Notation`]: names, positions, moves and boards as text;
//! - [`Arbitration`]: what a referee asks of a state beyond the moves; all defaults;
//! - [`Indexed`]: where endgame tables keep a state; by default nowhere;
//! - [`Encode`]: moves as numbers and positions as counts, for programs that learn;
//! - [`Contest`]: all of them, and what engines search with.

mod arbitration;
mod encode;
mod indexed;
mod line;
mod notation;
mod play;
mod seeds;

pub use arbitration::Arbitration;
pub use encode::{Encode, Shape, Stepped};
pub use indexed::{Index, Indexed, Locate};
pub use line::{MoveError, position_after, read_move, read_moves, read_record};
pub use notation::{Notation, move_texts, position_or_opening};
pub use play::{Play, lead, legal_moves, outcome};
pub use seeds::{MOST_PITS, SeedEvent, SeedStep};

use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::{Game, Guide, Keyed};

/// A game that people, programs and every built-in engine can play. Nothing implements it by hand.
pub trait Contest:
    Notation + Arbitration + Indexed + Encode + Searchable + Simulate + 'static
{
}

impl<G> Contest for G where
    G: Notation + Arbitration + Indexed + Encode + Searchable + Simulate + 'static
{
}

/// A game that searches accept, with move ordering of its own. Implemented for all games that qualify.
pub trait Searchable:
    Game + Keyed<<Self as Game>::State> + Guide<<Self as Game>::State, <Self as Game>::Move> + Send
{
}

impl<G: Game + Keyed<G::State> + Guide<G::State, G::Move> + Send> Searchable for G {}
