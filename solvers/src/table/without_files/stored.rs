//! Tables in memory, under the paths that files would have.

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

static TABLES: Mutex<BTreeMap<PathBuf, Arc<Vec<u8>>>> = Mutex::new(BTreeMap::new());

fn tables() -> MutexGuard<'static, BTreeMap<PathBuf, Arc<Vec<u8>>>> {
    TABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns all tables, with the bytes that their files would have.
pub fn stored_tables() -> Vec<(PathBuf, Arc<Vec<u8>>)> {
    let tables = tables();
    let all = tables.iter();
    all.map(|(path, bytes)| (path.clone(), Arc::clone(bytes)))
        .collect()
}

/// Stores the bytes of a table file, which are verified when the table is opened.
pub fn store_table(path: &Path, bytes: Vec<u8>) {
    tables().insert(path.to_owned(), Arc::new(bytes));
}

pub(in crate::table) fn stored(path: &Path) -> io::Result<Arc<Vec<u8>>> {
    let found = tables().get(path).map(Arc::clone);
    found.ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// A table that is being written.
pub(in crate::table) struct Partial {
    path: PathBuf,
    bytes: Cursor<Vec<u8>>,
}

impl Partial {
    pub(in crate::table) fn create_ours(path: &Path, _: &[u8]) -> io::Result<Partial> {
        Ok(Partial {
            path: path.to_owned(),
            bytes: Cursor::default(),
        })
    }

    pub(in crate::table) fn file(&mut self) -> &mut Cursor<Vec<u8>> {
        &mut self.bytes
    }

    pub(in crate::table) fn commit(self) -> io::Result<()> {
        store_table(&self.path, self.bytes.into_inner());
        Ok(())
    }
}
