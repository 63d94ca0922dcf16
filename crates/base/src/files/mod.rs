//! Files written whole or not at all, and by one process at a time; folders that go with the process; and
//! limits for what is read.
//!
//! Nothing is replaced or removed that this program did not make. There are three classes of output:
//! - **An owned folder** ([`OwnedFolder`]: checkpoints, results) is new, empty, or carries a marker.
//! - **A shared folder** (tables, records): a file is replaced or removed only if its own header or contents show
//!   that it is ours ([`Partial::create_ours`], [`write_ours`], [`begins_with`]).
//! - **A single file** that the user named ([`write_whole`]) is replaced, and nothing beside it.
//!
//! A name that the program chose is never opened through a link ([`open_unlinked`]). Only regular files are read
//! ([`open_regular`]).

pub mod faults;
mod lock;
mod open;
mod owned;
mod partial;
mod read;
mod temporary;

pub use lock::{LockError, OutputLock};
pub use open::{
    begins_with, is_full, is_unusable, open_regular, open_unlinked, remove_regular, target_of,
};
pub use owned::{FolderError, OwnedFolder, is_owned};
pub use partial::{
    OutputFile, Partial, is_partial_of, rename_ours, write_ours, write_unlinked, write_whole,
};
pub use read::{printable, read_limited, read_unlinked, text_limited, text_unlinked};
pub use temporary::{TemporaryFolder, TemporaryFolderError};
