//! Options that would have no effect are refused, and help says what may be given.

use crate::outside::{json, refused, sowlab};

const TWO: [&str; 4] = ["--engine", "greedy", "--engine", "random"];

#[test]
fn options_without_an_effect_are_refused() {
    let tournament = |game, more: &[&'static str]| {
        [&["tournament", game, "--games", "2"], &TWO[..], more].concat()
    };
    let sow = ["sow", "55stones", "--east", "10", "--west", "1"];
    for (arguments, parts) in [
        (
            vec!["show", "55stones", "--number", "3"],
            ["--number", "--game"],
        ),
        (
            [&sow[..], &["--trace-limit", "5"]].concat(),
            ["--trace", "required"],
        ),
        (
            tournament("33stones", &["--rounds", "3"]),
            ["--rounds", "--form swiss"],
        ),
        (
            tournament("33stones", &["--timeout", "3s"]),
            ["--timeout", "external:"],
        ),
        (
            tournament("kalah", &["--pie", "no"]),
            ["--pie", "no pie rule"],
        ),
        (
            vec!["play", "awari", "--pie", "yes"],
            ["--pie", "no pie rule"],
        ),
        (
            vec!["play", "awari", "--max-rounds", "3"],
            ["--watch", "required"],
        ),
    ] {
        refused(&arguments, &parts);
    }
}

#[test]
fn a_side_is_one_of_the_game() {
    for (game, side, first) in [
        ("33stones", "east", true),
        ("33stones", "second", false),
        ("kalah", "lower", true),
        ("kalah", "upper", false),
        ("colony", "black", false),
    ] {
        let output = sowlab(&["play", game, "--side", side, "--opponent", "random"])
            .write_stdin("")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        // Who is second hears of a move before he is asked.
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(!said.contains(" plays "), first, "{game} {side}: {said}");
    }
    refused(
        "play kalah --side west",
        &["--side", "'west'", "lower, upper, first, second"],
    );
    refused(
        "play 33stones --side upper",
        &["--side", "'upper'", "east, west, first, second"],
    );
    refused(&["play", "kalah", "--side", "left"], &["'left'", "lower"]);
}

/// Returns the output of `--help`.
fn help(command: &[&str]) -> String {
    let output = sowlab(&[command, &["--help"]].concat()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn engines_are_listed_once_and_help_refers_to_the_list() {
    let engines = String::from_utf8(sowlab(&["engines"]).output().unwrap().stdout).unwrap();
    for part in [
        "novice",
        "+1040 ± 175 Elo",
        "depth=1..200",
        "[default: 6 if no time is given]",
        "[default: 4M]",
        "playouts=N",
        "[default: 0.4]",
        "[default: 32M]",
        "directory with the endgame tables [required]",
        "external:./engine --fast",
    ] {
        assert!(engines.contains(part), "{part}: {engines}");
    }
    assert_eq!(engines.lines().find(|line| line.chars().count() > 80), None);
    let listed = json(&["engines"]);
    assert_eq!(listed["levels"].as_array().unwrap().len(), 7);
    let perfect = |engine: &&serde_json::Value| engine["name"] == "perfect";
    let all = listed["engines"].as_array().unwrap();
    let perfect = all.iter().find(perfect).unwrap();
    assert_eq!(perfect["options"][0]["name"], "tables");
    assert!(perfect["options"][0]["default"].is_null());
    for command in ["tournament", "play", "engine", "self-play"] {
        let help = help(&[command]);
        assert!(help.contains("`sowlab engines`"), "{command}: {help}");
        assert!(!help.contains("playouts="), "{command}: {help}");
    }
}

#[test]
fn help_names_sides_and_directories() {
    assert!(help(&["tournament"]).contains("[default: 10s]"));
    let play = help(&["play"]);
    assert!(
        ["first", "second", "east", "west", "lower", "upper"]
            .iter()
            .all(|side| play.contains(side))
    );
    for command in [&["solve"][..], &["proof", "export"]] {
        assert!(help(command).contains("SOWLAB_TABLES"), "{command:?}");
    }
}

/// The list of subcommands is grouped by task.
#[test]
fn help_groups_the_subcommands() {
    let help = help(&[]);
    for part in [
        "\nPlay:\n  play ",
        "\nSolve:\n  solve ",
        "\nEngines:\n  engines ",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(!help.contains("\nCommands:"), "{help}");
}

#[test]
fn engines_are_named_where_one_is_unknown() {
    refused(
        "play kalah --opponent grandmaster",
        &["'grandmaster'", "random, greedy, alphabeta:", "external:"],
    );
    let played = json(&[&["tournament", "kalah", "--games", "2"], &TWO[..]].concat());
    assert_eq!(played["pie"], true);
}

#[test]
fn errors_say_what_is_allowed() {
    let games = String::from_utf8(sowlab(&["games"]).output().unwrap().stdout).unwrap();
    assert_eq!(games.lines().find(|line| line.chars().count() > 80), None);
    refused(
        &["frobnicate"],
        &["'frobnicate'", "games, show, sow, perft"],
    );
    refused(
        "tables frobnicate",
        &[
            "'frobnicate'",
            "build, stats, verify, fetch, probe, dump, sample",
        ],
    );
    refused("sow 55stones --east E3 --west 1", &["'E3'", "as in 3"]);
    refused(&["perft", "55stones", "--depth", "x"], &["'x'", "as in 3"]);
    refused(
        "solve 33stones --memory 10",
        &["--memory", "too little", "as in 512M"],
    );
    refused(
        "show 55stones --memory 10",
        &[
            "'--memory'",
            "--position, --record",
            "--choices",
            "--format",
        ],
    );
    refused(
        "tables probe 55stones --stones 3",
        &["'--stones'", "--dir", "--position", "--threads"],
    );
}
