//! `sowlab cache` as a script sees it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn sowlab(arguments: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab"));
    let command = command.args(arguments).arg("--dir").arg(directory);
    command.args(["--format", "json"]).output().unwrap()
}

fn json(arguments: &[&str], directory: &Path) -> Value {
    let output = sowlab(arguments, directory);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn games(listed: &Value) -> Vec<&str> {
    let tables = listed["tables"].as_array().unwrap();
    let games = tables.iter().map(|tables| tables["game"].as_str().unwrap());
    games.collect()
}

/// Only tables of the game that is named are removed: no other game's, no file with such a name that is no table, and no
/// table under another name.
#[test]
fn tables_are_listed_and_removed_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    for (game, stones) in [("stones:holes=5", "4"), ("kalah:pits=2", "3")] {
        json(
            &["tables", "build", game, "--stones", stones, "--quiet"],
            dir,
        );
    }
    let listed = json(&["cache"], dir);
    let [kalah, stones] = games(&listed)[..] else {
        panic!("{listed}");
    };
    assert!(kalah.starts_with("kalah:pits=2") && stones.starts_with("stones:holes=5"));
    assert_eq!(listed["tables"][1]["layers"], 5);
    assert_eq!(listed["tables"][1]["stones"], 4);
    assert_eq!(listed["tables"][1]["days"], 0);
    assert!(listed["tables"][1]["bytes"].as_u64().unwrap() > 500);

    let named = |layer: &str| {
        let mut files = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        files.find(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("stones") && name.ends_with(layer)
        })
    };
    let moved = dir.join("kept.table");
    fs::copy(named("003.table").unwrap(), &moved).unwrap();
    fs::write(named("004.table").unwrap(), "not a table").unwrap();
    let foreign = named("004.table").unwrap();
    let removed = json(&["cache", "--remove", "stones:holes=5,seeds=3"], dir);
    assert_eq!(removed["removed"], 4);
    assert!(moved.is_file() && foreign.is_file());
    assert_eq!(named("000.table"), None);
    assert!(games(&removed)[0].starts_with("kalah"));
}

#[test]
fn a_game_without_tables_and_an_empty_folder_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    assert_eq!(json(&["cache"], &missing)["tables"], Value::Array(vec![]));
    assert_eq!(
        json(&["cache", "--remove", "55stones"], &missing)["removed"],
        0
    );
    assert!(!missing.exists());
    for game in ["colony", "66stones"] {
        let refused = sowlab(&["cache", "--remove", game], folder.path());
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}
