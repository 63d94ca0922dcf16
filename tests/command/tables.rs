//! `sowlab tables` as a script sees it.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn sowlab(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .args(arguments)
        .arg("--dir")
        .arg(directory)
        .output()
        .unwrap()
}

fn json(arguments: &[&str], directory: &Path) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    let output = sowlab(&arguments, directory);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code 2 and one line that holds all of these words; nothing on standard output.
fn refused(arguments: &[&str], directory: &Path, words: &[&str]) {
    let output = sowlab(arguments, directory);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    for word in words {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn build_stats_verify_and_probe_agree() {
    let directory = tempfile::tempdir().unwrap();
    let game = "stones:holes=6,seeds=4";
    let built = json(
        &["tables", "build", game, "--stones", "9", "--quiet"],
        directory.path(),
    );
    let layers = built["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 10);
    let top = &layers[9];
    assert_eq!(top["stones"], 9);
    assert_eq!(top["positions"], 2002); // C(14, 5)
    let sum: u64 = ["wins", "draws", "losses"]
        .iter()
        .map(|count| top[count].as_u64().unwrap())
        .sum();
    assert_eq!(sum, 2002);
    assert!(top["seconds"].is_number() && top["undetermined"].is_u64());
    assert_eq!(top["checksum"].as_str().unwrap().len(), 32);

    // The seeds at the start make no difference.
    let stats = json(&["tables", "stats", "stones:holes=6"], directory.path());
    assert_eq!(stats, built);
    let verified = json(
        &["tables", "verify", game, "--stones", "9", "--quiet"],
        directory.path(),
    );
    assert_eq!(verified["layers"][9]["checked"], 2002);
    assert_eq!(verified["layers"][9]["checksum"], top["checksum"]);

    // Finished, reached by a quiet round: the one fuller hole is sente's.
    let probe = |position| {
        json(
            &["tables", "probe", game, "--position", position],
            directory.path(),
        )
    };
    let value = &probe("1,1,1,0,0,6 E 15 0")["value"];
    assert_eq!(
        [&value["lower"], &value["zero"], &value["upper"]],
        [9, 9, 9]
    );
    // A board with the names of the sides exchanged is the same position.
    let east = probe("0,2,3,0,0,3 E 16 0");
    let west = probe("3,0,0,3,2,0 W 0 16");
    assert_eq!(east["value"], west["value"]);
}

#[test]
fn wrong_input_is_named_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    refused(
        &["tables", "build", "55stones", "--stones", "200"],
        path,
        &["--stones", "127"],
    );
    refused(
        &["tables", "build", "stones:holes=16", "--stones", "127"],
        path,
        &["--stones", "64 bits"],
    );
    refused(
        &["tables", "build", "awari", "--stones", "49"],
        path,
        &["--stones", "49"],
    );
    refused(&["tables", "stats", "56stones"], path, &["56stones"]);
    refused(&["tables", "stats", "55stones"], path, &["no such table"]);
    assert_eq!(
        std::fs::read_dir(path).unwrap().count(),
        0,
        "nothing is left behind"
    );
    refused(
        &["tables", "probe", "55stones", "--position", "1,2 E 0 0"],
        path,
        &["--position"],
    );
    let opening = "5,5,5,5,5,5,5,5,5,5,5 E 0 0";
    refused(
        &["tables", "probe", "55stones", "--position", opening],
        path,
        &["055.table", "no such table"],
    );
}

/// Every byte of a table counts: exit code 2 and one line, whoever reads it.
#[test]
fn damaged_tables_are_bad_input() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let game = "stones:holes=6,seeds=2";
    json(&["tables", "build", game, "--stones", "9", "--quiet"], path);
    let table = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_str().unwrap().ends_with(".009.table"))
        .unwrap();
    let good = std::fs::read(&table).unwrap();
    let position = "2,2,2,1,1,1 E 3 0";
    for at in [0, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        std::fs::write(&table, bad).unwrap();
        let words = ["--dir", ".009.table"];
        let verify = ["tables", "verify", game, "--stones", "9", "--quiet"];
        refused(&verify, path, &words);
        refused(
            &["tables", "probe", game, "--position", position],
            path,
            &words,
        );
        let output = Command::new(env!("CARGO_BIN_EXE_sowlab"))
            .args(["solve", game, "--quiet", "--tables"])
            .arg(path)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "byte {at}: {said}");
        assert!(
            said.contains("--tables") && said.contains(".009.table"),
            "{said}"
        );
    }
}

/// Tables are of a board, whatever the game starts with: a position with more seeds is found as well.
#[test]
fn a_position_is_worth_the_same_however_many_seeds_the_game_starts_with() {
    let directory = tempfile::tempdir().unwrap();
    let few = "kalah:pits=2,seeds=1";
    let many = "kalah:pits=2,seeds=3";
    json(
        &["tables", "build", many, "--stones", "12"],
        directory.path(),
    );
    for position in ["3,3/3,3 L 0 0", "0,5/6,0 U 0 0", "1,1/1,1 L 3 2"] {
        let value = |game: &str| {
            let probe = ["tables", "probe", game, "--position", position];
            json(&probe, directory.path())["value"].clone()
        };
        assert_eq!(value(few), value(many), "{position}");
    }
}

/// Tables of the default directory make `solve` of games that end faster; those that cannot be used are named.
#[test]
fn solve_begins_with_the_tables_of_the_default_directory() {
    let folder = tempfile::tempdir().unwrap();
    let game = "kalah:pits=3,seeds=3";
    let solve = |folder: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_sowlab"))
            .args(["solve", game, "--format", "json"])
            .env("SOWLAB_TABLES", folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        (found, String::from_utf8(output.stderr).unwrap())
    };
    let (alone, said) = solve(folder.path());
    assert_eq!(said, "");
    let build = ["tables", "build", game, "--stones", "16", "--quiet"];
    assert!(sowlab(&build, folder.path()).status.success());
    let (with_tables, said) = solve(folder.path());
    assert_eq!(said, "");
    assert_eq!(with_tables["value"], alone["value"]);
    assert_eq!(with_tables["best"], alone["best"]);
    let nodes = |found: &Value| found["nodes"].as_u64().unwrap();
    assert!(nodes(&with_tables) < nodes(&alone), "{with_tables} {alone}");
    // A file of another program in the folder.
    let first = folder
        .path()
        .join("kalah-pits-3-empty-capture-no.000.table");
    std::fs::write(&first, "nothing of ours").unwrap();
    let (without, said) = solve(folder.path());
    assert_eq!(
        (&without["value"], said.lines().count()),
        (&alone["value"], 1)
    );
    assert!(
        said.contains("not used") && said.contains(".000.table"),
        "{said}"
    );
}

/// Small tables are built where they are enough; otherwise one line says what to build.
#[test]
fn solved_without_tables_builds_small_ones_or_says_how() {
    let folder = tempfile::tempdir().unwrap();
    let play = |game: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab"));
        let command = command.env("SOWLAB_TABLES", folder.path());
        let command = command.args(["play", game, "--opponent", "solved", "--quiet"]);
        command.stdin(std::process::Stdio::null()).output().unwrap()
    };
    let output = play("kalah");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    let build = format!("--stones N --dir {}`", folder.path().display());
    for part in [
        "sowlab tables build ",
        "kalah",
        &build,
        "33stones.complete (20)",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    for game in ["kalah:pits=2,seeds=1", "stones:holes=6,seeds=3"] {
        let output = play(game);
        assert!(output.status.success(), "{output:?}");
        let listed = json(&["cache"], folder.path());
        let tables = listed["tables"].as_array().unwrap();
        let of_game = |tables: &&Value| {
            let name = tables["game"].as_str().unwrap();
            name.split(['=', ',']).next() == game.split(['=', ',']).next()
        };
        assert!(
            tables.iter().any(|tables| of_game(&tables)),
            "{game}: {listed}"
        );
    }
}

/// Damaged tables of the default directory are named by their file, and not by an option that was not given.
#[test]
fn errors_name_the_default_directory() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let game = "stones:holes=4,seeds=2";
    crate::outside::json(&[
        "tables", "build", game, "--stones", "6", "--dir", place, "--quiet",
    ]);
    let tables = std::fs::read_dir(folder.path()).unwrap();
    let mut tables = tables.map(|entry| entry.unwrap().path());
    let table = tables
        .find(|path| path.to_string_lossy().ends_with(".006.table"))
        .unwrap();
    let mut bytes = std::fs::read(&table).unwrap();
    *bytes.last_mut().unwrap() ^= 255;
    std::fs::write(&table, bytes).unwrap();
    let line = |more: &[&str]| {
        let mut command = crate::outside::sowlab(&["solve", game, "--recompute", "--quiet"]);
        let output = command
            .args(more)
            .env("SOWLAB_TABLES", folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let default = line(&[]);
    let table = table.to_str().unwrap();
    assert!(
        default.starts_with(&format!("sowlab: default tables: {table}: damaged")),
        "{default}"
    );
    assert!(
        default.contains("--tables names another directory"),
        "{default}"
    );
}
