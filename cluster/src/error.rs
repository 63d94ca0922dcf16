//! Errors of a run.

use std::io;
use std::path::{Path, PathBuf};

use sowlab_analysis::RequestError;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::table::TableError;

/// The error that ends a run without its tables.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The game has no tables, or none of this size.
    #[error("{0}")]
    Request(#[from] RequestError),
    /// A layer cannot be solved.
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
        /// The error of the system.
        error: io::Error,
    },
    /// Another process sent an invalid block of a table.
    #[error("layer {layer}: process {process} sent no block")]
    NoBlock {
        /// The layer.
        layer: u32,
        /// The process.
        process: usize,
    },
}

/// Returns a function that adds this path to an error of the system.
pub fn at(path: &Path) -> impl Fn(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |error| ClusterError::File {
        path: path.clone(),
        error,
    }
}
