//! Openings of many sizes: on any number of threads, interrupted, and gone on with.

use std::path::Path;

use sowlab_base::sealed::Format;
use tempfile::TempDir;

use crate::outside::{json, sowlab};

/// Writes the experiment and runs it into a folder of its own; the results as they are in the file.
fn run(folder: &Path, out: &str, nodes: u64, threads: &str) -> String {
    let file = write(folder, nodes);
    let out = folder.join(out);
    let out_text = out.to_str().unwrap();
    let report = json(&[
        "study",
        &file,
        "--out",
        out_text,
        "--quiet",
        "--threads",
        threads,
    ]);
    assert_eq!(report["complete"], true);
    std::fs::read_to_string(out.join("x/a.json")).unwrap()
}

fn write(folder: &Path, nodes: u64) -> String {
    let file = folder.join("study.toml");
    let tables = folder.join("tables");
    let text = format!(
        "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'stones-openings'\n\
         games = ['55stones', '55stones:both-out=end']\nholes = 4\nseeds = 3\nnodes = {nodes}\nboards = 1_000_000\ndirectory = '{}'",
        tables.display()
    );
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// The format of what is kept.
pub(crate) const WORK: Format = Format {
    name: "sowlab-work",
    version: 1,
};

/// The file in which an opening is kept.
fn record(folder: &Path) -> std::path::PathBuf {
    let name = "stones-holes-4-seeds-3-capture-normal-both-out-relay-mixed-out-end.opening.json";
    folder.join("tables").join(name)
}

#[test]
fn what_was_found_is_not_searched_again() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let found = run(folder, "one", 2_000, "1");
    // The record says something else now: it is what is read.
    let text = std::fs::read_to_string(record(folder)).unwrap();
    let mut marked: serde_json::Value = WORK.unseal(&text).unwrap().contents;
    assert_eq!(marked["opening"]["searched_too"].take(), true);
    marked["opening"]["searched_too"] = false.into();
    std::fs::write(record(folder), WORK.seal(&marked).contents).unwrap();
    assert_ne!(run(folder, "two", 2_000, "2"), found);
    // Without it the opening is searched anew, as any other.
    std::fs::remove_file(record(folder)).unwrap();
    assert_eq!(run(folder, "three", 2_000, "2"), found);
}

#[test]
fn records_that_cannot_be_read_are_not_believed() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    run(folder, "one", 2_000, "2");
    let text = std::fs::read_to_string(record(folder)).unwrap();
    let other = text.replace("seeds=3", "seeds=2");
    for (damaged, reason) in [(&text[..text.len() / 2], "EOF"), (&other, "checksum")] {
        std::fs::write(record(folder), damaged).unwrap();
        let (file, out) = (write(folder, 2_000), folder.join("two"));
        let output = sowlab(&["study", &file, "--out", out.to_str().unwrap(), "--quiet"])
            .output()
            .unwrap();
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && line.lines().count() == 1,
            "{line}"
        );
        assert!(
            line.contains(reason) && line.contains(".opening.json"),
            "{line}"
        );
    }
}
