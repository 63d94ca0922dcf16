//! Tests that the committed results are those that the kinds of experiment derive from the committed rows.

use std::path::Path;

use super::experiment::{Experiment, Study};
use super::finding::Finding;
use super::kind::Written;
use super::manifest::Manifest;
use super::readme;

/// Returns the folder of the committed results.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../results"))
}

/// Returns the contents of the committed file of this name in the folder of a study.
fn committed(study: &str, file: &str) -> Vec<u8> {
    let path = folder().join(study).join(file);
    std::fs::read(&path).unwrap_or_default()
}

/// Returns the studies of `experiments/`.
pub(super) fn studies() -> Vec<Study> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| Study::parse(&std::fs::read_to_string(path).unwrap()).unwrap())
        .collect()
}

fn text(study: &str, file: &str) -> String {
    String::from_utf8(committed(study, file)).unwrap()
}

/// Returns the files of a committed result that would now be written with other contents.
fn changed(study: &Study, experiment: &Experiment) -> Vec<String> {
    let id = &experiment.id;
    let name = |file: &str| format!("{}/{file}", study.name);
    let manifest: Manifest =
        serde_json::from_str(&text(&study.name, &Manifest::file_name(id))).unwrap();
    let files = manifest.files().map(|file| Written {
        file: file.to_owned(),
        contents: committed(&study.name, file),
    });
    let files: Vec<Written> = files.collect();
    let path = folder().join(name(&format!("{id}.json")));
    let figures = experiment.kind.any().read(&path).unwrap();
    let found = match Finding::of(experiment, &figures, &files, manifest.threads()) {
        Ok(found) => found,
        Err(error) => return vec![format!("{}: {error}", name(id))],
    };
    let made = [
        (format!("{id}.json"), figures.json.into_bytes()),
        (format!("{id}.csv"), figures.table.csv().unwrap()),
    ];
    let mut changed: Vec<String> = (made.iter())
        .filter(|(file, contents)| *contents != committed(&study.name, file))
        .map(|(file, _)| format!("{} has other bytes", name(file)))
        .collect();
    let listed = manifest.files().filter(|file| file.ends_with(".svg"));
    let drawings: Vec<String> = found.text.files().map(|(file, _)| file).collect();
    if !listed.eq(&drawings) {
        changed.push(format!("{}: there are other drawings", name(id)));
    }
    if !readme::has_section(&text(&study.name, "README.md"), &experiment.title) {
        changed.push(format!("{}: its page has another title", name(id)));
    }
    changed
}

/// The pages and drawings are those of the report, see `tests/study/report.rs`.
#[test]
fn every_committed_file_is_written_again_as_it_is() {
    let mut all = Vec::new();
    for study in &studies() {
        for experiment in &study.experiment {
            assert!(!experiment.cost.is_empty(), "{}", experiment.id);
            all.extend(changed(study, experiment));
        }
    }
    let report = all.join("\n");
    assert!(all.is_empty(), "{report}");
}

/// Results of other experiments have fewer rows, or none.
#[test]
fn every_template_can_do_with_few_rows() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("rows.json");
    for study in &studies() {
        for experiment in &study.experiment {
            let rows = text(&study.name, &format!("{}.json", experiment.id));
            let rows: Vec<serde_json::Value> = serde_json::from_str(&rows).unwrap();
            for count in [0, 1] {
                let few = serde_json::to_vec(&rows[..count]).unwrap();
                std::fs::write(&path, few).unwrap();
                let figures = experiment.kind.any().read(&path).unwrap();
                let found = Finding::of(experiment, &figures, &[], 1);
                assert!(found.is_ok(), "{}: {count} rows: {found:?}", experiment.id);
            }
        }
    }
}
