//! An independent checker for the results of `sowlab`.
//!
//! It shares no code with `sowlab` or `sowlab-solvers`. Sowing, numbering of boards, file readers and all checks are
//! written from the rules (docs/rules.md, docs/games-two-rank.md, docs/checking.md) and the descriptions of the files. A
//! result of this program depends only on this code, the Rust compiler, and the libraries for Zstandard, XXH3, SHA-256 and JSON.

mod agsinnoninka;
mod bao;
pub mod boards;
pub mod certificate;
pub mod checked;
pub mod error;
pub mod established;
pub mod file;
pub mod layer;
pub mod memory;
mod omweso;
mod pits;
pub mod proof;
pub mod reason;
mod recurrence;
pub mod replies;
pub mod rules;
pub mod sowing;
mod stones_certificate;
pub mod table;
pub mod two_rank;
pub mod variant;
