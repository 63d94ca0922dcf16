//! Streams of values: they get better, and never worse.

use std::time::Duration;

use serde_json::Value;

use super::child::{Server, eventually};
use super::client::{Events, document, encoded};

fn width(values: &Value) -> i64 {
    let of = |reading: &str| {
        let ends = values["bounds"][reading].as_array().unwrap();
        ends[1].as_i64().unwrap() - ends[0].as_i64().unwrap()
    };
    of("lower") + of("upper")
}

#[test]
fn bounds_only_get_tighter_and_guesses_deeper() {
    let server = Server::start(&["--memory", "64M"]);
    for game in ["55stones:capture=reversed", "kalah:pits=6,seeds=6", "awari"] {
        let mut events = Events::open(&server, &format!("game={game}&time=4"));
        let mut seen: Vec<Value> = Vec::new();
        let end = loop {
            let (name, data) = events.next().unwrap();
            if name != "choices" {
                break (name, data);
            }
            seen.push(data);
        };
        assert_eq!(end.0, "done", "{game}: {end:?}");
        assert_eq!(end.1["reason"], "time", "{game}");
        assert!(seen.len() > 2, "{game}: {}", seen.len());
        let first = seen[0]["choices"][0].clone();
        assert!(
            first["estimate"]["margin"].is_i64() || first["source"].is_string(),
            "{first}"
        );
        for two in seen.windows(2) {
            assert!(width(&two[1]) <= width(&two[0]), "{game}");
            let choices = two.iter().map(|one| one["choices"].as_array().unwrap());
            let [before, after]: [_; 2] = choices.collect::<Vec<_>>().try_into().unwrap();
            for (before, after) in before.iter().zip(after) {
                assert_eq!(before["choice"], after["choice"]);
                assert!(
                    width(after) <= width(before),
                    "{game}: {before} then {after}"
                );
            }
            assert!(two[0]["seconds"].as_f64() <= two[1]["seconds"].as_f64());
        }
    }
}

#[test]
fn a_search_ends_with_its_page() {
    let server = Server::start(&["--searches", "1", "--memory", "64M"]);
    let mut events = Events::open(&server, "game=55stones:capture=reversed");
    events.next().unwrap();
    drop(events);
    // The only turn is free again, and nothing is computed any more.
    let mut events = Events::open(&server, "game=stones:holes=4,seeds=2");
    while let Some((name, data)) = events.next() {
        if name == "done" {
            assert_eq!(data["reason"], "proven");
        }
    }
    eventually(Duration::from_secs(20), "a search goes on", || {
        let before = server.ticks();
        std::thread::sleep(Duration::from_millis(300));
        server.ticks() <= before + 2
    });
}

/// The page's hints and its line of best play take this choice: play on it does not come back.
#[test]
fn a_choice_that_makes_progress_is_named() {
    let server = Server::start(&["--memory", "64M"]);
    let mut position = "2,1,0,1,1,0/1,0,0,0,1,0 L 0 0".to_owned();
    let mut seen = Vec::new();
    while seen.len() < 200 {
        let query = format!("game=awari&position={}", encoded(&position));
        let mut events = Events::open(&server, &query);
        let mut last = Value::Null;
        while let Some((name, data)) = events.next() {
            if name == "choices" {
                last = data;
            }
        }
        if last["finished"] == true {
            assert_eq!(last["final"], serde_json::json!({"lower": 7, "upper": 0}));
            return;
        }
        assert!(!seen.contains(&position), "{position}");
        seen.push(position.clone());
        // The side that loses may not know how to delay it.
        let best = |choice: &&Value| choice["value"]["zero"] == last["value"]["zero"];
        let first = last["choices"].as_array().unwrap().iter().find(best);
        let first = &first.unwrap()["choice"];
        let choice = last.get("progress").unwrap_or(first).as_str().unwrap();
        let played = document(&server, &format!("show?{query}&record={choice}"));
        position = played["position"].as_str().unwrap().to_owned();
    }
    panic!("no end: {seen:?}");
}
