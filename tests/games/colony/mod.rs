//! The Colony: its rules one by one, its boards, its notation, and random play against a plain
//! reference.

mod boards;
mod command;
mod property;
mod reference;
mod rules;
mod soak;
