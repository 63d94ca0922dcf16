//! The subcommands on Owela.

use crate::outside::{json, refused, sowlab};
use serde_json::json;

/// Counted by the reference of these tests.
#[test]
fn perft_counts_endless_moves_and_does_not_continue_them() {
    for (game, expected) in [
        (
            "owela:pits=2",
            &[(3, 0), (7, 0), (12, 0), (17, 2), (14, 0), (16, 1)][..],
        ),
        (
            "owela:pits=2,capture=inner",
            &[(3, 0), (7, 0), (10, 0), (14, 1), (8, 0)],
        ),
        (
            "owela:pits=4",
            &[(6, 0), (36, 0), (132, 0), (474, 0), (1350, 1)],
        ),
        ("owela", &[(12, 0), (144, 0), (1250, 0), (11359, 0)]),
        (
            "owela:capture=inner",
            &[(12, 0), (144, 0), (1244, 0), (11350, 0)],
        ),
    ] {
        let depth = expected.len().to_string();
        let counted = json(&["perft", game, "--depth", &depth, "--quiet"]);
        let expected: Vec<serde_json::Value> = (1..)
            .zip(expected)
            .map(|(ply, (nodes, endless))| json!({"ply": ply, "nodes": nodes, "endless": endless}))
            .collect();
        assert_eq!(counted["plies"], json!(expected), "{game}");
    }
}

/// Lower wins on the smallest board; `small_boards` solves it by the reference.
#[test]
fn the_smallest_board_is_solved() {
    for game in ["owela:pits=2", "owela:pits=2,capture=inner"] {
        let solved = json(&["solve", game, "--quiet"]);
        assert_eq!(
            solved["value"],
            json!({"lower": 1, "zero": 1, "upper": 1}),
            "{game}"
        );
        assert_eq!(solved["best"], json!(["L3"]), "{game}");
    }
    let position = ["--position", "2,1/2,3/0,1/1,2 L 3"];
    let endless = json(&[&["solve", "owela:pits=2", "--quiet"][..], &position].concat());
    assert_eq!(
        endless["value"],
        json!({"lower": -1, "zero": 0, "upper": 1})
    );
}

/// Four pits and more are searched: what is not proven is an interval.
#[test]
fn larger_boards_have_intervals() {
    let solved = json(&["solve", "owela:pits=4", "--time-limit", "1s", "--quiet"]);
    for reading in ["lower", "zero", "upper"] {
        let value = &solved["value"][reading];
        let proven = value.as_i64().is_some_and(|value| value.abs() <= 1);
        assert!(proven || !solved["bounds"][reading].is_null(), "{solved}");
    }
}

#[test]
fn reach_finds_and_certifies_an_endless_move() {
    let folder = tempfile::tempdir().unwrap();
    for (game, rounds, counts, period) in [
        ("owela:pits=2", "4", [8, 17, 2], None),
        ("owela:pits=4", "5", [457, 1350, 1], Some(1632)),
    ] {
        let file = folder.path().join("game.certificate.json");
        let path = file.to_str().unwrap();
        let options = ["--rounds", rounds, "--certificate", path, "--quiet"];
        let found = json(&[&["loops", "reach", game][..], &options].concat());
        let last = found["rounds"].as_array().unwrap().last().unwrap();
        let [boards, moves, endless] = counts;
        let round: u32 = rounds.parse().unwrap();
        let expected = json!({
            "round": round, "boards": boards, "joint_moves": moves, "endless": endless
        });
        assert_eq!(*last, expected);
        let record = found["first"].as_str().unwrap();
        assert_eq!(record.split(' ').count(), round as usize);

        let checked = json(&["loops", "verify", path]);
        assert_eq!(checked["valid"], true);
        assert_eq!(checked["claim"], "endless-move");
        assert_eq!(checked["rounds_before"], round - 1);
        assert_eq!(checked["period"], found["first_period"]);
        if let Some(period) = period {
            assert_eq!(checked["period"], period);
        }
    }
}

#[test]
fn what_is_not_there_is_refused() {
    refused(&["show", "owela:pits=9"], &["pits=9", "2..8"]);
    refused(&["show", "owela:capture=all"], &["both|inner"]);
    refused(
        "sow owela --east 1 --west 2",
        &["--move", "alternating moves"],
    );
    refused(
        "tables build owela --stones 4 --dir no-such-dir",
        &["owela"],
    );
    refused(
        &["perft", "owela", "--depth", "1", "--position", "2 L"],
        &["rows"],
    );
}

#[test]
fn it_is_played_and_rated() {
    let shown = json(&["show", "owela:pits=2"]);
    assert_eq!(shown["position"], "2,2/2,0/2,2/2,0 L");
    assert_eq!(shown["moves"], json!(["L1", "L2", "L3"]));
    let engines = ["--engine", "random", "--engine", "alphabeta:depth=3"];
    let games = ["--games", "6", "--seed", "1", "--quiet"];
    let rated = json(&[&["tournament", "owela:pits=3"][..], &engines, &games].concat());
    assert_eq!(rated["standings"].as_array().unwrap().len(), 2);
    let said = sowlab(&["engine", "--game", "owela:pits=2", "--engine", "greedy"])
        .write_stdin("position startpos moves L1\ngo\nquit\n")
        .output()
        .unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(
        said.lines().any(|line| line.starts_with("bestmove U")),
        "{said}"
    );
}
