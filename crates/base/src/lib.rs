//! What every part of sowlab uses, and what knows neither games nor solvers: how long work is watched and stopped, limits on
//! time and memory, files, checksums, and pieces of work for many machines.

pub mod checksum;
pub mod files;
pub mod interrupt;
mod memory_size;
mod message;
mod monitor;
pub mod pieces;
pub mod program;
pub mod sealed;

pub use memory_size::{MemorySize, MemorySizeError};
pub use message::one_line;
pub use monitor::{Cancelled, Deadline, Monitor, Switched, Unwatched};
