//! Folders whose files this program made, and may replace and remove.

use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::lock::try_lock;
use super::open::{is_at, is_unusable, open_unlinked};

/// The name of the marker.
pub(super) const MARKER: &str = ".sowlab-folder";
/// The first word and the version of a marker.
const MAGIC: &str = "sowlab-folder 1";

/// A folder that belongs to this program: it was new or empty, or it carries the marker of an earlier run
/// for the same purpose. The marker is locked until the value is dropped, so that one process works in
/// the folder at a time.
///
/// Only names that the program chooses are opened, replaced or removed in it. Other files stay as they are.
#[derive(Debug)]
pub struct OwnedFolder {
    path: PathBuf,
    _marker: File,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder has files and no marker.
    #[error(
        "{}: the directory has files that sowlab did not write ('{entry}'); name a new or empty directory, or \
         one that sowlab wrote for {purpose}",
        path.display()
    )]
    Foreign {
        /// The folder.
        path: PathBuf,
        /// One of the files.
        entry: String,
        /// The purpose of the folder.
        purpose: &'static str,
    },
    /// Its marker states another purpose or version.
    #[error("{}: the marker {MARKER} contains '{found}', not '{MAGIC}' for {purpose}; name another directory", path.display())]
    Marker {
        /// The folder.
        path: PathBuf,
        /// The marker's first lines.
        found: String,
        /// The purpose of the folder.
        purpose: &'static str,
    },
    /// Another process works in it.
    #[error("{}: another process is using this directory", .0.display())]
    Busy(PathBuf),
    /// The folder cannot be made, read or locked.
    #[error("{}: {error}", path.display())]
    File {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

impl FolderError {
    /// Returns whether another path would do. Otherwise another process works there, or the disk is full, say.
    pub fn is_bad_input(&self) -> bool {
        match self {
            FolderError::Foreign { .. } | FolderError::Marker { .. } => true,
            FolderError::Busy(_) => false,
            FolderError::File { error, .. } => {
                use io::ErrorKind::{NotFound, PermissionDenied, ReadOnlyFilesystem};
                let no_place = [NotFound, PermissionDenied, ReadOnlyFilesystem];
                no_place.contains(&error.kind()) || is_unusable(error)
            }
        }
    }
}

impl OwnedFolder {
    /// Opens a folder that is new, empty, or marked for this purpose. A new one is created, and marked.
    ///
    /// # Errors
    /// The folder has other files or another marker, and nothing in it was touched; another process works in
    /// it; the operating system refuses.
    pub fn open(path: &Path, purpose: &'static str) -> Result<OwnedFolder, FolderError> {
        let at = |error| FolderError::File {
            path: path.to_owned(),
            error,
        };
        match fs::create_dir_all(path) {
            // The path exists and is not a directory, such as a file.
            Err(_) if path.exists() && !path.is_dir() => {
                return Err(at(io::ErrorKind::NotADirectory.into()));
            }
            created => created.map_err(at)?,
        }
        let marker = path.join(MARKER);
        let text = text_for(purpose);
        if let Some(entry) = first_other_entry(path, &text).map_err(at)? {
            return Err(FolderError::Foreign {
                path: path.to_owned(),
                entry,
                purpose,
            });
        }
        // Without a marker the folder is empty.
        match File::options().write(true).create_new(true).open(&marker) {
            Ok(mut file) => file.write_all(text.as_bytes()).map_err(at)?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(at(error)),
        }
        let mut file = open_unlinked(&marker, File::options().read(true)).map_err(at)?;
        match try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(error)),
        }
        if !is_at(&file, &marker) {
            return Err(at(io::Error::new(
                io::ErrorKind::NotFound,
                "another process removed the directory",
            )));
        }
        let found = read_marker(&mut file).map_err(at)?;
        if found != text {
            // Cut off when its writer was killed: then nothing else is there yet.
            if !is_torn(&found, &text) {
                return Err(FolderError::Marker {
                    path: path.to_owned(),
                    found: first_lines(&found),
                    purpose,
                });
            }
            let mut torn =
                open_unlinked(&marker, File::options().write(true).truncate(true)).map_err(at)?;
            torn.write_all(text.as_bytes()).map_err(at)?;
        }
        Ok(OwnedFolder {
            path: path.to_owned(),
            _marker: file,
        })
    }

    /// The path of a folder in it, which is created if it is not there. A link of that name is refused.
    ///
    /// # Errors
    /// Something else has this name, or the operating system refuses.
    pub fn subfolder(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.path.join(name);
        match fs::create_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                match fs::symlink_metadata(&path)?.is_dir() {
                    true => Ok(path),
                    false => Err(io::ErrorKind::NotADirectory.into()),
                }
            }
            created => created.map(|()| path),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns whether a folder carries a marker, for any purpose.
pub fn is_owned(folder: &Path) -> bool {
    open_unlinked(&folder.join(MARKER), File::options().read(true))
        .and_then(|mut file| read_marker(&mut file))
        .is_ok_and(|found| found.starts_with(MAGIC))
}

/// Returns whether a folder carries the marker for this purpose. The marker need not be locked.
pub(super) fn is_marked(folder: &Path, purpose: &str) -> bool {
    open_unlinked(&folder.join(MARKER), File::options().read(true))
        .and_then(|mut file| read_marker(&mut file))
        .is_ok_and(|found| found == text_for(purpose))
}

fn text_for(purpose: &str) -> String {
    format!(
        "{MAGIC}\npurpose: {purpose}\nThe program sowlab made this folder. It may replace and remove the files \
         that it made here.\n"
    )
}

/// A marker, as far as it may be ours.
fn read_marker(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(1 << 12).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_torn(found: &str, text: &str) -> bool {
    found.len() < text.len() && text.starts_with(found)
}

/// The first two lines of a marker, in one.
fn first_lines(found: &str) -> String {
    let lines: Vec<&str> = found.lines().take(2).collect();
    let short = lines.join(", ").chars().take(100).collect::<String>();
    short.replace(char::is_control, " ")
}

/// An entry of a folder that has no marker, if it has any entry. A torn marker counts only beside others.
fn first_other_entry(folder: &Path, text: &str) -> io::Result<Option<String>> {
    let marker = folder.join(MARKER);
    let read = open_unlinked(&marker, File::options().read(true));
    let mut torn = false;
    match read.and_then(|mut file| read_marker(&mut file)) {
        Ok(found) if is_torn(&found, text) => torn = true,
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !(torn && name == MARKER) {
            let name = name.to_string_lossy().into_owned();
            return Ok(Some(name.replace(char::is_control, " ")));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_new_empty_or_marked() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a/b");
        for _ in 0..2 {
            let folder = OwnedFolder::open(&path, "tests").unwrap();
            let busy = OwnedFolder::open(&path, "tests").unwrap_err();
            assert!(matches!(busy, FolderError::Busy(_)), "{busy}");
            fs::write(folder.path().join("file"), "").unwrap();
        }
        let other = OwnedFolder::open(&path, "other work").unwrap_err();
        assert!(matches!(other, FolderError::Marker { .. }), "{other}");
        assert!(is_marked(&path, "tests") && !is_marked(&path, "other work"));
        let file = path.join("file");
        assert!(OwnedFolder::open(&file, "tests").is_err());
        assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        for name in ["precious", "lock", ".hidden"] {
            let path = root.path().join(format!("of-{name}"));
            fs::create_dir(&path).unwrap();
            fs::write(path.join(name), "1").unwrap();
            let error = OwnedFolder::open(&path, "tests").unwrap_err();
            assert!(matches!(&error, FolderError::Foreign { entry, .. } if entry == name));
            assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        }
    }

    /// A killed process leaves half a marker; half a marker beside other files is not ours.
    #[test]
    fn a_torn_marker_is_taken_over_in_an_empty_folder_only() {
        let root = tempfile::tempdir().unwrap();
        let text = text_for("tests");
        for length in [0, 1, 20, text.len() - 1] {
            let path = root.path().join(length.to_string());
            fs::create_dir(&path).unwrap();
            fs::write(path.join(MARKER), &text[..length]).unwrap();
            fs::write(path.join("precious"), "1").unwrap();
            assert!(OwnedFolder::open(&path, "tests").is_err());
            assert_eq!(fs::read(path.join(MARKER)).unwrap().len(), length);
            fs::remove_file(path.join("precious")).unwrap();
            OwnedFolder::open(&path, "tests").unwrap();
            assert_eq!(fs::read_to_string(path.join(MARKER)).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_marker_that_is_a_link_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let (path, elsewhere) = (root.path().join("folder"), root.path().join("elsewhere"));
        fs::create_dir(&path).unwrap();
        for text in [text_for("tests"), String::new()] {
            fs::write(&elsewhere, &text).unwrap();
            let link = path.join(MARKER);
            std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
            assert!(OwnedFolder::open(&path, "tests").is_err());
            assert_eq!(fs::read_to_string(&elsewhere).unwrap(), text);
            fs::remove_file(link).unwrap();
        }
    }
}
