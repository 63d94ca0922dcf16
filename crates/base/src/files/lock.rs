//! One process for each output.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::open::{is_at, open_unlinked, remove_regular, target_of};
use crate::Instant;

/// The contents of a lock file.
const MAGIC: &[u8] = b"sowlab lock 1\n";

/// A lock that keeps other processes from an output that is written over time. The system releases it when the process
/// ends, however it ends.
///
/// The lock is on a file of its own ([`File::try_lock`] of the standard library), because an output that is replaced
/// becomes another file. An existing file of that name is locked and not changed. It is removed only if its contents
/// are those of a lock file.
#[derive(Debug)]
pub struct OutputLock {
    _file: File,
    /// The lock file, if it is ours.
    passing: Option<PathBuf>,
}

/// Why an output cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process holds the lock.
    #[error("{}: another process is writing to it", .0.display())]
    Busy(PathBuf),
    /// The lock file cannot be created or locked.
    #[error("{}: {error}", path.display())]
    File {
        /// The output, or the lock file in a folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

impl OutputLock {
    /// Locks a file that is written over time, by a hidden file beside it that is removed when the lock is released.
    /// The output itself need not exist.
    ///
    /// # Errors
    /// Another process holds the lock; the output is a folder or a device; its folder is missing or cannot be written.
    /// The name of the lock file is a link.
    pub fn of_file(output: &Path) -> Result<OutputLock, LockError> {
        if output.exists() && !output.is_file() {
            return Err(LockError::File {
                path: output.to_owned(),
                error: io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"),
            });
        }
        // Two names of one file have one lock.
        let target = target_of(output);
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".lock");
        let path = target.with_file_name(name);
        OutputLock::by(&path, output, output)
    }

    /// Locks a folder, by this file in it that is removed when the lock is released.
    ///
    /// # Errors
    /// Another process holds the lock; the folder is missing or cannot be written; the name of the file is a
    /// link.
    pub fn of_folder(folder: &Path, path: &Path) -> Result<OutputLock, LockError> {
        OutputLock::by(path, folder, path)
    }

    /// Locks an output by the file at `path`.
    fn by(path: &Path, output: &Path, at_fault: &Path) -> Result<OutputLock, LockError> {
        loop {
            let (file, is_ours) = locked(path, output, at_fault)?;
            if is_at(&file, path) {
                return Ok(OutputLock {
                    _file: file,
                    passing: is_ours.then(|| path.to_owned()),
                });
            }
            // The last holder of the lock removed it.
        }
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        // While it is still locked: nobody can lock it again under this name.
        if let Some(path) = &self.passing {
            let _ = remove_regular(path);
        }
    }
}

/// The time for which a lock is tried, and the time between two attempts.
const PATIENCE: Duration = Duration::from_millis(200);
const BETWEEN: Duration = Duration::from_millis(10);

/// Locks a file. A lock that was just released may still be held: a process that some thread is starting has copies of
/// all open files until its own program runs. So the lock is tried for a moment.
pub(super) fn try_lock(file: &File) -> Result<(), TryLockError> {
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => sleep(BETWEEN),
            tried => return tried,
        }
    }
}

/// Locks the file of this name, and returns whether it is a lock file. A new one becomes one.
fn locked(path: &Path, output: &Path, at_fault: &Path) -> Result<(File, bool), LockError> {
    let failed = |error| LockError::File {
        path: at_fault.to_owned(),
        error,
    };
    let new = File::options()
        .read(true)
        .write(true)
        .create_new(true)
        .open(path);
    let (mut file, is_new) = match new {
        Ok(file) => (file, true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            match open_unlinked(path, File::options().read(true)) {
                Ok(file) => (file, false),
                // The last holder of the lock removed it just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return locked(path, output, at_fault);
                }
                Err(error) => {
                    let path = path.to_owned();
                    return Err(LockError::File { path, error });
                }
            }
        }
        Err(error) => return Err(failed(error)),
    };
    match try_lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LockError::Busy(output.to_owned())),
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    if is_new {
        file.write_all(MAGIC).map_err(failed)?;
        return Ok((file, true));
    }
    let mut found = Vec::new();
    let read = (&file).take(MAGIC.len() as u64 + 1).read_to_end(&mut found);
    read.map_err(failed)?;
    Ok((file, found == MAGIC))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_output_has_one_lock_at_a_time_and_nothing_stays() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("games.jsonl");
        for _ in 0..3 {
            let lock = OutputLock::of_file(&output).unwrap();
            let busy = OutputLock::of_file(&output).unwrap_err();
            assert!(
                matches!(&busy, LockError::Busy(path) if *path == output),
                "{busy}"
            );
            fs::write(&output, "replaced").unwrap();
            assert!(OutputLock::of_file(&output).is_err());
            drop(lock);
        }
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    /// Lock files that come and go never let two in.
    #[test]
    fn a_race_has_one_winner_at_a_time() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        let (inside, held) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let Ok(_lock) = OutputLock::of_file(&output) else {
                            continue;
                        };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        held.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(held.load(Ordering::SeqCst) > 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_its_target_have_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [target, link] = ["target", "link"].map(|name| folder.path().join(name));
        fs::write(&target, "").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let _lock = OutputLock::of_file(&target).unwrap();
        assert!(OutputLock::of_file(&link).is_err());
    }

    #[test]
    fn a_foreign_file_of_that_name_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        let lock = folder.path().join(".output.lock");
        for contents in ["", "precious", "sowlab lock 1\nand more"] {
            fs::write(&lock, contents).unwrap();
            drop(OutputLock::of_file(&output).unwrap());
            drop(OutputLock::of_folder(folder.path(), &lock).unwrap());
            assert_eq!(fs::read_to_string(&lock).unwrap(), contents);
        }
        // That of a process that was killed.
        let of_file = || OutputLock::of_file(&output);
        let of_folder = || OutputLock::of_folder(folder.path(), &lock);
        for locked in [&of_file as &dyn Fn() -> _, &of_folder] {
            fs::write(&lock, MAGIC).unwrap();
            drop(locked().unwrap());
            assert!(!lock.exists());
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_link_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [output, target] = ["output", "target"].map(|name| folder.path().join(name));
        let lock = folder.path().join(".output.lock");
        fs::write(&target, "precious").unwrap();
        std::os::unix::fs::symlink(&target, &lock).unwrap();
        assert!(OutputLock::of_file(&output).is_err());
        assert!(OutputLock::of_folder(folder.path(), &lock).is_err());
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
        fs::remove_file(&target).unwrap();
        assert!(OutputLock::of_file(&output).is_err());
        assert!(!target.exists());
    }
}
