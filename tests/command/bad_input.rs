//! Bad input is one clear line and exit code 2.

use crate::outside::{Arguments, refused, sowlab};

#[test]
fn bad_input_is_one_line_and_exit_code_2() {
    let at = |line: &str, position: &str, parts: &[&str]| {
        refused(
            &[&line.words()[..], &["--position", position]].concat(),
            parts,
        );
    };
    refused("sow 55stones --east 12 --west 1", &["hole 12", "1 to 11"]);
    refused("sow 55stones --east 0 --west 1", &["hole 0", "1 to 11"]);
    refused("sow 55stones --east 3 --west 3", &["hole 3", "twice"]);
    refused("sow 55stones --east x --west 3", &["'x'", "--east"]);
    refused(
        "sow 55stones --east 99999999999999999999999 --west 3",
        &["--east"],
    );
    refused(&["sow", "55stones", "--east", "3"], &["--west"]);
    refused(&["sow", "kalah"], &["--move", "kalah"]);
    for (game, said) in [
        ("stones:start=0+0", &["start: no stone"][..]),
        ("kalah:start=0/0", &["start: no seed"]),
        (
            "colony:board=none",
            &["board=none", "ring|rows|toy", ".toml"],
        ),
    ] {
        refused(&["show", game], said);
    }
    let solve = |time| {
        refused(
            &["solve", "kalah", "--time-limit", time],
            &["--time-limit", "10s"],
        )
    };
    solve("x");
    solve("");
    let perft = |depth, said| refused(&["perft", "kalah", "--depth", depth], &["--depth", said]);
    perft("10001", "10000");
    perft("", "whole number");
    at(
        "sow 55stones --east 1 --west 2",
        "1,9,5,5,5,5,5,5,5,5,5 E 0 0",
        &["hole 1", "holds 1", "two or more"],
    );
    at(
        "sow 55stones --east 1 --west 2",
        "5,9,5,5,5,5,5,5,5,5,5 E 0 0",
        &["59", "55"],
    );
    at(
        "sow 55stones --east 2 --west 3",
        "5,5,5,5,5,5,5,5,5,5,5 E 0 0 4",
        &["sente", "hole 4", "hole 2"],
    );
    at(
        "sow 55stones --east 1 --west 2",
        "2,1,0,0,0,0,0,0,0,0,0 E 52 0",
        &["over"],
    );
    refused(&["show", "56stones"], &["'56stones'", "55stones"]);
    refused("show 55stones:pits=4", &["'pits'", "holes", "capture"]);
    at("show 55stones", "", &["4 to 6 fields"]);
    at("show 55stones", "\u{1}\u{2}\n\u{7f}", &["fields"]);
    refused(&["show", ""], &["unknown game"]);
    refused(
        "sow kalah --east 1 --west 2",
        &["--move", "alternating moves"],
    );
    refused(
        "loops reach awari --rounds 2 --undisputed",
        &["both sides sow at once"],
    );
    refused("loops scan awari --stones 4", &["both sides sow at once"]);
    at("show kalah", "4,4/4,4 L 0 0", &["--position", "pits"]);
    refused(&["show"], &["<GAME>"]);
    refused(&["shwo", "55stones"], &["shwo"]);
    refused(&["show", "55stones", "--format", "xml"], &["xml", "text"]);
    refused(&["perft", "55stones", "--depth", "0"], &["depth", "0"]);
    at(
        "perft 55stones --depth 2",
        "5,5,5,5,5,5,5,5,5,5,5 E 0 0 4",
        &["phase"],
    );
    refused("perft 55stones --depth 2 --threads 0", &["threads"]);
    refused(&["loops", "reach", "55stones"], &["--rounds"]);
    refused(&["study", "no such file.toml"], &["no such file.toml"]);
}

/// A file where a folder belongs, and the other way round, is bad input.
#[test]
fn files_and_folders_are_not_confused() {
    const GAME: &str = "stones:holes=4,seeds=2";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, saved) = (path("file"), path("saved.json"));
    std::fs::write(&file, "no table").unwrap();
    for action in ["build", "stats", "verify"] {
        let asked = ["tables", action, GAME, "--stones", "3", "--dir", &file];
        let asked = if action == "stats" {
            [&asked[..3], &asked[5..]].concat()
        } else {
            asked.to_vec()
        };
        refused(&asked, &["--dir", &file, "name a directory"]);
    }
    for command in [&["solve"][..], &["show", "--choices"], &["equilibrium"]] {
        let asked = [command, &[GAME, "--tables", &file]].concat();
        refused(&asked, &["--tables", &file, "name a directory"]);
    }
    let directory = folder.path().to_str().unwrap();
    refused(&["merge", directory], &[directory]);
    refused(&["merge", &format!("{file}/x")], &[&file]);
    let typed = format!("1\nsave {saved}\nquit\n");
    let play = ["play", GAME, "--opponent", "random"];
    sowlab(&play).write_stdin(typed).output().unwrap();
    refused(
        &format!("show --game {saved} --number 3"),
        &["--number", "one game"],
    );
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let junk = std::ffi::OsStr::from_bytes(&[0xff, 0xfe, 0x80]);
    let output = sowlab(&["show"]).arg(junk).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn self_play_says_why_there_are_no_positions() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("played.npy");
    let out = out.to_str().unwrap();
    let arguments = |game, engine| {
        let games = ["--games", "1", "--out", out];
        [&["self-play", game, "--engine", engine][..], &games].concat()
    };
    refused(
        &arguments("55stones", "random"),
        &["'random'", "expected margin"],
    );
    refused(
        &arguments("owela:pits=2", "alphabeta:depth=1"),
        &["counts in their cells"],
    );
    refused(
        &arguments("55stones", "alphabeta:depth=1,eval=/dev/zero"),
        &["/dev/zero", "a regular file is needed"],
    );
    assert!(!folder.path().join("played.npy").exists());
}
