//! Endgame tables on disk: the values of all positions of a layer, compressed in blocks and mapped into memory. Single
//! positions are read without unpacking the layer. In a browser, which has no files, tables are in memory: the modules of
//! `without_files` replace those of the same names.

mod block;
mod build;
mod check;
#[cfg_attr(target_family = "wasm", path = "without_files/checkpoint.rs")]
mod checkpoint;
mod directory;
#[cfg(not(target_family = "wasm"))]
mod distances;
#[cfg(not(target_family = "wasm"))]
mod download;
mod error;
mod header;
mod listed;
#[cfg_attr(target_family = "wasm", path = "without_files/map.rs")]
mod map;
mod place;
mod probe;
mod published;
#[cfg(all(test, feature = "disk"))]
mod published_tests;
mod reader;
#[cfg_attr(target_family = "wasm", path = "without_files/scratch.rs")]
mod scratch;
mod shapes;
#[cfg(target_family = "wasm")]
#[path = "without_files/stored.rs"]
mod stored;
mod unpacking;
mod verify;
mod writer;

pub use block::{BLOCK, PackedBlock};
pub use build::{BuiltTable, build, build_with_checkpoints};
pub use directory::Directory;
#[cfg(not(target_family = "wasm"))]
pub use distances::{BuiltDistances, ProbedDistances, build_distances};
#[cfg(not(target_family = "wasm"))]
pub use download::download;
pub use error::{TableError, TableFile};
pub use header::{Column, FORMAT, Header, HeaderError, is_table};
pub use listed::{ListedTables, list_tables, remove_tables};
pub use place::TablePlace;
pub use probe::{ProbedTables, Tables, UnpackedTables};
pub use published::{FileParts, PublishedFiles, TransferError};
pub use reader::{Block, Table};
pub use shapes::{LayerShape, TableShapes};
#[cfg(target_family = "wasm")]
pub use stored::{store_table, stored_tables};
pub use verify::{VerifiedTable, VerifyScope, verify, verify_some};
pub use writer::TableWriter;
