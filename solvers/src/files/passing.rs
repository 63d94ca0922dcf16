//! Folders in the temporary directory that go with the process.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::identity::is_at;

/// How the names of all of them begin.
const PREFIX: &str = "sowlab-passing-";
/// How often another process may take a new folder for one that was left, before it is locked.
const MOST_TRIES: usize = 100;

/// A folder in the temporary directory, which is removed with this value. Its process holds a lock on
/// it, which the system releases when the process ends, however it ends: a folder that can be locked
/// belongs to nobody any more, and the next process that makes such a folder removes it.
#[derive(Debug)]
pub struct PassingFolder {
    // Removed before the lock is released.
    folder: TempDir,
    _lock: Option<File>,
}

/// Why there is no folder for temporary files.
#[derive(Debug, thiserror::Error)]
#[error("no folder for temporary files can be made in {} (TMPDIR): {error}", directory.display())]
pub struct PassingError {
    directory: PathBuf,
    error: io::Error,
}

impl PassingFolder {
    /// A new folder in the temporary directory, from which those of dead processes are removed first.
    ///
    /// # Errors
    /// The directory, which the environment variable `TMPDIR` names on Unix, is missing or cannot be
    /// written.
    pub fn new() -> Result<PassingFolder, PassingError> {
        let directory = std::env::temp_dir();
        PassingFolder::new_in(&directory).map_err(|error| PassingError {
            directory,
            // Without the name of the folder that was tried.
            error: io::Error::from(error.kind()),
        })
    }

    fn new_in(directory: &Path) -> io::Result<PassingFolder> {
        remove_left_overs(directory);
        for _ in 0..MOST_TRIES {
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(directory)?;
            match hold(folder.path()) {
                Held::Mine(lock) => {
                    return Ok(PassingFolder {
                        folder,
                        _lock: Some(lock),
                    });
                }
                // Then nobody else can lock it, and so remove it, either.
                Held::Unlockable => {
                    return Ok(PassingFolder {
                        folder,
                        _lock: None,
                    });
                }
                // Another process took it for one that was left, and removes it.
                Held::Others => {
                    let _ = folder.keep();
                }
            }
        }
        Err(io::Error::other(
            "each new folder was removed by another process",
        ))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

enum Held {
    /// By this value.
    Mine(File),
    /// By another process; or it is there no more.
    Others,
    /// The file system or the operating system has no locks for folders.
    Unlockable,
}

/// Locks a folder.
fn hold(path: &Path) -> Held {
    let Ok(folder) = File::open(path) else {
        return match path.exists() {
            true => Held::Unlockable,
            false => Held::Others,
        };
    };
    match folder.try_lock() {
        Ok(()) if is_at(&folder, path) => Held::Mine(folder),
        Ok(()) | Err(TryLockError::WouldBlock) => Held::Others,
        Err(TryLockError::Error(_)) => Held::Unlockable,
    }
}

/// Removes folders whose processes are dead, as far as that is possible: the lock is held while a folder
/// is removed, so that no two processes remove the same one.
fn remove_left_overs(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_one && let Held::Mine(_lock) = hold(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_dead_go_and_those_of_the_living_stay() {
        let directory = tempfile::tempdir().unwrap();
        let left = directory.path().join("sowlab-passing-left");
        let other = directory.path().join("somebody-elses");
        for folder in [&left, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("table"), "values").unwrap();
        }
        let link = directory.path().join("sowlab-passing-link");
        std::os::unix::fs::symlink(&other, link).unwrap();
        let one = PassingFolder::new_in(directory.path()).unwrap();
        assert!(!left.exists());
        assert!(other.join("table").exists());
        fs::write(one.path().join("table"), "values").unwrap();
        let two = PassingFolder::new_in(directory.path()).unwrap();
        assert!(one.path().join("table").exists());
        let paths = [&one, &two].map(|folder| folder.path().to_owned());
        drop((one, two));
        assert!(paths.iter().all(|path| !path.exists()));
    }

    /// However many come and go: what one holds is never removed by another.
    #[test]
    fn a_race_removes_nothing_that_is_held() {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let folder = PassingFolder::new_in(directory.path()).unwrap();
                        fs::write(folder.path().join("file"), "").unwrap();
                        remove_left_overs(directory.path());
                        assert!(folder.path().join("file").exists());
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
