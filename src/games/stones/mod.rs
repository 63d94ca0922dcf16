//! The stones family.

mod board;
mod layered;
mod reference;
mod round;
mod rules;
pub mod sowing;
pub mod stepper;

pub use board::Board;
pub use layered::{Expansion, StonesLayers};
pub use reference::ReferenceLayers;
pub use round::{Cups, Ending, Round, Side};
pub use rules::{BothOut, Capture, MAX_HOLES, MAX_STONES, MIN_HOLES, MixedOut, Rules, SizeError};
