//! The command: a check in pieces.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::made::{solved, write};

const GAME: &str = "stones:holes=5";

fn tables(directory: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab-check"));
    let command = command.args(["--format", "json", "tables", GAME, "--dir"]).arg(directory).args(more);
    command.output().unwrap()
}

/// The layers of a check that holds.
fn layers(directory: &Path, more: &[&str]) -> Vec<Value> {
    let output = tables(directory, more);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["layers"].as_array().unwrap().clone()
}

#[test]
fn pieces_of_a_check_make_up_the_whole() {
    let (directory, game, made) = solved(GAME, 7);
    let directory = directory.path();
    // How often positions are looked at depends on the threads.
    let checksums = |layers: Vec<Value>| {
        layers.into_iter().map(|layer| (layer["derived"] == true, layer["checksum"].clone()))
    };
    let whole = checksums(layers(directory, &["--stones", "7"]));
    let low = layers(directory, &["--stones", "4"]);
    let high = layers(directory, &["--from", "5", "--stones", "7"]);
    assert_eq!((low.len(), high.len()), (5, 3));
    assert!(whole.eq(checksums([low, high].concat())));
    // What is believed is not looked at, and is looked at by the other piece.
    let mut wrong = made[4].clone();
    wrong[3] = wrong[3].map(|value| if value == 4 { 3 } else { value + 1 });
    write(directory, &game, 4, &wrong);
    assert_eq!(tables(directory, &["--stones", "4"]).status.code(), Some(1));
    let output = tables(directory, &["--from", "8", "--stones", "7"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "--from is greater than --stones\n");
}
