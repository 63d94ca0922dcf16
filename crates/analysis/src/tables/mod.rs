//! Endgame tables of games: the work of `sowlab tables`, for any game that has layers.

mod error;
mod folder;
mod game;
mod layer;
mod located;
mod open;
mod pieces;
mod prober;
mod small;
mod stones;
mod two_rank;
mod wanted;

pub use folder::{
    FOLDER_VARIABLE, TableFolder, default_folder, folder_or_default, refused, unusable,
    with_tables_of,
};

pub use error::ProbeError;
pub use game::{CellsWriter, Drawn, LayeredGame, PositionWriter, TabledGame};
pub use layer::{DistancesReport, LayerReport, MarginCount, VerifiedLayer};
pub use located::{Continuation, Located, Place};
pub use open::{Best, OpenTables, TablesError};
pub use pieces::{VerifiedPiece, VerifiedPieceRequest};
pub use prober::{Locator, Probed, Prober};
pub use small::most_of_small_tables;
pub use sowlab_solvers::Value;
pub use sowlab_solvers::table::{
    ListedTables, PublishedFiles, TableError, TableFile, TablePlace, VerifyScope, is_table,
    list_tables, remove_tables,
};
pub use wanted::TablesTo;
