//! Standard output as a file of results, and standard output that cannot be written.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::outside::{Arguments, refused, sowlab};

fn run(arguments: &[&str]) -> Output {
    sowlab(arguments).output().unwrap()
}

/// Returns the output of a command that writes a file, and with standard output instead.
fn both(arguments: &[&str], option: &str) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let written = run(&[arguments, &[option, file.to_str().unwrap()]].concat());
    assert!(written.status.success(), "{written:?}");
    for name in ["/dev/stdout", "/dev/fd/1"] {
        let printed = run(&[arguments, &[option, name]].concat());
        assert_eq!(
            printed.stdout,
            fs::read(&file).unwrap(),
            "{arguments:?} {name}"
        );
    }
    let printed = run(&[arguments, &[option, "-"]].concat());
    assert!(printed.status.success(), "{printed:?}");
    (fs::read(&file).unwrap(), printed.stdout)
}

#[test]
#[cfg(unix)]
fn a_text_for_programs_can_go_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, piece) = (inside("tables"), inside("piece.json"));
    let small = "stones:holes=4,seeds=2";
    let built = run(&["tables", "build", small, "--stones", "6", "--dir", &tables]);
    assert!(built.status.success(), "{built:?}");
    let scan = ["loops", "scan", "33stones", "--stones", "4"];
    let scanned = run(&[&scan[..], &["--shard", "1/1", "--piece", &piece]].concat());
    assert!(scanned.status.success(), "{scanned:?}");
    for (arguments, option) in [
        (&["show", small, "--choices"][..], "--csv"),
        (&["solve", small, "--replies"], "--csv"),
        (
            &[
                "tables",
                "probe",
                small,
                "--dir",
                &tables,
                "--position",
                "0,3,2,0 E 2 1",
                "--choices",
            ],
            "--csv",
        ),
        (
            &["tables", "dump", small, "--dir", &tables, "--stones", "4"],
            "--csv",
        ),
        (&["replay", "33stones", "--record", "E1W2"], "--out"),
        (
            &["loops", "reach", "stones:holes=2,seeds=2", "--rounds", "2"],
            "--certificate",
        ),
        (&["merge", &piece], "--out"),
    ] {
        let (written, printed) = both(arguments, option);
        assert_eq!(
            String::from_utf8_lossy(&printed),
            String::from_utf8_lossy(&written),
            "{arguments:?}"
        );
        let json = [arguments, &[option, "-", "--format", "json"]].concat();
        refused(&json, &[option, "-: with --format json", "name a file"]);
    }
    let out = inside("games.jsonl");
    let games = format!(
        "tournament 33stones --engine random --engine greedy --games 4 --quiet --out {out}"
    );
    let games = games.words();
    let printed = run(&[&games[..], &["--csv", "-"]].concat());
    let lines = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(lines.lines().count(), 5, "{lines}");
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn what_is_no_text_for_programs_is_refused_there() {
    let engines = ["--engine", "random", "--engine", "greedy", "--games", "2"];
    for (arguments, option) in [
        (
            [&["tournament", "33stones"][..], &engines].concat(),
            "--out",
        ),
        (vec!["manual"], "--out"),
        (vec!["study", "--quick"], "--out"),
        (vec!["solve", "stones:holes=4,seeds=2"], "--save-proof"),
        (
            vec!["loops", "reach", "33stones", "--rounds", "1"],
            "--checkpoint",
        ),
        (
            vec!["loops", "reach", "33stones", "--rounds", "1", "--best"],
            "--save-proof",
        ),
        (vec!["tables", "build", "kalah", "--stones", "2"], "--dir"),
        (
            vec![
                "proof",
                "export",
                "stones:holes=11,seeds=2",
                "--stones",
                "9",
                "--out",
                "x",
            ],
            "--save-proof",
        ),
        (
            vec!["self-play", "kalah", "--games", "1", "--engine", "greedy"],
            "--out",
        ),
        (
            vec![
                "tables",
                "sample",
                "kalah",
                "--positions",
                "1",
                "--stones",
                "2",
            ],
            "--out",
        ),
        (vec!["proof", "shorten", "none.complete"], "--out"),
        (
            vec!["loops", "scan", "33stones", "--stones", "3"],
            "--checkpoint",
        ),
        (
            vec!["loops", "scan", "33stones", "--stones", "3"],
            "--certificates",
        ),
        (
            vec![
                "loops", "scan", "33stones", "--stones", "3", "--shard", "1/2",
            ],
            "--piece",
        ),
    ] {
        for name in ["-", "/dev/stdout"] {
            let all = [&arguments[..], &[option, name]].concat();
            refused(
                &all,
                &[
                    option.trim_start_matches('-'),
                    name,
                    "standard output",
                    "name a file or directory",
                ],
            );
        }
    }
}

#[test]
fn a_game_is_not_saved_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let played = sowlab(&["play", "33stones", "--opponent", "random"])
        .current_dir(folder.path())
        .write_stdin("save -\nquit\n")
        .output()
        .unwrap();
    let said = String::from_utf8(played.stdout).unwrap();
    assert!(said.contains("-: cannot be standard output"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_missing_folder_is_bad_input_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no/file").to_str().unwrap().to_owned();
    let engines = ["--engine", "random", "--engine", "greedy", "--games", "2"];
    for (arguments, option) in [
        (
            [&["tournament", "33stones"][..], &engines].concat(),
            "--out",
        ),
        (
            [&["tournament", "33stones", "--resume"][..], &engines].concat(),
            "--out",
        ),
        (vec!["replay", "33stones", "--record", "E1W2"], "--out"),
        (
            vec!["self-play", "kalah", "--games", "1", "--engine", "greedy"],
            "--out",
        ),
        (vec!["show", "33stones", "--choices"], "--csv"),
        (vec!["solve", "stones:holes=4,seeds=2"], "--save-proof"),
        (
            vec!["loops", "scan", "33stones", "--stones", "3"],
            "--checkpoint",
        ),
        (vec!["show"], "--game"),
        (vec!["merge"], ""),
        (vec!["loops", "verify"], ""),
    ] {
        let options = [option, &missing];
        let options = options.into_iter().filter(|word| !word.is_empty());
        refused(&[arguments, options.collect()].concat(), &["/no"]);
    }
}

/// Runs a command with standard output on a disk that is full.
#[cfg(target_os = "linux")]
fn on_a_full_disk(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said)
}

#[test]
#[cfg(target_os = "linux")]
fn standard_output_on_a_full_disk_is_a_failure() {
    for (arguments, input) in [
        (&["--help"][..], ""),
        (&["-V"], ""),
        (&["--version"], ""),
        (&["solve", "--help"], ""),
        (&["help", "solve"], ""),
        (&["manual"], ""),
        (&["completions", "bash"], ""),
        (&["games"], ""),
        (&["games", "--format", "json"], ""),
        (
            &["replay", "33stones", "--record", "E1W2", "--out", "-"],
            "",
        ),
        (&["engine"], "ugi\nisready\nquit\n"),
        (&["engine"], "isready"),
        (
            &["engine", "--game", "kalah"],
            "position startpos\ngo depth 2\n",
        ),
        (
            &["play", "33stones", "--watch", "random", "--seed", "1"],
            "",
        ),
        (&["play", "33stones", "--opponent", "random"], "E1\n"),
    ] {
        let (code, said) = on_a_full_disk(arguments, input);
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        let lines: Vec<&str> = said
            .lines()
            .filter(|line| line.starts_with("sowlab:"))
            .collect();
        assert_eq!(lines.len(), 1, "{arguments:?}: {said}");
        assert!(lines[0].contains("No space left"), "{arguments:?}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn a_session_ends_when_its_output_cannot_be_written() {
    let full = match fs::File::options().write(true).open("/dev/full") {
        Ok(full) => full,
        Err(_) => return,
    };
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"isready\n").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let _ = stdin.write_all(b"isready\n");
    // The input stays open: the program ends by itself.
    let ended = child.wait().unwrap();
    drop(stdin);
    assert_eq!(ended.code(), Some(1));
}
