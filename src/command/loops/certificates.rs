//! Certificates that a search writes.

use std::path::Path;

use sowlab_base::files::write_ours;

use crate::command::failure::Failure;
use crate::command::output::try_folder;
use sowlab_analysis::certificates::Certificate;

/// The certificates that `--certificates` requests, written once the work is complete. An error of writing is reported
/// at the end, after the result.
pub(super) struct Certificates<'a> {
    folder: Option<&'a Path>,
    /// The paths of the written files, as they are printed.
    pub(super) written: Vec<String>,
    pub(super) failed: Option<String>,
}

impl<'a> Certificates<'a> {
    /// Creates the certificates in this folder, if one is given. Writing there is tried before the work.
    pub(super) fn in_folder(folder: Option<&'a Path>) -> Result<Certificates<'a>, Failure> {
        if let Some(folder) = folder {
            try_folder("--certificates", folder)?;
        }
        Ok(Certificates {
            folder,
            written: Vec::new(),
            failed: None,
        })
    }

    /// Returns whether certificates are requested.
    pub(super) fn wanted(&self) -> bool {
        self.folder.is_some()
    }

    /// Writes a certificate to a file of this name.
    pub(super) fn write(&mut self, name: &str, certificate: &Certificate) {
        let Some(folder) = self.folder else { return };
        let file = folder.join(format!("{name}.certificate.json"));
        match write_ours(&file, certificate.to_json().as_bytes(), is_certificate) {
            Ok(()) => self.written.push(file.display().to_string()),
            Err(error) => {
                self.failed = Some(format!("--certificates: {}: {error}", file.display()));
            }
        }
    }
}

/// Returns whether a file is a certificate, so that a newer one may replace it.
fn is_certificate(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Certificate>(bytes).is_ok()
}
