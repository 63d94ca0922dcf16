//! Every document and record is as docs/schemas describes it: no member is missing, new or of another type.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::complete::complete_proof;
use crate::outside::{Arguments, json, sowlab};
use crate::server::{Answer, Server};

const GAME: &str = "stones:holes=4,seeds=2";
const LARGER: &str = "stones:holes=5,seeds=2";
const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas");

fn read(name: &str) -> Value {
    let path = format!("{SCHEMAS}/{name}.schema.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// The errors of a value, each with its place.
fn errors(name: &str, value: &Value) -> Vec<String> {
    let validator = jsonschema::validator_for(&read(name)).unwrap();
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// With UPDATE_SCHEMAS=1 the files are written again.
#[test]
fn the_committed_schemas_are_those_of_the_types() {
    for (name, schema) in sowlab::command::schemas() {
        let path = format!("{SCHEMAS}/{name}.schema.json");
        let made = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, made).unwrap();
            continue;
        }
        let committed = std::fs::read_to_string(&path).unwrap();
        assert!(
            committed == made,
            "{name}: run UPDATE_SCHEMAS=1 cargo test --test command schemas"
        );
    }
}

/// The schemas that were compared with something.
struct Checked {
    folder: tempfile::TempDir,
    names: BTreeSet<&'static str>,
}

impl Checked {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn value(&mut self, name: &'static str, value: &Value) {
        let found = errors(name, value);
        assert!(found.is_empty(), "{name}: {found:#?}");
        self.names.insert(name);
    }

    /// A document that a command prints.
    fn document(&mut self, name: &'static str, arguments: &[&str]) {
        let document = json(&[arguments, &["--quiet"]].concat());
        assert_eq!(document["version"], 1, "{arguments:?}");
        self.value(name, &document);
    }

    /// A file with one JSON value.
    fn file(&mut self, name: &'static str, path: &Path) {
        let text = std::fs::read_to_string(path).unwrap();
        self.value(name, &serde_json::from_str(&text).unwrap());
    }
}

#[test]
fn documents_and_records_are_as_their_schemas_say() {
    let mut checked = Checked {
        folder: tempfile::tempdir().unwrap(),
        names: BTreeSet::new(),
    };
    let folder = checked.path("tables");
    let tables = folder.as_str();
    checked.document("games", &["games"]);
    checked.document("engines", &["engines"]);
    for rules in sowlab::games::two_rank::RULES_FILES {
        let table: toml::Table = toml::from_str(rules).unwrap();
        checked.value("rules-file", &serde_json::to_value(table).unwrap());
    }
    checked.document("show", &["show", GAME, "--replies"]);
    checked.document(
        "show",
        &["show", GAME, "--position", "2,2,2,2 E 0 0 pie", "--choices"],
    );
    checked.document("show", &["show", GAME, "--position", "1,1,1,1 E 4 0"]);
    checked.document(
        "show",
        &"show kalah:pits=2,seeds=2 --replies --record L2".words()[..],
    );
    checked.document(
        "show",
        &["show", "33stones", "--choices", "--time-limit", "300ms"],
    );
    let round = "2,1,0,1,1,0/1,0,0,0,1,0 L 0 0";
    let progress = ["show", "awari", "--position", round, "--choices"];
    assert!(json(&progress)["progress"].is_string());
    checked.document("show", &progress);
    let sow = ["sow", GAME, "--east", "4", "--west", "1"];
    checked.document("sow", &[&sow[..], &["--trace"]].concat());
    let moved = ["sow", "owela:pits=2", "--move", "L1", "--trace"];
    checked.document("sow-move", &moved);
    let watched = ["play", GAME, "--watch", "random", "--opponent", "greedy"];
    checked.document("play", &watched);
    checked.document("review", &["review", GAME, "--record", "E4W1"]);
    checked.document("perft", &["perft", GAME, "--depth", "3"]);
    checked.document("perft", &["perft", "owela:pits=2", "--depth", "3"]);
    checked.document("solve", &["solve", GAME, "--replies", "--explain"]);
    checked.document("solve", &["solve", "random:seed=3,pits=2,most=2"]);
    checked.document("solve", &["solve", "sowing:start=1+2+2+3"]);
    checked.document("solve", &["solve", "55stones", "--time-limit", "300ms"]);
    checked.document("solve", &["solve", "55stones", "--time-limit", "0s"]);
    checked.document(
        "equilibrium",
        &["equilibrium", GAME, "--horizon", "1", "--compare"],
    );
    let estimated = ["equilibrium", "55stones", "--horizon", "1", "--eval"];
    checked.document("equilibrium", &[&estimated[..], &["built-in"]].concat());
    let mine = checked.path("mine.json");
    std::fs::write(
        &mine,
        r#"{"sente": [{"choice": "E1", "probability": 1.0}]}"#,
    )
    .unwrap();
    let given = ["equilibrium", GAME, "--horizon", "1", "--strategy", &mine];
    checked.document("equilibrium", &given);

    let certificate = checked.path("c.certificate.json");
    let reach = ["loops", "reach", GAME, "--rounds", "3", "--certificate"];
    checked.document("loops-reach", &[&reach[..], &[&certificate]].concat());
    checked.file("certificate", Path::new(&certificate));
    checked.document("loops-verify", &["loops", "verify", &certificate]);
    checked.document("loops-scan", &["loops", "scan", GAME, "--stones", "7"]);

    let build = ["tables", "build", GAME, "--stones", "8", "--dir", tables];
    checked.document("tables-build", &build);
    checked.document("cache", &["cache", "--dir", tables]);
    let remove = ["cache", "--dir", tables, "--remove", "kalah"];
    checked.document("cache", &remove);
    checked.document("tables-stats", &["tables", "stats", GAME, "--dir", tables]);
    let verify = ["tables", "verify", GAME, "--stones", "8", "--dir", tables];
    checked.document("tables-verify", &verify);
    let cycles = ["loops", "cycles", GAME, "--stones", "8", "--tables", tables];
    checked.document("loops-cycles", &cycles);
    checked.document("loops-cycles", &["loops", "cycles", GAME, "--rounds", "3"]);
    let probe = ["tables", "probe", GAME, "--dir", tables];
    let one = ["--position", "2,2,2,2 E 0 0", "--replies"];
    checked.document("tables-probe", &[&probe[..], &one].concat());
    let positions = checked.path("positions.txt");
    std::fs::write(&positions, "1,1,2,2 E 1 1\n9,9,9,9 E 0 0\n").unwrap();
    let many = ["--positions", positions.as_str()];
    checked.document("tables-probe-positions", &[&probe[..], &many].concat());
    let server = Server::new(folder.clone().into(), |_| Answer::Right);
    let fetched = checked.path("fetched");
    let fetch = ["tables", "fetch", GAME, &server.url, "--dir", &fetched];
    checked.document("tables-fetch", &fetch);
    let remote = ["tables", "probe", GAME, "--dir", &server.url];
    checked.document("tables-probe", &[&remote[..], &one[..2]].concat());
    checked.document("tables-probe-positions", &[&remote[..], &many].concat());
    let csv = checked.path("dump.csv");
    let dump = format!("tables dump {GAME} --dir {tables} --stones 4 --csv {csv}");
    let dump = dump.words();
    checked.document("tables-dump", &dump);
    let drawn = checked.path("drawn.npy");
    let sample = [
        "tables",
        "sample",
        GAME,
        "--dir",
        tables,
        "--positions",
        "9",
        "--stones",
        "2-4",
        "--out",
        &drawn,
    ];
    checked.document("tables-sample", &sample);
    let games = checked.path("games.npy");
    let played = [
        "self-play",
        GAME,
        "--engine",
        "alphabeta:depth=2",
        "--games",
        "5",
        "--out",
        &games,
    ];
    checked.document("self-play", &played);
    checked.document("positions", &["positions", GAME, "--number", "3"]);

    let proof = checked.path("a.proof");
    let complete = checked.path("a.complete");
    json(&[
        "tables", "build", LARGER, "--stones", "4", "--dir", tables, "--quiet",
    ]);
    json(&[
        "solve",
        LARGER,
        "--tables",
        tables,
        "--save-proof",
        &proof,
        "--quiet",
    ]);
    checked.document("proof-show", &["proof", "show", &proof]);
    let export = [
        "proof", "export", LARGER, "--out", &complete, "--tables", tables,
    ];
    checked.document("proof-export", &export);
    let name = "stones:holes=5,capture=normal,both-out=relay,mixed-out=forfeit";
    let whole = complete_proof(name, 2, -6);
    whole.write(Path::new(&complete)).unwrap();
    checked.document(
        "proof-shorten",
        &[
            "proof",
            "shorten",
            &complete,
            "--out",
            &checked.path("short.complete"),
        ],
    );
    let games = checked.path("games.jsonl");
    let engines = ["--engine", "random", "--engine", "greedy", "--games", "4"];
    let out = ["--out", games.as_str()];
    checked.document(
        "tournament",
        &[&["tournament", "33stones"], &engines[..], &out].concat(),
    );
    checked.file(
        "tournament-header",
        Path::new(&format!("{games}.header.json")),
    );
    for line in std::fs::read_to_string(&games).unwrap().lines() {
        checked.value("tournament-game", &serde_json::from_str(line).unwrap());
    }
    let sprt = ["sprt", "--pairs", "1,2,3,4,5", "--elo0", "0", "--elo1", "5"];
    checked.document("sprt", &sprt);
    let none = ["sprt", "--pairs", "0,0,0,0,0", "--elo0", "0", "--elo1", "5"];
    checked.document("sprt", &none);
    checked.document("show-game", &["show", "--game", &games, "--number", "2"]);
    checked.document("show", &["show", "--game", &games, "--choices"]);

    let drawn = ["setups", "random:pits=2,most=2", "--samples", "3"];
    checked.document("setups", &drawn);

    let saved = checked.path("saved.json");
    sowlab(&["play", GAME, "--opponent", "random"])
        .write_stdin(format!("4\nsave {saved}\nquit\n"))
        .output()
        .unwrap();
    checked.file("saved-game", Path::new(&saved));

    let (study, results) = (checked.path("one.toml"), checked.path("results"));
    let text = format!(
        "name = 'one'\ntitle = 'One'\n[[experiment]]\nid = 'counts'\ntitle = 'Counts'\nkind = 'perft'\n\
         games = ['{GAME}']\ndepth = 2\n"
    );
    std::fs::write(&study, text).unwrap();
    checked.document("study", &["study", &study, "--out", &results]);
    checked.document("study-list", &["study", "--list"]);

    let benchmark = checked.path("benchmark.json");
    let make = [
        "benchmark",
        "make",
        GAME,
        "--number",
        "3",
        "--out",
        &benchmark,
    ];
    sowlab(&make).assert().success();
    checked.file("benchmark", Path::new(&benchmark));
    let tasks = sowlab(&["benchmark", "tasks", &benchmark])
        .output()
        .unwrap();
    let tasks = String::from_utf8(tasks.stdout).unwrap();
    let task: Value = serde_json::from_str(tasks.lines().last().unwrap()).unwrap();
    checked.value("benchmark-task", &task);
    let answer = serde_json::json!({"id": task["id"], "action": 0, "certainty": 0.5});
    checked.value("benchmark-answer", &answer);
    let run = ["benchmark", "run", &benchmark, "--engine", "random"];
    checked.document("benchmark-score", &run);
    let manifest = format!("{results}/one/counts.manifest.json");
    checked.file("study-manifest", Path::new(&manifest));
    checked.document("manual", &["manual"]);

    let all = std::fs::read_dir(SCHEMAS).unwrap();
    let all = all.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let all: Vec<String> = all.collect();
    let unchecked = all.iter().filter(|name| {
        let name = name.strip_suffix(".schema.json");
        !name.is_some_and(|name| checked.names.contains(name))
    });
    assert_eq!(unchecked.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// The words of each option are listed: `end,both-out=end` is none of them.
#[test]
fn the_schema_of_certificates_lists_the_words_of_the_rules() {
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let smuggled = value(include_str!("../../checker/tests/all/false.json"));
    let found = errors("certificate", &smuggled);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("/rules/mixed-out: "), "{found:#?}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results/never-ending");
    let mut kinds = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".certificate.json") {
            let committed = value(&std::fs::read_to_string(&path).unwrap());
            let found = errors("certificate", &committed);
            assert!(found.is_empty(), "{}: {found:#?}", path.display());
            kinds.insert(committed["claim"]["kind"].to_string());
        }
    }
    assert_eq!(kinds.len(), 2);
}
