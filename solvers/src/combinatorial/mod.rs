//! Values of games in the sense of combinatorial game theory: canonical forms.
//!
//! Two sides, Left and Right, move in turn, and a side that cannot move loses. A position is {L | R}: the positions
//! after the moves of Left and of Right. Positions of equal value have the same canonical form, without dominated and
//! reversible options (Conway, *On Numbers and Games*; Siegel, *Combinatorial Game Theory*, chapter II.2).

mod dyadic;
mod explore;
mod forms;
mod named;
mod text;

pub use dyadic::Dyadic;
pub use explore::{NormalPlay, PAIRS_PER_POSITION, ValueError, Values};
pub use forms::{Form, Forms};
pub use named::{FormKind, Named};
