//! Published tables: `tables probe` with a URL and `tables fetch`, against servers that are right, wrong, slow or gone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;

use serde_json::Value;

use crate::outside::json;
use crate::server::{Answer, Request, Server};

const GAME: &str = "stones:holes=6,seeds=2";
const MOST: u32 = 9;
const POSITION: &str = "2,2,2,1,1,1 E 3 0";

/// A folder with tables, which the tests only read.
static TABLES: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let most = MOST.to_string();
    json(&[
        "tables", "build", GAME, "--stones", &most, "--dir", place, "--quiet",
    ]);
    folder
});

fn tables() -> PathBuf {
    TABLES.path().to_owned()
}

fn right(_: &Request) -> Answer {
    Answer::Right
}

/// Runs a command that uses no proxy.
fn run(arguments: &[&str]) -> Output {
    let mut command = crate::outside::sowlab(arguments);
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command.output().unwrap()
}

fn probe(url: &str) -> Output {
    probe_with(url, "--quiet")
}

fn probe_with<'a>(url: &'a str, option: &'a str) -> Output {
    let words = [
        "tables",
        "probe",
        GAME,
        "--dir",
        url,
        "--position",
        POSITION,
    ];
    run(&[&words[..], &[option]].concat())
}

/// Checks that a command ended with this exit code and one line with these parts.
fn ended(output: &Output, code: i32, parts: &[&str]) {
    let line = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{line}");
    assert!(output.stdout.is_empty(), "{output:?}");
    assert_eq!(line.lines().count(), 1, "{line}");
    for part in parts {
        assert!(line.contains(part), "{part}: {line}");
    }
}

/// Returns every position of the tables, and some that no table has.
fn all_positions(folder: &Path) -> String {
    let csv = folder.join("dump.csv");
    let mut lines = String::new();
    for layer in 0..=MOST {
        let place = tables();
        let (place, csv) = (place.to_str().unwrap(), csv.to_str().unwrap());
        let layer = layer.to_string();
        json(&[
            "tables", "dump", GAME, "--dir", place, "--stones", &layer, "--csv", csv,
        ]);
        let dumped = fs::read_to_string(csv).unwrap();
        let quoted = dumped
            .lines()
            .skip(1)
            .filter_map(|line| line.split('"').nth(1));
        quoted.for_each(|position| lines += &format!("{position}\n"));
    }
    lines + "9,9,9,9,9,9 E 0 0\n2,2,2,2,2,2 E 0 0 1\n2,1,1,1,1,3 E 3 0 1\n"
}

#[test]
fn a_published_set_gives_the_values_of_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let positions = folder.path().join("positions.txt");
    fs::write(&positions, all_positions(folder.path())).unwrap();
    let server = Server::new(tables(), right);
    let probe = |dir: &str| {
        let positions = positions.to_str().unwrap();
        let words = [
            "tables",
            "probe",
            GAME,
            "--dir",
            dir,
            "--positions",
            positions,
        ];
        let output = run(&[&words[..], &["--quiet", "--format", "json"]].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let local = probe(tables().to_str().unwrap());
    let remote = probe(&server.url);
    assert!(local["positions"].as_array().unwrap().len() > 5000);
    assert_eq!(local["positions"], remote["positions"]);
    assert_eq!(local.get("transfer"), None);
    let requests = server.requests();
    assert_eq!(remote["transfer"]["requests"], requests.len());
    // A header and a block for each layer, and those that are missing.
    let paths: BTreeSet<&str> = requests.iter().map(|request| &request.path[..]).collect();
    assert!(requests.len() <= 2 * paths.len(), "{requests:#?}");
    let sizes = fs::read_dir(tables()).unwrap();
    let sizes = sizes.map(|entry| entry.unwrap().metadata().unwrap().len());
    assert!(remote["transfer"]["bytes"].as_u64().unwrap() <= 2 * sizes.sum::<u64>());
}

#[test]
fn a_wrong_answer_is_one_line() {
    let stated = |text: &str| Answer::Stated(text.to_owned());
    for (answer, part) in [
        (Answer::Whole, "ignores ranges"),
        (
            stated("bytes 1-4095/9999"),
            "not the requested bytes 0-4095",
        ),
        (stated("bytes 0-99/9999"), "not the requested bytes"),
        (stated("bytes 0-4095/*"), "not the requested bytes"),
        (stated(""), "sent no range"),
        (Answer::Length(7), "announced 7 bytes"),
        (Answer::Longer, "longer than the requested range"),
        (Answer::Packed, "the encoding gzip"),
        (Answer::Cut(50), "connection ended after 50 of"),
        (Answer::Hangup, "http://127.0.0.1"),
        (Answer::Status(403), "status 403"),
        (Answer::Status(500), "status 500"),
        (Answer::Redirect("/here".into()), "redirects"),
    ] {
        let rule = answer.clone();
        let server = Server::new(tables(), move |request| match &rule {
            Answer::Redirect(_) => Answer::Redirect(request.path.clone()),
            rule => rule.clone(),
        });
        let output = probe(&server.url);
        ended(&output, 1, &[part, ".009.table"]);
        assert!(server.requests().len() <= 6, "{answer:?}");
    }
}

#[test]
fn wrong_addresses_are_bad_input() {
    let empty = tempfile::tempdir().unwrap();
    let server = Server::new(empty.path().to_owned(), right);
    ended(
        &probe(&server.url),
        2,
        &["--dir: http://", ".009.table: no such table"],
    );
    let positions = empty.path().join("positions.txt");
    fs::write(&positions, POSITION).unwrap();
    let positions = positions.to_str().unwrap();
    let many = [
        "tables",
        "probe",
        GAME,
        "--dir",
        &server.url,
        "--positions",
        positions,
    ];
    ended(&run(&many), 2, &["no such table"]);
    for (url, part) in [
        ("ftp://host/", "https:// or http://"),
        ("http://", "not a URL"),
        ("https://me@host/", "no user name"),
        ("https://host/?a=b", "no ?"),
    ] {
        ended(&probe(url), 2, &["--dir: ", url, part]);
        let fetched = fetch(url, empty.path(), &[]);
        ended(&fetched, 2, &["URL: ", url, part]);
    }
    let new = empty.path().join("new");
    let missing = fetch(&server.url, &new, &[]);
    ended(&missing, 2, &["URL: ", ".000.table: no such table"]);
    assert!(!new.exists());
    let url = &server.url[..];
    for command in ["build", "stats", "verify"] {
        let words = ["tables", command, GAME, "--dir", url, "--stones", "3"];
        ended(&run(&words), 2, &["--dir: ", "`tables fetch`"]);
    }
    for words in [
        "solve --tables",
        "show --choices --tables",
        "loops cycles --stones 4 --tables",
    ] {
        let words: Vec<&str> = words.split(' ').chain([url, GAME]).collect();
        ended(&run(&words), 2, &["--tables", url, "`tables fetch`"]);
    }
    let choices = probe_with(url, "--choices");
    ended(&choices, 2, &["--choices", "`tables fetch`"]);
}

#[test]
fn a_fault_that_passes_costs_a_request() {
    for answer in [Answer::Cut(50), Answer::Status(503), Answer::Hangup] {
        let server = Server::new(tables(), move |request| match request.number {
            0 | 2 => answer.clone(),
            _ => Answer::Right,
        });
        let output = probe(&server.url);
        let local = probe(tables().to_str().unwrap());
        assert!(output.status.success(), "{output:?}");
        assert_eq!(output.stdout, local.stdout);
        assert_eq!(server.requests().len(), 4);
    }
}

#[test]
fn a_file_that_changes_is_noticed() {
    for changed in [
        Answer::Tag("\"second\""),
        Answer::Stated("bytes 0-9/1000000".into()),
    ] {
        let server = Server::new(tables(), move |request| match request.number {
            0 => Answer::Right,
            _ => changed.clone(),
        });
        ended(
            &probe(&server.url),
            1,
            &["changed on the server", ".009.table"],
        );
        let requests = server.requests();
        assert_eq!(requests[0].if_range, None);
        assert_eq!(requests[1].if_range.as_deref(), Some("\"first\""));
    }
}

#[test]
fn damaged_answers_are_refused() {
    for number in [0, 1] {
        let server = Server::new(tables(), move |request| match request.number == number {
            true => Answer::Flipped,
            false => Answer::Right,
        });
        let output = probe(&server.url);
        match number {
            // The last byte of the first answer belongs to the block, which is read again.
            0 => assert!(output.status.success(), "{output:?}"),
            _ => ended(&output, 2, &["damaged", ".009.table"]),
        }
    }
    // Another file under the name.
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<PathBuf> = fs::read_dir(tables())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let layer = |end: &str| {
        let mut files = files.iter();
        files
            .find(|path| path.to_str().unwrap().ends_with(end))
            .unwrap()
    };
    let target = folder.path().join(layer(".009.table").file_name().unwrap());
    fs::copy(layer(".008.table"), &target).unwrap();
    let server = Server::new(folder.path().to_owned(), right);
    ended(&probe(&server.url), 2, &["layer 8", "layer 9"]);
    fs::write(&target, "<html>Welcome</html>").unwrap();
    ended(&probe(&server.url), 2, &["not a table of format 1"]);
    fs::write(&target, "").unwrap();
    ended(&probe(&server.url), 1, &["ends before byte 0"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_does_not_wait_for_a_slow_server() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(tables(), |_| Answer::Silence);
    let place = folder.path().to_str().unwrap();
    for words in [
        &["probe", GAME, "--dir", &server.url, "--position", POSITION][..],
        &["fetch", GAME, &server.url, "--dir", place],
    ] {
        let before = server.requests().len();
        let child = Command::new(assert_cmd::cargo::cargo_bin("sowlab"))
            .arg("tables")
            .args(words)
            .arg("--quiet")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while server.requests().len() == before {
            std::thread::sleep(Duration::from_millis(10));
        }
        let told = Instant::now();
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        // The server is given fifteen seconds.
        assert!(
            told.elapsed() < Duration::from_secs(8),
            "{:?}",
            told.elapsed()
        );
    }
}

fn fetch(url: &str, folder: &Path, more: &[&str]) -> Output {
    let folder = folder.to_str().unwrap();
    let words = [
        "tables", "fetch", GAME, url, "--dir", folder, "--quiet", "--format", "json",
    ];
    run(&[&words[..], more].concat())
}

/// Returns the names and contents of the tables in a folder.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap();
    let entries = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "table"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn fetched_tables_are_the_published_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(tables(), right);
    let output = fetch(&server.url, folder.path(), &["--stones", "5"]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(contents(folder.path()).len(), 6);
    let output = fetch(&server.url, folder.path(), &[]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(contents(folder.path()), contents(&tables()));
    let files = fs::read_dir(folder.path()).unwrap();
    assert_eq!(files.count(), 1 + MOST as usize);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let place = tables();
    let stats = json(&["tables", "stats", GAME, "--dir", place.to_str().unwrap()]);
    let without_times = |document: &Value| {
        let layers = document["layers"].as_array().unwrap().iter().cloned();
        let layers = layers.map(|mut layer| {
            layer["seconds"] = Value::Null;
            layer
        });
        layers.collect::<Vec<Value>>()
    };
    assert_eq!(without_times(&document), without_times(&stats));
    let output = fetch(&server.url, folder.path(), &["--stones", "10"]);
    ended(&output, 2, &["URL: http://", ".010.table: no such table"]);
}

#[test]
fn a_broken_download_continues() {
    let folder = tempfile::tempdir().unwrap();
    let part = |request: &Request| request.path.ends_with(".009.table") && request.range.0 > 0;
    let server = Server::new(tables(), move |request| match part(request) {
        true => Answer::Cut(9),
        false => Answer::Right,
    });
    let output = fetch(&server.url, folder.path(), &[]);
    ended(&output, 1, &["connection ended after 9 of", ".009.table"]);
    let names = |end: &str| {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.any(|name| name.ends_with(end))
    };
    assert!(names(".009.table.part") && !names(".009.table"));
    let server = Server::new(tables(), right);
    let output = fetch(&server.url, folder.path(), &[]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(contents(folder.path()), contents(&tables()));
    assert!(!names(".part"));
}

#[test]
fn a_damaged_download_gets_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(tables(), |request| match request.range.0 {
        0 => Answer::Right,
        _ => Answer::Flipped,
    });
    let output = fetch(&server.url, folder.path(), &[]);
    ended(
        &output,
        2,
        &["URL: http://", "damaged (block 0", ".000.table"],
    );
    assert_eq!(contents(folder.path()), []);
    // A file of another program under the name of the first table.
    let (name, _) = &contents(&tables())[0];
    let foreign = folder.path().join(name);
    fs::write(&foreign, "precious").unwrap();
    let server = Server::new(tables(), right);
    let output = fetch(&server.url, folder.path(), &[]);
    ended(&output, 2, &["--dir: ", name]);
    assert_eq!(fs::read_to_string(&foreign).unwrap(), "precious");
}
