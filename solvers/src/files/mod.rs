//! Files written whole or not at all, and by one process at a time.

mod lock;

pub use lock::{LockError, OutputLock};

use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file: into a temporary one beside it, to the disk, and only then under its name, so
/// that a reader finds the old contents or the new ones, whatever happens meanwhile.
///
/// # Errors
/// The folder is missing or the file cannot be written; what was there before is then untouched.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    #[cfg(unix)]
    {
        // A temporary file is private; results are not.
        use std::os::unix::fs::PermissionsExt;
        file.as_file()
            .set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
