//! The command on The Colony.

use super::property::BOARDS;
use crate::outside::{Arguments, json, refused};

#[test]
fn show_and_perft_follow_the_contract() {
    let shown = json(&["show", "colony:board=rows"]);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 19);
    assert_eq!(shown["finished"], false);
    assert!(shown["board"].as_str().unwrap().contains("reconstruction"));
    let over = "0,0,0,0,0,0/0,0,0,0,0,0,0/0,0,0,0,0,0 R 10 12";
    let shown = json(&["show", "colony", "--position", over]);
    assert_eq!(shown["final"], serde_json::json!({"red": 10, "black": 12}));
    assert_eq!(shown["winner"], "black");
    let counted = json(&["perft", "colony", "--depth", "4", "--quiet"]);
    let nodes: Vec<u64> = counted["plies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| ply["nodes"].as_u64().unwrap())
        .collect();
    assert_eq!(nodes[..2], [19, 256]);
    assert_eq!(counted["plies"][0]["endless"], 0);
}

#[test]
fn reach_counts_positions_and_moves() {
    let reached = json("loops reach colony:board=toy --rounds 3 --quiet");
    let rounds = reached["rounds"].as_array().unwrap();
    assert_eq!(rounds[0]["boards"], 1);
    let shown = json(&["show", "colony:board=toy"]);
    let moves = shown["moves"].as_array().unwrap().len();
    assert_eq!(rounds[0]["joint_moves"], moves);
    let counted = json(&["perft", "colony:board=toy", "--depth", "2", "--quiet"]);
    assert_eq!(rounds[0]["endless"], counted["plies"][0]["endless"]);
    assert!(rounds[1]["boards"].as_u64() <= counted["plies"][0]["nodes"].as_u64());
    refused(
        "loops reach colony:board=toy --rounds 3 --undisputed",
        &["--undisputed", "both sides sow at once"],
    );
}

#[test]
fn a_small_board_is_solved_and_a_large_one_bounded() {
    for entry in ["phase2", "stop"] {
        let game = format!("colony:board=toy,entry={entry}");
        let solved = json(&["solve", &game, "--quiet", "--memory", "1M"]);
        assert!(solved["value"]["zero"].is_i64(), "{solved}");
        assert_eq!(solved["best_complete"], true);
    }
    let arguments = "solve colony --time-limit 1s --quiet --memory 16M".words();
    let solved = json(&arguments);
    for reading in ["lower", "zero", "upper"] {
        let bounds = &solved["bounds"][reading];
        assert!(bounds[0].as_i64() < bounds[1].as_i64());
        assert!(solved["value"][reading].is_null());
    }
}

#[test]
fn wrong_boards_and_positions_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dangling.toml");
    std::fs::write(&path, BOARDS[2].replace("T1 = [\"M2\"]", "T1 = [\"M9\"]")).unwrap();
    let game = format!("colony:board={}", path.display());
    refused(&["show", &game], &["exits.T1", "'M9'"]);
    for (position, part) in [
        ("3", "fields given: 1"),
        ("3/3 R", "rows"),
        ("3/3,3/x R", "B1 'x'"),
        ("3r/3r,3/3 R", "Red has 2 ants"),
        ("3/3,3/3 W", "'W'"),
        ("3/3,3/57 R", "66 eggs"),
        ("3/3,3/3 R 0 0 maybe log", "'maybe'"),
        ("3/3,3/3 R 0 0 free exit:T1:2", "'exit:T1:2'"),
        ("3/3,3/3 R 0 0 free enter:T1", "'enter:T1'"),
        ("3/3,3/3 R 0 0 free endless:T1:99", "'endless:T1:99'"),
        ("3/3,3/3 R 0 0 free endless:T1:45", "'endless:T1:45'"),
    ] {
        refused(
            &["show", "colony:board=toy", "--position", position],
            &["--position", part],
        );
    }
    refused(&["tables", "stats", "colony", "--dir", "/tmp"], &["colony"]);
    refused(&["loops", "scan", "colony", "--stones", "3"], &["55stones"]);
}
