//! Whether a name still means the file that was opened under it.

use std::fs::File;
use std::path::Path;

/// Whether a file or folder that was opened is still the one with this name.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::fs::{self, Metadata};
    use std::os::unix::fs::MetadataExt;
    let same =
        |(one, other): (Metadata, Metadata)| (one.dev(), one.ino()) == (other.dev(), other.ino());
    let both = file
        .metadata()
        .and_then(|one| Ok((one, fs::symlink_metadata(path)?)));
    both.is_ok_and(same)
}

/// Elsewhere a file that is open cannot be replaced.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
