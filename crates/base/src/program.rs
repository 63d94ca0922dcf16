//! Which program made a file.

use std::sync::OnceLock;

/// The version of every package of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Says of which commit this process was built. A program does so first, if it knows; what comes later is ignored.
pub fn set_commit(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// The commit of which this process was built, with a word if the sources were changed since. `None` if the program did
/// not say.
pub fn commit() -> Option<&'static str> {
    COMMIT.get().copied()
}
