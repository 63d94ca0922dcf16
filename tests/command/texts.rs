//! Texts as people and editors write them: capitals, byte order marks, and names that are not UTF-8.

use std::fs;
use std::path::Path;

use crate::outside::{json, refused, sowlab};

#[test]
fn moves_may_be_written_in_capitals_or_small_letters() {
    let upper = json(&["show", "55stones", "--record", "E4W1 stay W6E8"]);
    for record in ["e4w1 stay w6e8", "e4W1 STAY W6e8", "E4w1 w6E8"] {
        let found = json(&["show", "55stones", "--record", record]);
        assert_eq!(found["position"], upper["position"], "{record}");
        assert_eq!(found["moves"], upper["moves"], "{record}");
    }
    let turned = json(&["show", "55stones", "--record", "E4W1 turn"]);
    let also = json(&["show", "55stones", "--record", "e4w1 Turn"]);
    assert_eq!(also["position"], turned["position"]);
    for (game, record) in [("kalah", "L3 U6"), ("owela", "L5"), ("trysse", "L1")] {
        let upper = json(&["show", game, "--record", record]);
        let lower = json(&["show", game, "--record", &record.to_lowercase()]);
        assert_eq!(lower["position"], upper["position"], "{game}");
    }
    assert_eq!(
        json(&["sow", "kalah", "--move", "l3"])["position"],
        json(&["sow", "kalah", "--move", "L3"])["position"]
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("game.html");
    let written = ["replay", "55stones", "--record", "e4w1 w6e8", "--out"];
    json(&[&written[..], &[out.to_str().unwrap()]].concat());
    let session = sowlab(&["engine", "--game", "kalah"])
        .write_stdin("position startpos moves l3 u6\nstate\nquit\n")
        .output()
        .unwrap();
    let said = String::from_utf8(session.stdout).unwrap();
    assert!(said.starts_with("state "), "{said}");
    refused("show 55stones --record e4e5", &["'e5'", "legal moves are"]);
}

/// A file with a byte order mark before its text.
fn marked(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("\u{feff}{text}")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let games = |more: &[&str]| {
        let engines = ["--engine", "random", "--engine", "greedy", "--games", "2"];
        json(&[&["tournament", "33stones"][..], &engines, more].concat())
    };
    // Openings.
    let openings = marked(
        folder.path(),
        "openings.txt",
        "3,3,3,3,3,3,3,3,3,3,3 E 0 0\r\n",
    );
    games(&["--openings", &format!("file:{openings}")]);
    // Positions.
    let (small, tables) = ("stones:holes=4,seeds=2", inside("tables"));
    json(&["tables", "build", small, "--stones", "6", "--dir", &tables]);
    let positions = marked(folder.path(), "positions.txt", "0,3,2,0 E 2 1\n");
    let probe = ["tables", "probe", small, "--dir", &tables, "--positions"];
    let probed = json(&[&probe[..], &[&positions]].concat());
    assert_eq!(probed["positions"].as_array().unwrap().len(), 1);
    let piped = sowlab(&[&probe[..], &["-"]].concat())
        .write_stdin("\u{feff}0,3,2,0 E 2 1\n")
        .output()
        .unwrap();
    assert!(piped.status.success(), "{piped:?}");
    // A saved game.
    let saved = inside("saved.json");
    let played = sowlab(&["play", "33stones", "--opponent", "random"])
        .write_stdin(format!("E1\nsave {saved}\nquit\n"))
        .output()
        .unwrap();
    assert!(played.status.success(), "{played:?}");
    let text = fs::read_to_string(&saved).unwrap();
    let again = marked(folder.path(), "saved-marked.json", &text);
    let shown = json(&["show", "--game", &again]);
    assert_eq!(
        shown["position"],
        json(&["show", "--game", &saved])["position"]
    );
    // A certificate.
    let certificate = inside("c.json");
    let reach = ["loops", "reach", "stones:holes=2,seeds=2", "--rounds", "2"];
    json(&[&reach[..], &["--certificate", &certificate]].concat());
    let text = fs::read_to_string(&certificate).unwrap();
    let certificate = marked(folder.path(), "c-marked.json", &text);
    assert_eq!(json(&["loops", "verify", &certificate])["valid"], true);
    // A strategy.
    let mixed = ["equilibrium", small, "--order", "sealed", "--horizon", "1"];
    let strategy = json(&mixed).to_string();
    let strategy = marked(folder.path(), "strategy.json", &strategy);
    json(&[&mixed[..], &["--strategy", &strategy]].concat());
    // An experiment file.
    let study = "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\n\
                 games = ['stones:holes=4,seeds=2']\ndepth = 1\n";
    let study = marked(folder.path(), "study.toml", study);
    json(&["study", &study, "--out", &inside("results"), "--quiet"]);
    // A board.
    let toy = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/games/src/colony/boards/toy.toml"
    );
    let board = marked(
        folder.path(),
        "board.toml",
        &fs::read_to_string(toy).unwrap(),
    );
    json(&["show", &format!("colony:board={board}")]);
    // A piece of divided work.
    let piece = inside("piece.json");
    let scan = ["loops", "scan", "33stones", "--stones", "4"];
    json(&[&scan[..], &["--shard", "1/1", "--piece", &piece]].concat());
    let text = fs::read_to_string(&piece).unwrap();
    let piece = marked(folder.path(), "piece-marked.json", &text);
    json(&["merge", &piece]);
    // Lines with checksums are as they were written, or not read: that is the reason given.
    let records = inside("games.jsonl");
    games(&["--out", &records, "--quiet"]);
    let text = fs::read_to_string(&records).unwrap();
    fs::write(&records, format!("\u{feff}{text}")).unwrap();
    for command in ["show", "review"] {
        let reasons = ["games.jsonl", "byte order mark"];
        refused(&[command, "--game", &records], &reasons);
    }
}

#[cfg(unix)]
fn not_text(bytes: &[u8]) -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[test]
#[cfg(unix)]
fn arguments_that_are_no_text_are_bad_input() {
    for before in [
        &[][..],
        &["solve"],
        &["solve", "33stones"],
        &["loops"],
        &["loops", "scan"],
    ] {
        for last in [&b"\xff"[..], b"--\xff", b"--threads=\xff", b"-\xff"] {
            let output = sowlab(before).arg(not_text(last)).output().unwrap();
            assert_eq!(
                output.status.code(),
                Some(2),
                "{before:?} {last:?}: {output:?}"
            );
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(said.lines().count(), 1, "{before:?} {last:?}: {said}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_may_have_names_that_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join(not_text(b"x\xff"));
    let file = folder.path().join("small.toml");
    fs::write(
        &file,
        "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\n\
         games = ['stones:holes=4,seeds=2']\ndepth = 1\n",
    )
    .unwrap();
    let output = sowlab(&["study", file.to_str().unwrap(), "--quiet", "--out"])
        .arg(&name)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(name.join("x/a.json").exists());
    let game = folder.path().join(not_text(b"\xfe.html"));
    let output = sowlab(&["replay", "33stones", "--record", "E1W2", "--out"])
        .arg(&game)
        .output()
        .unwrap();
    assert!(output.status.success() && game.exists(), "{output:?}");
}
