//! Margins that a side secures, by endgame tables and complete proofs.

mod force;
mod gap;
mod margins;
mod rest;
mod shipped;

pub use force::{Force, Stopped};
pub use margins::{NEVER, Secured, SecuredMargins, SolvedError};
pub use rest::{MOST_STONES_OF_REST, prove_rest};
pub(crate) use shipped::shipped_proofs;
pub use shipped::{ShippedProof, shipped_proof};
#[cfg(target_family = "wasm")]
pub use shipped::{proof_file, provide_proof};

use sowlab_base::MemorySize;

/// The memory of a search during a game, tables included.
const MEMORY: MemorySize = MemorySize::new(512 << 20);
