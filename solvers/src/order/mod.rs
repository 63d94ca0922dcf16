//! Commit orders: how a game of rounds becomes one in which one side moves at a time.

mod open;
mod simulated;

pub use open::{Open, OpenState};
