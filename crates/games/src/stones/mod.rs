//! 55Stones, 33Stones and related games on one rank of 2 to 16 holes.
//!
//! - [`Rules`]: the size of the board and the rule options;
//! - [`Board`], [`Position`]: the state, with its notation ([`Record`] for whole games);
//! - [`sowing`]: the kernel that sows rounds, many at once; [`stepper`]: sowing stone by stone, for display and for
//!   verification;
//! - [`StonesGame`]: the family as a joint game for the solvers.

mod board;
mod contest;
mod course;
pub mod drawing;
mod encode;
mod joint;
mod layered;
mod mirrored;
mod named;
pub mod narration;
mod notation;
mod outcome;
mod perft;
mod position;
mod reference;
mod round;
mod rules;
pub mod sowing;
pub mod stepper;
mod turns;
mod undisputed;
mod witness;

pub use board::Board;
pub use contest::{Standing, StonesPlace};
pub use course::{Course, Repeats};
pub use joint::StonesGame;
pub use layered::{Expanded, StonesLayers};
pub use named::{NAMES, SHORT_NAMES, StonesName, StonesNameError};
pub use notation::{NotationError, Record, RecordItem, WrittenRound};
pub use perft::{PerftError, PerftRound, perft};
pub use position::{ChoiceError, Phase, Played, Position, PositionError};
pub use reference::ReferenceLayers;
pub use round::{Cups, Ending, Round, Seat};
pub use rules::{
    BothOut, Capture, MAX_HOLES, MAX_STONES, MIN_HOLES, MixedOut, Rest, Rules, SizeError,
};
pub use turns::{StonesMove, StonesTurns, TurnState, state_of};
pub use undisputed::UndisputedGame;
pub use witness::{EndlessGame, NotEndless, record_of_choices};
