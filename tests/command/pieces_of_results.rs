//! Tables verified in pieces, and a study in pieces.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::outside::{Arguments, json, refused};
use crate::pieces::{in_pieces, merge};

#[test]
fn tables_verified_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let tables = |name: &str, options: &str| {
        let dir = folder.path().join(name);
        let game = format!("stones:holes=5{options}");
        json(&format!(
            "tables build {game} --stones 8 --dir {}",
            dir.display()
        ));
        (game, dir)
    };
    let (game, dir) = tables("one", "");
    let verify = format!("tables verify {game} --stones 8 --dir {}", dir.display());
    let verify = verify.words();
    let whole = json(&verify);
    let files = in_pieces(&verify, 4, folder.path());
    assert_eq!(json(&merge(&files, &["--quiet"])), whole);
    let layers = |file: &PathBuf| -> Vec<u64> {
        let piece: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let layers = piece["contents"]["found"]["layers"].as_array().unwrap();
        layers
            .iter()
            .map(|layer| layer["stones"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(
        files.iter().map(layers).collect::<Vec<_>>(),
        [vec![0, 4, 8], vec![3, 7], vec![2, 6], vec![1, 5]]
    );
    // Tables of other rules.
    let (game, dir) = tables("other", ",capture=reversed");
    let verify = format!("tables verify {game} --stones 8 --dir {}", dir.display());
    let verify = verify.words();
    let other = in_pieces(&verify, 4, &folder.path().join("other"));
    let mixed = [&files[..3], &other[3..]].concat();
    refused(
        &merge(&mixed, &[]),
        &[other[3].to_str().unwrap(), "checksums"],
    );
    let piece = ["--shard", "1/10", "--piece", "p.json"];
    refused(&[&verify[..], &piece].concat(), &["--shard", "9 layers"]);
}

const EXPERIMENT: &str = "name = 'small'\ntitle = 'Small'\n\
    [[experiment]]\nid = 'games'\ntitle = 'How many games begin how?'\nkind = 'perft'\n\
    games = ['stones:holes=5,seeds=3']\ndepth = 3\n\
    [[experiment]]\nid = 'more'\ntitle = 'How many of another?'\nkind = 'perft'\n\
    games = ['stones:holes=4,seeds=2']\ndepth = 4\n\
    [[experiment]]\nid = 'one'\ntitle = 'What is one worth?'\nkind = 'solve'\n\
    games = ['stones:holes=4,seeds=2']\nmemory = '8M'\n";

/// Returns the contents of each file of a folder, without manifests, the report and measured times.
fn results(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                folders.push(path);
            } else if !name.contains("manifest")
                && !name.starts_with("report")
                && !name.contains("one")
            {
                let text = fs::read_to_string(&path).unwrap();
                let text = match name {
                    // The sections, without figures of time.
                    "README.md" => text.lines().filter(|line| line.starts_with('#')).collect(),
                    _ => text,
                };
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_study_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let study = |out: &str, more: &[&str]| {
        let out = folder.path().join(out);
        let arguments = format!("study {} --quiet --out {}", file.display(), out.display());
        let arguments = arguments.words();
        json(&[&arguments[..], more].concat())
    };
    let whole = study("whole", &[]);
    let mut files = Vec::new();
    for index in 1..=3 {
        let piece = folder.path().join(format!("{index}.json"));
        let shard = format!("{index}/3");
        let done = study(
            &index.to_string(),
            &["--shard", &shard, "--piece", piece.to_str().unwrap()],
        );
        assert_eq!(done["findings"].as_array().unwrap().len(), 1);
        files.push(piece);
    }
    refused(&merge(&files, &[]), &["--out"]);
    let out = folder.path().join("merged");
    let merged = json(&merge(&files, &["--quiet", "--out", out.to_str().unwrap()]));
    assert_eq!(merged["complete"], true);
    let found = |document: &Value| {
        let findings = document["findings"].as_array().unwrap().iter();
        let mut ids: Vec<_> = findings
            .map(|one| (one["id"].to_string(), one["rows"].clone()))
            .collect();
        ids.sort_by(|a, b| a.0.cmp(&b.0));
        ids
    };
    assert_eq!(found(&merged), found(&whole));
    let relative = |name: &str| {
        let base = folder.path().join(name);
        let all = results(&base).into_iter();
        all.map(|(path, text)| (path.strip_prefix(&base).unwrap().to_owned(), text))
            .collect::<Vec<_>>()
    };
    // The page of all, which the report writes at the top, has figures of time.
    assert_eq!(relative("merged"), relative("whole"));
    // The results are as good as any: nothing is computed again.
    let kept = study("merged", &["--resume"]);
    assert_eq!(kept["kept"].as_array().unwrap().len(), 3);
    let four = ["--shard", "1/4", "--piece", "p.json"];
    let arguments = format!("study {} --out {}", file.display(), out.display());
    let arguments = arguments.words();
    refused(
        &[&arguments[..], &four].concat(),
        &["--shard", "3 experiments"],
    );
}
