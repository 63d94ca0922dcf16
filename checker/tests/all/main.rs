//! What `sowlab-check` accepts and refuses.

mod forged;
mod made;
mod proofs;
mod rounds;
