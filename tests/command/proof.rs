//! Proofs on disk: kept, gone on from, shown, and refused when they are damaged.

use std::fs;

use crate::outside::{json, refused};
use tempfile::TempDir;

const GAME: &str = "stones:holes=7,seeds=3";

struct Kept {
    directory: TempDir,
}

impl Kept {
    /// Tables of boards with at most eight stones.
    fn new() -> Kept {
        let directory = TempDir::new().unwrap();
        let kept = Kept { directory };
        let tables = kept.path("tables");
        json(&format!(
            "tables build {GAME} --stones 8 --dir {tables} --quiet"
        ));
        kept
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    fn solve(&self, file: &str, threads: &str) -> serde_json::Value {
        json(&[
            "solve",
            GAME,
            "--tables",
            &self.path("tables"),
            "--memory",
            "64M",
            "--proof",
            &self.path(file),
            "--threads",
            threads,
            "--quiet",
        ])
    }
}

#[test]
fn what_was_proven_is_kept() {
    let kept = Kept::new();
    let first = kept.solve("a.proof", "1");
    let again = kept.solve("a.proof", "1");
    assert_eq!(first["value"], again["value"]);
    assert_eq!(first["pie"], again["pie"]);
    let nodes = |solved: &serde_json::Value| solved["nodes"].as_u64().unwrap();
    assert!(nodes(&first) > 1_000, "{first}");
    assert!(nodes(&again) < nodes(&first) / 2, "{again}");

    let shown = json(&["proof", "show", &kept.path("a.proof"), "--list", "3"]);
    assert!(shown["claims"].as_u64().unwrap() > 100, "{shown}");
    assert_eq!(shown["most_work"].as_array().unwrap().len(), 3);
}

#[test]
fn damaged_and_foreign_proofs_are_refused() {
    let kept = Kept::new();
    kept.solve("a.proof", "1");
    let path = kept.path("a.proof");
    let bytes = fs::read(&path).unwrap();
    for at in [0, 9, 15, 40, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        let file = kept.path("damaged.proof");
        fs::write(&file, damaged).unwrap();
        refused(&["proof", "show", &file], &["file:", "damaged.proof"]);
        refused(
            &format!("solve {GAME} --proof {file} --time-limit 1s"),
            &["--proof", "damaged.proof"],
        );
    }
    fs::write(kept.path("cut.proof"), &bytes[..30]).unwrap();
    refused(&["proof", "show", &kept.path("cut.proof")], &["cut.proof"]);
    refused(
        &[
            "solve",
            "stones:holes=7,seeds=3,capture=reversed",
            "--proof",
            &path,
        ],
        &["a proof about", "capture=reversed"],
    );
    refused(
        &["solve", "kalah", "--proof", &path],
        &["--proof", "stones family"],
    );
    refused(
        &["proof", "show", &kept.path("none.proof")],
        &["none.proof"],
    );
    let nowhere = kept.path("no/such/folder.proof");
    refused(
        &["solve", GAME, "--proof", &nowhere],
        &["--proof", "folder.proof"],
    );
}
