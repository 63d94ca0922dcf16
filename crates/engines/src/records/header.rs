//! The header of a file of records: a file beside it with the setting of the tournament. Older files have it as their
//! first line.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_base::files::{read_unlinked, write_ours};

use super::error::{RecordError, at};
use super::place::header_path;
use super::seal::{BYTE_ORDER_MARK, MARKED, Seal, check, sealed};
use crate::setting::Setting;
use sowlab_base::one_line;

/// The version of the format. Version 1 had the header as the first line, and seeds as numbers.
const VERSION: u32 = 2;
/// The maximum size of a header in bytes; it lists openings.
const LONGEST: u64 = 1 << 30;

/// The header of a file of records.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    #[serde(default)]
    version: u32,
    pub(super) tournament: Setting,
    /// The checksum, which is checked separately. It is declared so that `deny_unknown_fields` refuses a damaged name
    /// of it.
    #[serde(default, skip_serializing, rename = "check")]
    _check: Option<String>,
}

impl Header {
    pub(super) fn new(tournament: Setting) -> Header {
        Header {
            version: VERSION,
            tournament,
            _check: None,
        }
    }

    fn line(&self) -> String {
        sealed(&serde_json::to_string(self).expect("plain data is JSON"))
    }

    /// Writes the header of a file of records.
    pub(super) fn write(&self, records: &Path) -> Result<(), RecordError> {
        let path = header_path(records);
        let is_header = |bytes: &[u8]| parse(bytes).is_ok();
        write_ours(&path, self.line().as_bytes(), is_header).map_err(at(&path))
    }

    /// Reads the header of a file of records; `None` if the header file is missing.
    pub(super) fn read(records: &Path) -> Result<Option<Header>, RecordError> {
        let path = header_path(records);
        let bytes = match read_unlinked(&path, LONGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(&path)(error)),
        };
        let wrong = |reason: String| RecordError::Line {
            path: path.clone(),
            line: 1,
            reason,
        };
        if bytes.starts_with(BYTE_ORDER_MARK) {
            return Err(wrong(MARKED.into()));
        }
        let header = parse(&bytes).map_err(wrong)?;
        match header.version {
            0..=VERSION => Ok(Some(header)),
            version => Err(wrong(format!(
                "version {version}; this program reads versions up to {VERSION}"
            ))),
        }
    }
}

/// Parses the line of a header.
///
/// # Errors
/// The reason, as text.
fn parse(bytes: &[u8]) -> Result<Header, String> {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if check(line) != Seal::Right {
        return Err("damaged (it does not match its checksum)".into());
    }
    serde_json::from_slice(line)
        .map_err(|error| one_line(&format_args!("not the header of a tournament: {error}")))
}
