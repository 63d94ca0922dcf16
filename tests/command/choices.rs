//! The value of every choice as a script sees it: `show`, `solve`, `tables probe`, CSV and whole layers.

use serde_json::{Value, json as data};

use crate::outside::{json, refused, sowlab};

const GAME: &str = "stones:holes=4,seeds=2";

fn by_name<'a>(document: &'a Value, choice: &str) -> &'a Value {
    let choices = document["choices"].as_array().unwrap();
    let mut named = choices.iter().filter(|one| one["choice"] == choice);
    named.next().unwrap()
}

#[test]
fn show_solve_and_probe_agree() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path().to_str().unwrap();
    let build = ["tables", "build", GAME, "--stones", "8", "--dir", tables];
    json(&build);
    for position in [
        "2,2,2,2 E 0 0 - 1",
        "2,2,2,2 E 0 0 2 1",
        "0,3,2,1 W 1 1 - 4",
        "1,3,0,4 W 0 0 pie 2",
    ] {
        let ask =
            |command: &[&str]| json(&[command, &["--position", position, "--replies"]].concat());
        let shown = ask(&["show", GAME]);
        let solved = ask(&["solve", GAME]);
        let probed = ask(&["tables", "probe", GAME, "--dir", tables]);
        for other in [&solved, &probed] {
            for field in ["margin_of", "value", "choices"] {
                assert_eq!(shown[field], other[field], "{field} of {position}");
            }
        }
        let alone = json(&["solve", GAME, "--position", position]);
        assert_eq!(alone["value"], shown["value"], "{position}");
        assert_eq!(alone["margin_of"], shown["margin_of"]);
        let one = [
            "tables",
            "probe",
            GAME,
            "--dir",
            tables,
            "--position",
            position,
        ];
        assert_eq!(json(&one)["value"], shown["value"], "{position}");
    }
}

/// Checked by hand: from 2,2,2,2 the round E2W1 loses everything at once.
#[test]
fn a_matrix_of_choices_and_replies() {
    let shown = json(&["show", GAME, "--replies"]);
    assert_eq!(shown["margin_of"], "E");
    assert_eq!(shown["moves"], data!(["E1", "E2", "E3", "E4"]));
    let two = by_name(&shown, "E2");
    assert_eq!(two["value"], data!({"lower": -8, "zero": -8, "upper": -8}));
    assert_eq!(two["bounds"]["zero"], data!([-8, -8]));
    assert_eq!(two["pie"], data!({"lower": -8, "zero": 0, "upper": 8}));
    assert_eq!(two["replies"].as_array().unwrap().len(), 3);
    let least = two["replies"].as_array().unwrap().iter();
    let least = least.map(|reply| reply["value"]["zero"].as_i64().unwrap());
    assert_eq!(least.min(), two["value"]["zero"].as_i64());
    assert_eq!(shown["pie"], json(&["solve", GAME])["pie"]);
    let plain = json(&["show", GAME, "--choices"]);
    assert!(by_name(&plain, "E2").get("replies").is_none());
    assert!(json(&["show", GAME]).get("margin_of").is_none());
    let text = sowlab(&["show", GAME, "--replies"]).output().unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("East chooses") && text.contains("W4"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
    assert!(
        text.lines().all(|line| line.chars().count() <= 95),
        "{text}"
    );
}

#[test]
fn what_is_not_proven_is_an_interval_and_a_guess() {
    let position = ["--position", "3,1,2,6,5,4,6,3,7,4,1 E 5 8 - 1"];
    let show = ["show", "55stones", "--choices", "--time-limit", "100ms"];
    let shown = json(&[&show[..], &position].concat());
    let first = &shown["choices"][0];
    assert_eq!(first["value"]["zero"], Value::Null);
    let bounds: Vec<i64> = first["bounds"]["zero"]
        .as_array()
        .unwrap()
        .iter()
        .map(|end| end.as_i64().unwrap())
        .collect();
    let guess = first["estimate"]["margin"].as_i64().unwrap();
    assert!(bounds[0] < bounds[1] && (bounds[0]..=bounds[1]).contains(&guess));
    assert!(shown["estimate"]["depth"].is_u64());
}

#[test]
fn csv_has_a_row_for_each_choice_and_reply() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("choices.csv");
    let path = path.to_str().unwrap();
    sowlab(&["show", "kalah:pits=2,seeds=2", "--replies", "--csv", path])
        .assert()
        .success();
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(
        rows.iter()
            .all(|row| &row[0] == "L" && row[5].parse::<i32>().is_ok())
    );
    let shown = json(&["show", "kalah:pits=2,seeds=2", "--replies"]);
    let choices = shown["choices"].as_array().unwrap();
    let replies = choices
        .iter()
        .map(|one| one["replies"].as_array().unwrap().len());
    assert_eq!(rows.len(), choices.len() + replies.sum::<usize>());
    refused(&["show", GAME, "--csv", path], &["--csv", "--choices"]);
}

#[test]
fn many_positions_and_whole_layers() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path().to_str().unwrap();
    json(&["tables", "build", GAME, "--stones", "5", "--dir", tables]);
    let dump = directory.path().join("four.csv");
    let dump = dump.to_str().unwrap();
    let dumped = json(&[
        "tables", "dump", GAME, "--dir", tables, "--stones", "4", "--csv", dump,
    ]);
    let mut rows = csv::Reader::from_path(dump).unwrap();
    let rows: Vec<(String, i32, i32, i32)> = rows.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len() as u64, dumped["positions"].as_u64().unwrap());
    let positions: String = rows.iter().map(|row| row.0.clone() + "\n").collect();
    let many = sowlab(&format!(
        "tables probe {GAME} --dir {tables} --positions - --format json"
    ))
    .write_stdin(positions + "\n9,9,9,9 E 0 0\n")
    .output()
    .unwrap();
    let many: Value = serde_json::from_slice(&many.stdout).unwrap();
    let many = many["positions"].as_array().unwrap();
    assert_eq!(many.len(), rows.len() + 1);
    for (found, (position, lower, zero, upper)) in many.iter().zip(&rows) {
        assert_eq!(found["position"], *position);
        assert_eq!(found["margin_of"], "E");
        let value = data!({"lower": lower, "zero": zero, "upper": upper});
        assert_eq!(found["value"], value);
    }
    assert_eq!(many[rows.len()]["value"], Value::Null);
    let stats = json(&["tables", "stats", GAME, "--dir", tables]);
    let margins = stats["layers"][4]["margins"].as_array().unwrap();
    for margin in margins {
        let count = rows.iter().filter(|row| margin["margin"] == row.2).count();
        assert_eq!(margin["positions"], count as u64);
    }
    let wrong = ["tables", "probe", GAME, "--dir", tables, "--positions"];
    let nowhere = directory.path().join("none");
    refused(
        &[&wrong[..], &[nowhere.to_str().unwrap()]].concat(),
        &["--positions"],
    );
}

/// The limit bounds the whole answer: tables, search and estimates.
#[test]
fn the_time_limit_is_that_of_the_whole_answer() {
    for game in ["55stones", "awari", "owela"] {
        let started = std::time::Instant::now();
        let shown = json(&["show", game, "--choices", "--time-limit", "2s", "--quiet"]);
        let took = started.elapsed();
        // On a busy machine, too.
        assert!(took < std::time::Duration::from_secs(5), "{game}: {took:?}");
        for choice in shown["choices"].as_array().unwrap() {
            let known = choice["value"]["zero"].is_number();
            assert!(
                known || choice["estimate"]["margin"].is_number(),
                "{choice}"
            );
        }
    }
}
