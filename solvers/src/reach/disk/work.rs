//! The files of the current round, and the list of their names.
//!
//! `work.txt` names each file on a line of its own before it is created. The files of a killed process are thus known
//! by name, and nothing else in the folder is removed.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{ReachError, damaged, error_at};
use sowlab_base::files::{OutputFile, open_unlinked, remove_regular, text_unlinked};

/// The name of the list.
const LIST: &str = "work.txt";
/// The first line of the list.
const FORMAT: &str = "sowlab-reach-work 1\n";
/// The maximum number of bytes of the list, which has a line for each file that a round writes.
const LONGEST: u64 = 1 << 30;

/// The files of the current round.
pub(super) struct WorkFiles {
    folder: PathBuf,
    list: RefCell<List>,
}

struct List {
    names: BTreeSet<String>,
    /// A lower bound of the number in the name of the next new file.
    next: u64,
    /// The file, open for appending once a name was added.
    file: Option<OutputFile>,
}

impl WorkFiles {
    /// Opens the list of this folder, which is empty if there is none.
    ///
    /// # Errors
    /// An error if the list cannot be read, or is not a list of this program.
    pub(super) fn open(folder: &Path) -> Result<WorkFiles, ReachError> {
        let path = folder.join(LIST);
        let names = match text_unlinked(&path, LONGEST) {
            Ok(text) => match is_list(&text) {
                true => names_in(&text),
                false => return Err(damaged(&path, "it is not the list of a search")),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeSet::new(),
            Err(error) => return Err(error_at(&path)(error)),
        };
        Ok(WorkFiles {
            folder: folder.to_owned(),
            list: RefCell::new(List {
                names,
                next: 1,
                file: None,
            }),
        })
    }

    /// Returns the path of a new file whose name begins with `start`. The name is on the list now, and the file does
    /// not exist.
    pub(super) fn create(&self, start: &str) -> Result<PathBuf, ReachError> {
        let mut list = self.list.borrow_mut();
        let (number, name) = (list.next..)
            .map(|number| (number, format!("{start}-{number}")))
            .find(|(_, name)| !list.names.contains(name) && !exists(&self.folder.join(name)))
            .expect("there is always another number");
        list.next = number + 1;
        self.add(&mut list, name.clone(), false)?;
        Ok(self.folder.join(name))
    }

    /// Adds a file with this name to the list, before it is created. The list is then on the disk, so that the file is
    /// known also after a power failure.
    pub(super) fn add_named(&self, path: &Path) -> Result<(), ReachError> {
        let name = name_of(path);
        let mut list = self.list.borrow_mut();
        match list.names.contains(name) {
            true => Ok(()),
            false => self.add(&mut list, name.to_owned(), true),
        }
    }

    fn add(&self, list: &mut List, name: String, durable: bool) -> Result<(), ReachError> {
        let path = self.folder.join(LIST);
        let mut write = || {
            if list.file.is_none() {
                list.file = Some(self.open_list()?);
            }
            let file = list.file.as_mut().expect("it was opened");
            file.write_all(format!("{name}\n").as_bytes())?;
            if durable { file.sync() } else { Ok(()) }
        };
        write().map_err(error_at(&path))?;
        list.names.insert(name);
        Ok(())
    }

    fn open_list(&self) -> std::io::Result<OutputFile> {
        let path = self.folder.join(LIST);
        let mut options = File::options();
        let file = open_unlinked(&path, options.append(true).create(true))?;
        let begins = file.metadata()?.len() < FORMAT.len() as u64;
        if begins {
            // The first line was truncated.
            file.set_len(0)?;
        }
        let mut file = OutputFile::from(file);
        // After a truncated line, the next one starts on its own.
        file.write_all(if begins { FORMAT.as_bytes() } else { b"\n" })?;
        Ok(file)
    }

    /// Returns the path of a file, if its name is on the list.
    pub(super) fn path_of(&self, name: &str) -> Option<PathBuf> {
        let list = self.list.borrow();
        list.names.contains(name).then(|| self.folder.join(name))
    }

    /// Removes a file from the list, because it belongs to the checkpoint from now on.
    pub(super) fn unlist(&self, path: &Path) {
        self.list.borrow_mut().names.remove(name_of(path));
    }

    /// Removes the files on the list, except those to `keep`.
    pub(super) fn clear(&self, keep: impl Fn(&Path) -> bool) -> Result<(), ReachError> {
        let mut list = self.list.borrow_mut();
        let mut kept = BTreeSet::new();
        for name in std::mem::take(&mut list.names) {
            let path = self.folder.join(&name);
            match keep(&path) {
                true => _ = kept.insert(name),
                false => remove_regular(&path).map_err(error_at(&path))?,
            }
        }
        list.names = kept;
        Ok(())
    }

    /// Removes the files on the list, and the list.
    pub(super) fn remove(&self) -> Result<(), ReachError> {
        self.clear(|_| false)?;
        self.list.borrow_mut().file = None;
        let path = self.folder.join(LIST);
        remove_regular(&path).map_err(error_at(&path))
    }
}

/// Returns whether anything has this path, a link included.
fn exists(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

fn name_of(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str());
    name.expect("work files have plain names")
}

/// Returns whether a text is a list, or the beginning of a truncated one.
fn is_list(text: &str) -> bool {
    text.starts_with(FORMAT) || FORMAT.starts_with(text)
}

/// Returns the names on a list, as far as this program gives such names. A truncated last line does not count.
fn names_in(text: &str) -> BTreeSet<String> {
    let Some(lines) = text.strip_prefix(FORMAT) else {
        return BTreeSet::new();
    };
    let whole = &lines[..lines.rfind('\n').map_or(0, |end| end + 1)];
    whole
        .lines()
        .filter(|name| is_work_name(name))
        .map(str::to_owned)
        .collect()
}

fn is_work_name(name: &str) -> bool {
    let numbered = |start: &str, end: &str| {
        let number = name
            .strip_prefix(start)
            .and_then(|rest| rest.strip_suffix(end));
        number.is_some_and(|digits| digits.parse::<u64>().is_ok())
    };
    numbered("run-", "")
        || numbered("endless-", "")
        || numbered("leading-", "")
        || numbered("level-", ".codes")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_list_of_somebody_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(LIST);
        for foreign in ["mine", "sowlab-reach-work 2\nrun-1\n", "\n"] {
            fs::write(&list, foreign).unwrap();
            assert!(WorkFiles::open(folder.path()).is_err(), "{foreign:?}");
            assert_eq!(fs::read_to_string(&list).unwrap(), foreign);
        }
        for cut_off in ["", "sowlab-reach"] {
            fs::write(&list, cut_off).unwrap();
            let work = WorkFiles::open(folder.path()).unwrap();
            work.create("run").unwrap();
            let text = fs::read_to_string(&list).unwrap();
            assert_eq!(text, format!("{FORMAT}run-1\n"));
        }
    }

    #[test]
    fn only_files_on_the_list_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("run-1"), "precious").unwrap();
        let work = WorkFiles::open(path).unwrap();
        let made: Vec<_> = (0..3).map(|_| work.create("run").unwrap()).collect();
        assert_eq!(made[0], path.join("run-2"));
        for file in &made {
            fs::write(file, "codes").unwrap();
        }
        drop(work);
        // A truncated name, and names that another program wrote.
        let mut list = fs::read_to_string(path.join(LIST)).unwrap();
        list.push_str("../run-1\nprecious\nrun-1");
        fs::write(path.join(LIST), list).unwrap();
        fs::write(path.join("precious"), "1").unwrap();
        let work = WorkFiles::open(path).unwrap();
        work.clear(|file| file == made[1]).unwrap();
        assert!(!made[0].exists() && made[1].exists() && !made[2].exists());
        assert_eq!(work.create("run").unwrap(), made[0]);
        work.remove().unwrap();
        let mut names: Vec<_> = fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["precious", "run-1"]);
    }
}
