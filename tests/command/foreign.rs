//! Files that sowlab did not make stay as they are. `scripts/torture` tries many more of them.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::outside::{Arguments, json, refused};

/// Every file and link below a folder, with its contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        if metadata.is_dir() {
            found.extend(contents(&path));
        } else if metadata.is_symlink() {
            let target = fs::read_link(&path).unwrap();
            found.insert(path, target.to_string_lossy().into_owned().into_bytes());
        } else {
            let bytes = fs::read(&path).unwrap();
            found.insert(path, bytes);
        }
    }
    found
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder of somebody else, with names that the program once used.
fn foreign() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("work/precious")).unwrap();
    for name in [
        "work/precious/file",
        "lock",
        "reach.json",
        "level-1.codes",
        ".x.tmp",
        "README.md",
        "report.html",
    ] {
        fs::write(folder.path().join(name), "precious").unwrap();
    }
    folder
}

const REACH: [&str; 5] = ["loops", "reach", "stones:holes=4,seeds=2", "--rounds", "1"];

#[test]
fn a_checkpoint_is_not_made_in_a_folder_of_somebody_else() {
    let folder = foreign();
    let inner = folder.path().join("work/precious");
    let before = contents(folder.path());
    for place in [
        text(folder.path()),
        text(&inner),
        &format!("{}/../..", text(&inner)),
        "/",
        "..",
    ] {
        let refused_for = ["--checkpoint", "did not write", "new or empty directory"];
        refused(
            &[&REACH[..], &["--checkpoint", place]].concat(),
            &refused_for,
        );
        assert_eq!(contents(folder.path()), before, "{place}");
    }
    assert!(!folder.path().join(".sowlab-folder").exists());
}

#[test]
fn a_checkpoint_with_files_of_others_beside_it_goes_on() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("new/checkpoint");
    let reach = |rounds| {
        let arguments = format!("loops reach stones:holes=4,seeds=2 --rounds {rounds}");
        let arguments = arguments.words();
        json(&[&arguments[..], &["--checkpoint", text(&place)]].concat())
    };
    let first = reach("1");
    fs::create_dir_all(place.join("work/precious")).unwrap();
    for name in ["work/precious/file", "lock", "run-1", ".reach.json.tmp"] {
        fs::write(place.join(name), "precious").unwrap();
    }
    let second = reach("2");
    assert_eq!(second["rounds"][0], first["rounds"][0]);
    for name in ["work/precious/file", "lock", "run-1", ".reach.json.tmp"] {
        assert_eq!(fs::read(place.join(name)).unwrap(), b"precious", "{name}");
    }
}

#[test]
fn results_are_not_written_over_those_of_somebody_else() {
    let folder = foreign();
    let before = contents(folder.path());
    let study = ["study", "--quick", "--out", text(folder.path())];
    refused(&study, &["--out", "did not write"]);
    refused(
        &["study", "--report", "--out", text(folder.path())],
        &["--out", "did not write"],
    );
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn a_name_that_the_program_chose_is_not_followed_through_a_link() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let precious = at("precious");
    fs::write(&precious, "precious").unwrap();
    let plain = "stones-holes-4-capture-normal-both-out-relay-mixed-out-end";
    for name in ["lock", "seconds", "003.work", "003.table"] {
        let tables = at(&format!("tables-{name}"));
        fs::create_dir(&tables).unwrap();
        symlink(&precious, tables.join(format!("{plain}.{name}"))).unwrap();
        let build = format!(
            "tables build stones:holes=4 --stones 4 --dir {}",
            text(&tables)
        );
        let build = build.words();
        let _ = std::process::Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
            .args(build)
            .output()
            .unwrap();
        assert_eq!(fs::read(&precious).unwrap(), b"precious", "{name}");
    }
    // Earlier names of a partial file and of a lock.
    let page = at("r.html");
    symlink(&precious, at(".r.html.tmp")).unwrap();
    json(&format!(
        "replay 55stones --record E8W4 --out {}",
        text(&page)
    ));
    assert!(page.exists());
    let games = at("games");
    symlink(&precious, at(".games.lock")).unwrap();
    let tournament = "tournament kalah:pits=2,seeds=1 --engine random --engine greedy".words();
    refused(
        &[&tournament[..], &["--games", "2", "--out", text(&games)]].concat(),
        &[".games.lock", "a link"],
    );
    let scan = at("scan");
    symlink(&precious, at(".scan.lock")).unwrap();
    refused(
        &format!(
            "loops scan 33stones --stones 3 --checkpoint {}",
            text(&scan)
        ),
        &["--checkpoint", ".scan.lock", "a link"],
    );
    assert_eq!(fs::read(&precious).unwrap(), b"precious");
}

#[test]
fn a_header_of_somebody_else_stays() {
    let folder = TempDir::new().unwrap();
    let (games, header) = (folder.path().join("h"), folder.path().join("h.header.json"));
    let tournament = [
        &"tournament kalah:pits=2,seeds=1 --engine random --engine greedy".words()[..],
        &["--games", "2", "--out", text(&games)],
    ]
    .concat();
    for foreign in ["", "precious", "{\"tournament\": 1}"] {
        fs::write(&header, foreign).unwrap();
        refused(&tournament, &["h.header.json", "did not write"]);
        refused(
            &[&tournament[..], &["--resume"]].concat(),
            &["h.header.json"],
        );
        assert_eq!(fs::read_to_string(&header).unwrap(), foreign);
        assert!(!games.exists());
    }
    fs::remove_file(&header).unwrap();
    json(&tournament);
    // A header of ours whose games are gone is replaced.
    fs::remove_file(&games).unwrap();
    json(&tournament);
}

#[test]
fn a_file_that_is_replaced_keeps_its_mode() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("r.html");
    fs::write(&page, "an older page").unwrap();
    fs::set_permissions(&page, fs::Permissions::from_mode(0o600)).unwrap();
    json(&format!(
        "replay 55stones --record E8W4 --out {}",
        text(&page)
    ));
    let mode = fs::metadata(&page).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    assert!(fs::read_to_string(&page).unwrap().contains("<html"));
}

/// A pipe has no end: whoever opens it waits for ever.
#[test]
fn a_pipe_in_place_of_a_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    let game = ["stones:holes=4", "--stones", "3", "--dir", text(&tables)];
    json(&[&["tables", "build"][..], &game].concat());
    let name = "stones-holes-4-capture-normal-both-out-relay-mixed-out-end.002.table";
    fs::remove_file(tables.join(name)).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(tables.join(name))
        .status();
    assert!(made.unwrap().success());
    let place = ["--dir", text(&tables)];
    let position = ["--position", "1,1,0,0 E 0 0 - 9"];
    for arguments in [
        [&["tables", "build", "--quiet"][..], &game].concat(),
        [&["tables", "verify"][..], &game].concat(),
        [&["tables", "stats", "stones:holes=4"][..], &place].concat(),
        ["tables", "probe", "stones:start=1+1+0+0"]
            .iter()
            .chain(&place)
            .chain(&position)
            .copied()
            .collect(),
        vec!["solve", "stones:holes=4,seeds=2", "--tables", text(&tables)],
    ] {
        refused(&arguments, &["a regular file is needed"]);
    }
}
