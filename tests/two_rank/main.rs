//! The two-rank family against the sources, the literature and a plain reference.

mod kalah;
mod notation;
mod property;
mod reference;
mod solve;
