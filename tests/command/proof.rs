//! Proofs on disk: kept, gone on from, merged, shown, checked, and refused when they are false.

use std::fs;
use std::path::Path;

use crate::outside::{json, refused, sowlab};
use sowlab_solvers::Player;
use sowlab_solvers::search::proof::{self, Lemma, Proof};
use tempfile::TempDir;

const GAME: &str = "stones:holes=7,seeds=3";

struct Kept {
    directory: TempDir,
}

impl Kept {
    /// Tables of boards with at most eight stones.
    fn new() -> Kept {
        let directory = TempDir::new().unwrap();
        let kept = Kept { directory };
        let tables = kept.path("tables");
        json(&[
            "tables", "build", GAME, "--stones", "8", "--dir", &tables, "--quiet",
        ]);
        kept
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    fn solve(&self, file: &str, threads: &str) -> serde_json::Value {
        json(&[
            "solve",
            GAME,
            "--tables",
            &self.path("tables"),
            "--memory",
            "64M",
            "--proof",
            &self.path(file),
            "--threads",
            threads,
            "--quiet",
        ])
    }

    /// What is printed of a proof that does not hold.
    fn refuted(&self, file: &str) -> serde_json::Value {
        let output = sowlab(&texts(&self.verify(file)))
            .args(["--format", "json"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let verified: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(verified["valid"], false);
        verified
    }

    fn verify(&self, file: &str) -> Vec<String> {
        let tables = self.path("tables");
        let file = self.path(file);
        [
            "proof", "verify", &file, "--tables", &tables, "--memory", "64M", "--quiet",
        ]
        .map(str::to_owned)
        .to_vec()
    }
}

fn texts(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

#[test]
fn what_was_proven_is_kept_and_checked() {
    let kept = Kept::new();
    let first = kept.solve("a.proof", "1");
    let again = kept.solve("a.proof", "1");
    assert_eq!(first["value"], again["value"]);
    assert_eq!(first["pie"], again["pie"]);
    let nodes = |solved: &serde_json::Value| solved["nodes"].as_u64().unwrap();
    assert!(nodes(&first) > 1_000, "{first}");
    assert!(nodes(&again) < nodes(&first) / 2, "{again}");

    let shown = json(&["proof", "show", &kept.path("a.proof"), "--list", "3"]);
    assert!(shown["claims"].as_u64().unwrap() > 100, "{shown}");
    assert_eq!(shown["most_work"].as_array().unwrap().len(), 3);

    let verified = json(&texts(&kept.verify("a.proof")));
    assert_eq!(verified["valid"], true);
    assert_eq!(verified["claims"], shown["claims"]);

    // The top alone: the rest is found again.
    let top = kept.path("top.proof");
    let merged = json(&[
        "proof",
        "merge",
        &top,
        &kept.path("a.proof"),
        "--most",
        "40",
    ]);
    assert_eq!(merged["claims"], 40);
    let verified = json(&texts(&kept.verify("top.proof")));
    assert_eq!(verified["valid"], true);
    assert!(verified["searched"].as_u64().unwrap() > 0, "{verified}");

    // Two threads find other claims; together they are no less right.
    kept.solve("b.proof", "2");
    let both = kept.path("both.proof");
    json(&[
        "proof",
        "merge",
        &both,
        &kept.path("a.proof"),
        &kept.path("b.proof"),
    ]);
    let verified = json(&texts(&kept.verify("both.proof")));
    assert_eq!(verified["valid"], true);
    assert_eq!(kept.solve("both.proof", "1")["value"], first["value"]);
}

#[test]
fn false_damaged_and_foreign_proofs_are_refused() {
    let kept = Kept::new();
    kept.solve("a.proof", "1");
    let path = kept.path("a.proof");
    let proof = Proof::read(Path::new(&path)).unwrap();

    // A claim of more than was proven, for the first of every fifth layer.
    let mut refusals = 0;
    for of_layer in proof
        .claims()
        .chunk_by(|a, b| a.lemma.layer == b.lemma.layer)
        .step_by(5)
    {
        let mut claims = proof.claims().to_vec();
        let index = claims.iter().position(|kept| *kept == of_layer[0]).unwrap();
        // The margin of the other side must not allow it: more than all is never gained.
        claims[index].lemma.need = of_layer[0].lemma.layer as i32;
        let forged = Proof::new(proof.name().to_owned(), claims);
        forged.write(Path::new(&kept.path("forged.proof"))).unwrap();
        let output = sowlab(&texts(&kept.verify("forged.proof")))
            .output()
            .unwrap();
        if output.status.code() == Some(2) {
            let line = String::from_utf8(output.stderr).unwrap();
            assert!(line.contains("do not follow"), "{line}");
            refusals += 1;
        }
    }
    assert!(refusals > 0);

    // Claims that no board of a layer can be worth: a margin that wraps must not make them follow.
    let layer = proof.claims().last().unwrap().lemma.layer;
    let impossible = (0..500).flat_map(|rank| {
        [Player::Leader, Player::Follower].map(|claimant| proof::Kept {
            lemma: Lemma {
                layer,
                rank,
                claimant,
                need: i32::MAX,
            },
            height: 0,
            work: 0,
        })
    });
    let forged = Proof::new(proof.name().to_owned(), impossible.collect());
    forged.write(Path::new(&kept.path("forged.proof"))).unwrap();
    let verified = kept.refuted("forged.proof");
    assert_eq!(verified["failed"].as_array().unwrap().len(), 1_000);

    // More stones than any search takes.
    let many = proof::Kept {
        lemma: Lemma {
            layer: 200,
            rank: 1 << 30,
            claimant: Player::Leader,
            need: 100,
        },
        height: 0,
        work: 0,
    };
    let forged = Proof::new(proof.name().to_owned(), vec![many]);
    forged.write(Path::new(&kept.path("forged.proof"))).unwrap();
    let verified = kept.refuted("forged.proof");
    assert_eq!(verified["failed"].as_array().unwrap().len(), 1);

    let bytes = fs::read(&path).unwrap();
    for at in [0, 9, 15, 40, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        let file = kept.path("damaged.proof");
        fs::write(&file, damaged).unwrap();
        refused(&["proof", "show", &file], &["file:", "damaged.proof"]);
        refused(
            &["solve", GAME, "--proof", &file, "--time-limit", "1s"],
            &["--proof", "damaged.proof"],
        );
    }
    fs::write(kept.path("cut.proof"), &bytes[..30]).unwrap();
    refused(&["proof", "show", &kept.path("cut.proof")], &["cut.proof"]);
    refused(
        &[
            "solve",
            "stones:holes=7,seeds=3,capture=reversed",
            "--proof",
            &path,
        ],
        &["a proof about", "capture=reversed"],
    );
    refused(
        &["solve", "kalah", "--proof", &path],
        &["--proof", "stones family"],
    );
    refused(
        &["proof", "show", &kept.path("none.proof")],
        &["none.proof"],
    );
    let nowhere = kept.path("no/such/folder.proof");
    refused(
        &["solve", GAME, "--proof", &nowhere],
        &["--proof", "folder.proof"],
    );
}
