//! Tables of the games: what `sowlab tables` does, for any game that has layers.

mod folder;
mod game;
mod layer;

pub use folder::{FOLDER_VARIABLE, default_folder};
pub use game::{ProbeError, TabledGame};
pub use layer::{LayerReport, VerifiedLayer};
