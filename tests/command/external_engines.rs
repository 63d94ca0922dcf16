//! Engines that are other programs, and the command as one of them.

use serde_json::Value;

use crate::outside::{json, refused, sowlab};
use crate::tournament::{games, tournament};

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
    let engine = format!("external:sh {}", quick.display());
    let more = "--games 2 --timeout 500000000000y --move-time 500000000000y";
    let played = json(&tournament("kalah", &["random", &engine], more));
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
        let more = format!("--games 4 --timeout 1s --threads 2 --out {}", out.display());
        let played = json(&tournament("kalah", &["random", &engine], &more));
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

/// Output of a program before a request is not an answer. It is dropped, and noted once.
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
    let engine = format!("external:sh {}", path.display());
    let more = format!("--games 4 --threads 1 --out {}", out.display());
    let played = json(&tournament("kalah", &["random", &engine], &more));
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
    let engine = format!("external:sh {}", path.display());
    let more = format!("--games 2 --move-time 100ms --out {}", out.display());
    let played = json(&tournament("kalah", &["random", &engine], &more));
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
    let played = json(&tournament("33stones", &[&*engine, "random"], "--games 6"));
    assert_eq!(played["standings"][0]["number"], 0);
    assert_eq!(played["standings"][0]["faults"], 0);
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
    let (out_text, logs_text) = (out.display(), logs.display());
    let more = format!("--games 2 --out {out_text} --engine-log {logs_text}");
    let played = json(&tournament("kalah", &["random", &engine], &more));
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
            "requires an external engine",
        ),
        (
            ["--engine", "external:'sh", "--engine", "random"],
            "a quote is not closed",
        ),
    ] {
        let given = tournament("kalah", &["random"], "");
        refused(&[&given[..], &arguments].concat(), &[part]);
    }
}
