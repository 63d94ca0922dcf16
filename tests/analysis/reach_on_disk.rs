//! `loops reach` with its boards in files: the same as in memory, and it goes on where it was.

use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use sowlab::analysis::endless::Reached;
use sowlab::games::stones::{
    BothOut, Capture, MixedOut, Position, Rules, StonesGame, UndisputedGame,
};
use sowlab_base::files::OwnedFolder;
use sowlab_solvers::reach::ReachFiles;

fn sowlab(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("sowlab").unwrap();
    command.args(arguments);
    command
}

/// Returns the findings of `loops reach` without the time.
fn reach(arguments: &[&str]) -> Value {
    let output = sowlab(&["loops", "reach", "--quiet", "--format", "json"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let mut found: Value = serde_json::from_slice(&output.stdout).unwrap();
    found.as_object_mut().unwrap().remove("seconds").unwrap();
    found
}

fn refused(arguments: &[&str], code: i32, part: &str) {
    let output = sowlab(&["loops", "reach"])
        .args(arguments)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(part), "{part}: {said}");
}

#[test]
fn the_same_as_in_memory_under_every_reading() {
    let mut witnesses = 0;
    for (holes, seeds, rounds) in [(4, 3, 9), (6, 3, 5), (11, 3, 3)] {
        for capture in [Capture::Normal, Capture::Reversed] {
            for both_out in [BothOut::Relay, BothOut::End] {
                for mixed_out in [MixedOut::End, MixedOut::Forfeit] {
                    let mut rules = Rules::new(holes, seeds).unwrap();
                    rules.capture = capture;
                    rules.both_out = both_out;
                    rules.mixed_out = mixed_out;
                    let game = StonesGame::new(&rules);
                    let opening = Position::opening(&rules);
                    let expected = Reached::search(&game, opening, rounds, &()).unwrap();
                    witnesses += usize::from(expected.witness.is_some());
                    for (memory, threads) in [(20_000, 1), (200_000, 3)] {
                        let folder = tempfile::tempdir().unwrap();
                        let folder = OwnedFolder::open(folder.path(), "tests").unwrap();
                        let files = ReachFiles {
                            folder: &folder,
                            search: "these",
                            memory,
                            checkpointed: true,
                        };
                        let search = || {
                            Reached::search_on_disk(
                                &game,
                                game.sower(),
                                opening,
                                rounds,
                                &files,
                                &(),
                            )
                        };
                        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                        let found = pool.build().unwrap().install(search).unwrap();
                        assert_eq!(found, expected, "{rules}, {memory} bytes");
                    }
                }
            }
        }
    }
    assert!(witnesses > 8, "{witnesses} witnesses");
}

#[test]
fn the_same_without_disputed_rounds() {
    let rules = Rules::new(7, 3).unwrap();
    let game = UndisputedGame::new(&rules);
    let kernel = StonesGame::new(&rules);
    let opening = Position::opening(&rules);
    let expected = Reached::search_in(&game, kernel.sower(), opening, 6, &()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = OwnedFolder::open(folder.path(), "tests").unwrap();
    let files = ReachFiles {
        folder: &folder,
        search: "these",
        memory: 4000,
        checkpointed: true,
    };
    let found = Reached::search_on_disk(&game, kernel.sower(), opening, 6, &files, &()).unwrap();
    assert_eq!(found, expected);
}

#[test]
fn past_the_memory_the_command_finds_the_same() {
    let expected = reach(&["33stones", "--rounds", "4"]);
    assert_eq!(
        reach(&["33stones", "--rounds", "4", "--memory", "1M"]),
        expected
    );
}

#[test]
fn killed_again_and_again_it_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let arguments = ["33stones", "--rounds", "4", "--memory", "1M"];
    let expected = reach(&arguments);
    let mut killed = 0;
    for milliseconds in (10..).step_by(40) {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sowlab"))
            .args(["loops", "reach", "--quiet"])
            .args(arguments)
            .arg("--checkpoint")
            .arg(&kept)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        killed += 1;
    }
    assert!(killed > 1, "killed {killed} times");
    let kept = kept.to_str().unwrap();
    let checkpoint = |rounds| {
        reach(&[
            "33stones",
            "--rounds",
            rounds,
            "--memory",
            "1M",
            "--checkpoint",
            kept,
        ])
    };
    assert_eq!(checkpoint("4"), expected);
    // Fewer rounds, more memory: from the same files.
    assert_eq!(checkpoint("2"), reach(&["33stones", "--rounds", "2"]));
}

#[test]
fn a_checkpoint_that_is_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().to_str().unwrap();
    let game = "stones:holes=6,seeds=3";
    reach(&[game, "--rounds", "3", "--checkpoint", kept]);
    let other = "stones:holes=6,seeds=3,both-out=end";
    refused(
        &[other, "--rounds", "3", "--checkpoint", kept],
        2,
        "--checkpoint",
    );
    let again = [game, "--rounds", "4", "--checkpoint", kept];
    let level = folder.path().join("level-2.codes");
    let mut bytes = std::fs::read(&level).unwrap();
    bytes[3] ^= 4;
    std::fs::write(&level, bytes).unwrap();
    refused(&again, 2, "checksum");
    let file = level.to_str().unwrap();
    refused(
        &[game, "--rounds", "3", "--checkpoint", file],
        2,
        "--checkpoint",
    );
    refused(&[game, "--rounds", "3", "--memory", "much"], 2, "--memory");
}

#[cfg(unix)]
#[test]
fn a_link_in_a_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().to_str().unwrap();
    let arguments = ["33stones", "--rounds", "2", "--checkpoint", kept];
    reach(&arguments);
    let level = folder.path().join("level-1.codes");
    std::fs::remove_file(&level).unwrap();
    std::os::unix::fs::symlink("/dev/full", level).unwrap();
    refused(&arguments, 2, "level-1.codes: a link");
}

#[test]
fn best_play_is_complete_with_tables_of_all_boards() {
    let game = "stones:holes=7,seeds=2";
    let found = reach(&[game, "--rounds", "15", "--best"]);
    // The circle of seven holes has twelve places, one a step.
    assert_eq!(found["first_period"].as_u64().unwrap() % 12, 0);
    assert_eq!(found["rounds"][14]["round"], 15);
    refused(&["55stones", "--rounds", "2", "--best"], 2, "--best");
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let build = |stones| {
        sowlab(&["tables", "build", game, "--stones", stones, "--dir", tables])
            .assert()
            .success();
    };
    let best = [game, "--rounds", "15", "--best", "--tables", tables];
    refused(&best, 2, "--tables");
    build("13");
    // Without the start in the tables a search tells what it can, and says that it is not all.
    let searched = reach(&best);
    assert_ne!(searched["unresolved"], 0);
    for round in 0..15 {
        let boards = |found: &Value| found["rounds"][round]["boards"].as_u64().unwrap();
        assert!(boards(&searched) <= boards(&found), "round {round}");
    }
    build("14");
    assert_eq!(reach(&best), found);
}
