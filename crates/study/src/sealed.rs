//! Files of work that is kept, so that a damaged one is refused.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sowlab_base::files::{text_limited, write_ours};
use sowlab_base::sealed::Format;

use super::error::Failure;

const FORMAT: Format = Format {
    name: "sowlab-work",
    version: 1,
};
/// The most bytes of such a file.
const LONGEST: u64 = 64 << 20;

/// Writes a file, complete or not at all.
///
/// # Errors
/// With the path: it cannot be written, or another file has its name.
pub(super) fn write<T: Serialize>(path: &Path, contents: &T) -> Result<(), Failure> {
    let is_ours = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(|text| FORMAT.is_of(text));
    write_ours(path, FORMAT.seal(contents).contents.as_bytes(), is_ours)
        .map_err(|error| Failure::file(path, error))
}

/// Reads a file.
///
/// # Errors
/// With the path: it cannot be read, is of another schema, or does not match its checksum.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = text_limited(path, LONGEST).map_err(|error| Failure::file(path, error))?;
    let sealed = FORMAT.unseal(&text);
    Ok(sealed.map_err(|error| Failure::file(path, error))?.contents)
}
