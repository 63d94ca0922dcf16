//! The files of results, and experiment files that are refused.

use serde_json::Value;

use crate::outside::{json, refused};

#[test]
fn a_study_writes_whole_files_with_a_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.toml");
    std::fs::write(
        &file,
        r#"
        name = "small"
        title = "Small"
        [[experiment]]
        id = "counts"
        title = "Counts"
        kind = "perft"
        games = ["stones:holes=5,seeds=3"]
        all_readings = true
        depth = 2
        [[experiment]]
        id = "near"
        title = "Endless"
        kind = "reach"
        games = ["stones:holes=2,seeds=2"]
        rounds = 2
        "#,
    )
    .unwrap();
    let out = folder.path().join("results");
    let run = || {
        json(&[
            "study",
            file.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
            "--quiet",
        ])
    };
    let report = run();
    assert_eq!(report["complete"], true);
    assert_eq!(report["findings"][0]["rows"], 8);
    let near: Value =
        serde_json::from_slice(&std::fs::read(out.join("small/near.json")).unwrap()).unwrap();
    assert_eq!(near[0]["first"], "E1W2");
    assert_eq!(near[0]["first_period"], 2);
    let before = std::fs::read(out.join("small/counts.json")).unwrap();
    run();
    assert_eq!(
        std::fs::read(out.join("small/counts.json")).unwrap(),
        before
    );
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(out.join("small/counts.manifest.json")).unwrap())
            .unwrap();
    assert_eq!(manifest["rule_sets"].as_array().unwrap().len(), 4);
    assert_eq!(manifest["files"][0][1].as_str().unwrap().len(), 64);
    let mut names: Vec<_> = std::fs::read_dir(out.join("small"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "README.md",
            "counts.csv",
            "counts.json",
            "counts.manifest.json",
            "near.csv",
            "near.json",
            "near.manifest.json",
        ]
    );
}

#[test]
fn a_wrong_experiment_file_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    for (text, parts) in [
        ("name = 'x'\ntitle = ", &["line 2"][..]),
        (
            "name = 'x'\ntitle = 'x'\nexperiment = []\ncolour = 1",
            &["line 4", "colour"],
        ),
        (
            "name = '../x'\ntitle = 'x'\nexperiment = []",
            &["name '../x'", "letters"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'same'\nkind = 'perft'\ngames = ['33stones']\ndepth = 1\n\
             [[experiment]]\nid = 'b'\ntitle = 'same'\nkind = 'opening-rounds'\ngames = ['33stones']",
            &["title 'same'"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'cook'\ngames = []",
            &["cook"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = []\ndepth = 1",
            &["'a'", "games is empty"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'commit-order-play'\n\
             games = ['33stones']\nrounds = 1\nhorizon = 255",
            &["'a'", "horizon = 255", "1 to 254"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'openings'\n\
             games = ['kalah']\npits = 99\nseeds = 1\npositions = 10",
            &["'a'", "pits = 99"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'thumb-rules'\n\
             games = ['random:base=awari']\nsamples = 1",
            &["random:base=awari", "can repeat itself"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['chess']\ndepth = 1",
            &["'a'", "chess"],
        ),
    ] {
        std::fs::write(&file, text).unwrap();
        refused(&["study", file.to_str().unwrap()], parts);
    }
}
