//! Permission for a text to name files, and the games of the user's files.

#[cfg(target_family = "wasm")]
use std::collections::BTreeMap;
use std::io;
#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Permission for the text of a game or an engine to name files. `FromStr` refuses them, so no text from a network
/// opens a file. A program that serves the author of the text allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// A path may be given where something built in may be.
    Allowed,
    /// Only built-in items may be named.
    Refused,
}

impl Files {
    /// Returns whether no file may be named. A page in a browser has no files but those that its user gave to it.
    pub(crate) fn refused(self) -> bool {
        self == Files::Refused && !cfg!(target_family = "wasm")
    }
}

/// The files that the user gave to a page, by name.
#[cfg(target_family = "wasm")]
static GIVEN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Gives a text file to the program in a page. A file of the same name is replaced.
#[cfg(target_family = "wasm")]
pub fn give_file(name: &str, text: &str) {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    given.insert(name.to_owned(), text.to_owned());
}

#[cfg(target_family = "wasm")]
fn text_of(path: &str, most: u64) -> io::Result<String> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let text = given.get(path).ok_or(io::ErrorKind::NotFound)?;
    match text.len() as u64 > most {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(text.clone()),
    }
}

#[cfg(not(target_family = "wasm"))]
fn text_of(path: &str, most: u64) -> io::Result<String> {
    sowlab_base::files::text_limited(Path::new(path), most)
}

/// A file as it was read, and what it describes.
struct ReadFile<T: 'static> {
    path: String,
    text: String,
    made: &'static T,
}

/// What the user's files describe. It is never freed, so that games are small values.
pub(crate) struct ReadFiles<T: 'static>(Mutex<Vec<ReadFile<T>>>);

impl<T> ReadFiles<T> {
    pub(crate) const fn new() -> ReadFiles<T> {
        ReadFiles(Mutex::new(Vec::new()))
    }

    /// Reads a file of at most `most` bytes as it is now, and returns what `parse` makes of it. An unchanged file keeps
    /// what it describes.
    ///
    /// # Errors
    /// `unreadable` of the reason, or the error of `parse`.
    pub(crate) fn read<E>(
        &self,
        path: &str,
        most: u64,
        unreadable: impl FnOnce(String) -> E,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<&'static T, E> {
        let text = text_of(path, most).map_err(|error| unreadable(error.to_string()))?;
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |file: &&ReadFile<T>| file.path == path && file.text == text;
        if let Some(known) = files.iter().find(same) {
            return Ok(known.made);
        }
        let made: &'static T = Box::leak(Box::new(parse(&text)?));
        files.push(ReadFile {
            path: path.to_owned(),
            text,
            made,
        });
        Ok(made)
    }
}
