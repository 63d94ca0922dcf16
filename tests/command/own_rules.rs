//! A game of one's own, from a file of rules, in the commands that name games.

use crate::outside::{json, refused, sowlab};

const RULES: &str = "\
name = \"quiet-rows\"
about = \"A game of my own\"
pits = 3
seeds = 2

[rules]
origin = \"skipped\"
capture = \"facing\"
";

#[test]
fn a_game_from_a_file_is_a_game_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("own.toml"), RULES).unwrap();
    let name = format!("file:{}", path("own.toml"));
    let game = name.as_str();
    let shown = json(&["show", game, "--record", "L3 U1"]);
    assert_eq!(shown["position"], "1,4,3/2,2,0 L 0 0");
    let full = shown["game"].as_str().unwrap();
    assert!(
        full.contains(",rules=") && full.ends_with(",pits=3,seeds=2"),
        "{full}"
    );
    assert_eq!(
        json(&["perft", full, "--depth", "2"])["plies"][1]["nodes"],
        9
    );

    let tables = path("tables");
    let build = ["tables", "build", game, "--stones", "6", "--dir", &tables];
    assert_eq!(json(&build)["layers"][6]["positions"], 462);
    let verify = ["tables", "verify", game, "--stones", "6", "--dir", &tables];
    sowlab(&verify).assert().success();
    let value = json(&["solve", game])["value"].clone();
    assert!(value["lower"].is_number(), "{value}");
    assert_eq!(json(&["solve", game, "--tables", &tables])["value"], value);
    assert!(json(&["show", game, "--choices"])["choices"].is_array());
    assert_eq!(
        json(&["loops", "reach", game, "--rounds", "2"])["rounds"][1]["joint_moves"],
        9
    );

    let games = path("games.jsonl");
    let tournament = [
        "tournament",
        game,
        "--engine",
        "random",
        "--engine",
        "alphabeta:depth=2",
        "--games",
        "2",
        "--out",
        &games,
    ];
    sowlab(&tournament).assert().success();
    sowlab(&["show", "--game", &games, "--number", "1"])
        .assert()
        .success();

    // Other rules in the file: what was computed before is refused, and tables are not mixed up.
    std::fs::write(path("own.toml"), RULES.replace("skipped", "sown")).unwrap();
    refused(
        &["show", "--game", &games, "--number", "1"],
        &["rules=", "hash"],
    );
    refused(&["show", full], &["rules=", "hash"]);
    std::fs::write(path("own.toml"), RULES.replace("skipped", "both")).unwrap();
    refused(
        &["show", game],
        &["line 7, origin: unknown variant `both`, expected `sown` or `skipped`"],
    );
}

#[test]
fn a_path_that_is_no_file_of_rules_is_refused() {
    refused(&["show", "file:no-such.toml"], &["file:no-such.toml: "]);
    refused(
        &["solve", "file:rules.json"],
        &["write file: and the path of a file of rules (.toml)"],
    );
}
