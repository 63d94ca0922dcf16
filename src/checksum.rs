//! Checksums of files.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal, as `sha256sum` prints it.
pub(crate) fn sha256(contents: &[u8]) -> String {
    let digest = Sha256::digest(contents);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
