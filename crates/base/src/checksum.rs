//! Checksums of files.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal, as `sha256sum` prints it.
pub fn sha256(contents: &[u8]) -> String {
    hexadecimal(&Sha256::digest(contents))
}

/// Two digits a byte.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
