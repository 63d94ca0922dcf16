//! The games: one folder a family, and a catalogue that turns a name into a game.

pub mod catalogue;
pub mod colony;
pub mod contest;
pub mod options;
mod perft;
mod quoted;
pub mod stones;
pub mod two_rank;

pub use perft::perft_plies;
pub(crate) use quoted::shortened;
