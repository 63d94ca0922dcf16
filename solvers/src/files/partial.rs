//! Files that appear under their names only once they are whole.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::identity::is_at;
use super::output::{OutputFile, rename};
use super::target::target_of;

/// A file on its way: a hidden one beside the target, `.NAME.tmp`, until it is committed.
///
/// The writer holds a lock on it, and the name depends on the target alone. So what a killed
/// process leaves is taken over and replaced by the next one that writes the same target, and two
/// processes never write to one file.
#[derive(Debug)]
pub struct Partial {
    file: OutputFile,
    partial: PathBuf,
    target: PathBuf,
    committed: bool,
}

impl Partial {
    /// Begins a file that is to replace what `path` means; a symbolic link stays one. Waits while
    /// another process writes the same file.
    ///
    /// # Errors
    /// The folder is missing or cannot be written.
    pub fn create(path: &Path) -> io::Result<Partial> {
        let target = target_of(path);
        let partial = Partial::path_for(&target);
        loop {
            let mut options = File::options();
            let file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&partial)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => file.lock()?,
                // A file system without locks: the last writer wins, as a whole.
                Err(TryLockError::Error(_)) => {}
            }
            // The last holder of the lock may have committed or removed it meanwhile.
            if is_at(&file, &partial) {
                file.set_len(0)?;
                return Ok(Partial {
                    file: file.into(),
                    partial,
                    target,
                    committed: false,
                });
            }
        }
    }

    /// The name of the file on its way to `target`.
    pub(crate) fn path_for(target: &Path) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(".tmp");
        target.with_file_name(name)
    }

    /// The file to write to.
    pub fn file(&mut self) -> &mut OutputFile {
        &mut self.file
    }

    /// Puts the file under its name once it is on the disk.
    ///
    /// # Errors
    /// What the system reports; the target is then what it was.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.sync()?;
        rename(&self.partial, &self.target)?;
        self.committed = true;
        // The new name is on the disk, too; where a folder cannot be opened or synced, it gets there later.
        #[cfg(unix)]
        if let Some(folder) = self.target.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // While it is still locked: nobody else has begun to write it.
        if !self.committed {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// Writes a file: into a hidden one beside it, to the disk, and only then under its name, so
/// that a reader finds the old contents or the new ones, whatever happens meanwhile. See [`Partial`].
///
/// # Errors
/// The folder is missing or the file cannot be written; what was there before is then untouched.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut partial = Partial::create(path)?;
    partial.file().write_all(contents)?;
    partial.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_dead_process_left_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.proof");
        fs::write(folder.path().join(".a.proof.tmp"), "a torn and longer text").unwrap();
        write_whole(&path, b"whole").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(names(folder.path()), ["a.proof"]);
    }

    #[test]
    fn what_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut partial = Partial::create(&path).unwrap();
        partial.file().write_all(b"half").unwrap();
        assert_eq!(names(folder.path()), [".a.tmp"]);
        drop(partial);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_race_leaves_one_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::thread::scope(|scope| {
            for writer in 0..4u8 {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        write_whole(path, &vec![writer; 1000]).unwrap();
                        let found = fs::read(path).unwrap();
                        assert_eq!(found.len(), 1000);
                        assert!(found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["first", "second"] {
            write_whole(&link, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }
}
