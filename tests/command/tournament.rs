//! Tournaments, tried from outside.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::outside::{Arguments, json, refused};

pub(crate) const ENGINES: [&str; 3] = ["random", "greedy", "alphabeta:depth=2,hash=64K"];

/// The arguments of a tournament between engines, with more of them in a line.
pub(crate) fn tournament<'a>(game: &'a str, engines: &[&'a str], more: &'a str) -> Vec<&'a str> {
    let engines = engines.iter().flat_map(|engine| ["--engine", engine]);
    ["tournament", game]
        .into_iter()
        .chain(engines)
        .chain(more.words())
        .collect()
}

/// The games of a file, by number, without the time they took.
pub(crate) fn games(path: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let members = game.as_object_mut().unwrap();
        members.remove("seconds");
        // It depends on the time, too.
        assert!(members.remove("check").is_some());
        let number = game["game"].as_u64().unwrap();
        assert!(
            games.insert(number, game).is_none(),
            "game {number} occurs twice"
        );
    }
    games
}

#[test]
fn a_tournament_counts_every_game_once() {
    let played = json(&tournament("33stones", &ENGINES, "--games 10"));
    let standings = played["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 3);
    assert!(standings.iter().all(|line| line["games"] == 20));
    let points: f64 = standings
        .iter()
        .map(|line| line["points"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 30.0);
    for line in standings {
        assert!(line["elo"].is_number(), "{line}");
    }
    // The best of the three by far; both views of an encounter agree.
    assert_eq!(standings[2]["engine"], "random");
    let cell = |one: usize, other: usize| &played["crosstable"][one][other];
    assert_eq!(cell(0, 0), &Value::Null);
    assert_eq!(cell(0, 1)["games"], 10);
    let both = cell(0, 1)["points"].as_f64().unwrap() + cell(1, 0)["points"].as_f64().unwrap();
    assert_eq!(both, 10.0);
    assert_eq!(played["sprt"], Value::Null);
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["55stones", "awari", "random:seed=5", "ethiopian", "kalah"] {
        let [one, three] = ["1", "3"].map(|threads| {
            let name = format!("{}-{threads}.jsonl", game.replace(':', "-"));
            let path = folder.path().join(name);
            let more = format!("--games 6 --threads {threads} --out {}", path.display());
            let engines = [&ENGINES[..], &["mcts:playouts=50"]].concat();
            json(&tournament(game, &engines, &more));
            games(&path)
        });
        assert_eq!(one.len(), 36, "{game}");
        assert_eq!(one, three, "{game}");
    }
}

#[test]
fn every_form_and_option_plays() {
    const TWO: [&str; 2] = ["greedy", "random"];
    let play = |game: &str, more: &str| json(&tournament(game, &TWO, &format!("--games 4 {more}")));
    let gauntlet = play("kalah", "--engine random --form gauntlet");
    assert_eq!(gauntlet["played"], 8);
    let swiss = play("kalah", "--engine random --form swiss --rounds 3");
    assert_eq!(swiss["played"], 12);
    let without = play("55stones", "--pie no --openings random:3");
    assert_eq!(without["played"], 4);
    let short = play("55stones", "--max-rounds 1 --unfinished draw");
    assert_eq!(short["standings"][0]["draws"], 4);
    let odd = json(&tournament("33stones", &TWO, "--games 3"));
    assert_eq!(odd["played"], 3);
    // The last pair is half a pair, which no statistics count.
    let pairs = odd["standings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 1);
    let test = play("33stones", "--sprt elo0=0,elo1=50");
    assert!(test["sprt"]["llr"].is_number() && test["sprt"]["lower"].is_number());
    // A test that is decided stops, and says which hypothesis is accepted.
    let decided = json(&tournament("33stones", &TWO, "--sprt elo0=0,elo1=100"));
    assert_eq!(decided["sprt"]["accepted"], "H1");
    assert!(decided["played"].as_u64().unwrap() < 1000);
}

/// As many games as may be asked for take no more memory than those that are played.
#[test]
#[cfg(unix)]
fn games_are_made_as_they_are_played() {
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(tournament("33stones", &ENGINES[..2], "--games 1000000000"))
        .args(["--sprt", "elo0=0,elo1=100", "--threads", "1"])
        .args(["--format", "json", "--quiet"])
        .output()
        .unwrap();
    assert!(limited.status.success(), "{limited:?}");
    let document: Value = serde_json::from_slice(&limited.stdout).unwrap();
    assert!(document["sprt"]["accepted"].is_string());
}

#[test]
fn what_no_machine_has_is_refused() {
    refused(
        &tournament("kalah", &["mcts:memory=1000000G,playouts=5", "random"], ""),
        &["mcts:", "memory=1000000G", "lower memory="],
    );
    refused(&["games", "--threads", "1025"], &["--threads", "1..=1024"]);
}

#[test]
fn bad_engines_are_refused_before_anything_is_played() {
    let given = |engine: &'static str| tournament("kalah", &["random", engine], "");
    refused(
        &given("grandmaster"),
        &["unknown engine 'grandmaster'", "alphabeta"],
    );
    refused(&given("alphabeta:depth=x"), &["depth=x"]);
    refused(&given("mcts:tables=x"), &["'tables' is not an option"]);
    refused(&given("perfect:tables=/nowhere"), &["/nowhere"]);
    refused(&given("external:/nowhere/engine"), &["/nowhere/engine"]);
    refused("tournament kalah --engine random", &["two engines"]);
    refused(
        "tournament chess --engine random --engine random",
        &["'chess'"],
    );
    let mut wrong = given("random");
    wrong.extend(["--openings", "all"]);
    refused(&wrong, &["'all'", "random:MOVES"]);
    let mut wrong = given("random");
    wrong.extend(["--sprt", "elo0=5,elo1=0"]);
    refused(&wrong, &["elo0 must be less than elo1"]);
}

#[test]
fn endgame_tables_play_and_adjudicate() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    json(&format!(
        "tables build stones:holes=5,seeds=2 --stones 10 --dir {tables} --quiet"
    ));
    let perfect = format!("perfect:tables={tables}");
    let two = [&*perfect, "random"];
    let more = "--games 40 --openings random:2";
    let fixed = tournament("stones:holes=5,seeds=2", &two, more);
    let played = json(&fixed);
    assert_eq!(
        played["standings"][0]["number"], 0,
        "{}",
        played["standings"]
    );
    let ended = json(&[&fixed[..], &["--adjudicate", tables]].concat());
    assert_eq!(ended["played"], 40);
}

/// East is worth −2 without the pie rule and 0 with it.
#[test]
fn a_proof_and_tables_hold_the_value_of_the_opening() {
    const GAME: &str = "stones:holes=7,seeds=2";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, proof) = (path("tables"), path("opening.complete"));
    let solved = format!("solved:tables={tables},proof={proof}");
    let asked_for = |engine: &str, said: &[&str]| {
        refused(&tournament(GAME, &[engine, "random"], "--games 2"), said);
    };
    let build = |stones: u8, directory: &str| {
        json(&format!(
            "tables build {GAME} --stones {stones} --dir {directory}"
        ));
    };
    build(7, &tables);
    asked_for(&format!("solved:tables={tables}"), &["sowlab proof export"]);
    asked_for(&solved, &["opening.complete"]);
    let exported = json(&format!(
        "proof export {GAME} --tables {tables} --out {proof}"
    ));
    assert_eq!(exported["opening"], serde_json::json!([-2, -2]));
    let few = path("few");
    build(5, &few);
    asked_for(
        &format!("solved:tables={few},proof={proof}"),
        &["needs tables up to 7 stones", "--stones 7"],
    );
    for (pie, as_east, as_west) in [("no", -2, 2), ("yes", 0, 0)] {
        for opponent in ["random", "greedy", "alphabeta:depth=4", &solved] {
            let out = path(&format!("{pie}-{}.jsonl", &opponent[..5]));
            let more = format!("--games 20 --openings start --pie {pie} --out {out}");
            json(&tournament(GAME, &[&*solved, opponent], &more));
            let games = std::fs::read_to_string(&out).unwrap();
            let games = games
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            let mut played = 0;
            for game in games.filter(|line| line["margin"].is_number()) {
                let of_east = game["margin"].as_i64().unwrap();
                let (margin, least) = match game["players"][0] == 0 {
                    true => (of_east, as_east),
                    false => (-of_east, as_west),
                };
                assert!(margin >= least, "{pie} {opponent}: {game}");
                assert!(
                    game["fault"].is_null() && game["ending"] == "finished",
                    "{game}"
                );
                played += 1;
            }
            assert_eq!(played, 20);
        }
    }
}

/// Worth 7 to the side that moves first, whatever infinite play counts. By values alone a player would go round here.
#[test]
fn perfect_wins_what_is_won() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, openings, out) = (path("tables"), path("openings"), path("games.jsonl"));
    json(&format!(
        "tables build awari --stones 7 --quiet --dir {tables}"
    ));
    std::fs::write(&openings, "2,1,0,1,1,0/1,0,0,0,1,0 L 0 0\n").unwrap();
    let engine = format!("perfect:tables={tables}");
    let more = format!("--games 4 --quiet --openings file:{openings} --out {out}");
    json(&tournament("awari", &[&*engine; 2], &more));
    let games = std::fs::read_to_string(&out).unwrap();
    assert_eq!(games.lines().count(), 4);
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        assert_eq!(game["ending"], "finished", "{line}");
        assert_eq!(game["margin"], 7, "{line}");
    }
}
