//! `replay`: one file that plays a game.

use serde_json::Value;

use crate::outside::{json, refused};

/// Returns the text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).unwrap() + from.len();
    let length = text[start..].find(to).unwrap();
    &text[start..start + length]
}

fn written(arguments: &[&str]) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("game.html");
    let out = out.to_str().unwrap();
    let said = json(&[&["replay"], arguments, &["--out", out]].concat());
    let page = std::fs::read_to_string(out).unwrap();
    assert_eq!(said["bytes"], page.len());
    let data = between(&page, "id=\"game\">", "</script>");
    let data = serde_json::from_str(data).unwrap();
    (page, data)
}

#[test]
fn a_file_has_every_round_as_sow_prints_it() {
    let record = "E4W1 stay W6E8 E2W1";
    let (page, game) = written(&["55stones", "--record", record, "--steps", "40"]);
    let rounds = game["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    for (round, [east, west]) in rounds.iter().zip([["4", "1"], ["8", "6"], ["2", "1"]]) {
        let before = round["before"].as_str().unwrap();
        let sown = json(&[
            "sow",
            "55stones",
            "--position",
            before,
            "--east",
            east,
            "--west",
            west,
            "--trace",
            "--trace-limit",
            "40",
        ]);
        let fields = sown.as_object().unwrap().iter();
        // The document has a version, not each round in it.
        for (field, value) in fields.filter(|(field, _)| *field != "version") {
            assert_eq!(&round[field], value, "{before}: {field}");
        }
    }
    assert_eq!(rounds[2]["outcome"], "endless");
    // Nothing is loaded from elsewhere, and the modules are one.
    let script = between(&page, "<script type=\"module\">", "</script>");
    assert!(script.contains("function mountPlayer("));
    for line in script.lines() {
        assert!(
            !line.starts_with("import ") && !line.starts_with("export "),
            "{line}"
        );
    }
    for part in [" src=", "<link rel=\"stylesheet\"", "@import", "url(http"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn games_of_one_side_at_a_time_have_their_moves() {
    let (_, game) = written(&["kalah", "--record", "L3", "--title", "a </script> & more"]);
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0]["move"], "L3");
    let shown = json(&["show", "kalah", "--record", "L3"]);
    assert_eq!(moves[0]["position"], shown["position"]);
    let sown = json(&["sow", "kalah", "--move", "L3", "--trace"]);
    assert_eq!(moves[0]["trace"], sown["trace"]);
    assert_eq!(game["title"], "a </script> & more");
}

#[test]
fn bad_records_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("game.html");
    let out = out.to_str().unwrap();
    for (arguments, part) in [
        (&["55stones", "--record", "E4W4"][..], "--record"),
        (&["55stones", "--record", "E4"], "--record"),
        (&["55stones", "--record", ""], "--record"),
        (
            &["55stones", "--record", "E4W1", "--position", "5"],
            "--position",
        ),
        (&["56stones", "--record", "E4W1"], "56stones"),
        (&["55stones", "--record", "E4W1", "--steps", "0"], "--steps"),
    ] {
        refused(&[&["replay"], arguments, &["--out", out]].concat(), &[part]);
    }
    refused(
        "replay kalah --record L3 --out /nowhere/game.html",
        &["--out"],
    );
    assert!(!std::path::Path::new(out).exists());
}
