//! Endgame tables on disk: the values of all positions of a layer, compressed in blocks and mapped into memory. Single
//! positions are read without unpacking the layer.

mod block;
mod build;
mod check;
mod checkpoint;
mod directory;
mod error;
mod header;
mod listed;
mod map;
mod probe;
mod reader;
mod scratch;
mod shapes;
mod unpacking;
mod verify;
mod writer;

pub use block::{BLOCK, PackedBlock};
pub use build::{BuiltTable, build, build_with_checkpoints};
pub use directory::Directory;
pub use error::TableError;
pub use header::{FORMAT, Header, HeaderError, is_table};
pub use listed::{ListedTables, list_tables, remove_tables};
pub use probe::{ProbedTables, Tables, UnpackedTables};
pub use reader::{Block, Table};
pub use shapes::{LayerShape, TableShapes};
pub use verify::{VerifiedTable, VerifyScope, verify, verify_some};
pub use writer::TableWriter;
