//! Tables of the games: what `sowlab tables` does, for any game that has layers.

mod folder;
mod game;
mod layer;
mod stones;
mod two_rank;

pub use folder::{FOLDER_VARIABLE, TableFolder, default_folder, refused, unusable};

pub use game::{LayeredGame, Located, ProbeError, TabledGame};
pub use layer::{LayerReport, VerifiedLayer};
pub use sowlab_solvers::Value;
pub use sowlab_solvers::table::TableError;
