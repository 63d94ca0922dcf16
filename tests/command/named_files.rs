//! A file that a command writes is named once, and none of the program's own work is lost by it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::outside::{Arguments, json, refused, sowlab};

/// The files of a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

const SMALL: &str = "stones:holes=5,seeds=2";
const ENGINES: [&str; 6] = ["--engine", "random", "--engine", "greedy", "--games", "2"];

#[test]
fn an_output_is_not_named_twice() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [proof, games, openings, piece, game, experiment] =
        ["p", "g", "o", "piece", "game", "x.toml"].map(at);
    json(&["solve", SMALL, "--save-proof", &proof, "--threads", "1"]);
    fs::write(&openings, "2,2,2,2,2 E 0 0 - 1\n").unwrap();
    fs::write(&experiment, "name = 'x'\ntitle = 'x'\n").unwrap();
    let recorded = [&["tournament", SMALL][..], &ENGINES, &["--out", &game]].concat();
    json(&recorded);
    let scan = "loops scan 33stones --stones 4 --shard 1/1".words();
    json(&[&scan[..], &["--piece", &piece]].concat());
    let before = contents(folder.path());

    let spelled = format!("{}/./p", folder.path().display());
    let header = format!("{games}.header.json");
    let game_header = format!("{game}.header.json");
    let from_file = format!("file:{openings}");
    let tournament = |more: &[&'static str]| {
        let all = [&["tournament", SMALL][..], &ENGINES, more].concat();
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let with = |mut start: Vec<String>, more: &[&String]| {
        start.extend(more.iter().map(|&word| word.clone()));
        start
    };
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let [
        out,
        csv,
        piece_option,
        openings_option,
        proof_option,
        game_option,
        checkpoint,
    ] = [
        "--out",
        "--csv",
        "--piece",
        "--openings",
        "--save-proof",
        "--game",
        "--checkpoint",
    ]
    .map(str::to_owned);
    let solve = words(&format!("solve {SMALL} --choices"));
    let export = words(&format!("proof export {SMALL}"));
    for arguments in [
        with(solve.clone(), &[&proof_option, &proof, &csv, &proof]),
        with(solve, &[&proof_option, &proof, &csv, &spelled]),
        with(tournament(&[]), &[&out, &games, &csv, &games]),
        with(tournament(&[]), &[&out, &games, &csv, &header]),
        with(
            tournament(&[]),
            &[&openings_option, &from_file, &out, &games, &csv, &openings],
        ),
        with(
            tournament(&["--shard", "1/1"]),
            &[&out, &games, &piece_option, &games],
        ),
        with(
            words("loops scan 33stones --stones 4 --shard 1/1"),
            &[&checkpoint, &games, &piece_option, &games],
        ),
        with(export, &[&proof_option, &proof, &out, &proof]),
        with(words("replay"), &[&game_option, &game, &out, &game]),
        with(words("replay"), &[&game_option, &game, &out, &game_header]),
        with(words("show --choices"), &[&game_option, &game, &csv, &game]),
        with(words("merge"), &[&piece, &out, &piece]),
        with(
            words("study --shard 1/1"),
            &[&experiment, &piece_option, &experiment],
        ),
    ] {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, &["names the same file"]);
        assert!(contents(folder.path()) == before, "{arguments:?}");
    }
}

#[test]
fn tables_and_files_of_owned_folders_are_no_outputs() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, checkpoint) = (at("tables"), at("checkpoint"));
    json(&["tables", "build", SMALL, "--stones", "3", "--dir", &tables]);
    json(&[
        "loops",
        "reach",
        SMALL,
        "--rounds",
        "1",
        "--checkpoint",
        &checkpoint,
    ]);
    let table = fs::read_dir(&tables)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let table = table.filter(|path| path.extension().is_some_and(|end| end == "table"));
    let table = table.max().unwrap().to_str().unwrap().to_owned();
    let state = format!("{checkpoint}/reach.json");
    let before = [&tables, &checkpoint].map(|place| contents(Path::new(place)));
    let choices = ["show", SMALL, "--choices", "--tables", &tables, "--csv"];
    for (output, why) in [
        (&table, "an endgame table"),
        (&state, "a directory that sowlab manages"),
    ] {
        refused(&[&choices[..], &[output]].concat(), &["--csv", why]);
        refused(
            &["replay", SMALL, "--record", "E1W2", "--out", output],
            &["--out", why],
        );
        let after = [&tables, &checkpoint].map(|place| contents(Path::new(place)));
        assert!(after == before, "{output}");
    }
    // A proof may lie beside tables.
    let proof = format!("{tables}/x.proof");
    json(&["solve", SMALL, "--tables", &tables, "--save-proof", &proof]);
}

#[test]
fn what_is_no_proof_and_no_saved_game_stays() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, precious) = (at("p"), at("precious"));
    json(&["solve", SMALL, "--save-proof", &proof, "--threads", "1"]);
    fs::write(&precious, "precious").unwrap();
    let save = format!(
        "E1\nsave {precious}\nsave {0}\nE2\nsave {0}\nquit\n",
        at("mine")
    );
    let played = sowlab(&["play", "33stones", "--opponent", "random", "--seed", "1"])
        .write_stdin(save)
        .output()
        .unwrap();
    let said = String::from_utf8(played.stdout).unwrap();
    assert!(said.contains("sowlab did not write this file"), "{said}");
    assert_eq!(said.matches("Saved in").count(), 2, "{said}");
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_not_utf_8_can_hold_certificates() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = TempDir::new().unwrap();
    for (number, arguments) in [
        &"loops scan stones:holes=7 --stones 8 --certificates".words()[..],
        &"loops cycles stones:holes=6 --stones 6 --certificates".words()[..],
        &"loops reach 33stones --rounds 3 --certificate".words()[..],
    ]
    .into_iter()
    .enumerate()
    {
        let name = OsString::from_vec(vec![b'0' + number as u8, 0xff]);
        let place = folder.path().join(name);
        let output = sowlab(arguments).arg(&place).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        assert!(place.exists(), "{arguments:?}");
    }
}

#[test]
fn what_a_user_named_wrongly_is_bad_input() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (piece, manual, tables) = (at("piece"), at("manual"), at("tables"));
    fs::write(&piece, b"\xff").unwrap();
    refused(&["merge", &piece], &["piece"]);
    fs::create_dir(&manual).unwrap();
    fs::write(folder.path().join("manual/sowlab.1"), "mine").unwrap();
    refused(
        &["manual", "--out", &manual],
        &["sowlab.1", "did not write"],
    );
    // No engine loses a game by a damaged table.
    json(&["tables", "build", SMALL, "--stones", "6", "--dir", &tables]);
    for entry in fs::read_dir(&tables).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = fs::read(&path).unwrap();
        if path.extension().is_some_and(|end| end == "table") {
            *bytes.last_mut().unwrap() ^= 1;
            fs::write(&path, bytes).unwrap();
        }
    }
    let perfect = format!("perfect:tables={tables}");
    let ends = "1,2,2,0,1 E 2 2 - 2";
    let openings = at("openings");
    fs::write(&openings, format!("{ends}\n")).unwrap();
    let from_file = format!("file:{openings}");
    let engines = ["--engine", "random", "--engine", &perfect, "--games", "4"];
    refused(
        &[
            &["tournament", SMALL, "--openings", &from_file][..],
            &engines,
        ]
        .concat(),
        &["--engine", "table"],
    );
    let watched = sowlab(&["play", SMALL, "--position", ends, "--watch", &perfect])
        .args(["--opponent", "random"])
        .output()
        .unwrap();
    assert_eq!(watched.status.code(), Some(2), "{watched:?}");
}
