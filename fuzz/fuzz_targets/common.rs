//! What the targets share.

use std::path::PathBuf;

/// Errors are one line.
pub fn one_line(error: &impl std::fmt::Display) {
    let line = error.to_string();
    assert!(!line.contains('\n'), "{line:?}");
}

/// A folder of this process, in memory where there is such a place.
#[allow(dead_code)]
pub fn folder() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let place = if memory.is_dir() {
        memory
    } else {
        std::env::temp_dir()
    };
    let folder = place.join(format!("sowlab-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("room for a folder");
    folder
}

/// These bytes as a file.
#[allow(dead_code)]
pub fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = folder().join(name);
    std::fs::write(&path, data).expect("room for a file");
    path
}
