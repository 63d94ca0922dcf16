//! Ctrl-C in the midst of work: what was finished is printed, and nothing is promised that is not kept.
#![cfg(unix)]

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Returns the output of a command that gets a signal after the given time, and the time until it ends.
fn told_to_stop(arguments: &[&str], after: Duration, signal: Signal) -> (Output, Duration) {
    let child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(arguments)
        .arg("--quiet")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let told = Instant::now();
    kill_process(Pid::from_child(&child), signal).unwrap();
    let output = child.wait_with_output().unwrap();
    (output, told.elapsed())
}

/// Returns the output of a command that is interrupted after the given time.
fn interrupted(arguments: &[&str], after: Duration) -> Output {
    let arguments = [arguments, &["--format", "json"]].concat();
    let (output, _) = told_to_stop(&arguments, after, Signal::INT);
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
    assert_eq!(output.stderr.iter().filter(|&&b| b == b'\n').count(), 1);
    output
}

fn document(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the completed part is printed"), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn nothing(output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("kept"), "{said}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

/// Long enough to begin, on a busy machine too, and far too short to finish.
const A_WHILE: Duration = Duration::from_millis(1500);

#[test]
fn a_watched_game_ends_with_its_record() {
    // A game takes ten rounds and more, each of two choices.
    let engine = "alphabeta:time=200ms";
    let game = [
        "play",
        "55stones",
        "--watch",
        engine,
        "--opponent",
        engine,
        "--pie",
        "no",
    ];
    let left = document(&interrupted(&game, A_WHILE));
    assert_eq!(left["result"], "interrupted");
    assert!(!left["record"].as_str().unwrap().is_empty(), "{left}");
}

#[test]
fn an_equilibrium_that_is_not_found_is_not_kept() {
    let game = ["equilibrium", "55stones", "--horizon"];
    let sealed = [&game[..], &["8", "--order", "sealed"]];
    nothing(&interrupted(&sealed.concat(), A_WHILE));
    // The other orders take a moment, the sealed one much longer.
    let all = [&game[..], &["4", "--compare", "--threads", "1"]];
    let left = document(&interrupted(&all.concat(), 3 * A_WHILE));
    assert!(left["compare"]["open"]["value"].is_number());
    assert_eq!(left["compare"]["worth_of_seeing"], Value::Null);
}

#[test]
fn repetitions_near_the_opening_are_found_or_not() {
    let rounds = ["loops", "cycles", "55stones", "--rounds", "5"];
    nothing(&interrupted(&rounds, A_WHILE));
}

#[test]
fn verified_layers_are_listed_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["55stones", "--stones", "14", "--dir"];
    let place = folder.path().to_str().unwrap();
    let built = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(["tables", "build"])
        .args(tables)
        .args([place, "--quiet"])
        .output()
        .unwrap();
    assert!(built.status.success(), "{built:?}");
    let verify = [
        &["tables", "verify", "--threads", "1"],
        &tables[..],
        &[place],
    ];
    let left = document(&interrupted(&verify.concat(), A_WHILE));
    let layers = left["layers"].as_array().unwrap();
    assert!((1..15).contains(&layers.len()), "{left}");
}

/// Where finished work is kept is said where it is kept, and nowhere else.
#[test]
fn the_file_that_keeps_the_work_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("some.proof");
    let game = "stones:holes=11,seeds=4";
    let solve = ["solve", game, "--recompute", "--memory", "64M"];
    let kept = [&solve[..], &["--save-proof", proof.to_str().unwrap()]].concat();
    let said = |arguments: &[&str]| {
        let output = interrupted(arguments, A_WHILE);
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        // A guess, also after an interruption.
        assert!(document["estimate"]["margin"].is_number(), "{document}");
        String::from_utf8(output.stderr).unwrap()
    };
    let line = said(&kept);
    assert!(
        line.contains("the completed part is in") && line.contains("some.proof"),
        "{line}"
    );
    let line = said(&solve);
    assert!(line.contains("printed") && !line.contains("kept"), "{line}");
}

#[test]
fn an_export_names_the_claims_that_it_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, out, proof) = (path("tables"), path("all.complete"), path("some.proof"));
    let game = "stones:holes=11,seeds=4";
    let built = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(["tables", "build", game, "--stones", "6", "--dir", &tables])
        .output()
        .unwrap();
    assert!(built.status.success(), "{built:?}");
    let export = ["proof", "export", game, "--tables", &tables, "--out", &out];
    nothing(&interrupted(&export, A_WHILE));
    let kept = [&export[..], &["--save-proof", &proof]].concat();
    let output = interrupted(&kept, A_WHILE);
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(
        line.contains("the completed part is in") && line.contains("some.proof"),
        "{line}"
    );
    assert!(output.stdout.is_empty() && !folder.path().join("all.complete").exists());
}

/// A round whose period nobody has seen the end of.
const LONG_ROUND: [&str; 8] = [
    "sow",
    "stones:holes=13,seeds=7",
    "--position",
    "4,11,8,9,6,7,8,5,8,5,4,6,10 E 0 0 - 3",
    "--east",
    "12",
    "--west",
    "13",
];

/// How long the end of a command may take after a signal.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn a_round_that_takes_hours_ends_with_a_signal() {
    let trace = [&LONG_ROUND[..], &["--trace"]].concat();
    // It comes to such rounds within seconds.
    let game = "stones:holes=16,seeds=15";
    let sealed = ["equilibrium", game, "--order", "sealed", "--horizon", "12"];
    let one_thread = [&sealed[..], &["--threads", "1"]].concat();
    for (arguments, after) in [
        (&LONG_ROUND[..], A_WHILE),
        (&trace[..], A_WHILE),
        (&one_thread[..], 6 * A_WHILE),
        (&sealed[..], 4 * A_WHILE),
    ] {
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
            let (output, took) = told_to_stop(arguments, after, signal);
            assert!(took < SOON, "{arguments:?}: {took:?}");
            assert_eq!(
                output.status.code(),
                Some(code),
                "{arguments:?}: {output:?}"
            );
            nothing(&output);
        }
    }
}

#[test]
fn an_engine_in_a_long_round_heeds_stop_and_quit() {
    use std::io::Write;
    let [_, game, _, position, ..] = LONG_ROUND;
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(["engine", "--game", game, "--engine", "alphabeta:depth=40"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "position fen {position}\ngo infinite").unwrap();
    std::thread::sleep(A_WHILE);
    writeln!(input, "stop").unwrap();
    std::thread::sleep(A_WHILE);
    let told = Instant::now();
    writeln!(input, "quit").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(told.elapsed() < SOON, "{said}");
    assert!(said.contains("bestmove "), "{said}");
    assert!(output.status.success());
}
