//! The stones family against the plainest stepper and explicit graphs.

mod never_ending;
mod notation;
mod retrograde;
mod soak;
mod sowing;
