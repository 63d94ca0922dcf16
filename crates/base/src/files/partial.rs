//! Files that appear under their names only once they are whole.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::TempPath;

use super::faults;
use super::faults::Place;
use super::open::{begins_with, check_regular, foreign_file_error, target_of};
use super::read::read_unlinked;

/// The end of the names of all partial files.
const ENDING: &str = ".tmp";
/// The most bytes of a file whose contents are looked at before it is replaced.
const LONGEST_COMPARED: u64 = 1 << 30;
/// Random letters in their names.
const LETTERS: usize = 6;

/// A file on its way: a hidden one beside the target, with a name of its own (`.NAME.` and random letters),
/// until it is committed. A killed process leaves it.
///
/// Nothing but this file and the target is opened or replaced. Of several processes that write one target, the last
/// to commit wins, as a whole.
#[derive(Debug)]
pub struct Partial {
    file: OutputFile,
    partial: TempPath,
    target: PathBuf,
}

impl Partial {
    /// Begins a file that is to replace what `path` means. A symbolic link stays one: the file that it leads to is
    /// replaced. A file that is replaced keeps its permissions, and its owner where the system lets it.
    ///
    /// # Errors
    /// The folder is missing or cannot be written; `path` means something that is not a regular file.
    pub fn create(path: &Path) -> io::Result<Partial> {
        Partial::replacing(target_of(path))
    }

    /// As [`create`](Partial::create), for a name that the program chose: a link of that name is refused.
    ///
    /// # Errors
    /// Those of [`create`](Partial::create), and a link.
    pub(crate) fn create_unlinked(path: &Path) -> io::Result<Partial> {
        Partial::replacing(path.to_owned())
    }

    /// As [`create`](Partial::create), for a name that the program chose in a shared folder. A file of that name is
    /// replaced only if it begins with these bytes, the header of our format.
    ///
    /// # Errors
    /// Those of [`create`](Partial::create), a link, and a file that begins otherwise.
    pub fn create_ours(path: &Path, magic: &[u8]) -> io::Result<Partial> {
        check_ours(path, magic)?;
        Partial::replacing(path.to_owned())
    }

    fn replacing(target: PathBuf) -> io::Result<Partial> {
        let replaced = match fs::symlink_metadata(&target) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(metadata) = &replaced {
            check_regular(metadata)?;
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(target.file_name().unwrap_or_default());
        prefix.push(".");
        let partial = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(ENDING)
            .rand_bytes(LETTERS)
            .make_in(folder, |path| {
                let mut options = File::options();
                options.read(true).write(true).create_new(true).open(path)
            })?;
        let (file, partial) = partial.into_parts();
        if let Some(metadata) = replaced {
            keep_access(&file, &metadata)?;
        }
        Ok(Partial {
            file: file.into(),
            partial,
            target,
        })
    }

    /// The file to write to.
    pub fn file(&mut self) -> &mut OutputFile {
        &mut self.file
    }

    /// Puts the file under its name once it is on the disk, and returns it.
    ///
    /// # Errors
    /// The error of the system. The target is then unchanged.
    pub fn commit(self) -> io::Result<OutputFile> {
        publish(&self.file, &self.partial, &self.target)?;
        // Its name is gone already.
        let _ = self.partial.keep();
        Ok(self.file)
    }
}

/// Moves a whole file, once it is on the disk, to a name that the program chose in the same folder. A file of that name
/// is replaced only if it begins with these bytes, the header of our format.
///
/// # Errors
/// The error of the system, a link, or a file that begins otherwise. The target is then unchanged.
pub fn rename_ours(file: &OutputFile, from: &Path, to: &Path, magic: &[u8]) -> io::Result<()> {
    check_ours(to, magic)?;
    publish(file, from, to)
}

/// Refuses a file of this name, if there is one, that does not begin with these bytes.
fn check_ours(path: &Path, magic: &[u8]) -> io::Result<()> {
    match begins_with(path, magic) {
        Ok(true) => Ok(()),
        Ok(false) => Err(foreign_file_error()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Forces a file to the disk, and renames it.
fn publish(file: &OutputFile, from: &Path, to: &Path) -> io::Result<()> {
    file.sync()?;
    faults::reach(faults::Place::Rename)?;
    rename(from, to)?;
    // The new name is on the disk, too; where a folder cannot be opened or synced, it gets there later.
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Renames a file, over another one if there is one. Windows refuses that while the other one is open in some process,
/// so there the call is repeated for two seconds.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(windows)]
    for _ in 0..100 {
        match fs::rename(from, to) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            renamed => return renamed,
        }
    }
    fs::rename(from, to)
}

/// Returns whether a file of this name is, or was, a partial file of that target.
pub fn is_partial_of(name: &str, target: &str) -> bool {
    let letters = name
        .strip_prefix('.')
        .and_then(|rest| rest.strip_prefix(target))
        .and_then(|rest| rest.strip_prefix('.'))
        .and_then(|rest| rest.strip_suffix(ENDING));
    letters.is_some_and(|letters| {
        letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Sets the permissions of a new file, and if possible its owner, to those of the file that it replaces.
fn keep_access(file: &File, replaced: &fs::Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (replaced.uid(), replaced.gid()) {
            // Only an administrator may give files away.
            let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
        }
    }
    file.set_permissions(replaced.permissions())
}

/// Writes a file into a hidden one beside it, forces it to the disk, and renames it. A reader finds the old contents
/// or the new ones at any time. See [`Partial`].
///
/// # Errors
/// The folder is missing or the file cannot be written; what was there before is then untouched.
pub fn write_whole(path: &Path, contents: &[u8]) -> io::Result<()> {
    finish(Partial::create(path)?, contents)
}

/// As [`write_whole`], for a name that the program chose in a folder: a link of that name is refused.
///
/// # Errors
/// Those of [`write_whole`], and a link.
pub fn write_unlinked(path: &Path, contents: &[u8]) -> io::Result<()> {
    finish(Partial::create_unlinked(path)?, contents)
}

/// As [`write_whole`], for a name that the program chose in a shared folder. A file of that name is replaced only if
/// its contents are ours.
///
/// # Errors
/// Those of [`write_whole`], a link, and a file of somebody else.
pub fn write_ours(
    path: &Path,
    contents: &[u8],
    is_ours: impl FnOnce(&[u8]) -> bool,
) -> io::Result<()> {
    match read_unlinked(path, LONGEST_COMPARED) {
        Ok(found) if is_ours(&found) => {}
        Ok(_) => return Err(foreign_file_error()),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            return Err(foreign_file_error());
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    write_unlinked(path, contents)
}

fn finish(mut partial: Partial, contents: &[u8]) -> io::Result<()> {
    partial.file().write_all(contents)?;
    partial.commit().map(drop)
}

/// A file that is written to, where a test can end the process at every step: see
/// [`faults`]. Otherwise a [`File`].
#[derive(Debug)]
pub struct OutputFile(File);

impl OutputFile {
    /// Forces what was written, and the size of the file, to the disk.
    ///
    /// # Errors
    /// The error of the system.
    pub fn sync(&self) -> io::Result<()> {
        faults::reach(Place::Sync)?;
        self.0.sync_all()
    }

    /// Cuts the file off, or makes it longer by zeros.
    ///
    /// # Errors
    /// The error of the system.
    pub fn set_len(&self, bytes: u64) -> io::Result<()> {
        self.0.set_len(bytes)
    }
}

impl From<File> for OutputFile {
    fn from(file: File) -> OutputFile {
        OutputFile(file)
    }
}

impl AsRef<File> for OutputFile {
    fn as_ref(&self) -> &File {
        &self.0
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (some, last) = faults::before_write(bytes.len())?;
        if last {
            let _ = self.0.write_all(&bytes[..some]);
            std::process::abort();
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for OutputFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn no_file_but_the_target_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.proof");
        fs::write(folder.path().join(".a.proof.tmp"), "of somebody else").unwrap();
        for text in ["first", "second"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), [".a.proof.tmp", "a.proof"]);
        }
        let other = fs::read_to_string(folder.path().join(".a.proof.tmp")).unwrap();
        assert_eq!(other, "of somebody else");
    }

    #[test]
    fn what_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut partial = Partial::create(&path).unwrap();
        partial.file().write_all(b"half").unwrap();
        let [name] = &names(folder.path())[..] else {
            panic!("one file");
        };
        let name = name.to_str().unwrap();
        assert!(is_partial_of(name, "a") && !is_partial_of(name, "b"));
        assert!(!is_partial_of(".a.tmp", "a") && !is_partial_of(".a.12345.tmp", "a"));
        drop(partial);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_file_without_our_header_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        for foreign in ["", "MAGI", "precious"] {
            fs::write(&path, foreign).unwrap();
            assert!(Partial::create_ours(&path, b"MAGIC").is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        let begins = |bytes: &[u8]| bytes.starts_with(b"MAGIC");
        for foreign in ["", "precious"] {
            fs::write(&path, foreign).unwrap();
            assert!(write_ours(&path, b"MAGIC 0", begins).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
        fs::write(&path, "MAGIC 0").unwrap();
        write_ours(&path, b"MAGIC 1", begins).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "MAGIC 1");
        finish(Partial::create_ours(&path, b"MAGIC").unwrap(), b"MAGIC 2").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "MAGIC 2");
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

    #[test]
    fn a_whole_file_takes_no_name_of_another_program() {
        let folder = tempfile::tempdir().unwrap();
        let [from, to] = ["a.part", "a"].map(|name| folder.path().join(name));
        let rename = |found: Option<&str>| {
            let _ = fs::remove_file(&to);
            if let Some(text) = found {
                fs::write(&to, text).unwrap();
            }
            fs::write(&from, "MAGIC 1").unwrap();
            let file = File::options().write(true).open(&from).unwrap().into();
            let renamed = rename_ours(&file, &from, &to, b"MAGIC").is_ok();
            (renamed, fs::read_to_string(&to).unwrap(), from.exists())
        };
        for found in [None, Some("MAGIC 0")] {
            assert_eq!(rename(found), (true, "MAGIC 1".into(), false));
        }
        for found in ["", "precious"] {
            assert_eq!(rename(Some(found)), (false, found.into(), true));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_where_the_user_named_it() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["first", "second"] {
            write_whole(&link, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert!(write_unlinked(&link, b"other").is_err());
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        write_whole(&path, b"new").unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        assert_eq!(
            mode(),
            fs::metadata(plain).unwrap().permissions().mode() & 0o777
        );
        for wanted in [0o600, 0o664, 0o400] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            write_whole(&path, b"again").unwrap();
            assert_eq!(mode(), wanted);
        }
    }
}
