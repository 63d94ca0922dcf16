//! The four-rank family against a plain reference.

mod notation;
mod reference;
mod small_boards;
mod sowing;
