//! Shared functions of the targets.

use std::path::PathBuf;

/// Errors are one line.
pub fn one_line(error: &impl std::fmt::Display) {
    let line = error.to_string();
    assert!(!line.contains('\n'), "{line:?}");
}

/// The folder for all files of a target: scripts/fuzz makes it, and removes it in the end.
#[allow(dead_code)]
pub fn folder() -> PathBuf {
    let folder =
        std::env::var_os("SOWLAB_FUZZ_FOLDER").expect("scripts/fuzz sets SOWLAB_FUZZ_FOLDER");
    let folder = PathBuf::from(folder).join(std::process::id().to_string());
    std::fs::create_dir_all(&folder).expect("room for a folder");
    folder
}

/// A new folder, which goes with the value.
#[allow(dead_code)]
pub fn fresh() -> tempfile::TempDir {
    tempfile::tempdir_in(folder()).expect("room for a folder")
}

/// These bytes as a file.
#[allow(dead_code)]
pub fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = folder().join(name);
    std::fs::write(&path, data).expect("room for a file");
    path
}
