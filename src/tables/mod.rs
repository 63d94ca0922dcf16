//! Tables of the games: what `sowlab tables` does, for any game that has layers.

mod game;
mod layer;

pub use game::{ProbeError, TabledGame};
pub use layer::{LayerReport, VerifiedLayer};
