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
            &["line 6", "cook", "`perft`"],
        ),
        // Each field at fault has its own line, and the allowed ones are named.
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['33stones']\ncolour = 1\ndepth = 1",
            &["line 8", "`colour`", "`depth`", "all_readings"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['33stones']\ndepth = 'one'",
            &["line 8", "string", "u32"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = '33stones'\ndepth = 1",
            &["line 7", "sequence"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['33stones']",
            &["line 3", "`depth`"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\ngames = ['33stones']",
            &["line 3", "`kind`"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['33stones']\ndepth = 1\n\
             [[experiment]]\nid = 'b'\ntitle = 'b'\nkind = 'reach'\ngames = ['33stones']\nrounds = 1\n\n# A remark.\n\nbest-play = 'x'",
            &["line 18", "`best-play`", "`best_play`"],
        ),
        (
            "name = 'x'\ntitle = 'x'\nexperiment = 5",
            &["line 3", "sequence"],
        ),
        ("name = 'x'\ntitle = 'x'\nexperiment = [5]", &["line 3"]),
        (
            "name = 'x'\nname = 'x'\ntitle = 'x'",
            &["line 2", "duplicate key"],
        ),
        (
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = []\ndepth = 1",
            &["'a'", "games must not be empty"],
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
            "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\ngames = ['chess']\ndepth = 1",
            &["'a'", "chess"],
        ),
    ] {
        std::fs::write(&file, text).unwrap();
        refused(&["study", file.to_str().unwrap()], parts);
    }
}

/// A study file with an engine that leaves a file when it is started.
#[cfg(unix)]
fn with_a_program(folder: &std::path::Path, options: &str) -> (String, std::path::PathBuf) {
    use std::os::unix::fs::PermissionsExt;
    let (program, trace) = (folder.join("engine"), folder.join("trace"));
    let script = format!("#!/bin/sh\ntouch '{}'\n", trace.display());
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let options = options.replace("ENGINE", &format!("external:{}", program.display()));
    let text = format!(
        "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\ngames = ['33stones']\n{options}"
    );
    let file = folder.join("study.toml");
    std::fs::write(&file, text).unwrap();
    (file.to_str().unwrap().to_owned(), trace)
}

#[test]
#[cfg(unix)]
fn a_study_runs_other_programs_only_if_that_is_allowed() {
    for options in [
        "kind = 'ladder'\nengines = ['random', 'ENGINE']\ngames_each = 2\nseed = 1\nopenings = 'start'\npie = [false]",
        "kind = 'secured-play'\nengine = 'solved:tables=none'\nopponents = ['ENGINE']\ngames_each = 2\npie = [false]\nseed = 1",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (file, trace) = with_a_program(folder.path(), options);
        let out = folder.path().join("out");
        let study = ["study", &file, "--out", out.to_str().unwrap()];
        refused(
            &study,
            &["study.toml", "external:", "engine", "--allow-external"],
        );
        assert!(!out.exists() && !trace.exists(), "{options}");
        let allowed = crate::outside::sowlab(&[&study[..], &["--allow-external"]].concat())
            .output()
            .unwrap();
        let said = String::from_utf8(allowed.stderr).unwrap();
        let first = said.lines().next().unwrap_or_default();
        assert!(
            first.contains("run other programs: external:"),
            "{options}: {said}"
        );
        // Here the other engine has no tables, so that no game begins.
        let begins = !options.contains("solved:");
        assert_eq!(trace.exists(), begins, "{options}: {said}");
        // Listing runs nothing.
        json(&["study", &file, "--list"]);
    }
    refused(&["study", "--allow-external"], &["FILE"]);
}
