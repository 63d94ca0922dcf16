//! The two-rank family against the sources, the literature and a plain reference.

mod awari;
mod bestemshe;
mod kalah;
mod mcts;
mod notation;
mod oware;
mod own_rules;
mod perft;
mod pratt;
mod property;
mod random;
mod record;
mod retrograde;
mod search;
mod soak;
mod solve;
mod stepper;
mod trysse_and_warri;
mod world;
