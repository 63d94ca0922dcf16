//! `--shard` and `merge`: together the pieces are the undivided run, and what does not fit is refused by name.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::outside::{json, refused, sowlab};

/// Runs a command in the given number of pieces, and returns their files.
pub(crate) fn in_pieces(arguments: &[&str], count: u32, folder: &Path) -> Vec<PathBuf> {
    let files = (1..=count).map(|index| {
        let file = folder.join(format!("{index}-of-{count}.json"));
        let shard = format!("{index}/{count}");
        let piece = [
            "--shard",
            &shard,
            "--piece",
            file.to_str().unwrap(),
            "--quiet",
        ];
        json(&[arguments, &piece].concat());
        file
    });
    files.collect()
}

pub(crate) fn merge<'a>(files: &'a [PathBuf], more: &[&'a str]) -> Vec<&'a str> {
    let files = files.iter().map(|file| file.to_str().unwrap());
    ["merge"]
        .into_iter()
        .chain(files)
        .chain(more.iter().copied())
        .collect()
}

/// Without what times make of it.
fn timeless(mut document: Value) -> Value {
    document.as_object_mut().unwrap().remove("seconds").unwrap();
    document
}

const SCAN: [&str; 5] = ["loops", "scan", "stones:holes=6", "--stones", "10"];
const GAMES: [&str; 10] = [
    "tournament",
    "kalah:pits=3,seeds=2",
    "--engine",
    "random",
    "--engine",
    "greedy",
    "--engine",
    "random",
    "--games",
    "31",
];

#[test]
fn all_pieces_are_the_undivided_run() {
    for (arguments, counts) in [(&SCAN[..], [1, 5]), (&GAMES[..], [3, 16])] {
        let whole = timeless(json(arguments));
        for count in counts {
            let folder = tempfile::tempdir().unwrap();
            let mut files = in_pieces(arguments, count, folder.path());
            // In any order.
            files.reverse();
            let out = folder.path().join("whole.json");
            let merged = json(&merge(&files, &["--out", out.to_str().unwrap(), "--quiet"]));
            let written: Value = serde_json::from_slice(&fs::read(out).unwrap()).unwrap();
            assert_eq!(merged, written);
            assert_eq!(timeless(merged), whole, "{arguments:?} in {count}");
        }
    }
    let odd = [&GAMES[..], &["--form", "gauntlet", "--threads", "2"]].concat();
    let folder = tempfile::tempdir().unwrap();
    let files = in_pieces(&odd, 7, folder.path());
    assert_eq!(
        timeless(json(&merge(&files, &["--quiet"]))),
        timeless(json(&odd))
    );
}

#[test]
fn what_does_not_fit_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = in_pieces(&SCAN, 4, folder.path());
    let lost = [&files[..1], &files[3..]].concat();
    refused(&merge(&lost, &[]), &["missing", "2/4, 3/4"]);
    let copy = folder.path().join("copy.json");
    fs::copy(&files[2], &copy).unwrap();
    let twice = [&files[..], std::slice::from_ref(&copy)].concat();
    refused(
        &merge(&twice, &[]),
        &["3/4 is given twice", "3-of-4.json", "copy.json"],
    );

    let other = tempfile::tempdir().unwrap();
    let deeper = ["loops", "scan", "stones:holes=6", "--stones", "11"];
    let foreign = in_pieces(&deeper, 4, other.path());
    let mixed = [&files[..3], &foreign[3..]].concat();
    refused(
        &merge(&mixed, &[]),
        &[foreign[3].to_str().unwrap(), "stones is 11, not 10"],
    );
    let games = in_pieces(&GAMES, 4, other.path());
    let mixed = [&files[..3], &games[3..]].concat();
    refused(
        &merge(&mixed, &[]),
        &[games[3].to_str().unwrap(), "kind is tournament"],
    );
    let fewer = in_pieces(&SCAN, 3, other.path());
    let mixed = [&files[..3], &fewer[2..]].concat();
    refused(&merge(&mixed, &[]), &["number of shards is 3, not 4"]);

    let text = fs::read_to_string(&files[1]).unwrap();
    let changed = |from: &str, to: &str, parts: &[&str]| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        fs::write(&files[1], changed).unwrap();
        let name = files[1].to_str().unwrap();
        refused(&merge(&files, &[]), &[&[name], parts].concat());
    };
    changed(
        "\"version\":2",
        "\"version\":3",
        &["another format or version"],
    );
    changed("\"endless\":0", "\"endless\":1", &["checksum"]);
    changed("\"sowlab-piece\"", "\"piece\"", &["format"]);
    changed("{", "", &["damaged"]);
    // Rightly made, by another program.
    let mut piece: Value = serde_json::from_str(&text).unwrap();
    piece["contents"]["program"] = Value::String("sowlab 0.0.1 (abc)".to_owned());
    piece["sha256"] = Value::String(sha256(piece["contents"].to_string().as_bytes()));
    fs::write(&files[1], piece.to_string()).unwrap();
    refused(
        &merge(&files, &[]),
        &["2-of-4.json", "written by sowlab 0.0.1 (abc)"],
    );
    refused(&["merge", "no-such-file"], &["no-such-file"]);
    refused(&["merge"], &["<FILES>"]);
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn pieces_that_are_none_are_refused_before_the_work() {
    for (shard, part) in [
        ("", "3/32"),
        ("3", "3/32"),
        ("1/2/3", "3/32"),
        ("-1/4", "3/32"),
        ("1.5/4", "3/32"),
        ("0/4", "1/4 to 4/4"),
        ("5/4", "1/4 to 4/4"),
        ("1/0", "1 to 1000000"),
        ("1/2000000", "1 to 1000000"),
    ] {
        let shard = format!("--shard={shard}");
        for command in [&SCAN[..], &GAMES[..]] {
            let arguments = [command, &[&shard, "--piece", "p.json"]].concat();
            refused(&arguments, &["--shard", part]);
        }
    }
    refused(&[&SCAN[..], &["--shard", "1/2"]].concat(), &["--piece"]);
    refused(&[&SCAN[..], &["--piece", "p.json"]].concat(), &["--shard"]);
    let piece = ["--piece", "p.json"];
    let many = ["--shard", "1/5000"];
    refused(
        &[&SCAN[..], &many, &piece].concat(),
        &["--shard", "3003 boards"],
    );
    refused(
        &[&GAMES[..], &many, &piece].concat(),
        &["--shard", "48 pairs of games"],
    );
    let some = ["--shard", "1/2"];
    let two = [&GAMES[..6], &some, &piece].concat();
    let test = ["--sprt", "elo0=0,elo1=10"];
    refused(&[&two[..], &test].concat(), &["--shard", "sequential test"]);
    refused(
        &[&two[..], &["--form", "swiss"]].concat(),
        &["--shard", "Swiss"],
    );
    assert!(!Path::new("p.json").exists());
}

#[test]
fn a_piece_goes_on_from_its_own_checkpoint_only() {
    let folder = tempfile::tempdir().unwrap();
    let [checkpoint, piece] = ["scan", "piece"].map(|name| folder.path().join(name));
    let [checkpoint, piece] = [&checkpoint, &piece].map(|path| path.to_str().unwrap());
    let of = |shard| {
        let more = [
            "--shard",
            shard,
            "--piece",
            piece,
            "--checkpoint",
            checkpoint,
        ];
        [&SCAN[..], &more].concat()
    };
    json(&of("2/3"));
    let once = fs::read_to_string(piece).unwrap();
    json(&of("2/3"));
    let found =
        |text: &str| serde_json::from_str::<Value>(text).unwrap()["contents"]["found"].clone();
    assert_eq!(found(&fs::read_to_string(piece).unwrap()), found(&once));
    refused(&of("1/3"), &["--checkpoint", "piece 2/3", "piece 1/3"]);
    let whole = [&SCAN[..], &["--checkpoint", checkpoint]].concat();
    refused(&whole, &["--checkpoint", "piece 2/3"]);
}

#[test]
fn records_of_pieces_have_the_numbers_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Vec::new();
    for shard in ["1/2", "2/2"] {
        let out = folder.path().join(format!("{}.jsonl", &shard[..1]));
        let piece = folder.path().join(&shard[..1]);
        let [out, piece] = [&out, &piece].map(|path| path.to_str().unwrap());
        let more = ["--shard", shard, "--piece", piece, "--out", out, "--quiet"];
        let arguments = [&GAMES[..], &more].concat();
        let first = json(&arguments);
        let games = fs::read_to_string(out).unwrap();
        let numbers_of = games.lines().map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            game["game"].as_u64().unwrap()
        });
        numbers.extend(numbers_of);
        // Recorded games are not played again.
        let again = sowlab(&[&arguments[..], &["--resume"]].concat()).output();
        assert!(again.unwrap().status.success());
        assert_eq!(fs::read_to_string(out).unwrap(), games);
        assert_eq!(first["played"], games.lines().count());
    }
    numbers.sort_unstable();
    // The last game of the last three pairs is not wanted: an odd number of games each.
    let expected: Vec<u64> = (0..96)
        .filter(|number| ![91, 93, 95].contains(number))
        .collect();
    assert_eq!(numbers, expected);
}
