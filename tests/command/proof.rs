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
            "--save-proof",
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
            &format!("solve {GAME} --save-proof {file} --time-limit 1s"),
            &["--save-proof", "damaged.proof"],
        );
    }
    fs::write(kept.path("cut.proof"), &bytes[..30]).unwrap();
    refused(&["proof", "show", &kept.path("cut.proof")], &["cut.proof"]);
    refused(
        &[
            "solve",
            "stones:holes=7,seeds=3,capture=reversed",
            "--save-proof",
            &path,
        ],
        &["this proof is for", "capture=reversed"],
    );
    refused(
        &["solve", "kalah", "--save-proof", &path],
        &["--save-proof", "stones family"],
    );
    refused(
        &["proof", "show", &kept.path("none.proof")],
        &["none.proof"],
    );
    let nowhere = kept.path("no/such/folder.proof");
    refused(
        &["solve", GAME, "--save-proof", &nowhere],
        &["--save-proof", "folder.proof"],
    );
}

/// Asking never writes: a proof cache and a complete proof that nobody may write to are read, and stay as they are.
#[test]
fn proofs_are_only_read() {
    let kept = Kept::new();
    let first = kept.solve("a.proof", "1");
    let cache = kept.path("a.proof");
    let complete = kept.path("22stones.complete");
    let committed = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/results/proofs/22stones.complete"
    );
    fs::copy(committed, &complete).unwrap();
    let bytes = [&cache, &complete].map(|file| {
        let mut permissions = fs::metadata(file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(file, permissions).unwrap();
        fs::read(file).unwrap()
    });
    let tables = kept.path("tables");
    let solve = ["solve", GAME, "--tables", &tables, "--memory", "64M"];
    let again = json(&[&solve[..], &["--proof", &cache, "--quiet"]].concat());
    assert_eq!(first["value"], again["value"]);
    assert!(again["nodes"].as_u64() < first["nodes"].as_u64(), "{again}");

    let name = "stones:holes=11,seeds=2";
    let solve = ["solve", name, "--recompute", "--memory", "256M", "--quiet"];
    let by_proof = json(&[&solve[..], &["--proof", &complete]].concat());
    assert_eq!(by_proof["value"]["zero"], 0, "{by_proof}");
    assert_eq!(by_proof["pie"]["zero"], 0);
    assert!(by_proof["nodes"].as_u64().unwrap() < 100_000, "{by_proof}");
    assert!(by_proof.get("evidence").is_none());
    for (file, before) in [&cache, &complete].into_iter().zip(bytes) {
        assert_eq!(fs::read(file).unwrap(), before);
    }
    refused(
        &["solve", GAME, "--proof", &complete],
        &["--proof", "22stones.complete"],
    );
    let missing = kept.path("missing.proof");
    refused(
        &["solve", GAME, "--proof", &missing],
        &["--proof", "missing.proof"],
    );
}
