//! The ground floor of sowlab, without games and solvers: monitors, limits on time and memory, files, checksums, and
//! pieces of work for several machines.

pub mod checksum;
pub mod files;
pub mod interrupt;
mod limit;
mod memory_size;
mod message;
mod monitor;
pub mod pieces;
pub mod program;
pub mod sealed;
pub mod threads;

pub use limit::{Deadline, Limit};
pub use memory_size::{MemorySize, MemorySizeError};
pub use message::one_line;
pub use monitor::{Cancelled, Monitor, Switched, Unwatched};
/// The clock of the standard library, and in a browser that of the page.
pub use web_time::{Instant, SystemTime, UNIX_EPOCH};
