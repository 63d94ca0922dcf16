//! Folders in the temporary directory that go with the process.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::TempDir;

use super::open::{is_at, open_unlinked, remove_regular};
use super::owned::{MARKER, OwnedFolder, is_marked};

/// The start of the names of all temporary folders.
const PREFIX: &str = "sowlab-temporary-";
/// The purpose that their markers state.
const PURPOSE: &str = "temporary files of one process";
/// The most attempts to lock a new folder before another process removes it as left over.
const MOST_TRIES: usize = 100;

/// A folder in the temporary directory that is removed with this value.
///
/// It is [owned](OwnedFolder): a marker states that sowlab made it, and is locked while its process lives. A folder
/// whose marker can be locked belongs to a dead process. The next process that makes a temporary folder removes it,
/// file by file.
#[derive(Debug)]
pub struct TemporaryFolder {
    // Removed before the lock is released.
    _folder: TempDir,
    owned: OwnedFolder,
}

/// Why there is no folder for temporary files.
#[derive(Debug, thiserror::Error)]
#[error("cannot create a temporary directory in {} (TMPDIR): {error}", directory.display())]
pub struct TemporaryFolderError {
    directory: PathBuf,
    error: io::Error,
}

impl TemporaryFolder {
    /// A new folder in the temporary directory, from which those of dead processes are removed first.
    ///
    /// # Errors
    /// The directory, which the environment variable `TMPDIR` names on Unix, is missing or cannot be
    /// written, or its file system has no locks.
    pub fn new() -> Result<TemporaryFolder, TemporaryFolderError> {
        let directory = std::env::temp_dir();
        TemporaryFolder::new_in(&directory).map_err(|error| TemporaryFolderError {
            directory,
            // Without the name of the folder that was tried.
            error: io::Error::from(error.kind()),
        })
    }

    fn new_in(directory: &Path) -> io::Result<TemporaryFolder> {
        remove_left_overs(directory);
        let mut refused = None;
        for _ in 0..MOST_TRIES {
            let folder = tempfile::Builder::new()
                .prefix(PREFIX)
                .tempdir_in(directory)?;
            match OwnedFolder::open(folder.path(), PURPOSE) {
                Ok(owned) => {
                    return Ok(TemporaryFolder {
                        _folder: folder,
                        owned,
                    });
                }
                // Another process may have taken it for one that was left.
                Err(error) => refused = Some(error),
            }
        }
        Err(io::Error::other(refused.expect("it was tried")))
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.owned.path()
    }

    /// The folder as one of this program, for work that takes such a one.
    pub fn owned(&self) -> &OwnedFolder {
        &self.owned
    }
}

/// Removes the folders of dead processes as far as possible. The lock is held during the removal, so that no two
/// processes remove one folder.
fn remove_left_overs(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && is_marked(&entry.path(), PURPOSE);
        if is_one {
            // A folder that cannot be removed stays.
            let _ = remove_left_over(&entry.path());
        }
    }
}

/// Removes the files of a folder, then its marker, then the folder. Nothing below another folder or behind
/// a link is touched.
fn remove_left_over(folder: &Path) -> io::Result<()> {
    let marker = folder.join(MARKER);
    let lock = open_unlinked(&marker, File::options().read(true))?;
    if lock.try_lock().is_err() || !is_at(&lock, &marker) {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != MARKER {
            remove_regular(&entry.path())?;
        }
    }
    remove_regular(&marker)?;
    fs::remove_dir(folder)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder of a process that was killed.
    fn killed_folder(directory: &Path, name: &str) -> PathBuf {
        let path = directory.join(format!("{PREFIX}{name}"));
        drop(OwnedFolder::open(&path, PURPOSE).unwrap());
        fs::write(path.join("table"), "values").unwrap();
        path
    }

    #[test]
    fn folders_of_the_dead_go_and_those_of_the_living_stay() {
        let directory = tempfile::tempdir().unwrap();
        let dead = killed_folder(directory.path(), "left");
        let unmarked = directory.path().join("sowlab-temporary-precious");
        let other = directory.path().join("somebody-elses");
        let full = killed_folder(directory.path(), "with-a-folder");
        for folder in [&unmarked, &other, &full.join("work")] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("table"), "values").unwrap();
        }
        let link = directory.path().join("sowlab-temporary-link");
        std::os::unix::fs::symlink(&other, link).unwrap();
        let one = TemporaryFolder::new_in(directory.path()).unwrap();
        assert!(!dead.exists());
        for stays in [&unmarked, &other, &full.join("work")] {
            assert!(stays.join("table").exists());
        }
        fs::write(one.path().join("table"), "values").unwrap();
        let two = TemporaryFolder::new_in(directory.path()).unwrap();
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
                        let folder = TemporaryFolder::new_in(directory.path()).unwrap();
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
