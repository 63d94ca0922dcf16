//! The engine protocol: the session that `docs/protocol.md` shows, and what is refused.

use assert_cmd::Command;

/// Returns the answers of the engine, line by line.
fn answers(input: &str) -> Vec<String> {
    let mut engine = Command::cargo_bin("sowlab").unwrap();
    let output = engine.arg("engine").write_stdin(input).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().map(str::to_owned).collect()
}

/// Every answer of the page is given, in its order; `…` stands for what differs from run to run.
#[test]
fn the_session_of_the_page_is_what_the_engine_says() {
    let page = include_str!("../../docs/protocol.md");
    let session = page.split("## A session").nth(1).unwrap();
    let session = session.split("```").nth(1).unwrap();
    let lines = |mark: &str| -> Vec<&str> {
        let lines = session.lines();
        lines.filter_map(|line| line.strip_prefix(mark)).collect()
    };
    let (told, shown) = (lines("> "), lines("< "));
    assert!(told.len() > 8 && shown.len() > 12, "{session}");
    let said = answers(&(told.join("\n") + "\n"));
    let mut said = said.iter();
    let mut any_number = false;
    for line in shown {
        let fits = |answer: &&String| match line.split_once('…') {
            Some((start, _)) => answer.starts_with(start),
            None => answer.as_str() == line,
        };
        if line == "…" {
            any_number = true;
            continue;
        }
        let found = match any_number {
            true => said.find(fits),
            false => said.next().filter(fits),
        };
        assert!(found.is_some(), "'{line}' is not said");
        any_number = false;
    }
    assert_eq!(said.next(), None);
}

/// Tables are of one game; the engine of the command line waits until it is set.
#[test]
fn an_engine_may_be_for_a_game_that_is_set_later() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let sowlab = |arguments: &[&str], input: &str| {
        let mut command = Command::cargo_bin("sowlab").unwrap();
        let output = command.args(arguments).write_stdin(input).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
        (output.status.code(), out, err)
    };
    let game = "stones:holes=4,seeds=2";
    let build = ["tables", "build", game, "--stones", "8", "--dir", tables];
    assert_eq!(sowlab(&build, "").0, Some(0));
    let engine = ["engine", "--engine", &format!("perfect:tables={tables}")];
    let told = format!("isready\ngo\nsetoption name Game value {game}\nisready\ngo\n");
    let (code, said, _) = sowlab(&engine, &told);
    assert_eq!(code, Some(0));
    let (before, after) = said.split_once("readyok").unwrap();
    assert!(before.starts_with("info string error perfect:"), "{said}");
    assert!(after.contains("bestmove E"), "{said}");
    let (code, said, refusal) = sowlab(&[&engine[..], &["--game", "33stones"]].concat(), "");
    assert_eq!((code, said.as_str()), (Some(2), ""));
    assert!(refusal.contains("--engine: perfect:"), "{refusal}");
}

#[test]
fn a_wrong_option_is_refused_at_once_and_changes_nothing() {
    let input = "setoption name Game value kalah\n\
                 position startpos moves L4\n\
                 setoption name Engine value perfect:tables=/nowhere\n\
                 setoption name Engine value external:/nowhere/engine\n\
                 setoption name Game value chess\n\
                 setoption name Seed value -1\n\
                 ugi\n\
                 go depth 1\n";
    let said = answers(input);
    let errors: Vec<_> = said
        .iter()
        .filter_map(|line| line.strip_prefix("info string error "))
        .collect();
    assert_eq!(errors.len(), 4, "{said:?}");
    for (error, part) in errors
        .iter()
        .zip(["/nowhere", "/nowhere/engine", "chess", "Seed"])
    {
        assert!(error.contains(part), "{error}");
    }
    // Game, engine and position are those before.
    let engine = "option name Engine type string default alphabeta:depth=6,hash=4M";
    assert!(said.iter().any(|line| line == engine), "{said:?}");
    let last = said.last().unwrap();
    assert!(last.starts_with("bestmove L"), "{said:?}");
}

/// Neither takes a line more memory than it may have, nor is it the end of the session.
#[test]
fn a_line_that_is_too_long_is_refused() {
    let long = "x".repeat((1 << 24) + 1);
    let said = answers(&format!("{long}\nposition {long}\nisready\n"));
    let refusal = "info string error line too long; at most 16777216 bytes are allowed";
    assert_eq!(said, [refusal, refusal, "readyok"]);
}

/// The position and its legal moves can be asked for.
#[test]
fn legal_and_state_are_answered() {
    let said = answers(
        "setoption name Game value stones:holes=3,seeds=2\nlegal\nstate\nposition startpos moves E2\n\
         legal\nstate\nposition fen 1,1,1 E 3 0\nlegal\nstate\nquit\n",
    );
    assert_eq!(
        said,
        [
            "legal E1 E2 E3",
            "state open 2,2,2 E 0 0 - 1",
            "legal W1 W3",
            "state open 2,2,2 E 0 0 2 1",
            "legal",
            "state over 1,1,1 E 3 0 - 1",
        ]
    );
}

/// The example of the page plays whole games without a fault.
#[test]
fn the_example_engine_plays() {
    let program = assert_cmd::cargo::cargo_bin("sowlab");
    let engine = format!("external:python3 examples/engine.py {}", program.display());
    for game in ["33stones", "kalah"] {
        let mut tournament = Command::cargo_bin("sowlab").unwrap();
        let output = tournament
            .args([
                "tournament",
                game,
                "--engine",
                &engine,
                "--engine",
                "random",
            ])
            .args(["--games", "2", "--format", "json", "--quiet"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let played: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        for standing in played["standings"].as_array().unwrap() {
            assert_eq!(standing["faults"], 0, "{played}");
        }
    }
}
