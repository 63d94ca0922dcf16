//! Files written whole or not at all, and by one process at a time; folders that go with the process; and
//! limits for what is read.

pub mod faults;
mod identity;
mod limited;
mod lock;
mod output;
mod partial;
mod passing;
mod printable;
mod regular;
mod target;

pub use limited::{read_limited, text_limited};
pub use lock::{LockError, OutputLock};
pub use output::{OutputFile, rename};
pub use partial::{Partial, write_whole};
pub use passing::{PassingError, PassingFolder};
pub(crate) use printable::printable;
pub use regular::{open_regular, open_unlinked};
pub use target::target_of;
