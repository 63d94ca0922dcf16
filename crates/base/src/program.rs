//! The program that made a file.

use std::sync::OnceLock;

/// The version of every package of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Sets the commit of which this process was built. Only the first call counts.
pub fn set_commit(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// The commit of which this process was built, with a word if the sources were changed since. `None` if the program did
/// not say.
pub fn commit() -> Option<&'static str> {
    COMMIT.get().copied()
}

/// The version, and the commit if it is known, as in `0.1.0 (6643b102ec)`.
pub fn version_and_commit() -> String {
    match commit() {
        Some(commit) => format!("{VERSION} ({commit})"),
        None => VERSION.to_owned(),
    }
}

/// The system and the processor that the program was built for, as in `linux x86_64`.
pub fn machine() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}
