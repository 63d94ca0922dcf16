//! Options that would have no effect are refused, and help says what may be given.

use crate::outside::{Arguments, json, refused, sowlab};

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
        &["--side", "'west'", "lower, upper, first or second"],
    );
    refused(
        "play 33stones --side upper",
        &["--side", "'upper'", "east, west, first or second"],
    );
    refused(&["play", "kalah", "--side", "left"], &["'left'", "lower"]);
}

/// Returns the output of `--help`.
fn help(command: &[&str]) -> String {
    let output = sowlab(&[command, &["--help"]].concat()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_lists_engines_sides_and_folders() {
    for command in ["tournament", "play", "engine"] {
        let help = help(&[command]);
        for part in [
            "depth=1 to 200",
            "[6 if no time is given]",
            "[4M]",
            "playouts=",
            "[1000 if no time is given]",
            "[0.4]",
            "memory=",
            "[32M]",
            "perfect:tables=DIR",
            "external:PROGRAM",
        ] {
            assert!(help.contains(part), "{command}: {part}: {help}");
        }
    }
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

/// No paragraph is broken in its midst, which would break again at another width.
#[test]
fn paragraphs_of_help_are_wrapped_once() {
    for command in [
        &["solve"][..],
        &["equilibrium"],
        &["loops", "reach"],
        &["loops", "scan"],
        &["loops", "cycles"],
        &["loops", "verify"],
        &["proof", "export"],
        &["tables", "verify"],
        &["tournament"],
        &["engine"],
        &["play"],
        &["perft"],
        &["sprt"],
    ] {
        let help = help(command);
        let lines: Vec<&str> = help.lines().collect();
        for two in lines.windows(2) {
            let (line, next) = (two[0], two[1]);
            let text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            // The next word would have fitted.
            let room = line.chars().count() + 1 + next.split(' ').next().unwrap().chars().count();
            let ends = line.ends_with(':') || line.starts_with("Usage");
            assert!(
                !(text(line) && text(next) && !ends && room < 80),
                "{line}\n{next}"
            );
        }
    }
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

/// Every command that can be run has an example in its help, and nothing is wider than a terminal.
#[test]
fn every_help_has_an_example_and_fits_80_columns() {
    let leaves = |below: &str, words: &[&str]| -> Vec<Vec<String>> {
        words
            .iter()
            .map(|word| vec![below.to_owned(), (*word).to_owned()])
            .collect()
    };
    let single =
        "games show sow play review perft solve equilibrium tournament engine sprt self-play \
            setups study merge manual completions"
            .words();
    let mut all: Vec<Vec<String>> = single.iter().map(|word| vec![(*word).to_owned()]).collect();
    all.extend(leaves("loops", &["reach", "scan", "cycles", "verify"]));
    all.extend(leaves(
        "tables",
        &["build", "stats", "verify", "probe", "dump", "sample"],
    ));
    all.extend(leaves("proof", &["show", "export", "shorten"]));
    for command in all {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = sowlab(&[&words[..], &["--help"]].concat())
            .env("COLUMNS", "80")
            .output();
        let help = String::from_utf8(output.unwrap().stdout).unwrap();
        assert!(help.contains("Example"), "{command:?}: {help}");
        assert!(
            help.contains(&format!("  sowlab {}", words.join(" "))),
            "{command:?}: {help}"
        );
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command:?}");
        let (options, common) = (help.find("\nOptions:"), help.find("\nCommon options:"));
        assert!(common > options, "{command:?}: {help}");
    }
    let games = String::from_utf8(sowlab(&["games"]).output().unwrap().stdout).unwrap();
    assert_eq!(games.lines().find(|line| line.chars().count() > 80), None);
    refused(&["frobnicate"], &["'frobnicate'", "games, show, sow, play"]);
    refused(
        "tables frobnicate",
        &["'frobnicate'", "build, stats, verify, probe, dump, sample"],
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
