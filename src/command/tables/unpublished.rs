//! Tables of a published set, in a program without the feature `http`: there are none.

use std::path::Path;

use super::super::common::url;
use super::super::failure::Failure;
use super::place::Transfer;
use sowlab_analysis::tables::TablePlace;

/// The place of tables to probe.
pub(super) struct Source {
    pub(super) place: TablePlace,
}

impl Source {
    /// Returns the source of a directory.
    ///
    /// # Errors
    /// It is a URL.
    pub(super) fn new(dir: &Path) -> Result<Source, Failure> {
        match url(dir) {
            None => Ok(Source {
                place: dir.to_owned().into(),
            }),
            Some(url) => {
                let reason = format!("{url}: this program was built without the feature `http`");
                Err(Failure::input("--dir", reason))
            }
        }
    }

    pub(super) fn is_published(&self) -> bool {
        false
    }

    pub(super) fn transfer(&self) -> Option<Transfer> {
        None
    }
}
