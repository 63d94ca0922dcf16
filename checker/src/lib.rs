//! Checks what `sowlab` publishes, with code of its own.
//!
//! Nothing here comes from `sowlab` or `sowlab-solvers`: sowing, numbering of boards, file readers
//! and all checks are written anew from the rules (docs/rules.md) and the descriptions of the files.
//! To believe a result of this program one has to trust these lines, the Rust compiler,
//! and the libraries for Zstandard, XXH3, SHA-256 and JSON.

pub mod boards;
pub mod certificate;
pub mod error;
pub mod file;
pub mod known;
pub mod layer;
pub mod memory;
pub mod proof;
pub mod replies;
pub mod rules;
pub mod sowing;
pub mod table;
