//! The four-rank family against a plain reference.

mod certificates;
mod first_endless;
mod notation;
mod reference;
mod small_boards;
mod sowing;
