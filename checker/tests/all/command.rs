//! The command: a check in pieces, limits, what it prints and where it cannot.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use sowlab_check::memory::{Size, bytes_in, default_limit};

use crate::complete::make;
use crate::made::{solved, write};

const GAME: &str = "stones:holes=5";

fn tables(directory: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab-check"));
    let command = command
        .args(["--format", "json", "tables", GAME, "--dir"])
        .arg(directory)
        .args(more);
    command.output().unwrap()
}

/// The layers of a check that holds.
fn layers(directory: &Path, more: &[&str]) -> Vec<Value> {
    let output = tables(directory, more);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    document["layers"].as_array().unwrap().clone()
}

#[test]
fn pieces_of_a_check_make_up_the_whole() {
    let (directory, game, made) = solved(GAME, 7);
    let directory = directory.path();
    // How often positions are looked at depends on the threads.
    let checksums = |layers: Vec<Value>| {
        layers
            .into_iter()
            .map(|layer| (layer["derived"] == true, layer["checksum"].clone()))
    };
    let whole = checksums(layers(directory, &["--stones", "7"]));
    let low = layers(directory, &["--stones", "4"]);
    let high = layers(directory, &["--from", "5", "--stones", "7"]);
    assert_eq!((low.len(), high.len()), (5, 3));
    assert!(whole.eq(checksums([low, high].concat())));
    // One shard trusts a table that another shard checks.
    let mut wrong = made[4].clone();
    wrong[3] = wrong[3].map(|value| if value == 4 { 3 } else { value + 1 });
    write(directory, &game, 4, &wrong);
    assert_eq!(tables(directory, &["--stones", "4"]).status.code(), Some(1));
    let output = tables(directory, &["--from", "8", "--stones", "7"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "--from must be at most --stones\n"
    );
}

/// The command with these arguments.
fn check<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sowlab-check"))
        .args(arguments)
        .output()
        .unwrap()
}

/// The one line that an exit code comes with.
fn line(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

const FALSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/false.json");
const TRUE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/true.json");

#[test]
fn bad_arguments_are_one_line() {
    for (arguments, reason) in [
        (&["certificate"][..], "FILES"),
        (&["certificate", TRUE, "--threads", "0"], "1..=1024"),
        (&["certificate", TRUE, "--threads", "1025"], "1..=1024"),
        (
            &["certificate", TRUE, "--threads", "9999999999"],
            "1..=1024",
        ),
        (&["certificate", TRUE, "--steps", "0"], "1.."),
        (&["certificate", TRUE, "--memory", "0"], "as in 16G"),
        (&["certificate", TRUE, "--memory", "16777216T"], "as in 16G"),
        (&["certificate", TRUE, "--memory", "1.5G"], "as in 16G"),
        (
            &[
                "tables",
                GAME,
                "--dir",
                "x",
                "--stones",
                "3",
                "--full-to",
                "2",
                "--sample",
                "0",
            ],
            "1..",
        ),
        (
            &[
                "tables",
                "stones:holes=5,holes=5",
                "--dir",
                "x",
                "--stones",
                "3",
            ],
            "no option twice",
        ),
        (
            &["tables", GAME, "--dir", "no-such-folder", "--stones", "3"],
            "no-such-folder",
        ),
        (&["proof", "no-such-file"], "no-such-file"),
        (&["certificate", FALSE], "expected `end` or `forfeit`"),
        (&["certificate", "/dev/null"], "not a regular file"),
        (&["proof", "/dev/null"], "not a regular file"),
        (&["certificate", "/dev"], "not a regular file"),
        (&["nonsense"], "nonsense"),
    ] {
        let text = line(&check(arguments), 2);
        assert!(text.contains(reason), "{arguments:?}: {text}");
    }
}

#[test]
fn sizes_of_memory_have_units() {
    for (text, bytes) in [
        ("1", 1),
        ("3K", 3 << 10),
        ("500M", 500 << 20),
        ("16G", 16 << 30),
        ("2T", 2 << 40),
    ] {
        assert_eq!(text.parse::<Size>().unwrap(), Size(bytes));
    }
    for text in [
        "",
        "K",
        "-1",
        "1k",
        "1 K",
        "0",
        "0G",
        "18446744073709551616",
    ] {
        assert!(text.parse::<Size>().is_err(), "{text}");
    }
}

#[test]
fn the_limit_is_three_quarters_of_the_free_memory() {
    let meminfo = "MemTotal:       100 kB\nMemAvailable:     40 kB\n";
    assert_eq!(default_limit(meminfo), 30 << 10);
    for unknown in [
        "",
        "MemTotal: 100 kB",
        "MemAvailable: 40",
        "MemAvailable: x kB",
    ] {
        assert_eq!(default_limit(unknown), 4 << 30);
    }
    assert_eq!(bytes_in(meminfo, "MemTotal:"), Some(100 << 10));
}

#[test]
fn a_certificate_comes_with_what_was_checked() {
    let output = check(["certificate", TRUE]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(
        "(stones:holes=8,capture=normal,both-out=end,mixed-out=end, 2 stones per hole, from 2,2,2"
    ));
    assert!(text.ends_with(")\n") && output.stderr.is_empty());
    let output = check(["--format", "json", "certificate", TRUE]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let shown = &document["certificates"][0];
    assert_eq!(document["valid"], true);
    assert_eq!(shown["file"], TRUE);
    assert_eq!(
        shown["game"],
        "stones:holes=8,capture=normal,both-out=end,mixed-out=end"
    );
    assert_eq!(shown["seeds"], 2);
    assert_eq!(shown["start"], "2,2,2,2,2,2,2,2 E 0 0 - 1");
    assert_eq!(shown["play"].as_array().unwrap().len(), 6);
    assert_eq!(shown["shows"], "E3W1 never ends: period 924 steps");
    // A certificate that cannot be confirmed within the limit is not called false.
    assert!(
        line(
            &check(["--format", "json", "certificate", TRUE, "--steps", "900"]),
            2
        )
        .contains("raise --steps")
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    let text = std::fs::read_to_string(TRUE).unwrap();
    std::fs::write(&file, text.replace("924", "923")).unwrap();
    let output = check([
        OsStr::new("--format"),
        OsStr::new("json"),
        OsStr::new("certificate"),
        file.as_os_str(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["valid"], false);
    assert!(
        document["reason"]
            .as_str()
            .unwrap()
            .contains("does not recur")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_said_in_one_line() {
    let full = || {
        Stdio::from(
            std::fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
    };
    for arguments in [
        &["certificate", TRUE][..],
        &["--format", "json", "certificate", TRUE],
        &["--help"],
        &["help", "proof"],
        &["--version"],
    ] {
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab-check"));
            command.args(arguments);
            command
        };
        let output = command().stdout(full()).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), text.lines().count()),
            (Some(1), 1),
            "{arguments:?}: {text}"
        );
        assert!(
            text.starts_with("standard output: No space left on device"),
            "{text}"
        );
        assert_eq!(
            command()
                .stdout(full())
                .stderr(full())
                .status()
                .unwrap()
                .code(),
            Some(1)
        );
        let output = command().output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty());
        // Nobody reads.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command().stdout(writer).output().unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{output:?}"
        );
    }
    // The exit code shows the failure too.
    let mut wrong = Command::new(env!("CARGO_BIN_EXE_sowlab-check"));
    assert_eq!(
        wrong
            .args(["certificate", FALSE])
            .stderr(full())
            .status()
            .unwrap()
            .code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn arguments_and_names_of_files_may_be_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff");
    for arguments in [
        vec![odd],
        vec![
            OsStr::new("tables"),
            odd,
            OsStr::new("--dir"),
            odd,
            OsStr::new("--stones"),
            OsStr::new("3"),
        ],
        vec![
            OsStr::new("certificate"),
            OsStr::new(TRUE),
            OsStr::new("--format"),
            odd,
        ],
        vec![OsStr::new("certificate"), odd],
    ] {
        line(&check(arguments), 2);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(OsStr::from_bytes(b"a\xff.json"));
    std::fs::copy(TRUE, &file).unwrap();
    for format in ["text", "json"] {
        let arguments = ["--format", format, "certificate"].map(OsStr::new);
        let output = check(arguments.into_iter().chain([file.as_os_str()]));
        assert!(output.status.success(), "{output:?}");
    }
}

/// A FIFO that nobody writes to does not hold the command up, in any place of a file.
#[cfg(unix)]
#[test]
fn a_fifo_is_refused_at_once() {
    let (folder, game, _) = solved(GAME, 2);
    let table = sowlab_check::table::Table::path(folder.path(), &game.rules, 2);
    std::fs::remove_file(&table).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(&table)
            .status()
            .unwrap()
            .success()
    );
    let started = Instant::now();
    let fifo = table.as_os_str();
    for arguments in [
        vec![OsStr::new("certificate"), fifo],
        vec![OsStr::new("proof"), fifo],
        vec![
            OsStr::new("tables"),
            OsStr::new(GAME),
            OsStr::new("--dir"),
            folder.path().as_os_str(),
            OsStr::new("--stones"),
            OsStr::new("2"),
        ],
    ] {
        let text = line(&check(arguments), 2);
        assert!(text.contains("not a regular file"), "{text}");
    }
    assert!(started.elapsed() < Duration::from_secs(60));
}

/// A round that is followed for hours is not: what it claims is refused after as many steps as that takes.
#[test]
fn a_round_is_followed_for_no_longer_than_is_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.json");
    std::fs::write(&file, include_str!("long.json")).unwrap();
    let output = check([OsStr::new("certificate"), file.as_os_str()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("E12W13: the state with the number 0 does not recur")
    );
}

/// Claims and tables are counted before anything is kept of them.
#[test]
fn a_proof_that_needs_more_memory_than_is_allowed_is_not_checked() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let folder = made.directory.path();
    let file = made.proof.write(folder);
    let run = |memory: u64| {
        let memory = memory.to_string();
        let arguments = [
            OsStr::new("proof"),
            file.as_os_str(),
            OsStr::new("--tables"),
            folder.as_os_str(),
        ];
        check(
            arguments
                .into_iter()
                .chain([OsStr::new("--memory"), OsStr::new(&memory)]),
        )
    };
    assert!(run(1 << 20).status.success());
    let claims = 60 * made.claims() as u64;
    for memory in [1, claims - 1] {
        assert!(line(&run(memory), 2).contains("--memory allows 0 MB"));
    }
    // There is room for the claims, but not for the tables and then the claims.
    for memory in [claims, claims + 100] {
        let output = run(memory);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(2), 0),
            "{text}"
        );
        assert!(
            text.lines()
                .last()
                .unwrap()
                .contains("--memory allows 0 MB"),
            "{text}"
        );
    }
    // Of many claims no more are counted than there is memory for.
    let mut many = made.proof.clone();
    let (at, _) = many.groups[0][0];
    many.groups = vec![vec![(at, -10)]; 200_000];
    many.write(folder);
    assert!(
        line(&run(1 << 20), 2)
            .contains("the check needs at least 2 MB of memory, and --memory allows 1 MB")
    );
    let tables = [
        "tables",
        "stones:holes=5,both-out=end",
        "--stones",
        "6",
        "--memory",
        "3K",
        "--dir",
    ];
    let output = check(
        tables
            .map(OsStr::new)
            .into_iter()
            .chain([folder.as_os_str()]),
    );
    assert_eq!(output.status.code(), Some(2));
}

/// A sample says that it is one.
#[test]
fn a_sample_is_told_from_a_whole_check() {
    let (folder, _, _) = solved(GAME, 5);
    let text = |more: &[&str]| {
        let arguments = ["tables", GAME, "--stones", "5", "--dir"].map(OsStr::new);
        let more = more.iter().map(OsStr::new);
        let output = check(
            arguments
                .into_iter()
                .chain([folder.path().as_os_str()])
                .chain(more),
        );
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text(&[]).ends_with("Of 252 positions every value was derived from the rules and is the least or greatest solution of the equations.\n"));
    let sample = text(&["--full-to", "4", "--sample", "20"]);
    assert!(
        sample.contains("Of 126 positions every")
            && sample.ends_with("of others the equations of a sample hold.\n"),
        "{sample}"
    );
    let from = text(&["--from", "5"]);
    assert!(
        from.contains("Of 126 positions every")
            && from.contains("if those of fewer than 5 stones are right"),
        "{from}"
    );
    let output = tables(
        folder.path(),
        &["--stones", "5", "--full-to", "4", "--sample", "20"],
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (
            &document["layers"][5]["derived"],
            &document["layers"][5]["equations"]
        ),
        (&Value::from(false), &Value::from(20))
    );
}

/// Stones and claims of the lines that say how far a check is.
fn layers_told(output: &Output) -> Vec<(usize, usize)> {
    let text = String::from_utf8_lossy(&output.stderr);
    let parts = text
        .lines()
        .filter_map(|line| line.strip_suffix(" claims follow")?.split_once(" stones: "));
    parts
        .map(|(stones, claims)| (stones.parse().unwrap(), claims.parse().unwrap()))
        .collect()
}

/// The report on the tables of a proof, by the share of them that was derived.
#[test]
fn a_proof_says_what_is_believed_of_its_tables() {
    let made = make("stones:holes=5,both-out=end", 2, 6);
    let folder = made.directory.path();
    let file = made.proof.write(folder);
    let document = |more: &[&str]| {
        let arguments = [
            OsStr::new("proof"),
            file.as_os_str(),
            OsStr::new("--tables"),
            folder.as_os_str(),
        ];
        let both = arguments.into_iter().chain(more.iter().map(OsStr::new));
        let text = check(both.clone());
        let json = check(
            [OsStr::new("--format"), OsStr::new("json")]
                .into_iter()
                .chain(both),
        );
        assert!(
            text.status.success() && json.status.success(),
            "{text:?} {json:?}"
        );
        let document: Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(layers_told(&text), made.layers(), "{text:?}");
        #[cfg(target_os = "linux")]
        assert!((1 << 20..1 << 34).contains(&document["memory"].as_u64().unwrap()));
        (String::from_utf8(text.stdout).unwrap(), document)
    };
    for (more, says, checked, from, derived) in [
        (
            &[][..],
            "What they take from 7 tables is derived from the rules",
            true,
            0,
            7,
        ),
        (
            &["--from", "3"],
            "the values of fewer than 3 stones are trusted",
            false,
            3,
            4,
        ),
        (
            &["--from", "7"],
            "The values of 7 tables are trusted",
            false,
            7,
            0,
        ),
        (
            &["--trust-tables"],
            "The values of 7 tables are trusted",
            false,
            7,
            0,
        ),
    ] {
        let (text, document) = document(more);
        assert!(text.contains(says), "{text}");
        assert_eq!(
            (&document["tables_checked"], &document["from"]),
            (&Value::from(checked), &Value::from(from))
        );
        assert_eq!(document["derived"].as_array().unwrap().len(), derived);
        assert_eq!(
            (&document["tables"], &document["seeds"]),
            (&Value::from(6), &Value::from(2))
        );
    }
    let without = check([OsStr::new("proof"), file.as_os_str()]);
    assert!(line(&without, 2).contains("name their directory with --tables"));
}
