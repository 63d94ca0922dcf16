//! The contract of the command, tried from outside.

use crate::outside::{json, refused, sowlab};
use serde_json::Value;

#[test]
fn sow_follows_the_contract() {
    let sown = json(&["sow", "55stones", "--east", "10", "--west", "1"]);
    assert_eq!(sown["position"], "0,10,1,3,4,1,11,11,2,0,7 W 5 0 pie 2");
    assert_eq!(sown["outcome"], "capture");
    assert_eq!(sown["captured"]["east"], 5);
    assert_eq!(sown["captured"]["west"], 0);
    assert_eq!(sown["steps"], 27);
    assert_eq!(sown["period"], Value::Null);
    assert_eq!(sown["finished"], false);
    assert!(sown.get("final").is_none() && sown.get("trace").is_none());
}

#[test]
fn sow_gives_out_the_rest_of_a_finished_game() {
    let sown = json(&[
        "sow",
        "55stones",
        "--east",
        "8",
        "--west",
        "4",
        "--trace",
        "--position",
        "0,0,0,3,0,0,0,2,0,0,0 E 25 25",
    ]);
    assert_eq!(sown["position"], "0,0,0,1,2,0,0,1,0,0,0 W 26 25 - 2");
    assert_eq!(sown["finished"], true);
    // One playable hole: the rest goes to West, who has sente now.
    assert_eq!(sown["final"]["east"], 26);
    assert_eq!(sown["final"]["west"], 29);
    let trace = sown["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 5);
    assert_eq!(trace[2]["event"], "east-lifts");
    assert_eq!(trace[4]["event"], "end");
}

/// Where no hole holds two stones, the rest goes to who had gote in the last round: East, though the last round gave him
/// sente. The position by itself counts as reached by a quiet round.
#[test]
fn show_gives_the_rest_out_by_the_last_round_of_a_record() {
    const GAME: &str = "stones:holes=11,seeds=4";
    const BEFORE: &str = "1,1,1,1,0,1,0,0,2,5,0 W 12 20 - 24";
    let round = ["--east", "10", "--west", "9"];
    let sown = json(&[&["sow", GAME, "--position", BEFORE], &round[..]].concat());
    assert_eq!(sown["final"]["east"], 21);
    assert_eq!(sown["final"]["west"], 23);
    // A whole round, and the reply alone, as the analysis board asks.
    for (position, record) in [
        (BEFORE, "W9E10"),
        ("1,1,1,1,0,1,0,0,2,5,0 W 12 20 9 24", "E10"),
    ] {
        let arguments = ["show", GAME, "--position", position, "--record", record];
        let shown = json(&arguments);
        assert_eq!(shown["position"], sown["position"], "{record}");
        assert_eq!(shown["final"], sown["final"], "{record}");
        let text = sowlab(&arguments).assert().success();
        let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
        assert!(
            text.contains("The game is over: East 21 : 23 West\n"),
            "{text}"
        );
    }
    let position = sown["position"].as_str().unwrap();
    let alone = json(&["show", GAME, "--position", position]);
    assert_eq!(alone["final"]["west"], 32);
}

/// Values without time to compute them are `null` in their places, and a game that is over has no choices.
#[test]
fn no_time_and_no_choices_leave_no_member_out() {
    for more in [&["--choices"][..], &[]] {
        let solve = [
            "solve",
            "55stones",
            "--recompute",
            "--time-limit",
            "0s",
            "--memory",
            "1M",
        ];
        let cut = json(&[&solve[..], more].concat());
        for reading in ["lower", "zero", "upper"] {
            assert!(cut["pie"].get(reading).unwrap().is_null());
            let [least, most] = [0, 1].map(|end| cut["pie_bounds"][reading][end].as_i64());
            assert!(least.unwrap() < most.unwrap());
        }
    }
    for (game, over) in [
        ("stones:holes=4,seeds=2", "1,1,1,1 E 4 0"),
        ("kalah:pits=2,seeds=1", "0,0/0,0 L 3 1"),
    ] {
        for command in ["solve", "show"] {
            let found = json(&[command, game, "--position", over, "--choices"]);
            assert_eq!(found["choices"], serde_json::json!([]));
        }
        assert!(json(&["solve", game, "--position", over])["choices"].is_null());
    }
}

/// Games of combinatorial game theory have a value there, and the others none.
#[test]
fn solve_prints_values_of_combinatorial_game_theory() {
    let solve = ["solve", "sowing:start=1+2+2+3"];
    for more in [
        &[][..],
        &["--choices"],
        &["--position", "1,2,2,3 R"],
        &["--time-limit", "10s"],
    ] {
        let found = json(&[&solve[..], more].concat());
        assert_eq!(found["combinatorial_value"], "{0|-2}", "{more:?}");
    }
    let text = sowlab(&solve).assert().success();
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    let line = "Value in combinatorial game theory: {0|-2}\n";
    assert!(text.contains(line), "{text}");
    let other = json(&["solve", "bao:pits=2"]);
    assert!(other.get("combinatorial_value").is_none());
}

/// After a move that never ends nothing can be chosen, and the document says so, typed in or recorded.
#[test]
fn a_move_that_never_ends_leaves_no_choice() {
    let recorded = json(&["show", "owela:pits=2", "--record", "L1 U3 L1 U3"]);
    let position = recorded["position"].as_str().unwrap();
    let typed = json(&["show", "owela:pits=2", "--position", position, "--choices"]);
    let round = ["--record", "E1W4"];
    let stones = json(&[&["show", "stones:holes=4,seeds=2", "--choices"], &round[..]].concat());
    for shown in [recorded.clone(), typed, stones] {
        assert_eq!(shown["endless"], true);
        assert_eq!(shown["moves"], serde_json::json!([]));
        assert_eq!(shown["finished"], false);
    }
    assert!(json(&["show", "kalah"]).get("endless").is_none());
}

/// While the pie decision is open the cups say whether the first round captured, and so who had gote in it.
#[test]
fn show_gives_the_rest_out_before_the_pie_decision() {
    for (game, record, east, west, given) in [
        ("stones:start=5+0+0+0+0+2", "E6W1", "6", "1", [3, 4]),
        ("stones:start=5+0+0+2+0", "E1W4", "1", "4", [0, 7]),
        (
            "stones:start=0+2+2,capture=reversed,both-out=end,mixed-out=forfeit",
            "E3W2",
            "3",
            "2",
            [2, 2],
        ),
        (
            "stones:start=2+0+3+0+0+0,capture=reversed,mixed-out=forfeit",
            "E1W3",
            "1",
            "3",
            [4, 1],
        ),
    ] {
        let sown = json(&["sow", game, "--east", east, "--west", west]);
        let recorded = json(&["show", game, "--record", record]);
        let position = sown["position"].as_str().unwrap();
        let alone = json(&["show", game, "--position", position]);
        for document in [&sown, &recorded, &alone] {
            assert_eq!(document["position"], position);
            let cups = ["east", "west"].map(|cup| document["final"][cup].as_i64().unwrap());
            assert_eq!(cups, given, "{game} {record}");
        }
    }
}

#[test]
fn sow_recognises_an_endless_round() {
    let endless = json("sow stones:holes=2,seeds=2 --east 1 --west 2");
    assert_eq!(endless["outcome"], "endless");
    assert_eq!(endless["period"], 2);
    assert_eq!(endless["steps"], Value::Null);
    assert_eq!(endless["position"], Value::Null);
    assert_eq!(endless["finished"], false);
}

#[test]
fn a_trace_says_whether_it_is_complete() {
    let sown = |more: &[&str]| {
        let round = ["sow", "55stones", "--east", "10", "--west", "1"];
        json(&[&round[..], more].concat())
    };
    assert_eq!(sown(&["--trace"])["trace_complete"], true);
    let cut = sown(&["--trace", "--trace-limit", "5"]);
    assert_eq!(cut["trace_complete"], false);
    assert_eq!(cut["trace"].as_array().unwrap().len(), 6);
    assert!(sown(&[]).get("trace_complete").is_none());
    let period = ["sow", "stones:holes=2,seeds=2", "--trace"];
    let endless = json(&[&period[..], &["--east", "1", "--west", "2"]].concat());
    assert_eq!(endless["trace_complete"], true);
}

#[test]
fn sow_shows_a_move_seed_by_seed() {
    let kalah = json(&["sow", "kalah", "--move", "L4", "--trace"]);
    assert_eq!(kalah["position"], "4,4,0,5,5,5/4,4,4,4,4,4 L 1 0");
    assert_eq!((&kalah["steps"], &kalah["laps"]), (&4.into(), &1.into()));
    let trace = kalah["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 5);
    assert_eq!(trace[0]["event"], "start");
    assert_eq!((&trace[0]["at"], &trace[0]["hand"]), (&3.into(), &4.into()));
    assert_eq!(trace[4]["at"], Value::Null);
    assert_eq!(trace[4]["stores"][0], 1);
    assert_eq!(kalah["trace_complete"], true);

    // The first endless move of docs/games-four-rank.md.
    let position = "2,1/2,3/0,1/1,2 L";
    let owela = ["sow", "owela:pits=2", "--position", position, "--move"];
    let endless = json(&[&owela[..], &["L3", "--trace", "--trace-limit", "4"]].concat());
    assert_eq!(endless["outcome"], "endless");
    assert_eq!(endless["period_laps"], 60);
    assert_eq!(endless["position"], Value::Null);
    assert_eq!(endless["trace"].as_array().unwrap().len(), 5);
    assert!(json(&[&owela[..], &["L3"]].concat()).get("trace").is_none());
    let said = sowlab(&[&owela[..], &["L3"]].concat()).output().unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    assert!(
        text.contains("never ends") && text.contains("60 laps"),
        "{text}"
    );
    refused(&[&owela[..], &["U3"]].concat(), &["--move", "L3"]);
    refused("sow kalah --move L4 --east 1", &["--east"]);
    refused(&["sow", "55stones", "--east", "1"], &["--west"]);
    refused(&["sow", "kalah"], &["--move"]);
}

#[test]
fn perft_and_reach_count() {
    let counts = json(&["perft", "55stones", "--depth", "2"]);
    let rounds = counts["rounds"].as_array().unwrap();
    assert_eq!(rounds[0]["boards"], 1);
    assert_eq!(rounds[0]["joint_moves"], 110);
    assert_eq!(rounds[1]["boards"], 110);
    assert_eq!(rounds[1]["joint_moves"], 6038);
    let reached = json(&["loops", "reach", "55stones", "--rounds", "3"]);
    let rounds = reached["rounds"].as_array().unwrap();
    assert_eq!(rounds[2]["round"], 3);
    assert_eq!(rounds[2]["boards"], 5915);
    assert_eq!(rounds[2]["joint_moves"], 293_892);
    assert_eq!(rounds[2]["endless"], 2);
    assert_eq!(reached["first"], "E4W1 stay W6E8 E2W1");
    let none = json(&["loops", "reach", "55stones", "--rounds", "2"]);
    assert_eq!(none["first"], Value::Null);
}

/// Where one side moves at a time a round is a move: the first moves are those that `perft` counts, and in
/// games whose moves end none is endless.
#[test]
fn reach_works_in_sequential_games() {
    for game in [
        "kalah:pits=6,seeds=4",
        "awari",
        "oware",
        "bestemshe",
        "trysse",
        "egyptian",
        "colony:board=toy",
        "owela:pits=3",
    ] {
        let reached = json(&["loops", "reach", game, "--rounds", "3"]);
        let counts = json(&["perft", game, "--depth", "3"]);
        let (rounds, plies) = (&reached["rounds"], &counts["plies"]);
        assert_eq!(rounds[0]["boards"], 1, "{game}");
        assert_eq!(rounds[0]["joint_moves"], plies[0]["nodes"], "{game}");
        for (number, round) in rounds.as_array().unwrap().iter().enumerate() {
            assert_eq!(round["round"], number + 1, "{game}");
            assert_eq!(round["endless"], 0, "{game}");
            // Positions that several sequences lead to count once.
            let most = plies[number]["nodes"].as_u64();
            assert!(round["joint_moves"].as_u64() <= most, "{game}");
        }
        assert_eq!(rounds.as_array().unwrap().len(), 3, "{game}");
        assert_eq!(reached["first"], Value::Null, "{game}");
    }
    // From the opening of Awari each of the six moves leads to another position, with six replies.
    let awari = json(&["loops", "reach", "awari", "--rounds", "2"]);
    assert_eq!(awari["rounds"][1]["boards"], 6);
    assert_eq!(awari["rounds"][1]["joint_moves"], 36);
}

/// The scan counts what `sow` says of each joint move, board by board.
#[test]
fn loops_scan_counts_every_joint_move() {
    use sowlab::games::stones::sowing::JointMove;
    use sowlab::games::stones::{Board, Ending, Rules, stepper};
    for option in ["both-out=relay", "both-out=end"] {
        let game = format!("stones:holes=3,{option}");
        let rules = Rules::from_name(&game).unwrap();
        let scanned = json(&["loops", "scan", &game, "--stones", "7"]);
        let layers = scanned["layers"].as_array().unwrap();
        assert_eq!(layers.len(), 6);
        for layer in layers {
            let stones = layer["stones"].as_u64().unwrap() as u8;
            let (mut boards, mut moves, mut endless, mut on, mut longest, mut period) =
                (0, 0, 0, 0, 0, None);
            for first in 0..=stones {
                for second in 0..=stones - first {
                    let holes = [first, second, stones - first - second];
                    let board = Board::from_holes(&holes).unwrap();
                    let before = endless;
                    boards += 1;
                    JointMove::for_each(board.playable(), |JointMove { east, west }| {
                        let round = stepper::sow(&rules, board, east.into(), west.into());
                        moves += 1;
                        longest = longest.max(round.steps);
                        if let Ending::Endless { period: steps } = round.ending {
                            endless += 1;
                            period = period.max(Some(steps));
                        }
                    });
                    on += u64::from(endless > before);
                }
            }
            assert_eq!(layer["boards"], boards);
            assert_eq!(layer["joint_moves"], moves);
            assert_eq!(layer["endless"], endless);
            assert_eq!(layer["endless_boards"], on);
            assert_eq!(layer["longest_finite"], longest);
            assert_eq!(layer["longest_period"], serde_json::json!(period));
        }
    }
    // On two holes E1W2 and E2W1 from 2,2 only ever exchange the stones.
    let scanned = json(&["loops", "scan", "stones:holes=2", "--stones", "4"]);
    let four = &scanned["layers"][2];
    assert_eq!(
        (&four["endless"], &four["endless_boards"]),
        (&2.into(), &1.into())
    );
    assert_eq!(four["longest_period"], 2);
    assert_eq!(four["first"], "2,2 E1W2");
}

#[test]
fn perft_counts_plies_of_sequential_games() {
    let counts = json(&["perft", "kalah", "--depth", "5"]);
    let nodes: Vec<u64> = counts["plies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| ply["nodes"].as_u64().unwrap())
        .collect();
    assert_eq!(nodes, [6, 35, 185, 942, 4690]);
    let shown = json(&["show", "awari"]);
    assert_eq!(shown["moves"].as_array().unwrap().len(), 6);
    let random = json(&["show", "random:seed=3"]);
    assert_eq!(random["moves"][0], "stay+L");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let strip = |mut value: Value| {
        value.as_object_mut().unwrap().remove("seconds");
        value
    };
    for command in [
        &["perft", "33stones", "--depth", "3"][..],
        &["loops", "reach", "33stones", "--rounds", "3"],
    ] {
        let one = json(&[command, &["--threads", "1"]].concat());
        let three = json(&[command, &["--threads", "3"]].concat());
        assert_eq!(strip(one), strip(three));
    }
}

#[test]
fn show_lists_the_choices_of_every_phase() {
    let shown = |position| json(&["show", "stones:holes=3,seeds=2", "--position", position]);
    for (position, moves) in [
        ("2,2,2 E 0 0 - 1", &["E1", "E2", "E3"][..]),
        ("2,2,2 E 0 0 2", &["W1", "W3"]),
        ("2,2,2 E 0 0 pie", &["turn", "stay"]),
        ("1,1,1 E 3 0", &[]),
    ] {
        assert_eq!(
            shown(position)["moves"],
            serde_json::json!(moves),
            "{position}"
        );
    }
    let opening = json("show stones:holes=3,seeds=2");
    assert_eq!(opening["moves"], serde_json::json!(["E1", "E2", "E3"]));
    assert_eq!(shown("1,1,1 E 3 0")["final"]["west"], 3);
}

#[test]
fn games_lists_names_families_and_options() {
    let games = json(&["games"]);
    let games = games["games"].as_array().unwrap();
    assert!(
        games
            .iter()
            .any(|game| game["name"] == "55stones" && game["family"] == "stones")
    );
    assert!(games.iter().all(|game| game["options"].is_array()));
}

#[test]
fn nobody_reading_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(["games", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn the_manual_has_a_page_for_each_subcommand() {
    let printed = sowlab(&["manual"]).output().unwrap();
    let page = String::from_utf8(printed.stdout).unwrap();
    assert!(
        page.contains(".TH sowlab 1") && page.contains("study"),
        "{page}"
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man");
    let written = json(&["manual", "--out", out.to_str().unwrap()]);
    let files = written["files"].as_array().unwrap();
    assert!(files.len() > 20);
    for name in ["sowlab.1", "sowlab-study.1", "sowlab-loops-reach.1"] {
        let page = std::fs::read_to_string(out.join(name)).unwrap();
        assert!(page.contains(".SH OPTIONS"), "{name}");
    }
}
