//! Single openings solved by an experiment: values, limits, going on, proofs.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::openings::WORK;
use crate::outside::{json, refused, sowlab};

struct Folder {
    directory: TempDir,
}

impl Folder {
    fn new() -> Folder {
        let directory = TempDir::new().unwrap();
        Folder { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, options: &str) -> String {
        let head =
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'solve'\n";
        let file = self.path("study.toml");
        std::fs::write(&file, format!("{head}{options}")).unwrap();
        text(&file)
    }

    /// Runs an experiment; what it wrote, and its manifest.
    fn run(&self, options: &str) -> (Value, Value) {
        let (file, out) = (self.write(options), text(&self.path("out")));
        let note = "beside other work";
        let report = json(&["study", &file, "--out", &out, "--quiet", "--note", note]);
        assert_eq!(report["complete"], true);
        let read =
            |name: &str| serde_json::from_slice(&std::fs::read(self.path(name)).unwrap()).unwrap();
        (read("out/x/a.json"), read("out/x/a.manifest.json"))
    }
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

#[test]
fn openings_are_worth_what_solve_says() {
    let folder = Folder::new();
    let (found, manifest) = folder.run(
        "games = ['stones:holes=5,seeds=2', 'stones:holes=4,seeds=3']\nall_readings = true\nmemory = '8M'\n\
         top_claims = 50",
    );
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 8);
    for solved in found {
        let game = solved["game"].as_str().unwrap();
        let expected = json(&["solve", game, "--quiet", "--memory", "8M"]);
        for field in ["position", "value", "bounds", "pie", "pie_bounds", "best"] {
            assert_eq!(solved[field], expected[field], "{game}: {field}");
        }
        assert_eq!(solved["limited_by"], Value::Null, "{game}");
        assert!(solved["proof_claims"].as_u64().unwrap() <= 50);
        let proof = format!("out/x/{}", solved["proof"].as_str().unwrap());
        assert!(folder.path(&proof).exists());
    }
    assert_eq!(manifest["note"], "beside other work");
    let command = manifest["command"].as_str().unwrap();
    assert!(!command.contains("note"), "{command}");
    assert_eq!(manifest["files"].as_array().unwrap().len(), 2 + 8);
}

#[test]
fn a_search_whose_time_is_up_goes_on_from_what_it_proved() {
    const GAME: &str = "stones:holes=7,seeds=2";
    let folder = Folder::new();
    let (tables, proofs) = (text(&folder.path("tables")), text(&folder.path("proofs")));
    let options = format!(
        "games = ['{GAME}']\nmemory = '16M'\ntop_claims = 20\nproofs = '{proofs}'\n\
         tables = {{ stones = 6, directory = '{tables}' }}\n"
    );
    let number = |run: &Value, field: &str| run[field].as_u64().unwrap();
    let runs = |found: &Value| found[0]["runs"].as_array().unwrap().clone();

    let (first, _) = folder.run(&format!("{options}time_limit = '0s'"));
    assert_eq!(first[0]["limited_by"], "time limit");
    assert_eq!(first[0]["value"]["zero"], Value::Null);
    assert_eq!(first[0]["bounds"]["lower"], serde_json::json!([-14, 14]));

    let (second, _) = folder.run(&options);
    assert_eq!(second[0]["limited_by"], Value::Null);
    let value = json(&["solve", GAME, "--quiet"])["value"].clone();
    assert_eq!(second[0]["value"], value);
    assert_eq!(runs(&second).len(), 2);
    assert!(runs(&second).iter().all(|run| run["tables"] == 6));
    let proof = text(&folder.path("out/x/a.proof"));
    assert_eq!(json(&["proof", "show", &proof])["claims"], 20);

    let (third, _) = folder.run(&options);
    assert_eq!(third, second, "nothing is left to search for");

    // Without the record of the runs what was proven is still there to go on from.
    let record = folder.path("proofs/stones-holes-7-seeds-2.runs.json");
    let written = std::fs::read_to_string(&record).unwrap();
    std::fs::remove_file(&record).unwrap();
    let (found, _) = folder.run(&options);
    let again = &runs(&found)[0];
    assert!(number(again, "claims_before") > 20);
    let (fresh, again) = (number(&runs(&second)[1], "nodes"), number(again, "nodes"));
    assert!(again < fresh, "{again} nodes after {fresh}");

    // A run that says something else.
    let mut parsed: Value = WORK.unseal(&written).unwrap().contents;
    parsed[0]["bounds"] = serde_json::json!({"lower": [9, 9], "zero": [9, 9], "upper": [9, 9]});
    std::fs::write(&record, WORK.seal(&parsed).contents).unwrap();
    let file = folder.write(&options);
    let output = sowlab(&["study", &file, "--out", &text(&folder.path("out"))])
        .output()
        .unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && line.contains("contradict"),
        "{line}"
    );
}

#[test]
fn runs_that_were_broken_off_count() {
    let folder = Folder::new();
    let tables = text(&folder.path("tables"));
    let options = format!(
        "games = ['stones:holes=5,seeds=2']\nmemory = '8M'\ntables = {{ stones = 4, directory = '{tables}' }}"
    );
    let (_, mut manifest) = folder.run(&options);
    assert_eq!(manifest["runs"], 1);
    let took = |manifest: &Value| manifest["seconds"].as_f64().unwrap();
    assert!(took(&manifest) < 1000.0);

    let record = folder.path("out/x/a.runs.partial");
    assert!(!record.exists());
    let mut broken_off = serde_json::json!({
        "experiment": manifest["experiment"], "runs": 2, "seconds": 1000.0
    });
    std::fs::write(&record, broken_off.to_string()).unwrap();
    (_, manifest) = folder.run(&options);
    assert_eq!(manifest["runs"], 3);
    assert!(took(&manifest) > 1000.0);
    assert!(!record.exists());

    // Of another experiment, or of none.
    broken_off["experiment"]["memory"] = "16M".into();
    for other in [broken_off.to_string(), "{".to_owned()] {
        std::fs::write(&record, other).unwrap();
        (_, manifest) = folder.run(&options);
        assert_eq!(manifest["runs"], 1);
    }
}

#[test]
fn wrong_options_are_refused() {
    let folder = Folder::new();
    let game = "games = ['stones:holes=5,seeds=2']\n";
    for (options, part) in [
        ("memory = 'lots'", "512M"),
        ("time_limit = '1h'", "memory"),
        ("memory = '1M'\ntime_limit = 'soon'", "duration"),
        ("memory = '1M'\ntables = { directory = 'tables' }", "stones"),
        ("memory = '1M'\nclaims = 3", "claims"),
    ] {
        let file = folder.write(&format!("{game}{options}"));
        refused(&["study", &file], &["study.toml", part]);
    }
    let file = folder.write("games = ['awari']\nmemory = '1M'");
    refused(&["study", &file], &["'a'", "awari"]);
}
