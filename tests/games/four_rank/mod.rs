//! The four-rank family against a plain reference.

mod certificates;
mod command;
mod first_endless;
mod notation;
mod reference;
mod small_boards;
mod sowing;
