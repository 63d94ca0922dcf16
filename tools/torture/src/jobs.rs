//! The jobs: small work of every kind that is written over time, and the command that reads each kind of file.

use std::fs;
use std::path::Path;

use crate::command::Sowlab;

/// Work that can be interrupted and taken up again by the same command.
pub struct Job {
    pub name: &'static str,
    /// With paths from the folder of the work.
    pub arguments: Vec<String>,
    /// Whether what it prints is the same however often it was interrupted.
    pub prints_the_same: bool,
    /// The files that are compared in the end, by name.
    pub compared: fn(&str) -> bool,
    /// The command that has to accept the files at the end, if the bytes may differ.
    pub check: Option<Vec<String>>,
    /// Files that it reads.
    pub needs: Needs,
}

/// The files in the folder of a job before it begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    /// Tables to six stones, in `tables`.
    Tables,
    /// An experiment, `study.toml`.
    Experiment,
    /// Weights of an evaluation, `weights.eval`.
    Weights,
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

const EXPERIMENT: &str = "name = 'small'\ntitle = 'Small'\n\
    [[experiment]]\nid = 'games'\ntitle = 'How many games begin how?'\nkind = 'perft'\n\
    games = ['stones:holes=5,seeds=3']\ndepth = 3\n\
    [[experiment]]\nid = 'openings'\ntitle = 'What are openings worth?'\nkind = 'stones-openings'\n\
    games = ['55stones']\nholes = 4\nseeds = 2\nnodes = 2_000\nboards = 100_000\ndirectory = 'records'\n\
    [[experiment]]\nid = 'one'\ntitle = 'What is one worth?'\nkind = 'solve'\n\
    games = ['stones:holes=5,seeds=2']\nmemory = '8M'\nproofs = 'proofs'\ntop_claims = 20\n\
    tables = { stones = 5, directory = 'work-tables' }\n";

impl Needs {
    pub fn put(self, sowlab: &Sowlab, folder: &Path) {
        match self {
            Needs::Nothing => {}
            Needs::Tables => {
                let build = words("tables build stones:holes=7,seeds=2 --stones 6 --dir tables");
                assert_eq!(sowlab.run(folder, &build, None).code, Some(0));
            }
            Needs::Experiment => {
                fs::write(folder.join("study.toml"), EXPERIMENT).expect("room");
            }
            Needs::Weights => {
                let weights = include_bytes!("../../../crates/analysis/src/learned/weights/55stones.eval");
                fs::write(folder.join("weights.eval"), weights).expect("room");
            }
        }
    }
}

/// Whether a file, by its path in the folder of a work, is one that [`Needs::put`] put there.
pub fn is_given(name: &Path) -> bool {
    name.starts_with("tables")
        || [Path::new("study.toml"), Path::new("weights.eval")].contains(&name)
}

const SELF_PLAY: &str = "self-play 55stones --engine alphabeta:depth=1,hash=64K,eval=weights.eval --games 6 --seed 3 --out games.npy";

/// All work.
pub fn jobs() -> Vec<Job> {
    let job = |name, line: &str, compared| Job {
        name,
        arguments: words(line),
        prints_the_same: true,
        compared,
        check: None,
        needs: Needs::Nothing,
    };
    vec![
        job(
            "tables build, stones family",
            "tables build stones:holes=6,seeds=4 --stones 12 --dir t",
            |name| name.ends_with(".table"),
        ),
        job(
            "tables build, two ranks",
            "tables build kalah:pits=3,seeds=2 --stones 9 --dir t",
            |name| name.ends_with(".table"),
        ),
        job(
            "loops scan",
            "loops scan stones:holes=6 --stones 12 --checkpoint scan.json --certificates found",
            |name| name.ends_with(".json"),
        ),
        Job {
            check: Some(words("merge piece.json")),
            ..job(
                "loops scan, a piece",
                "loops scan stones:holes=6 --stones 12 --checkpoint scan.json --shard 1/1 --piece piece.json",
                |name| name.ends_with("scan.json"),
            )
        },
        job(
            "loops reach",
            "loops reach stones:holes=6,seeds=3 --rounds 5 --memory 200K --checkpoint reach",
            |name| name.ends_with(".codes") || name.ends_with("reach.json"),
        ),
        job(
            "tournament",
            "tournament kalah:pits=3,seeds=2 --engine random --engine greedy --games 30 --seed 5 --out games.jsonl --resume",
            |name| name.starts_with("games.jsonl"),
        ),
        Job {
            check: Some(words("proof show a.proof")),
            needs: Needs::Tables,
            ..job(
                "solve --save-proof",
                "solve stones:holes=7,seeds=2 --tables tables --memory 16M --save-proof a.proof",
                |_| false,
            )
        },
        Job {
            needs: Needs::Weights,
            ..job("self-play", SELF_PLAY, |name| name.ends_with(".npy"))
        },
        Job {
            // The output tells which results existed already.
            prints_the_same: false,
            needs: Needs::Experiment,
            ..job("study", "study study.toml --out results --resume", |name| {
                name.starts_with("results") && name.ends_with(".csv") && !name.contains("one")
            })
        },
    ]
}

/// A kind of file at rest, and the command that reads it.
pub struct Kind {
    pub name: &'static str,
    /// The job whose files these are.
    pub job: &'static str,
    /// Which of its files.
    pub is_one: fn(&str) -> bool,
    /// Reads them; what it prints is compared.
    pub reader: Vec<String>,
    /// Whether the job was stopped in its midst.
    pub in_work: bool,
    /// A text that a person writes: another text is another question, and only a crash is wrong.
    pub by_hand: bool,
}

/// All kinds of files.
pub fn kinds() -> Vec<Kind> {
    let kind = |name, job, line: &str, is_one| Kind {
        name,
        job,
        is_one,
        reader: words(line),
        in_work: false,
        by_hand: false,
    };
    let verify = "tables verify stones:holes=6,seeds=4 --stones 12 --dir t";
    let build = "tables build stones:holes=6,seeds=4 --stones 12 --dir t";
    // Results of their own, so that everything is run that is not kept elsewhere.
    let study = "study study.toml --out again";
    vec![
        kind("table", "tables build, stones family", verify, |name| {
            name.ends_with(".table")
        }),
        kind(
            "table, two ranks",
            "tables build, two ranks",
            "tables verify kalah:pits=3,seeds=2 --stones 9 --dir t",
            |name| name.ends_with(".table"),
        ),
        kind(
            "times of tables",
            "tables build, stones family",
            build,
            |name| name.ends_with(".seconds"),
        ),
        Kind {
            in_work: true,
            ..kind(
                "checkpoint of a table",
                "tables build, stones family",
                build,
                |name| name.ends_with(".work"),
            )
        },
        kind(
            "checkpoint of a scan",
            "loops scan",
            "loops scan stones:holes=6 --stones 12 --checkpoint scan.json",
            |name| name == "scan.json",
        ),
        kind("piece", "loops scan, a piece", "merge piece.json", |name| {
            name == "piece.json"
        }),
        kind(
            "certificate",
            "loops scan",
            "loops verify found/12-stones.certificate.json",
            |name| name.ends_with("12-stones.certificate.json"),
        ),
        kind(
            "boards in reach",
            "loops reach",
            "loops reach stones:holes=6,seeds=3 --rounds 5 --memory 200K --checkpoint reach",
            |name| name.ends_with(".codes") || name.ends_with("reach.json"),
        ),
        kind(
            "records of games",
            "tournament",
            "tournament kalah:pits=3,seeds=2 --engine random --engine greedy --games 30 --seed 5 --out games.jsonl --resume",
            |name| name.contains(".jsonl"),
        ),
        kind(
            "proof",
            "solve --save-proof",
            "proof show a.proof",
            |name| name == "a.proof",
        ),
        kind(
            "proof, resumed",
            "solve --save-proof",
            "solve stones:holes=7,seeds=2 --tables tables --memory 16M --save-proof a.proof",
            |name| name == "a.proof",
        ),
        kind("weights", "self-play", SELF_PLAY, |name| {
            name == "weights.eval"
        }),
        kind("results", "study", "study --report --out results", |name| {
            name.starts_with("results/small") && name.ends_with(".json")
        }),
        kind("work of a study", "study", study, |name| {
            name.ends_with(".opening.json")
                || name.ends_with(".runs.json")
                || name.starts_with("proofs")
        }),
        Kind {
            by_hand: true,
            ..kind("experiment", "study", "study study.toml --list", |name| {
                name == "study.toml"
            })
        },
    ]
}
