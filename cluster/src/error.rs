//! Why a run ends without its tables.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_analysis::RequestError;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::table::TableError;

/// Why a run ends without its tables.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The game has no tables, or none of this size.
    #[error("{0}")]
    Request(#[from] RequestError),
    /// A layer is not solved.
    #[error(transparent)]
    Layer(#[from] SolveError),
    /// A table is foreign, damaged or cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A checkpoint cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// What another process sent is no block of a table.
    #[error("layer {layer}: process {process} sent no block")]
    NoBlock {
        /// The layer.
        layer: u32,
        /// The process.
        process: usize,
    },
}

/// What the system says about this file.
pub fn at(path: &Path) -> impl Fn(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |error| ClusterError::File {
        path: path.clone(),
        error,
    }
}
