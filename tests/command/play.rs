//! Games against an engine and between engines, and strategies of one's own.

use serde_json::Value;

use crate::outside::{json, refused, sowlab};

/// A whole game typed in: a wrong entry is asked again, undo takes back, quit and the end of the
/// input end the game.
#[test]
fn play_understands_a_person() {
    let play = |input: &str| {
        let output = sowlab("play 33stones --opponent random --seed 3 --format json")
            .write_stdin(input)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        (
            serde_json::from_slice::<Value>(&output.stdout).unwrap(),
            said,
        )
    };
    let (left, _) = play("");
    assert_eq!(
        (&left["result"], &left["record"]),
        (&Value::from("quit"), &Value::from(""))
    );
    let (left, said) = play("frog\n99\n\u{0}\nundo\ntrace\nhelp\nquit\n");
    assert_eq!(left["record"], "");
    for part in [
        "Not possible here. Choose one of E1 E2",
        "nothing to take back",
        "No round",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (one, said) = play("e4\nmaybe\nstay\nquit\n");
    let record = one["record"].as_str().unwrap();
    assert!(
        record.starts_with("E4W") && record.ends_with(" stay"),
        "{record}"
    );
    assert!(said.contains("East to move [turn stay]"));
    let (back, _) = play("4\nstay\nundo\nundo\nq\n");
    assert_eq!(back["record"], "");
    assert_eq!(back["position"], "3,3,3,3,3,3,3,3,3,3,3 E 0 0 - 1");
}

/// Stones in the cups count in what the replies leave.
#[test]
fn replies_are_explained_by_margins_at_the_end() {
    let game = ["play", "stones:holes=5,seeds=2", "--pie", "no"];
    let mut play = sowlab(&[&game[..], &["--position", "1,2,0,2,1 E 3 1"]].concat());
    let output = play.write_stdin("explain 4\nquit\n").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let replies = "East wins by 8. West's replies leave East between +8 and +8.";
    assert!(said.contains(replies), "{said}");
}

/// `explain` says what a move loses and what is better, with a legal line of play.
#[test]
fn choices_are_explained() {
    let play = |game: &str, input: &str| {
        let output = sowlab(game).write_stdin(input).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        // The sentences are wrapped.
        let said = String::from_utf8(output.stdout).unwrap();
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = play("play 55stones", "explain 5\nexplain e8\nexplain 12\nquit\n");
    for part in [
        "E5 loses 2: East wins by 1; after E8 East wins by 3. West's replies leave East between -5 and +11.",
        "at least +3, after W1, W3, W6, W9. If both play on: E8W",
        "Which move? Type explain and one of E1 E2",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let said = play("play stones:holes=5,seeds=2 --pie no", "explain 1\nquit\n");
    let line = said.split("If both play on: ").nth(1).unwrap();
    let (line, end) = line.split_once(". ").unwrap();
    assert!(line.starts_with("E1W"), "{line}");
    assert!(
        end.starts_with("That is the end of the game.") || end.starts_with("Then "),
        "{end}"
    );
    let mut show = sowlab("show stones:holes=5,seeds=2");
    show.args(["--record", line]).assert().success();
}

#[test]
fn two_engines_play_a_game_that_can_be_replayed() {
    let watch = |seed: &str| {
        json(&format!(
            "play 33stones --watch greedy --opponent random --seed {seed} --quiet"
        ))
    };
    let game = watch("5");
    assert_eq!(game["result"], "finished");
    let stones = &game["final"];
    assert_eq!(
        stones["east"].as_u64().unwrap() + stones["west"].as_u64().unwrap(),
        33
    );
    assert_eq!(game, watch("5"), "the same seed, the same game");
    assert_ne!(game["record"], watch("6")["record"]);
}

/// The loss of a strategy: 0 for that of the equilibrium, the difference of the values of choices for a pure one.
#[test]
fn strategies_of_ones_own_are_rated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let file = path.to_str().unwrap();
    let game = "stones:holes=5,seeds=2";
    for order in ["open", "reverse", "sealed"] {
        let fixed = ["equilibrium", game, "--order", order, "--horizon", "1"];
        let found = json(&fixed);
        assert!(found.get("strategy").is_none());
        std::fs::write(&path, found.to_string()).unwrap();
        let rated = json(&[&fixed[..], &["--strategy", file]].concat());
        for side in ["sente_loses", "gote_loses"] {
            assert!(
                rated["strategy"][side].as_f64().unwrap() < 1e-9,
                "{order}: {rated}"
            );
        }
    }
    // Against every single hole of sente gote answers best: the value of the position is the best of these.
    let fixed = ["equilibrium", game, "--horizon", "1", "--strategy", file];
    let mut least = f64::INFINITY;
    let mut mean = 0.0;
    for hole in 1..=5 {
        let strategy = format!("{{\"sente\":[{{\"choice\":\"E{hole}\",\"probability\":1.0}}]}}");
        std::fs::write(&path, strategy).unwrap();
        let rated = json(&fixed);
        let loses = rated["strategy"]["sente_loses"].as_f64().unwrap();
        assert!(rated["strategy"]["gote_loses"].is_null());
        assert!((rated["strategy"]["exploitability"].as_f64().unwrap() - loses).abs() < 1e-9);
        least = least.min(loses);
        mean += loses / 5.0;
    }
    assert_eq!(least, 0.0);
    let mixed = (1..=5).map(|hole| format!("{{\"choice\":\"E{hole}\",\"probability\":0.2}}"));
    let mixed = mixed.collect::<Vec<_>>().join(",");
    std::fs::write(&path, format!("{{\"sente\":[{mixed}]}}")).unwrap();
    let loses = json(&fixed)["strategy"]["sente_loses"].as_f64().unwrap();
    assert!((loses - mean).abs() < 1e-9, "{loses} {mean}");
    for (text, part) in [
        ("{}", "no strategy"),
        ("[1]", "mine.json"),
        (
            r#"{"sente":[{"choice":"W1","probability":1.0}]}"#,
            "'W1' is not one of its moves",
        ),
        (
            r#"{"sente":[{"choice":"E1","probability":0.5}]}"#,
            "do not add up to 1",
        ),
        (
            r#"{"sente":[{"choice":"E1","probability":-1.0}]}"#,
            "not from 0 to 1",
        ),
        (
            r#"{"gote":[{"choice":"W1","probability":1.0}]}"#,
            "'W1' is not one of its moves",
        ),
        (
            r#"{"gote":[{"after":"E1","choice":"W2","probability":1.0}]}"#,
            "do not add up to 1",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        refused(&fixed, &["--strategy", part]);
    }
}
