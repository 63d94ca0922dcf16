//! The records of tournaments: resumed, shared, cut off and replayed.

use sowlab_base::files::OutputLock;

use crate::outside::{json, refused, sowlab};
use crate::tournament::{ENGINES, games, tournament};

#[test]
fn a_torn_tournament_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let csv = folder.path().join("games.csv");
    let out = format!("--out {}", path.display());
    let twelve = format!("--games 12 {out}");
    let fixed = tournament("33stones", &ENGINES, &twelve);
    let whole = json(&fixed);
    let all = games(&path);
    assert_eq!(all.len(), 36);
    refused(&fixed, &["exists; resume", "--resume"]);
    // Cut anywhere: within the first line, after it, in a line, at the end of one.
    let bytes = std::fs::read(&path).unwrap();
    let first = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for length in [
        0,
        20,
        first,
        first + 1,
        first + 100,
        bytes.len() / 2,
        bytes.len() - 1,
        bytes.len(),
    ] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let resumed = json(&[&fixed[..], &["--resume", "--csv", csv.to_str().unwrap()]].concat());
        assert_eq!(games(&path), all, "cut at {length}");
        assert_eq!(resumed["standings"], whole["standings"]);
        assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 37);
    }
    let fourteen = format!("--games 14 --resume {out}");
    let other = tournament("33stones", &ENGINES, &fourteen);
    refused(&other, &["another tournament", "games was 12, not 14"]);
    // A file that this tournament did not begin stays as it is, with or without a complete line.
    for (foreign, reason) in [
        ("{\"tournament\":1}\n", "not the header"),
        ("my notes, without a line's end", "not a game"),
        ("{\"tournament\":{\"game\":\"kalah", "not a game"),
    ] {
        std::fs::write(&path, foreign).unwrap();
        refused(
            &[&fixed[..], &["--resume"]].concat(),
            &["--out", "line 1", reason],
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
    }
}

#[test]
fn records_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let more = format!("--games 2 --out {}", path.display());
    let fixed = tournament("33stones", &ENGINES[..2], &more);
    json(&fixed);
    let text = std::fs::read_to_string(&path).unwrap();
    // As it was before lines had checksums, which would tell as well.
    let lines = text
        .lines()
        .map(|line| line.split(",\"check\":").next().unwrap().to_owned());
    let text: String = lines.map(|line| line + "}\n").collect();
    for points in ["[9.0,9.0]", "[0.5,1.0]", "[-1.0,2.0]", "[0.25,0.75]"] {
        let start = text.find("\"points\":").unwrap() + "\"points\":".len();
        let end = start + text[start..].find(']').unwrap() + 1;
        let wrong = format!("{}{points}{}", &text[..start], &text[end..]);
        std::fs::write(&path, &wrong).unwrap();
        refused(
            &[&fixed[..], &["--resume"]].concat(),
            &["line 1", "points are", "0, 0.5 or 1"],
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), wrong);
    }
}

/// Ended in mid-game by the system, and gone on with: every game is there, once.
#[test]
#[cfg(unix)]
fn killed_tournaments_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let more = format!(
        "--games 3000 --quiet --threads 2 --out {} --resume",
        path.display()
    );
    let fixed = tournament("33stones", &ENGINES[..2], &more);
    for round in 0..4 {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
            .args(&fixed)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(30 + 20 * round));
        let _ = child.kill();
        child.wait().unwrap();
    }
    json(&fixed);
    assert_eq!(games(&path).len(), 3000);
}

/// The system refuses to let the file grow, in the midst of a line: what is whole stays, and with more
/// room the tournament goes on.
#[test]
#[cfg(unix)]
fn a_full_disk_is_said_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let more = format!("--games 200 --quiet --out {} --resume", path.display());
    let fixed = tournament("33stones", &ENGINES[..2], &more);
    let limited = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 20; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(&fixed)
        .output()
        .unwrap();
    let said = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("games.jsonl"), "{said}");
    let kept = games(&path).len();
    assert!((1..200).contains(&kept), "{kept}");
    assert!(std::fs::read(&path).unwrap().ends_with(b"\n"));
    json(&fixed);
    assert_eq!(games(&path).len(), 200);
    let device = tournament("33stones", &ENGINES[..2], "--out /dev/null --resume");
    refused(&device, &["/dev/null", "not a regular file"]);
}

#[test]
fn recorded_games_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["55stones", "kalah", "random:seed=2", "awari"] {
        let path = folder
            .path()
            .join(format!("{}.jsonl", game.replace(':', "-")));
        let path = path.to_str().unwrap();
        let more = format!("--games 4 --out {path}");
        json(&tournament(game, &ENGINES[..2], &more));
        let shown = json(&["show", "--game", path, "--number", "3"]);
        assert_eq!(shown["number"], 3);
        let positions = shown["positions"].as_array().unwrap();
        assert_eq!(
            positions.len(),
            shown["moves"].as_array().unwrap().len() + 1
        );
        refused(
            &["show", "--game", path, "--number", "4"],
            &["no game 4", "0 to 3"],
        );
    }
    refused(&["show", "--game", "nowhere.jsonl"], &["nowhere.jsonl"]);
    refused(&["show"], &["<GAME>"]);
}

/// Two processes with one file of records: the second says so, in one line, and loses nothing.
#[test]
fn a_second_process_is_kept_from_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    // More games than any machine plays before the second process ends.
    let more = format!("--games 1000000 --quiet --out {} --resume", path.display());
    let fixed = tournament("33stones", &ENGINES[..2], &more);
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(&fixed)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while std::fs::metadata(&path).map_or(0, |data| data.len()) < 2000 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let before = std::fs::read(&path).unwrap();
    let second = sowlab(&fixed).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for part in ["games.jsonl", "another process"] {
        assert!(said.contains(part), "{said}");
    }
    // Only the first process wrote, and each line is whole but for the last, at which it was killed.
    let after = std::fs::read(&path).unwrap();
    assert!(after.starts_with(&before));
    let end = after.iter().rposition(|&byte| byte == b'\n').unwrap();
    std::fs::write(&path, &after[..=end]).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(games(&path).len(), lines(&after));
}

/// So is it with everything that is written over time.
#[test]
fn an_output_that_another_process_writes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("output");
    let output = path.to_str().unwrap();
    let _lock = OutputLock::of_file(&path).unwrap();
    for command in [
        "solve stones:holes=4,seeds=2 --save-proof",
        "loops scan 33stones --stones 4 --checkpoint",
        "tournament kalah --engine random --engine greedy --out",
    ] {
        let refused = sowlab(command).args([output, "--quiet"]).output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{command:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("output: another process"), "{said}");
        assert!(!path.exists());
    }
}
