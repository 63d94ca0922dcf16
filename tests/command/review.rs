//! A game at the prompt, saved, shown and reviewed.

use serde_json::Value;

use crate::outside::{json, refused, sowlab};

const GAME: &str = "stones:holes=5,seeds=2";
/// East takes hole 4 where hole 1 is better by 2, and later hole 3, which costs 8.
const RECORD: &str = "E4W2 stay E3W5 W4E1 E3W2";

fn play(arguments: &[&str], input: &str) -> (Value, String) {
    let command = [&["play", GAME, "--format", "json"], arguments].concat();
    let output = sowlab(&command).write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), said)
}

#[test]
fn a_game_is_played_saved_loaded_shown_and_reviewed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.json");
    let file = path.to_str().unwrap();
    let moves = "hint\nvalues\nrules\n4\n2\nstay\n3\n5\n4\n1\n3\n2\n";
    let input = format!("{moves}review\nsave {file}\nload nowhere.json\nquit\n");
    let (played, said) = play(&["--opponent", "human"], &input);
    assert_eq!(played["record"], RECORD);
    assert_eq!(played["result"], "finished");
    assert_eq!(played["final"], serde_json::json!({"east": 1, "west": 9}));
    for part in [
        "Hint: E1. Then, if both play on: East wins by 2 under the pie rule (solved: endgame tables).",
        "East chooses. Values are East's final margin",
        "Pie rule: after the first round",
        "Nothing is captured after 2 steps; East keeps sente.",
        "West captures 2 stones from East's hand after 2 steps; West has sente.",
        "Only one hole holds two or more: the 6 stones left go to West, who has sente.",
        "East lost 10 in 2 moves, the most with E3: 8 (E1 was better).",
        "West: no proven loss.",
        "nowhere.json",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let shown = json(&["show", "--game", file]);
    assert_eq!(shown["position"], played["position"]);
    let resumed = format!("load {file}\nquit\n");
    let (resumed, _) = play(&["--opponent", "human"], &resumed);
    assert_eq!(resumed["record"], RECORD);

    let reviewed = json(&["review", "--game", file]);
    assert_eq!(reviewed, json(&["review", GAME, "--record", RECORD]));
    let review = reviewed["review"].as_array().unwrap();
    let losses: Vec<i64> = review
        .iter()
        .map(|one| one["loss"].as_i64().unwrap())
        .collect();
    assert_eq!(losses, [2, 0, 0, 8, 0, 0, 0, 0, 0]);
    assert_eq!(review[1]["side"], "W");
    assert_eq!(review[2]["choice"], "stay");
    // The losses add up to the difference between the value under the pie rule and the result.
    let value = json(&["solve", GAME])["pie"]["zero"].as_i64().unwrap();
    assert_eq!(value - losses.iter().sum::<i64>(), 1 - 9);
}

#[test]
fn a_record_may_leave_the_pie_out_and_end_within_a_round() {
    let shown = json(&["show", GAME, "--record", "E4W2 E3", "--choices"]);
    assert_eq!(
        shown["played"],
        serde_json::json!(["E4", "W2", "stay", "E3"])
    );
    assert_eq!(shown["position"], "2,1,4,1,2 E 0 0 3 2");
    assert_eq!(shown["moves"], serde_json::json!(["W1", "W5"]));
    assert_eq!(shown["margin_of"], "E");
    refused(&["show", GAME, "--record", "E4W4"], &["--record", "W4"]);
    refused(&["review", GAME], &["--record"]);
    refused(&["review", GAME, "--record", "E9"], &["--record", "E9"]);
    // In sequential games a record is its moves.
    let kalah = json(&["review", "kalah:pits=2,seeds=2", "--record", "L2 L1"]);
    assert_eq!(kalah["review"][0]["side"], "L");
    assert!(kalah["review"][0]["loss"].is_i64());
}

#[test]
fn one_resigns_and_levels_have_names() {
    let (resigned, said) = play(&["--opponent", "novice"], "4\nresign\n");
    assert_eq!(resigned["result"], "resigned");
    assert!(said.contains("East resigns: West wins."), "{said}");
    let levels = [
        "novice", "easy", "medium", "hard", "strong", "expert", "solved",
    ];
    let engines = sowlab(&["engines"]).output().unwrap();
    let engines = String::from_utf8(engines.stdout).unwrap();
    assert!(
        levels.iter().all(|level| engines.contains(level)),
        "{engines}"
    );
    let (_, said) = play(&["--opponent", "medium"], "4\nquit\n");
    assert!(said.contains("West is thinking"), "{said}");
}

/// The board after a record marks the holes of the last round, also while the next one is begun.
#[test]
fn a_record_marks_its_last_round() {
    let game = "stones:holes=5,seeds=2";
    for (record, marks) in [
        (
            "E3W5",
            Some("                       (E)       (W)  last round"),
        ),
        (
            "E3W5 stay",
            Some("                       (E)       (W)  last round"),
        ),
        ("E3W5 turn", None),
        ("E3", Some("                       ▲E             ▲ taken")),
        (
            "E3W5 stay E4W1",
            Some("             (W)            (E)       last round"),
        ),
    ] {
        let output = sowlab(&["show", game, "--record", record])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let drawn = text
            .lines()
            .find(|line| line.contains("last round") || line.contains("taken"));
        let drawn = drawn.filter(|line| !line.contains("has taken"));
        assert_eq!(drawn.map(str::trim_end), marks, "{text}");
    }
}
