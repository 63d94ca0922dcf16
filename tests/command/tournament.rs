//! Tournaments and their statistics, tried from outside.

use std::collections::BTreeMap;
use std::path::Path;

use crate::outside::{json, refused, sowlab};
use serde_json::Value;
use sowlab_base::files::OutputLock;

#[test]
fn sprt_follows_the_contract() {
    let tested = json(&[
        "sprt",
        "--pairs",
        "127,4883,10712,5150,104",
        "--elo0",
        "-1.75",
        "--elo1",
        "0.25",
        "--model",
        "normalized",
    ]);
    let near = |field: &str, expected: f64| {
        let found = tested[field].as_f64().unwrap();
        assert!((found - expected).abs() < 0.01, "{field}: {found}");
    };
    near("llr", 3.01);
    near("lower", -2.944);
    near("upper", 2.944);
    assert_eq!(tested["accepted"], "H1");
    for field in ["elo", "nelo", "los", "elo_error", "nelo_error"] {
        assert!(tested[field].is_number(), "{field}");
    }
    let open = json(&["sprt", "--pairs", "0,0,0,0,0", "--elo0", "0", "--elo1", "5"]);
    assert_eq!(open["accepted"], Value::Null);
    assert_eq!(open["llr"], 0.0);
}

#[test]
fn few_pairs_tell_no_errors() {
    for (pairs, told) in [
        ("0,0,0,0,1", false),
        ("0,1,0,0,4", true),
        ("0,0,0,0,50", false),
    ] {
        let tested = json(&["sprt", "--pairs", pairs, "--elo0", "0", "--elo1", "5"]);
        assert!(tested["elo"].is_number() && tested["nelo"].is_number());
        for field in ["elo_error", "nelo_error", "los"] {
            assert_eq!(tested[field].is_number(), told, "{pairs}: {field}");
        }
    }
    let arguments = ["sprt", "--pairs", "0,0,0,0,1", "--elo0", "0", "--elo1", "5"];
    let said = sowlab(&arguments).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("too few games"));
    let few = ["tournament", "33stones", "--games", "4"];
    let few = [&few[..], &ENGINES[..4]].concat();
    let played = json(&few);
    assert_eq!(played["standings"][0]["los"], Value::Null);
    assert_eq!(played["crosstable"][0][1]["elo_error"], Value::Null);
    let said = sowlab(&few).output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("too few games"));
}

/// The strength of a test far from even, where the hypothesis cannot be met near even frequencies.
#[test]
fn sprt_is_finite_for_every_hypothesis() {
    for (elo0, elo1) in [("0", "250"), ("-1000", "1000"), ("999", "1000")] {
        let even = "100,100,100,100,100";
        let tested = json(&["sprt", "--pairs", even, "--elo0", elo0, "--elo1", elo1]);
        assert!(tested["llr"].is_number(), "{elo0} {elo1}: {tested}");
    }
}

#[test]
fn sprt_refuses_what_is_no_test() {
    let given = |pairs, elo0, elo1| vec!["sprt", "--pairs", pairs, "--elo0", elo0, "--elo1", elo1];
    refused(&given("1,2,3", "0", "5"), &["'1,2,3'", "five counts"]);
    refused(&given("1,2,3,4,-5", "0", "5"), &["five counts"]);
    refused(&given("1,2,3,4,5", "5", "0"), &["elo0 is less than elo1"]);
    refused(&given("1,2,3,4,5", "0", "nan"), &["elo0 is less than elo1"]);
    let mut wrong = given("1,2,3,4,5", "0", "5");
    wrong.extend(["--alpha", "0"]);
    refused(&wrong, &["alpha and beta"]);
}

/// The games of a file, by number, without the time they took.
fn games(path: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let members = game.as_object_mut().unwrap();
        members.remove("seconds");
        // It depends on the time, too.
        assert!(members.remove("check").is_some());
        let number = game["game"].as_u64().unwrap();
        assert!(
            games.insert(number, game).is_none(),
            "game {number} is there twice"
        );
    }
    games
}

const ENGINES: [&str; 6] = [
    "--engine",
    "random",
    "--engine",
    "greedy",
    "--engine",
    "alphabeta:depth=2,hash=64K",
];

#[test]
fn a_tournament_counts_every_game_once() {
    let played = json(&[&["tournament", "33stones", "--games", "10"], &ENGINES[..]].concat());
    let standings = played["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 3);
    assert!(standings.iter().all(|line| line["games"] == 20));
    let points: f64 = standings
        .iter()
        .map(|line| line["points"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 30.0);
    for line in standings {
        assert!(line["elo"].is_number(), "{line}");
    }
    // The best of the three by far; both views of an encounter agree.
    assert_eq!(standings[2]["engine"], "random");
    let cell = |one: usize, other: usize| &played["crosstable"][one][other];
    assert_eq!(cell(0, 0), &Value::Null);
    assert_eq!(cell(0, 1)["games"], 10);
    let both = cell(0, 1)["points"].as_f64().unwrap() + cell(1, 0)["points"].as_f64().unwrap();
    assert_eq!(both, 10.0);
    assert_eq!(played["sprt"], Value::Null);
}

#[test]
fn the_same_seed_plays_the_same_games_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["55stones", "awari", "random:seed=5", "ethiopian", "kalah"] {
        let [one, three] = ["1", "3"].map(|threads| {
            let name = format!("{}-{threads}.jsonl", game.replace(':', "-"));
            let path = folder.path().join(name);
            let out = path.to_str().unwrap();
            let fixed = [
                "tournament",
                game,
                "--games",
                "6",
                "--threads",
                threads,
                "--out",
                out,
            ];
            json(&[&fixed, &ENGINES[..], &["--engine", "mcts:playouts=50"]].concat());
            games(&path)
        });
        assert_eq!(one.len(), 36, "{game}");
        assert_eq!(one, three, "{game}");
    }
}

#[test]
fn every_form_and_option_plays() {
    let two = ["--engine", "greedy", "--engine", "random"];
    let play = |game: &str, more: &[&str]| {
        json(&[&["tournament", game, "--games", "4"], &two[..], more].concat())
    };
    assert_eq!(
        play("kalah", &["--engine", "random", "--form", "gauntlet"])["played"],
        8
    );
    let swiss = play(
        "kalah",
        &["--engine", "random", "--form", "swiss", "--rounds", "3"],
    );
    assert_eq!(swiss["played"], 12);
    assert_eq!(
        play("55stones", &["--pie", "no", "--openings", "random:3"])["played"],
        4
    );
    let short = play("55stones", &["--max-rounds", "1", "--unfinished", "draw"]);
    assert_eq!(short["standings"][0]["draws"], 4);
    let odd = json(&[&["tournament", "33stones", "--games", "3"], &two[..]].concat());
    assert_eq!(odd["played"], 3);
    // The last pair is half a pair, which no statistics count.
    let pairs = odd["standings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 1);
    let test = play("33stones", &["--sprt", "elo0=0,elo1=50"]);
    assert!(test["sprt"]["llr"].is_number() && test["sprt"]["lower"].is_number());
    // A test that is decided stops, and says which hypothesis is accepted.
    let decided = json(
        &[
            &["tournament", "33stones", "--sprt", "elo0=0,elo1=100"],
            &two[..],
        ]
        .concat(),
    );
    assert_eq!(decided["sprt"]["accepted"], "H1");
    assert!(decided["played"].as_u64().unwrap() < 1000);
}

#[test]
fn a_torn_tournament_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let csv = folder.path().join("games.csv");
    let fixed = [
        &[
            "tournament",
            "33stones",
            "--games",
            "12",
            "--out",
            path.to_str().unwrap(),
        ],
        &ENGINES[..],
    ]
    .concat();
    let whole = json(&fixed);
    let all = games(&path);
    assert_eq!(all.len(), 36);
    refused(&fixed, &["exists already", "--resume"]);
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
    let other = [
        &[
            "tournament",
            "33stones",
            "--games",
            "14",
            "--resume",
            "--out",
            path.to_str().unwrap(),
        ],
        &ENGINES[..],
    ]
    .concat();
    refused(&other, &["another tournament", "games was 12, not 14"]);
    // What was not begun by this tournament stays as it is, with a line in it or without.
    for (foreign, reason) in [
        ("{\"tournament\":1}\n", "no header"),
        ("my notes, without a line's end", "no game"),
        ("{\"tournament\":{\"game\":\"kalah", "no game"),
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
    let fixed = [
        &["tournament", "33stones", "--games", "2", "--out"][..],
        &[path.to_str().unwrap()],
        &ENGINES[..4],
    ]
    .concat();
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

/// As many games as may be asked for take no more memory than those that are played.
#[test]
#[cfg(unix)]
fn games_are_made_as_they_are_played() {
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
        .arg(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(["tournament", "33stones", "--games", "1000000000"])
        .args(["--sprt", "elo0=0,elo1=100", "--threads", "1"])
        .args(["--format", "json", "--quiet"])
        .args(&ENGINES[..4])
        .output()
        .unwrap();
    assert!(limited.status.success(), "{limited:?}");
    let document: Value = serde_json::from_slice(&limited.stdout).unwrap();
    assert!(document["sprt"]["accepted"].is_string());
}

#[test]
fn what_no_machine_has_is_refused() {
    refused(
        &[
            "tournament",
            "kalah",
            "--engine",
            "mcts:memory=1000000G,playouts=5",
            "--engine",
            "random",
        ],
        &["mcts:", "memory=1000000G", "lower memory="],
    );
    refused(&["games", "--threads", "1025"], &["--threads", "1..=1024"]);
}

/// Ended in mid-game by the system, and gone on with: every game is there, once.
#[test]
#[cfg(unix)]
fn killed_tournaments_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let fixed = [
        &[
            "tournament",
            "33stones",
            "--games",
            "3000",
            "--quiet",
            "--threads",
            "2",
            "--out",
            path.to_str().unwrap(),
        ],
        &ENGINES[..4],
        &["--resume"],
    ]
    .concat();
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
    let out = path.to_str().unwrap();
    let fixed = [
        &[
            "tournament",
            "33stones",
            "--games",
            "200",
            "--quiet",
            "--out",
            out,
            "--resume",
        ],
        &ENGINES[..4],
    ]
    .concat();
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
    let device = [
        &["tournament", "33stones", "--out", "/dev/null", "--resume"],
        &ENGINES[..4],
    ];
    refused(&device.concat(), &["/dev/null", "no file"]);
}

#[test]
fn recorded_games_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["55stones", "kalah", "random:seed=2", "awari"] {
        let path = folder
            .path()
            .join(format!("{}.jsonl", game.replace(':', "-")));
        let path = path.to_str().unwrap();
        json(
            &[
                &["tournament", game, "--games", "4", "--out", path],
                &ENGINES[..4],
            ]
            .concat(),
        );
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

#[test]
fn bad_engines_are_refused_before_anything_is_played() {
    let given = |engine: &'static str| {
        vec![
            "tournament",
            "kalah",
            "--engine",
            "random",
            "--engine",
            engine,
        ]
    };
    refused(
        &given("grandmaster"),
        &["unknown engine 'grandmaster'", "alphabeta"],
    );
    refused(&given("alphabeta:depth=x"), &["depth=x"]);
    refused(&given("mcts:tables=x"), &["'tables' is not an option"]);
    refused(&given("perfect:tables=/nowhere"), &["/nowhere"]);
    refused(&given("external:/nowhere/engine"), &["/nowhere/engine"]);
    refused(
        &["tournament", "kalah", "--engine", "random"],
        &["two engines"],
    );
    refused(
        &[
            "tournament",
            "chess",
            "--engine",
            "random",
            "--engine",
            "random",
        ],
        &["'chess'"],
    );
    let mut wrong = given("random");
    wrong.extend(["--openings", "all"]);
    refused(&wrong, &["'all'", "random:MOVES"]);
    let mut wrong = given("random");
    wrong.extend(["--sprt", "elo0=5,elo1=0"]);
    refused(&wrong, &["elo0 is less than elo1"]);
}

#[test]
fn endgame_tables_play_and_adjudicate() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    json(&[
        "tables",
        "build",
        "stones:holes=5,seeds=2",
        "--stones",
        "10",
        "--dir",
        tables,
        "--quiet",
    ]);
    let perfect = format!("perfect:tables={tables}");
    let fixed = [
        "tournament",
        "stones:holes=5,seeds=2",
        "--engine",
        &perfect,
        "--engine",
        "random",
        "--games",
        "40",
        "--openings",
        "random:2",
    ];
    let played = json(&fixed);
    assert_eq!(
        played["standings"][0]["number"], 0,
        "{}",
        played["standings"]
    );
    let ended = json(&[&fixed[..], &["--adjudicate", tables]].concat());
    assert_eq!(ended["played"], 40);
}

/// East is worth −2 without the pie rule and 0 with it.
#[test]
fn a_proof_and_tables_hold_the_value_of_the_opening() {
    const GAME: &str = "stones:holes=7,seeds=2";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, proof) = (path("tables"), path("opening.complete"));
    let solved = format!("solved:tables={tables},proof={proof}");
    let asked = |engine: &str| {
        let play = ["tournament", GAME, "--engine", engine, "--engine", "random"];
        [&play[..], &["--games", "2"]].concat().join(" ")
    };
    let asked_for = |engine: &str, said: &[&str]| {
        let words = asked(engine);
        refused(&words.split(' ').collect::<Vec<_>>(), said);
    };
    let build = |stones: &str| {
        json(&[
            "tables", "build", GAME, "--stones", stones, "--dir", &tables,
        ]);
    };
    build("7");
    asked_for(&format!("solved:tables={tables}"), &["sowlab proof export"]);
    asked_for(&solved, &["opening.complete"]);
    let export = [
        "proof", "export", GAME, "--tables", &tables, "--out", &proof,
    ];
    let exported = json(&export);
    assert_eq!(exported["opening"], serde_json::json!([-2, -2]));
    let few = path("few");
    json(&["tables", "build", GAME, "--stones", "5", "--dir", &few]);
    asked_for(
        &format!("solved:tables={few},proof={proof}"),
        &["rests on tables of 7 stones", "--stones 7"],
    );
    for (pie, as_east, as_west) in [("no", -2, 2), ("yes", 0, 0)] {
        for opponent in ["random", "greedy", "alphabeta:depth=4", &solved] {
            let out = path(&format!("{pie}-{}.jsonl", &opponent[..5]));
            let play = [
                "tournament",
                GAME,
                "--engine",
                &solved,
                "--engine",
                opponent,
            ];
            let how = [
                "--games",
                "20",
                "--openings",
                "start",
                "--pie",
                pie,
                "--out",
                &out,
            ];
            json(&[&play[..], &how].concat());
            let games = std::fs::read_to_string(&out).unwrap();
            let games = games
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap());
            let mut played = 0;
            for game in games.filter(|line| line["margin"].is_number()) {
                let of_east = game["margin"].as_i64().unwrap();
                let (margin, least) = match game["players"][0] == 0 {
                    true => (of_east, as_east),
                    false => (-of_east, as_west),
                };
                assert!(margin >= least, "{pie} {opponent}: {game}");
                assert!(
                    game["fault"].is_null() && game["ending"] == "finished",
                    "{game}"
                );
                played += 1;
            }
            assert_eq!(played, 20);
        }
    }
}

/// Engines that fail, each in its way: it loses the game, and all games are played.
#[test]
#[cfg(unix)]
fn faults_lose_the_game_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let greeting =
        "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; ";
    // As long as a program may be waited for is no overflow.
    let quick = folder.path().join("quick");
    let cheats = format!("{greeting}go*) echo bestmove L9;; esac; done\n");
    std::fs::write(&quick, cheats).unwrap();
    let played = json(&[
        "tournament",
        "kalah",
        "--engine",
        "random",
        "--engine",
        &format!("external:sh {}", quick.display()),
        "--games",
        "2",
        "--timeout",
        "500000000000y",
        "--move-time",
        "500000000000y",
    ]);
    assert_eq!(played["standings"][1]["faults"], 2);
    for (name, on_go, said) in [
        ("exits", "go*) exit 3;;", "exited"),
        ("silent", "go*) sleep 100;;", "no answer for"),
        (
            "cheats",
            "go*) echo bestmove L9;;",
            "'L9', which is not legal",
        ),
        (
            "says-nothing-sensible",
            "go*) echo bestmove;;",
            "'', which is not legal",
        ),
        ("floods", "go*) yes | head -c 2000000;;", "flooded"),
        (
            "floods-a-line",
            "go*) head -c 1000000 /dev/zero;;",
            "flooded",
        ),
        ("closes-its-output", "go*) exec 1>&-; sleep 100;;", "exited"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("{greeting}{on_go} esac; done\n")).unwrap();
        let engine = format!("external:sh {}", path.display());
        let out = folder.path().join(format!("{name}.jsonl"));
        let played = json(&[
            "tournament",
            "kalah",
            "--engine",
            "random",
            "--engine",
            &engine,
            "--games",
            "4",
            "--timeout",
            "1s",
            "--threads",
            "2",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert_eq!(played["played"], 4, "{name}");
        let standings = played["standings"].as_array().unwrap();
        assert_eq!(
            (&standings[0]["engine"], &standings[0]["points"]),
            (&"random".into(), &4.0.into())
        );
        assert_eq!(standings[1]["faults"], 4);
        for game in games(&out).values() {
            let fault = game["fault"].as_str().unwrap();
            assert!(fault.contains(said), "{name}: {fault}");
            assert_eq!(game["ending"], "fault");
        }
    }
}

/// What a program prints before it is asked is no answer: it is dropped, and noted once.
#[test]
#[cfg(unix)]
fn answers_come_after_questions() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("hasty"), folder.path().join("games"));
    let hasty = format!(
        "exec 3>&1; while read -r line; do case \"$line\" in position*) echo bestmove Z9 >&3;; esac; \
         printf '%s\\n' \"$line\"; done | {} engine --engine greedy\n",
        assert_cmd::cargo::cargo_bin("sowlab").display()
    );
    std::fs::write(&path, hasty).unwrap();
    let played = json(&[
        "tournament",
        "kalah",
        "--engine",
        "random",
        "--engine",
        &format!("external:sh {}", path.display()),
        "--games",
        "4",
        "--threads",
        "1",
        "--out",
        out.to_str().unwrap(),
    ]);
    let external = played["standings"].as_array().unwrap();
    let external = external.iter().find(|line| line["number"] == 1).unwrap();
    assert_eq!(external["faults"], 0, "{played}");
    let noted: Vec<Value> = games(&out).into_values().collect();
    let notes: Vec<&Value> = noted
        .iter()
        .flat_map(|game| game["notes"].as_array())
        .flatten()
        .collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    for note in notes {
        let note = note.as_str().unwrap();
        assert!(note.contains("'bestmove Z9' before it was asked"), "{note}");
    }
}

/// A program that takes its time, and more than the tolerance, loses the game.
#[test]
#[cfg(unix)]
fn the_time_to_move_is_enforced() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("slow"), folder.path().join("games"));
    let slow = "while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
                go*) sleep 2; echo bestmove L9;; esac; done\n";
    std::fs::write(&path, slow).unwrap();
    let played = json(&[
        "tournament",
        "kalah",
        "--engine",
        "random",
        "--engine",
        &format!("external:sh {}", path.display()),
        "--games",
        "2",
        "--move-time",
        "100ms",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(played["standings"][1]["faults"], 2);
    for game in games(&out).values() {
        let fault = game["fault"].as_str().unwrap();
        assert!(
            fault.contains("did not move within its 0.1 s and 0.5 s of tolerance"),
            "{fault}"
        );
    }
}

#[test]
fn the_engine_speaks_its_protocol() {
    let talk = |input: &str| {
        let output = sowlab(&["engine", "--game", "kalah"])
            .write_stdin(input)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let said = talk("ugi\nisready\nposition startpos moves L4 L1\ngo depth 3\nquit\n");
    assert!(said.starts_with("id name sowlab\n"), "{said}");
    for part in ["ugiok\n", "readyok\n", "info depth 3 score ", "bestmove U"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said =
        talk("go infinite\nisready\nstop\nposition fen 0,0,0,0,0,0/0,0,0,0,0,0 L 24 24\ngo\n");
    assert!(
        said.contains("readyok") && said.ends_with("bestmove none\n"),
        "{said}"
    );
    // A search in another program, without limits, until it is told to stop.
    #[cfg(unix)]
    {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("slow");
        let answers = "while read line; do case \"$line\" in ugi) echo ugiok;; \
            isready) echo readyok;; 'go infinite') read line; \
            test \"$line\" = stop && echo bestmove L4;; esac; done\n";
        std::fs::write(&program, answers).unwrap();
        let set = format!(
            "setoption name Engine value external:sh {}\n",
            program.display()
        );
        let said = talk(&format!("{set}go infinite\nisready\nstop\n"));
        assert_eq!(said, "readyok\nbestmove L4\n");
    }
    let said =
        talk("position startpos moves U1\nfrobnicate\ngo depth x\nsetoption name Game value go\n");
    assert_eq!(said.matches("info string error").count(), 4, "{said}");
    let said = talk("setoption name Game value 33stones\nsetoption name Engine value greedy\ngo\n");
    assert!(said.contains("bestmove E"), "{said}");
    // It plays in a tournament, as an outsider.
    let program = assert_cmd::cargo::cargo_bin("sowlab");
    let engine = format!("external:{} engine --engine greedy", program.display());
    let played = json(&[
        "tournament",
        "33stones",
        "--engine",
        &engine,
        "--engine",
        "random",
        "--games",
        "6",
    ]);
    assert_eq!(played["standings"][0]["number"], 0);
    assert_eq!(played["standings"][0]["faults"], 0);
}

/// Two processes with one file of records: the second says so, in one line, and loses nothing.
#[test]
fn a_second_process_is_kept_from_the_records() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let out = path.to_str().unwrap();
    let fixed = [
        &["tournament", "33stones", "--games", "3000", "--quiet"][..],
        &["--out", out, "--resume"],
        &ENGINES[..4],
    ]
    .concat();
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
        .args(&fixed)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while std::fs::metadata(&path).map_or(0, |data| data.len()) < 2000 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let second = sowlab(&fixed).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for part in ["games.jsonl", "another process"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(first.wait().unwrap().success());
    assert_eq!(games(&path).len(), 3000);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    // With the header beside it.
    assert_eq!(left.len(), 2, "{left:?}");
}

/// So is it with everything that is written over time.
#[test]
fn an_output_that_another_process_writes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("output");
    let output = path.to_str().unwrap();
    let _lock = OutputLock::of_file(&path).unwrap();
    for command in [
        &["solve", "stones:holes=4,seeds=2", "--proof", output][..],
        &[
            "loops",
            "scan",
            "33stones",
            "--stones",
            "4",
            "--checkpoint",
            output,
        ],
        &[
            "tournament",
            "kalah",
            "--engine",
            "random",
            "--engine",
            "greedy",
            "--out",
            output,
        ],
    ] {
        let refused = sowlab(command).arg("--quiet").output().unwrap();
        let said = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(1), "{command:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("output: another process"), "{said}");
        assert!(!path.exists());
    }
}

/// Arguments as in a shell, a name in the standings, the last words in the record, and a log.
#[test]
#[cfg(unix)]
fn what_a_program_says_of_itself_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("my engine"), folder.path().join("games"));
    let logs = folder.path().join("logs");
    let fails = "echo \"started as $1\" >&2\nwhile read line; do case \"$line\" in \
                 ugi) echo id name Hasty 2; echo ugiok;; isready) echo readyok;; \
                 go*) echo out of stones >&2; exit 3;; esac; done\n";
    std::fs::write(&path, fails).unwrap();
    let engine = format!("external:sh '{}' \"two words\"", path.display());
    let played = json(&[
        "tournament",
        "kalah",
        "--engine",
        "random",
        "--engine",
        &engine,
        "--games",
        "2",
        "--out",
        out.to_str().unwrap(),
        "--engine-log",
        logs.to_str().unwrap(),
    ]);
    assert_eq!(played["standings"][1]["name"], "Hasty 2");
    assert!(played["standings"][0].get("name").is_none());
    for game in games(&out).values() {
        let fault = game["fault"].as_str().unwrap();
        for part in ["exited", "standard error", "out of stones"] {
            assert!(fault.contains(part), "{fault}");
        }
    }
    let logs = std::fs::read_dir(logs).unwrap();
    let logs = logs.map(|log| std::fs::read_to_string(log.unwrap().path()).unwrap());
    let all: String = logs.collect();
    for line in [
        "! started as two words\n",
        "> ugi\n",
        "< id name Hasty 2\n",
        "! out of stones\n",
    ] {
        assert!(all.contains(line), "{line}: {all}");
    }
    for (arguments, part) in [
        (
            ["--engine", "greedy", "--engine-log", "x"],
            "no engine is another program",
        ),
        (
            ["--engine", "external:'sh", "--engine", "random"],
            "a closing quote",
        ),
    ] {
        let given = ["tournament", "kalah", "--engine", "random"];
        refused(&[&given[..], &arguments].concat(), &[part]);
    }
}

/// Worth 7 to the side that moves first, whatever infinite play counts. By values alone a player would go round here.
#[test]
fn perfect_wins_what_is_won() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, openings, out) = (path("tables"), path("openings"), path("games.jsonl"));
    let build = ["tables", "build", "awari", "--stones", "7", "--quiet"];
    json(&[&build[..], &["--dir", &tables]].concat());
    std::fs::write(&openings, "2,1,0,1,1,0/1,0,0,0,1,0 L 0 0\n").unwrap();
    let engine = format!("perfect:tables={tables}");
    let openings = format!("file:{openings}");
    let played = ["tournament", "awari", "--games", "4", "--quiet"];
    let engines = ["--engine", &engine, "--engine", &engine];
    let files = ["--openings", &openings, "--out", &out];
    json(&[&played[..], &engines, &files].concat());
    let games = std::fs::read_to_string(&out).unwrap();
    assert_eq!(games.lines().count(), 4);
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        assert_eq!(game["ending"], "finished", "{line}");
        assert_eq!(game["margin"], 7, "{line}");
    }
}
