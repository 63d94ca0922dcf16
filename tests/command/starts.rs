//! Games that start from any board.

use serde_json::Value;

use crate::outside::{json, refused};

/// A board that begins unevenly is a game like the others, with its pie.
#[test]
fn games_may_start_unevenly() {
    let game = "stones:start=1+2+3+0,both-out=end";
    let shown = json(&["show", game, "--replies"]);
    let full = "stones:start=1+2+3+0,capture=normal,both-out=end,mixed-out=end";
    assert_eq!(shown["game"], full);
    assert_eq!(shown["position"], "1,2,3,0 E 0 0 - 1");
    let value = |of: &Value, reading: &str| of[reading].as_i64().unwrap();
    let best = |of: &str, reading: &str| {
        let choices = shown["choices"].as_array().unwrap().iter();
        choices.map(|choice| value(&choice[of], reading)).max()
    };
    for reading in ["lower", "zero", "upper"] {
        assert_eq!(
            best("value", reading),
            Some(value(&shown["value"], reading))
        );
        assert_eq!(best("pie", reading), Some(value(&shown["pie"], reading)));
    }
    let solved = json(&["solve", game]);
    assert_eq!(
        (&solved["value"], &solved["pie"]),
        (&shown["value"], &shown["pie"])
    );
    assert_eq!(
        json(&["perft", full, "--depth", "1"])["rounds"][0]["joint_moves"],
        2
    );
    let even = json(&["show", "stones:start=3+3+3+3+3+3+3+3+3+3+3"]);
    assert_eq!(
        even["game"],
        "33stones:capture=normal,both-out=relay,mixed-out=end"
    );
    for (name, parts) in [
        ("stones:start=1+2+x", &["start=1+2+x", "2 to 16 counts"][..]),
        ("stones:start=5", &["start=5", "2 to 16 counts"]),
        ("stones:start=200+100", &["start", "255"]),
        ("stones:start=1+2,holes=2", &["leave out holes and seeds"]),
        ("stones:start=1+2,start=1+2", &["start", "twice"]),
        (
            "kalah:start=1+2/3",
            &["start=1+2/3", "1 to 8 counts a side"],
        ),
        (
            "kalah:start=1/2/3",
            &["start=1/2/3", "1 to 8 counts a side"],
        ),
        ("kalah:start=0+0", &["no seed in any pit"]),
        ("kalah:start=64", &["128 seeds", "127"]),
        ("kalah:start=100/27+1", &["start=100/27+1"]),
        ("kalah:start=1+2,pits=2", &["leave out pits and seeds"]),
        ("kalah:start=1,start=1", &["start", "twice"]),
    ] {
        refused(&["show", name], parts);
    }
}

/// Two-rank games start from any board too: both sides alike, or each with its own pits.
#[test]
fn two_rank_games_may_start_unevenly() {
    for (game, full, position) in [
        (
            "kalah:start=1+0+2",
            "kalah:start=1+0+2,empty-capture=no",
            "1,0,2/1,0,2 L 0 0",
        ),
        (
            "awari:start=1+2/0+4",
            "awari:start=1+2/0+4",
            "1,2/0,4 L 0 0",
        ),
        (
            "kalah:empty-capture=yes,start=3+3/3+3",
            "kalah:pits=2,seeds=3,empty-capture=yes",
            "3,3/3,3 L 0 0",
        ),
        (
            "kalah:start=4/4",
            "kalah:pits=1,seeds=4,empty-capture=no",
            "4/4 L 0 0",
        ),
    ] {
        let shown = json(&["show", game]);
        assert_eq!(
            (&shown["game"], &shown["position"]),
            (&full.into(), &position.into())
        );
        assert_eq!(json(&["show", full])["position"], position);
        // The position alone decides: the same board in the game of the usual start has the same value.
        let usual = full.split(':').next().unwrap();
        let pits = position.split('/').next().unwrap().split(',').count();
        let empty = match full.contains("yes") {
            true => ",empty-capture=yes",
            false => "",
        };
        let usual = format!("{usual}:pits={pits},seeds=1{empty}");
        let [here, there] = [vec![full], vec![&*usual, "--position", position]]
            .map(|arguments| json(&[&["solve"], &arguments[..]].concat())["value"].clone());
        assert_eq!(here, there);
        assert!(here["zero"].is_i64());
    }
}

/// Tables belong to the board, not to the start: those of one start serve every other, and a position that is
/// looked up may hold more stones than its game starts with.
#[test]
fn tables_do_not_depend_on_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (game, others, stones, position, larger) in [
        (
            "kalah:pits=2,seeds=2",
            ["kalah:pits=2,seeds=1", "kalah:start=1+2"],
            "6",
            "1,2/0,3 U 1 1",
            "2,2/2,0 L 1 1",
        ),
        (
            "stones:holes=4,seeds=2",
            ["stones:holes=4,seeds=1", "stones:start=0+1+2+0"],
            "5",
            "1,2,0,2 W 2 0 - 1",
            "1,1,2,1 E 1 2 - 1",
        ),
    ] {
        json(&["tables", "build", game, "--stones", stones, "--dir", folder]);
        for other in others {
            for position in [position, larger] {
                let probe = |game| {
                    json(&[
                        "tables",
                        "probe",
                        game,
                        "--dir",
                        folder,
                        "--position",
                        position,
                    ])
                };
                assert_eq!(
                    probe(other)["value"],
                    probe(game)["value"],
                    "{other} {position}"
                );
                if other.starts_with("kalah") {
                    json(&["show", other, "--position", position]);
                    let solved = json(&["solve", other, "--position", position]);
                    assert_eq!(solved["value"], probe(game)["value"]);
                }
            }
        }
    }
}
