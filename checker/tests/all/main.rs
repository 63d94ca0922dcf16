//! What `sowlab-check` accepts and refuses.

mod certificates;
mod command;
mod forged;
mod made;
mod proofs;
mod rounds;
