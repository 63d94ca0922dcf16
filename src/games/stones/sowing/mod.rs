//! The sowing kernel: whole laps at a time, all choices of a board at once.

mod batch;
mod lap;

pub use batch::Batch;
pub use lap::Sower;
