//! `sowlab benchmark`: tasks without solutions, and scores of answers.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::outside::{json, refused, sowlab};

fn made(folder: &Path) -> PathBuf {
    let file = folder.join("benchmark.json");
    let path = file.to_str().unwrap();
    let games = ["togyz:pits=3,seeds=3", "kalah:pits=3,seeds=3"];
    let mut arguments = vec!["benchmark", "make"];
    arguments.extend(games);
    arguments.extend(["--number", "12", "--seed", "5", "--quiet", "--out", path]);
    let benchmark = json(&arguments);
    assert_eq!(benchmark["tasks"], read(&file)["tasks"]);
    let tasks = benchmark["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 24);
    for task in tasks {
        let values: Vec<i64> = (task["values"].as_array().unwrap().iter())
            .map(|value| value.as_i64().unwrap())
            .collect();
        assert_eq!(values.len(), task["moves"].as_array().unwrap().len());
        assert!(values.iter().min() < values.iter().max());
        assert!(!task["drawing"].as_str().unwrap().contains('\u{1b}'));
    }
    file
}

fn read(file: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Returns the optimal moves of a task, and a move that is not optimal.
fn moves(task: &Json) -> (Vec<&str>, &str) {
    let values = task["values"].as_array().unwrap();
    let best = values.iter().map(|value| value.as_i64().unwrap()).max();
    let all = task["moves"].as_array().unwrap().iter().zip(values);
    let (good, bad): (Vec<_>, Vec<_>) = all.partition(|(_, value)| value.as_i64() == best);
    (
        good.iter()
            .map(|(one, _)| one["move"].as_str().unwrap())
            .collect(),
        bad[0].0["move"].as_str().unwrap(),
    )
}

#[test]
fn tasks_hide_their_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let file = made(folder.path());
    let output = sowlab(&["benchmark", "tasks", file.to_str().unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Json> = (text.lines().map(|line| serde_json::from_str(line).unwrap())).collect();
    assert_eq!(lines.len(), 2 + 24);
    for rules in &lines[..2] {
        assert!(rules["rules"].as_str().unwrap().len() > 100);
        assert!(rules["procedure"].as_str().unwrap().contains("END:"));
    }
    for task in &lines[2..] {
        assert!(task["values"].is_null() && task["state"]["is_terminal"] == false);
    }
}

#[test]
fn answers_are_scored() {
    let folder = tempfile::tempdir().unwrap();
    let file = made(folder.path());
    let benchmark = read(&file);
    let tasks = benchmark["tasks"].as_array().unwrap();
    let answers = folder.path().join("answers.jsonl");
    let score = |lines: &[Json]| {
        let text: Vec<String> = lines.iter().map(Json::to_string).collect();
        fs::write(&answers, text.join("\n")).unwrap();
        let paths = [file.to_str().unwrap(), answers.to_str().unwrap()];
        json(&["benchmark", "score", paths[0], "--answers", paths[1]])
    };
    let perfect: Vec<Json> = (tasks.iter())
        .map(|task| serde_json::json!({"id": task["id"], "move": moves(task).0[0], "certainty": 1.0}))
        .collect();
    let report = score(&perfect);
    assert_eq!(report["all"]["optimal"], 1.0);
    assert_eq!(report["all"]["regret"], 0.0);
    assert_eq!(report["all"]["brier"], 0.0);
    assert_eq!(report["calibration"][0]["answers"], 24);

    // One wrong answer by its action, one illegal, one missing, one to another task.
    let mut flawed = perfect;
    let (_, bad) = moves(&tasks[0]);
    let wrong = (tasks[0]["moves"].as_array().unwrap().iter())
        .find(|one| one["move"] == bad)
        .unwrap();
    flawed[0] =
        serde_json::json!({"id": tasks[0]["id"], "action": wrong["action"], "certainty": 0.5});
    flawed[1] = serde_json::json!({"id": tasks[1]["id"], "move": "L99"});
    flawed[2] = serde_json::json!({"id": "nowhere", "move": "L1"});
    let report = score(&flawed);
    let all = &report["all"];
    assert_eq!((&all["illegal"], &all["missing"]), (&1.into(), &1.into()));
    assert_eq!(report["unknown"], 1);
    assert_eq!(all["optimal"], 21.0 / 24.0);
    let values = tasks[0]["values"].as_array().unwrap();
    let value = |of: &str| {
        let place = tasks[0]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .position(|one| one["move"] == of);
        values[place.unwrap()].as_i64().unwrap()
    };
    let loss = value(moves(&tasks[0]).0[0]) - value(bad);
    assert_eq!(all["regret"].as_f64().unwrap(), loss as f64 / 22.0);
    assert_eq!(all["brier"].as_f64().unwrap(), 0.25 / 22.0);

    for (text, part) in [
        ("{\"id\": \"1-1\", \"certainty\": 1.5}", "certainty"),
        ("{\"id\": \"1-1\"}\n{\"id\": \"1-1\"}", "twice"),
        ("L4", "line 1"),
    ] {
        fs::write(&answers, text).unwrap();
        let paths = [file.to_str().unwrap(), answers.to_str().unwrap()];
        refused(
            &["benchmark", "score", paths[0], "--answers", paths[1]],
            &["--answers", part],
        );
    }
}

#[test]
fn an_engine_that_sees_everything_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = made(folder.path());
    let path = file.to_str().unwrap();
    let deep = json(&["benchmark", "run", path, "--engine", "alphabeta:depth=40"]);
    let random = json(&["benchmark", "run", path, "--engine", "random"]);
    let optimal = |report: &Json| report["all"]["optimal"].as_f64().unwrap();
    assert!(optimal(&random) < optimal(&deep));
    // Kalah always ends, so a search to the end of the game is exact.
    let kalah = "kalah:pits=3,seeds=3,empty-capture=no";
    assert_eq!(deep["games"][kalah]["optimal"], 1.0);
}

#[test]
fn an_agent_is_asked_task_by_task() {
    let folder = tempfile::tempdir().unwrap();
    let file = made(folder.path());
    let benchmark = read(&file);
    let tasks = benchmark["tasks"].as_array().unwrap();
    let mut asking = Command::new(env!("CARGO_BIN_EXE_sowlab"))
        .args(["benchmark", "ask", file.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = asking.stdin.take().unwrap();
    let mut lines = BufReader::new(asking.stdout.take().unwrap()).lines();
    let mut next = || -> Json { serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap() };
    assert!(next()["rules"].is_string() && next()["rules"].is_string());
    for task in tasks {
        assert_eq!(next()["id"], task["id"]);
        let answer = serde_json::json!({"id": task["id"], "move": moves(task).0[0]});
        writeln!(input, "{answer}").unwrap();
    }
    assert_eq!(next()["all"]["optimal"], 1.0);
    assert!(asking.wait().unwrap().success());
}

#[test]
fn what_is_no_benchmark_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = made(folder.path());
    let whole = read(&file);
    let changed = folder.path().join("changed.json");
    let refuse = |change: &dyn Fn(&mut Json), part: &str| {
        let mut benchmark = whole.clone();
        change(&mut benchmark);
        fs::write(&changed, benchmark.to_string()).unwrap();
        refused(
            &["benchmark", "tasks", changed.to_str().unwrap()],
            &["file", part],
        );
    };
    refuse(&|one| one["benchmark"] = 2.into(), "version");
    refuse(
        &|one| one["tasks"][1]["id"] = one["tasks"][0]["id"].clone(),
        "twice",
    );
    refuse(
        &|one| one["tasks"][0]["values"] = Json::Array(Vec::new()),
        "value",
    );
    refuse(
        &|one| one["tasks"][0]["moves"][0]["move"] = "L9".into(),
        "moves",
    );
    refuse(
        &|one| one["tasks"][0]["position"] = "1,1/1,1 L".into(),
        "moves",
    );
    refuse(&|one| one["tasks"][0]["game"] = "chess".into(), "chess");
    fs::write(&changed, "{}").unwrap();
    refused(
        &["benchmark", "tasks", changed.to_str().unwrap()],
        &["not a benchmark"],
    );
}
