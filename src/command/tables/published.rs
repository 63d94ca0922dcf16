//! Tables of a published set.

use std::path::Path;
use std::sync::Arc;

use sowlab_wire::HttpFiles;

use super::super::common::url;
use super::super::failure::Failure;
use super::place::Transfer;
use sowlab_analysis::tables::TablePlace;

/// The place of tables to probe, and its files if it is a published set.
pub(super) struct Source {
    pub(super) place: TablePlace,
    files: Option<Arc<HttpFiles>>,
}

impl Source {
    /// Returns the source of a directory or URL. Nothing is read yet.
    ///
    /// # Errors
    /// The URL is not one of a directory.
    pub(super) fn new(dir: &Path) -> Result<Source, Failure> {
        let Some(url) = url(dir) else {
            return Ok(Source {
                place: dir.to_owned().into(),
                files: None,
            });
        };
        let files = HttpFiles::new(url).map_err(|error| Failure::input("--dir", error))?;
        let files = Arc::new(files);
        Ok(Source {
            place: TablePlace::Published(files.clone()),
            files: Some(files),
        })
    }

    /// Returns whether the tables are a published set.
    pub(super) fn is_published(&self) -> bool {
        self.files.is_some()
    }

    /// Returns what was read so far; `None` for a directory.
    pub(super) fn transfer(&self) -> Option<Transfer> {
        let transferred = self.files.as_ref()?.transferred();
        Some(Transfer {
            requests: transferred.requests,
            bytes: transferred.bytes,
        })
    }
}
