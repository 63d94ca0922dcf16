//! Inputs that `sowlab-check` accepts and refuses.

mod certificates;
mod command;
mod complete;
mod forged;
mod made;
mod proofs;
mod rounds;
