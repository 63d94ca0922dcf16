//! Inputs that `sowlab-check` accepts and refuses.

mod certificates;
mod circles;
mod command;
mod complete;
mod forged;
mod made;
mod moves;
mod proofs;
mod rounds;
mod world;
