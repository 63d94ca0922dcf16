//! Files of stored work with checksums, so that a damaged file is refused.

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
/// The maximum size of such a file, in bytes.
const LONGEST: u64 = 64 << 20;

/// Writes a file, complete or not at all.
///
/// # Errors
/// The file cannot be written, or another kind of file has its name; with the path.
pub(super) fn write<T: Serialize>(path: &Path, contents: &T) -> Result<(), Failure> {
    let is_ours = |bytes: &[u8]| str::from_utf8(bytes).is_ok_and(|text| FORMAT.is_of(text));
    write_ours(path, FORMAT.seal(contents).contents.as_bytes(), is_ours)
        .map_err(|error| Failure::file(path, error))
}

/// Reads a file.
///
/// # Errors
/// The file cannot be read, does not match the schema, or does not match its checksum; with the path.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = text_limited(path, LONGEST).map_err(|error| Failure::file(path, error))?;
    let sealed = FORMAT.unseal(&text);
    Ok(sealed.map_err(|error| Failure::file(path, error))?.contents)
}
