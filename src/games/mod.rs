//! The games: one folder a family, and a catalogue that turns a name into a game.

pub mod catalogue;
pub mod contest;
pub mod options;
mod quoted;
pub mod stones;
pub mod two_rank;

pub(crate) use quoted::shortened;
