//! Files of work that is kept: JSON with a checksum, so that a damaged one is refused.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sowlab_base::files::{read_limited, write_ours};

use super::error::Failure;
use sowlab_base::checksum::sha256;

/// The most bytes of such a file.
const LONGEST: u64 = 64 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<T> {
    contents: T,
    /// SHA-256 of the contents as compact JSON.
    sha256: String,
}

fn seal(contents: &impl Serialize) -> String {
    sha256(&serde_json::to_vec(contents).expect("plain data is JSON"))
}

/// Writes a file, complete or not at all.
///
/// # Errors
/// With the path: it cannot be written, or another file has its name.
pub(super) fn write<T: Serialize + DeserializeOwned>(
    path: &Path,
    contents: &T,
) -> Result<(), Failure> {
    let sealed = Sealed {
        contents,
        sha256: seal(contents),
    };
    let text = serde_json::to_string_pretty(&sealed).expect("plain data is JSON") + "\n";
    let is_ours = |bytes: &[u8]| serde_json::from_slice::<Sealed<T>>(bytes).is_ok();
    write_ours(path, text.as_bytes(), is_ours).map_err(|error| Failure::file(path, error))
}

/// Reads a file; one from before there were checksums is read as it is.
///
/// # Errors
/// With the path: it cannot be read, is of another schema, or does not match its checksum.
pub(super) fn read<T: Serialize + DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::file(path, error);
    let text = read_limited(path, LONGEST).map_err(|error| failed(&error))?;
    let value: serde_json::Value = serde_json::from_slice(&text).map_err(|error| failed(&error))?;
    if value.get("sha256").is_none() {
        return serde_json::from_value(value).map_err(|error| failed(&error));
    }
    let Sealed { contents, sha256 } =
        serde_json::from_value::<Sealed<T>>(value).map_err(|error| failed(&error))?;
    match sha256 == seal(&contents) {
        true => Ok(contents),
        false => Err(failed(&"damaged (it does not match its checksum)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed_or_makes_no_difference() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("work.json");
        let contents = vec![(0.1, "a board".to_owned()), (-3.0, String::new())];
        write(&path, &contents).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for bit in 0..8 * whole.len() {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, &damaged).unwrap();
            if let Ok(found) = read::<Vec<(f64, String)>>(&path) {
                assert_eq!(found, contents, "bit {bit}");
            }
        }
        let plain = serde_json::to_vec(&contents).unwrap();
        std::fs::write(&path, plain).unwrap();
        assert_eq!(read::<Vec<(f64, String)>>(&path).unwrap(), contents);
    }
}
