//! Tables on disk: the values of all positions of a layer, compressed in blocks, mapped into
//! memory, and read at random without unpacking the layer.

mod block;
mod build;
mod check;
mod checkpoint;
mod dense;
mod directory;
mod error;
mod forced;
mod header;
mod map;
mod packed;
mod probe;
mod probed;
mod reader;
mod scratch;
mod shapes;
mod unpacking;
mod verify;
mod writer;

pub use build::{Built, build, build_with_checkpoints};
pub use dense::Unpacked;
pub use directory::Directory;
pub use error::TableError;
pub use header::{FORMAT, Header, HeaderError, is_table};
pub use packed::{BLOCK, PackedBlock};
pub use probe::Tables;
pub use probed::ProbedTables;
pub use reader::{Block, Table};
pub use shapes::{LayerShape, TableShapes};
pub use verify::{Extent, Verified, verify, verify_some};
pub use writer::TableWriter;
