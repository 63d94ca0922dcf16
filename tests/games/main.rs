//! The games: their rules, notation, kernels and tables against plain references.

#[path = "../outside/mod.rs"]
mod outside;
#[path = "../reference/mod.rs"]
mod reference;

mod colony;
mod contest;
mod encode;
mod four_rank;
mod stones;
mod two_rank;
mod world;
