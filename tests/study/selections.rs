//! The experiments that are run, reused and listed.

use std::path::Path;

use crate::outside::{json, refused, sowlab};

const TWO: &str = r#"
    name = "two"
    title = "Two"
    [[experiment]]
    id = "first"
    title = "First?"
    kind = "perft"
    games = ["stones:holes=4,seeds=3"]
    depth = 2
    [[experiment]]
    id = "second"
    title = "Second?"
    cost = "nothing"
    kind = "opening-rounds"
    games = ["33stones"]
"#;

#[test]
fn what_is_there_is_kept_until_something_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("two.toml"), folder.path().join("out"));
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let kept = |more: &[&str]| {
        let files = [file.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let report = json(&[&["study", "--resume", "--quiet"], &files[..], more].concat());
        assert_eq!(report["complete"], true);
        let kept = report["kept"].as_array().unwrap().clone();
        let found = report["findings"].as_array().unwrap().len();
        assert_eq!(kept.len() + found, 2);
        (kept.iter().map(|id| id.as_str().unwrap().to_owned())).collect::<Vec<_>>()
    };
    let page = |out: &Path| std::fs::read_to_string(out.join("two/README.md")).unwrap();
    write(TWO);
    assert!(kept(&[]).is_empty(), "nothing was there");
    let before = page(&out);
    assert!(before.find("## First?").unwrap() < before.find("## Second?").unwrap());
    assert_eq!(kept(&[]), ["two/first", "two/second"]);
    write(&TWO.replace("depth = 2", "depth = 1"));
    assert_eq!(kept(&[]), ["two/second"], "another experiment");
    assert!(page(&out) != before && page(&out).contains("## Second?"));
    write(&TWO.replace("nothing", "a second"));
    assert_eq!(
        kept(&[]),
        ["two/second"],
        "what it costs makes no difference"
    );
    assert_eq!(page(&out), before);
    std::fs::write(out.join("two/second.json"), "[]").unwrap();
    assert_eq!(kept(&[]), ["two/first"], "a file was changed");
    std::fs::remove_file(out.join("two/first.csv")).unwrap();
    assert_eq!(kept(&[]), ["two/second"], "a file is gone");
    assert!(kept(&["--seed", "1"]).is_empty(), "another seed");
}

#[test]
fn the_list_says_what_each_selection_runs() {
    let folder = tempfile::tempdir().unwrap();
    let listed = json(&["study", "--list"]);
    let experiments = listed["experiments"].as_array().unwrap();
    let with = |effort: &str| {
        let of = experiments.iter().filter(|one| one["effort"] == effort);
        of.count()
    };
    assert!(with("quick") >= 5 && with("standard") >= 1 && with("full") >= 5);
    assert!(experiments.iter().any(|one| one["study"] == "standard"));
    let file = folder.path().join("two.toml");
    std::fs::write(&file, TWO).unwrap();
    let text = sowlab(&["study", "--list", file.to_str().unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(
        text.contains("Second? (nothing)") && text.lines().count() == 3,
        "{text}"
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is run"
    );
}

#[test]
fn selections_that_contradict_are_refused() {
    refused(&["study", "--quick", "--full"], &["--quick", "--full"]);
    refused(&["study", "x.toml", "--quick"], &["--quick"]);
    refused(&["study", "--again"], &["--full"]);
}
