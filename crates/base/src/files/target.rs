//! Where links lead.

use std::fs;
use std::path::{Path, PathBuf};

/// As many links in a row as Linux follows.
const MOST_LINKS: usize = 40;

/// The file that a path means: where symbolic links lead, whether it exists or not. So two names of one
/// file are one, and what replaces it does not replace the link.
pub fn target_of(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(found) = fs::canonicalize(&target) {
            return found;
        }
        // A link to what is not there yet.
        match (fs::read_link(&target), target.parent()) {
            (Ok(next), Some(folder)) => target = folder.join(next),
            _ => break,
        }
    }
    match (target.parent().map(fs::canonicalize), target.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => target,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_lead_to_files_that_are_and_are_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let real = fs::canonicalize(folder.path()).unwrap();
        let [file, link, chain, circle] =
            ["file", "link", "chain", "circle"].map(|name| folder.path().join(name));
        symlink("file", &link).unwrap();
        symlink(&link, &chain).unwrap();
        symlink("circle", &circle).unwrap();
        for _ in 0..2 {
            for name in [&file, &link, &chain] {
                assert_eq!(target_of(name), real.join("file"));
            }
            fs::write(&file, "").unwrap();
        }
        assert_eq!(target_of(&circle), real.join("circle"));
        assert_eq!(target_of(Path::new("no/folder")), Path::new("no/folder"));
    }
}
