//! Where results go: standard error that nobody reads, and files that cannot be written.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::outside::{Arguments, json, refused, sowlab};
use serde_json::Value;

/// Runs a command whose standard error is closed before it says anything: its exit code and what is
/// on standard output.
fn unheard(arguments: &[&str]) -> (Option<i32>, Vec<u8>) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(arguments)
        .args(["--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), output.stdout)
}

#[test]
fn work_goes_on_when_nobody_reads_standard_error() {
    // A warning: the same two games over and over.
    let same = "tournament kalah --engine alphabeta:depth=1 --engine alphabeta:depth=2 --openings \
            start --games 40"
        .words();
    let warned = sowlab(&same).output().unwrap();
    assert!(String::from_utf8_lossy(&warned.stderr).contains("warning"));
    let (code, document) = unheard(&same);
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(document["played"], 40);
    // The board goes to standard error beside a document.
    let (code, document) = unheard(&["play", "33stones", "--watch", "greedy"]);
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(document["result"], "finished");
    assert_eq!(unheard(&["show", "56stones"]).0, Some(2));
}

const GAMES: [&str; 8] = [
    "tournament",
    "33stones",
    "--engine",
    "random",
    "--engine",
    "random",
    "--games",
    "4",
];

#[test]
fn files_that_cannot_be_written_are_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, missing, here) = (inside("games.jsonl"), inside("no/file"), inside("."));
    for (csv, reason) in [(&missing, "not found"), (&here, "not a regular file")] {
        refused(
            &[&GAMES[..], &["--out", &out, "--csv", csv]].concat(),
            &["--csv", reason],
        );
        assert!(!Path::new(&out).exists());
        refused(
            &format!("loops reach 33stones --rounds 2 --certificate {csv}"),
            &["--certificate", reason],
        );
    }
    refused(
        &format!("loops scan 33stones --stones 3 --checkpoint {missing}"),
        &["--checkpoint", "not found"],
    );
    let file = inside("file");
    std::fs::write(&file, "mine").unwrap();
    let below = inside("file/folder");
    for certificates in [&file, &below] {
        for work in [
            &["loops", "scan", "33stones", "--stones", "4"][..],
            &["loops", "cycles", "33stones", "--stones", "4"],
            &["loops", "cycles", "33stones", "--rounds", "2"],
        ] {
            refused(
                &[work, &["--certificates", certificates]].concat(),
                &["--certificates", "file"],
            );
        }
        refused(&["manual", "--out", certificates], &["--out", "file"]);
    }
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    // Nothing is left of what was tried.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The name of a certificate is taken by a folder, which only shows when it is written.
#[test]
fn what_cannot_be_written_in_the_end_does_not_lose_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("4-stones.certificate.json/folder");
    std::fs::create_dir_all(taken).unwrap();
    let output = sowlab(&["loops", "scan", "stones:holes=2", "--stones", "4"])
        .args(["--format", "json", "--quiet", "--certificates"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("--certificates") && said.lines().count() == 1,
        "{said}"
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["layers"].as_array().unwrap().len(), 3);
}

#[test]
#[cfg(unix)]
fn a_table_of_results_can_be_read_by_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (out, csv) = (folder.path().join("g.jsonl"), folder.path().join("g.csv"));
    let files = [
        "--out",
        out.to_str().unwrap(),
        "--csv",
        csv.to_str().unwrap(),
    ];
    json(&[&GAMES[..], &files].concat());
    assert_eq!(csv.metadata().unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn texts_for_other_programs_are_documents_too() {
    for (command, part) in [
        (&["completions", "bash"][..], "sowlab"),
        (&["manual"], ".TH sowlab"),
    ] {
        let plain = sowlab(command).output().unwrap().stdout;
        let text = json(command)["text"].as_str().unwrap().to_owned();
        assert!(text.contains(part));
        assert_eq!(plain, text.into_bytes());
    }
    refused(&["engine", "--format", "json"], &["--format", "text"]);
}
