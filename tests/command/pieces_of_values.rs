//! Values of replies in pieces, and drawn setups in pieces.

use std::fs;

use serde_json::Value;

use crate::outside::{Arguments, json, refused};
use crate::pieces::{in_pieces, merge, sha256};

/// Without what times and shared memory make of it.
fn alike(mut document: Value) -> Value {
    let fields = document.as_object_mut().unwrap();
    fields.remove("seconds").unwrap();
    fields.remove("nodes");
    document
}

/// Commands, into how many pieces each is divided, and how many units it has.
fn works() -> [(Vec<&'static str>, &'static [u32], &'static str); 6] {
    let solve = |game| vec!["solve", game, "--replies", "--memory", "16M"];
    let start = ["--position", "1,2,0,3,2,1 W 2 1 - 3"];
    let within = ["--position", "2,2,2,2,2 E 0 0 3"];
    [
        (
            solve("stones:holes=5,seeds=2"),
            &[1, 3, 16],
            "positions after",
        ),
        (
            [solve("stones:holes=6,seeds=2"), start.to_vec()].concat(),
            &[2],
            "positions after",
        ),
        (
            [solve("stones:holes=5,seeds=2"), within.to_vec()].concat(),
            &[2],
            "positions after",
        ),
        (solve("kalah:pits=3,seeds=2"), &[2, 4], "positions after"),
        (solve("owela:pits=2"), &[2], "positions after"),
        (
            vec!["setups", "random:seed=3,pits=3,most=2", "--samples", "9"],
            &[1, 2, 9],
            "9 setups",
        ),
    ]
}

#[test]
fn all_pieces_are_the_undivided_run() {
    for (arguments, counts, _) in works() {
        let whole = alike(json(&[&arguments[..], &["--quiet"]].concat()));
        for &count in counts {
            let folder = tempfile::tempdir().unwrap();
            let mut files = in_pieces(&arguments, count, folder.path());
            files.reverse();
            let out = folder.path().join("whole.json");
            let merged = json(&merge(&files, &["--out", out.to_str().unwrap(), "--quiet"]));
            let written: Value = serde_json::from_slice(&fs::read(out).unwrap()).unwrap();
            assert_eq!(merged, written);
            assert_eq!(alike(merged), whole, "{arguments:?} in {count}");
        }
    }
}

#[test]
fn what_tables_do_not_hold_is_searched_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables").display().to_string();
    let game = "stones:holes=5,seeds=2";
    let build = ["tables", "build", game, "--stones", "4", "--dir", &tables];
    json(&[&build[..], &["--quiet"]].concat());
    let solve = ["solve", game, "--replies", "--tables", &tables];
    let whole = json(&[&solve[..], &["--quiet"]].concat());
    assert!(whole["nodes"].as_u64().unwrap() > 0, "{whole}");
    let files = in_pieces(&solve, 4, folder.path());
    let merged = json(&merge(&files, &["--quiet"]));
    let nodes = files.iter().map(|file| {
        let piece: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        piece["contents"]["found"]["nodes"].as_u64().unwrap()
    });
    assert_eq!(merged["nodes"], nodes.sum::<u64>());
    assert_eq!(alike(merged), alike(whole));
}

#[test]
fn what_does_not_fit_is_named() {
    let of = |arguments: &[&str], other: &[&str], part: &str| {
        let folder = tempfile::tempdir().unwrap();
        let files = in_pieces(arguments, 3, folder.path());
        refused(
            &merge(&[&files[..1], &files[2..]].concat(), &[]),
            &["missing: shard 2/3"],
        );
        let copy = folder.path().join("copy.json");
        fs::copy(&files[2], &copy).unwrap();
        let twice = [&files[..], &[copy]].concat();
        refused(&merge(&twice, &[]), &["3/3 is given twice", "copy.json"]);
        let foreign = tempfile::tempdir().unwrap();
        let foreign = in_pieces(other, 3, foreign.path());
        let mixed = [&files[..2], &foreign[2..]].concat();
        refused(
            &merge(&mixed, &[]),
            &[foreign[2].to_str().unwrap(), "other work", part],
        );
        // Rightly made, by another program, and without its contents.
        let change = |from: &str, to: Value, parts: &[&str]| {
            let text = fs::read_to_string(&files[1]).unwrap();
            let mut piece: Value = serde_json::from_str(&text).unwrap();
            *piece["contents"].pointer_mut(from).unwrap() = to;
            piece["sha256"] = Value::String(sha256(piece["contents"].to_string().as_bytes()));
            fs::write(&files[1], piece.to_string()).unwrap();
            refused(&merge(&files, &[]), parts);
            fs::write(&files[1], text).unwrap();
        };
        change(
            "/program",
            "sowlab 0.0.1 (abc)".into(),
            &["2-of-3.json", "written by sowlab 0.0.1 (abc)"],
        );
        let found = fs::read_to_string(&files[0]).unwrap();
        let found: Value = serde_json::from_str(&found).unwrap();
        change(
            "/found",
            found["contents"]["found"].clone(),
            &["the shards do not have every position exactly once"],
        );
    };
    let solve = ["solve", "stones:holes=5,seeds=2", "--replies"];
    let reversed = "solve stones:holes=5,seeds=2,capture=reversed --replies".words();
    of(&solve, &reversed, "game is");
    let later = [&solve[..], &["--position", "2,1,2,0,2 E 2 1 - 3"]].concat();
    of(&solve, &later, "position is");

    let folder = tempfile::tempdir().unwrap();
    let setups = |game| ["setups", game, "--samples", "6"];
    let (one, other) = (
        setups("random:pits=2,most=2"),
        setups("random:pits=2,most=3"),
    );
    let files = in_pieces(&one, 3, folder.path());
    refused(&merge(&files[1..], &[]), &["missing: shard 1/3"]);
    let twice = [&files[..], &files[..1]].concat();
    refused(&merge(&twice, &[]), &["1/3 is given twice"]);
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    let foreign = in_pieces(&other, 3, &foreign);
    let mixed = [&files[..2], &foreign[2..]].concat();
    refused(
        &merge(&mixed, &[]),
        &[foreign[2].to_str().unwrap(), "game is"],
    );
}

#[test]
fn pieces_that_are_none_are_refused_before_the_work() {
    for (arguments, _, units) in works() {
        for (shard, part) in [
            ("0/4", "1/4 to 4/4"),
            ("5/4", "1/4 to 4/4"),
            ("x", "3/32"),
            ("1/0", "1 to 1000000"),
            ("1/500", units),
        ] {
            let shard = format!("--shard={shard}");
            let piece = [shard.as_str(), "--piece", "none.json"];
            refused(&[&arguments[..], &piece].concat(), &["--shard", part]);
        }
        refused(
            &[&arguments[..], &["--shard", "1/2"]].concat(),
            &["--piece"],
        );
    }
    let piece = ["--shard", "1/2", "--piece", "none.json"];
    let game = ["solve", "stones:holes=5,seeds=2"];
    refused(&[&game[..], &piece].concat(), &["--shard", "add --replies"]);
    for option in [&["--explain"][..], &["--save-proof", "p.proof"]] {
        let arguments = [&game[..], &["--replies"], option, &piece].concat();
        refused(&arguments, &[option[0], "--shard"]);
    }
    refused(
        &["setups", "kalah", "--samples", "2"],
        &["game", "random setups"],
    );
    let last = format!("random:seed={},pits=2,most=2", u64::MAX);
    refused(
        &["setups", &last, "--samples", "2"],
        &["--samples", "the greatest seed"],
    );
    assert!(!std::path::Path::new("none.json").exists());
}

#[test]
fn a_piece_of_values_says_only_what_follows() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["solve", "stones:holes=5,seeds=2", "--replies"];
    let whole = json(&[&arguments[..], &["--quiet"]].concat());
    let file = folder.path().join("piece.json");
    let shard = [
        "--shard",
        "2/5",
        "--piece",
        file.to_str().unwrap(),
        "--quiet",
    ];
    let piece = json(&[&arguments[..], &shard].concat());
    let mut proven = 0;
    for (choice, known) in std::iter::zip(
        piece["choices"].as_array().unwrap(),
        whole["choices"].as_array().unwrap(),
    ) {
        let replies = choice["replies"].as_array().unwrap();
        for (reply, known) in std::iter::zip(replies, known["replies"].as_array().unwrap()) {
            let value = known["value"]["zero"].as_i64().unwrap();
            let interval = &reply["bounds"]["zero"];
            let (low, high) = (interval[0].as_i64().unwrap(), interval[1].as_i64().unwrap());
            assert!((low..=high).contains(&value), "{reply} {known}");
            assert!(reply.get("estimate").is_none(), "{reply}");
            proven += u32::from(low == high);
        }
    }
    assert!((1..20).contains(&proven), "{proven} of 20 rounds");
}
