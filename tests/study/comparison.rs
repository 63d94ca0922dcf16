//! Results that were made again, beside those that were there.

use std::path::Path;

use serde_json::Value;

use crate::outside::{json, refused, sowlab};

const STUDY: &str = r#"
    name = "both"
    title = "Both"
    [[experiment]]
    id = "counts"
    title = "Counts?"
    kind = "perft"
    games = ["stones:holes=4,seeds=3"]
    depth = 2
    [[experiment]]
    id = "near"
    title = "Near?"
    kind = "reach"
    games = ["stones:holes=2,seeds=2"]
    rounds = 2
    certificates = true
"#;

#[test]
fn results_that_were_made_again_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let run = |text: &str, out: &str| {
        let file = path("study.toml");
        std::fs::write(&file, text).unwrap();
        json(&["study", &file, "--out", &path(out), "--quiet"]);
    };
    // The exit code, and what became of each experiment.
    let compared = |new: &str, old: &str| {
        let options = ["--out", &path(new), "--compare", &path(old)];
        let output = sowlab(&[&["study", "--format", "json"][..], &options].concat())
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), report)
    };
    run(STUDY, "old");
    run(STUDY, "new");
    let (code, report) = compared("new", "old");
    assert_eq!(code, Some(0));
    assert_eq!(report["compared"][0]["experiment"], "both/counts");
    assert_eq!(report["compared"][0]["agreement"], "same");
    assert_eq!(report["compared"][1]["agreement"], "same");
    assert_eq!(report["missing"].as_array().unwrap().len(), 0);

    let change = |file: &str, from: &str, to: &str| {
        let file = Path::new(&path("new")).join("both").join(file);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
    };
    change("counts.json", "\"round\": 1", "\"round\": 7");
    change(
        "near.manifest.json",
        "certificate.json\",\n      \"",
        "certificate.json\",\n      \"0",
    );
    let (code, report) = compared("new", "old");
    assert_eq!(code, Some(1));
    assert_eq!(report["compared"][0]["agreement"], "differs");
    assert_eq!(
        report["compared"][0]["why"],
        "/0/rounds/0/round: 7 where it was 1"
    );
    assert_eq!(report["compared"][1]["why"], "a certificate is another");

    run(&STUDY.replace("depth = 2", "depth = 1"), "new");
    let (code, report) = compared("new", "old");
    assert_eq!(code, Some(1));
    assert_eq!(report["compared"][0]["why"], "it is another experiment");

    run(&STUDY.replace("\"counts\"", "\"others\""), "fewer");
    let (code, report) = compared("fewer", "old");
    assert_eq!(code, Some(0), "what is missing does not differ");
    assert_eq!(report["missing"], serde_json::json!(["both/counts"]));

    std::fs::create_dir(path("empty")).unwrap();
    assert_eq!(
        compared("empty", "old").0,
        Some(1),
        "nothing agrees with nothing"
    );

    let nowhere = path("nowhere");
    refused(
        &["study", "--out", &path("old"), "--compare", &nowhere],
        &["nowhere", "no such directory"],
    );
    refused(&["study", "--compare", &nowhere, "--quick"], &["--quick"]);
}
