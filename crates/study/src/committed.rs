//! That the committed results are what the kinds of experiment make of the committed rows.

use std::path::Path;

use super::experiment::Study;
use super::manifest::Manifest;
use super::readme;
use super::sheet::Written;

/// The committed file of this name in the folder of a study.
fn committed(study: &str, file: &str) -> Vec<u8> {
    let results = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../results"));
    let path = results.join(study).join(file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Those of `experiments/`.
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

#[test]
fn every_committed_file_is_written_again_as_it_is() {
    for study in studies() {
        let page = text(&study.name, "README.md");
        for experiment in &study.experiment {
            let id = &experiment.id;
            assert!(!experiment.cost.is_empty(), "{}: {id}", study.name);
            let manifest: Manifest =
                serde_json::from_str(&text(&study.name, &Manifest::file_name(id))).unwrap();
            let files = manifest.files().map(|file| Written {
                file: file.to_owned(),
                contents: committed(&study.name, file),
            });
            let rows = text(&study.name, &format!("{id}.json"));
            let found = experiment
                .kind
                .shown(&experiment.asked(), &rows, files.collect());
            let found = found.unwrap_or_else(|error| panic!("{}/{id}: {error}", study.name));
            let same = |file: &str, made: &[u8]| {
                let name = format!("{}/{file}", study.name);
                assert!(
                    made == committed(&study.name, file),
                    "{name} is not as it was"
                );
            };
            same(&format!("{id}.json"), found.json.as_bytes());
            same(&format!("{id}.csv"), &found.table.csv().unwrap());
            for plot in &found.plots {
                same(&plot.file, plot.svg.as_bytes());
            }
            let made = readme::with_section("", &study, &found.id, &readme::written(&found));
            let made = readme::section(&made, &experiment.title).unwrap();
            let section = readme::section(&page, &experiment.title).unwrap();
            // Sentences about the run itself are not made of the rows.
            let mut lines = section.lines();
            for line in made.lines() {
                let found = lines.find(|there| *there == line || !there.starts_with("- "));
                assert_eq!(found, Some(line), "{}/README.md: {id}", study.name);
            }
        }
    }
}
