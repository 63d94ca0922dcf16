//! Robustness against faults: signals, files of dead processes, and disks and files in bad condition. `torture` does
//! this at random.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sowlab_base::files::{OutputLock, OwnedFolder};
use tempfile::TempDir;

use crate::outside::{Arguments, json, refused};

/// The command with a temporary directory of its own, and without default tables.
fn sowlab(temporary: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sowlab"));
    command
        .args(arguments)
        .arg("--quiet")
        .env("TMPDIR", temporary)
        .env("SOWLAB_TABLES", temporary.join("none"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Waits until something is in a folder.
fn wait_for_any(folder: &Path) {
    let started = Instant::now();
    while names(folder).is_empty() {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing came");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A search that takes long and has tables in the temporary directory.
fn long_search(temporary: &Path) -> Child {
    let child = sowlab(
        temporary,
        &["solve", "stones:holes=11,seeds=4", "--memory", "64M"],
    );
    let child = { child }.spawn().unwrap();
    wait_for_any(temporary);
    child
}

#[test]
fn sigterm_is_an_orderly_end() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130)] {
        let temporary = TempDir::new().unwrap();
        let child = long_search(temporary.path());
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(said(&output).contains("interrupted"), "{output:?}");
        assert!(names(temporary.path()).is_empty(), "{temporary:?}");
    }
}

/// As `timeout` ends a command: one signal to the process, one to its group.
#[test]
fn two_signals_at_once_are_one() {
    for _ in 0..5 {
        let temporary = TempDir::new().unwrap();
        let child = long_search(temporary.path());
        for _ in 0..3 {
            kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(143), "{output:?}");
        assert!(said(&output).contains("interrupted"), "{output:?}");
    }
}

#[test]
fn what_a_killed_process_left_goes_with_the_next_run() {
    let temporary = TempDir::new().unwrap();
    let (mut killed, living) = (long_search(temporary.path()), TempDir::new().unwrap());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let of_killed = names(temporary.path());
    assert_eq!(of_killed.len(), 1);
    // The folder of a living process stays.
    let mut other = long_search(temporary.path());
    let started = Instant::now();
    while names(temporary.path()).len() != 1 || names(temporary.path()) == of_killed {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    let of_other = names(temporary.path());
    let small = ["solve", "stones:holes=3,seeds=1"];
    assert!(sowlab(temporary.path(), &small).status().unwrap().success());
    assert_eq!(names(temporary.path()), of_other);
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(sowlab(temporary.path(), &small).status().unwrap().success());
    assert!(names(temporary.path()).is_empty());
    drop(living);
}

#[test]
fn tables_that_were_not_finished_go_with_the_next_build() {
    let folder = TempDir::new().unwrap();
    let plain = "stones-holes-4-capture-normal-both-out-relay-mixed-out-end";
    let name = "stones:holes=4,capture=normal,both-out=relay,mixed-out=end";
    let begun = |name: &str| [b"SOWTABLE", &[0; 80][..], name.as_bytes()].concat();
    let left = format!(".{plain}.007.table.a1B2c3.tmp");
    // Of another game, of another program, and a name that no unfinished table has.
    let others = [
        (
            ".stones-holes-5.007.table.a1B2c3.tmp".to_owned(),
            begun("stones:holes=5"),
        ),
        (
            format!(".{plain}.008.table.a1B2c3.tmp"),
            b"precious".to_vec(),
        ),
        (format!(".{plain}.009.table.a1B2c4.tmp"), Vec::new()),
        (format!(".{plain}.007.table.tmp"), begun(name)),
        (format!("{plain}.009.partial"), begun(name)),
    ];
    fs::write(folder.path().join(&left), begun(name)).unwrap();
    for (name, contents) in &others {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    let place = folder.path().to_str().unwrap();
    json(&format!(
        "tables build stones:holes=4 --stones 3 --dir {place} --quiet"
    ));
    let names = names(folder.path());
    assert!(!names.contains(&left), "{names:?}");
    for (name, contents) in &others {
        assert_eq!(
            fs::read(folder.path().join(name)).unwrap(),
            *contents,
            "{name}"
        );
    }
}

#[test]
fn a_missing_temporary_directory_is_named() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing");
    let output = sowlab(
        &missing,
        &["solve", "stones:holes=11,seeds=4", "--recompute"],
    )
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let line = said(&output);
    assert!(
        line.contains("TMPDIR") && line.contains("missing"),
        "{line}"
    );
    assert_eq!(line.lines().count(), 1);
}

/// Ordinary users cannot write everywhere.
#[test]
fn tables_in_a_folder_that_cannot_be_written_are_verified() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let (tables, temporary) = (folder.path().join("tables"), folder.path().join("tmp"));
    fs::create_dir(&temporary).unwrap();
    let place = tables.to_str().unwrap();
    let layers = ["stones:holes=4", "--stones", "4", "--dir", place];
    json(&[&["tables", "build", "--quiet"], &layers[..]].concat());
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(folder.path(), 0o755);
    mode(&temporary, 0o777);
    mode(&tables, 0o555);
    let mut verify = sowlab(&temporary, &[&["tables", "verify"], &layers[..]].concat());
    if rustix::process::getuid().is_root() {
        verify.uid(65534).gid(65534);
    }
    let output = verify.output().unwrap();
    mode(&tables, 0o755);
    assert!(output.status.success(), "{output:?}");
    assert!(names(&temporary).is_empty());
}

#[test]
fn a_limit_of_file_sizes_is_an_error_like_others() {
    let folder = TempDir::new().unwrap();
    let script = format!(
        "ulimit -f 8; exec {} tables build stones:holes=8 --stones 12 --quiet --dir {}",
        env!("CARGO_BIN_EXE_sowlab"),
        folder.path().display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let line = said(&output);
    assert!(
        line.contains("too large") && line.lines().count() == 1,
        "{line}"
    );
}

#[test]
fn a_checkpoint_that_is_a_link_stays_one() {
    let folder = TempDir::new().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    std::os::unix::fs::symlink("file", &link).unwrap();
    let place = link.to_str().unwrap();
    for stones in ["4", "5"] {
        json(&format!(
            "loops scan stones:holes=3 --stones {stones} --checkpoint {place} --quiet"
        ));
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&file).unwrap().contains("sowlab-scan"));
    }
    assert_eq!(names(folder.path()), ["file", "link"]);
}

#[test]
fn files_without_end_are_refused() {
    let started = Instant::now();
    for arguments in [
        &["loops", "verify", "/dev/zero"][..],
        &["study", "/dev/zero"],
        &["proof", "show", "/dev/zero"],
        &[
            "solve",
            "stones:holes=11,seeds=4",
            "--save-proof",
            "/dev/zero",
        ],
        &"loops scan 33stones --stones 3 --checkpoint /dev/zero".words()[..],
        &"tournament kalah --engine random --engine greedy --openings file:/dev/zero".words()[..],
    ] {
        refused(arguments, &["/dev/zero"]);
    }
    for command in ["show", "review"] {
        refused(&[command, "--game", "/dev/zero"], &["/dev/zero"]);
    }
    let folder = TempDir::new().unwrap();
    let tables = folder.path().join("tables");
    let place = ["stones:holes=4", "--dir", tables.to_str().unwrap()];
    let build = [&["tables", "build", "--stones", "3"][..], &place].concat();
    assert!(sowlab(folder.path(), &build).status().unwrap().success());
    let probe = ["tables", "probe", "--positions", "/dev/zero"];
    refused(
        &[&probe[..], &place].concat(),
        &["/dev/zero", "a regular file is needed"],
    );
    let board = folder.path().join("zero.toml");
    std::os::unix::fs::symlink("/dev/zero", &board).unwrap();
    refused(
        &["show", &format!("colony:board={}", board.display())],
        &["a regular file is needed"],
    );
    // Lines of records, and certificates that are too long.
    let long = folder.path().join("long");
    fs::write(&long, vec![b'a'; 17 << 20]).unwrap();
    let place = long.to_str().unwrap();
    refused(&["loops", "verify", place], &["16 MiB"]);
    let game = "tournament kalah --engine random --engine greedy".words();
    refused(
        &[&game[..], &["--out", place, "--resume"]].concat(),
        &["16 MiB"],
    );
    assert!(started.elapsed() < Duration::from_secs(120));
}

/// A position that tables hold needs no search: the proof says so all the same.
#[test]
fn a_proof_without_a_search_has_claims_and_says_what_holds() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, proof) = (path("tables"), path("a.proof"));
    let game = "stones:holes=5,seeds=2";
    json(&format!(
        "tables build {game} --stones 10 --dir {tables} --quiet"
    ));
    let solved = json(&format!(
        "solve {game} --tables {tables} --save-proof {proof} --quiet"
    ));
    assert_eq!(solved["nodes"], 0);
    let shown = json(&["proof", "show", &proof]);
    assert_eq!(shown["claims"], 2);
}

/// Helpers of an engine in a session of their own end with it.
#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_started_elsewhere_ends_with_it() {
    let folder = TempDir::new().unwrap();
    let (engine, numbers) = (
        folder.path().join("engine.sh"),
        folder.path().join("numbers"),
    );
    let program = env!("CARGO_BIN_EXE_sowlab");
    let script = format!(
        "setsid sh -c 'echo $$ >>{numbers}; exec sleep 600' </dev/null >/dev/null 2>&1 &\n\
         while [ ! -s {numbers} ]; do sleep 0.01; done\n\
         exec {program} engine --engine greedy\n",
        numbers = numbers.display(),
    );
    fs::write(&engine, script).unwrap();
    let engine = format!("external:sh {}", engine.display());
    json(&[
        "tournament",
        "kalah",
        "--engine",
        &engine,
        "--engine",
        "random",
        "--games",
        "2",
        "--quiet",
    ]);
    let started = Instant::now();
    let alive = |number: &str| {
        let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let state = state.rsplit(") ").next().unwrap_or("Z").to_owned();
        !state.is_empty() && !state.starts_with('Z')
    };
    let text = fs::read_to_string(&numbers).unwrap();
    assert!(text.lines().count() > 0);
    while text.lines().any(alive) {
        assert!(started.elapsed() < Duration::from_secs(10), "{text}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Another program may find something else.
#[test]
fn results_of_another_commit_are_made_anew() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, out) = (path("study.toml"), path("out"));
    fs::write(
        &file,
        "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\n\
         games = ['stones:holes=4,seeds=2']\ndepth = 2\n",
    )
    .unwrap();
    let run = || json(&["study", &file, "--out", &out, "--resume", "--quiet"])["kept"].clone();
    assert_eq!(run(), serde_json::json!([]));
    assert_eq!(run(), serde_json::json!(["x/a"]));
    let manifest = path("out/x/a.manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
    parsed.as_object_mut().unwrap().remove("check");
    fs::write(&manifest, parsed.to_string()).unwrap();
    assert_eq!(
        run(),
        serde_json::json!(["x/a"]),
        "manifests of before are read"
    );
    parsed["commit"] = "0123456789ab".into();
    fs::write(&manifest, parsed.to_string()).unwrap();
    assert_eq!(run(), serde_json::json!([]));

    // Neither a figure nor what the manifest says is believed once it is damaged.
    let data = path("out/x/a.json");
    for (damaged, digit, other) in [
        (&data, ": 2", ": 3"),
        (&manifest, "\"seed\": ", "\"seed\": 1"),
    ] {
        let text = fs::read_to_string(damaged).unwrap();
        let changed = text.replacen(digit, other, 1);
        assert_ne!(text, changed, "{text}");
        fs::write(damaged, changed).unwrap();
        let report = sowlab(folder.path(), &["study", "--report", "--out", &out])
            .output()
            .unwrap();
        assert_eq!(report.status.code(), Some(1), "{report:?}");
        assert!(said(&report).contains("does not match its"), "{report:?}");
        fs::write(damaged, text).unwrap();
    }
}

/// Lines with checksums, and files of before they were written.
#[test]
fn records_of_before_are_read_and_damaged_ones_are_not() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let place = file.to_str().unwrap();
    let games = || {
        json(&format!(
            "tournament kalah:pits=3,seeds=2 --engine random --engine greedy --games 4 --out \
            {place} --resume --quiet"
        ))
    };
    games();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.lines().all(|line| line.contains(",\"check\":\"")));
    // Two of four games, as they were before there were checksums: below the header, with seeds as numbers.
    let beside = folder.path().join("games.jsonl.header.json");
    let header = fs::read_to_string(&beside).unwrap();
    assert!(header.contains("\"seed\":\"1\""), "{header}");
    fs::remove_file(&beside).unwrap();
    let header = header
        .replace("\"version\":2,", "")
        .replace("\"seed\":\"1\"", "\"seed\":1");
    let number = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        for seed in game["seeds"].as_array_mut().unwrap() {
            *seed = seed.as_str().unwrap().parse::<u64>().unwrap().into();
        }
        game.to_string()
    };
    let old: String = [header]
        .into_iter()
        .chain(text.lines().take(2).map(number))
        .map(|line| {
            let mut line: serde_json::Value = serde_json::from_str(&line).unwrap();
            line.as_object_mut().unwrap().remove("check");
            format!("{line}\n")
        })
        .collect();
    fs::write(&file, &old).unwrap();
    assert_eq!(games()["played"], 4);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&old) && !text.contains("check"), "{text}");
    assert_eq!(games()["played"], 4);

    fs::remove_file(&file).unwrap();
    games();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"margin\":", "\"margin\":1", 1)).unwrap();
    let arguments = format!(
        "tournament kalah:pits=3,seeds=2 --engine random --engine greedy --games 4 --out \
            {place} --resume"
    );
    let arguments = arguments.words();
    refused(&arguments, &["checksum"]);
}

#[test]
fn results_are_written_by_one_process_at_a_time() {
    let folder = TempDir::new().unwrap();
    let (file, out) = (folder.path().join("study.toml"), folder.path().join("out"));
    fs::write(
        &file,
        "name = 'x'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'a'\nkind = 'perft'\n\
         games = ['stones:holes=4,seeds=2']\ndepth = 2\n",
    )
    .unwrap();
    fs::create_dir(&out).unwrap();
    let arguments = format!("study {} --out {}", file.display(), out.display());
    let arguments = arguments.words();
    let lock = OwnedFolder::open(&out, "study").unwrap();
    let output = sowlab(folder.path(), &arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(said(&output).contains("another process"), "{output:?}");
    drop(lock);
    let output = sowlab(folder.path(), &arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(names(&out).iter().all(|name| !name.ends_with(".lock")));
}

#[test]
fn the_second_process_at_an_output_is_told() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name);
    let [scan, proof, reach] = ["scan", "proof", "reach"].map(place);
    let _locks = [&scan, &proof].map(|path| OutputLock::of_file(path).unwrap());
    let _folder = OwnedFolder::open(&reach, "loops reach").unwrap();
    let small = "stones:holes=4,seeds=2";
    for arguments in [
        &["loops", "scan", small, "--stones", "3", "--checkpoint"][..],
        &["solve", small, "--save-proof"],
        &["loops", "reach", small, "--rounds", "2", "--checkpoint"],
    ] {
        let file = match arguments[1] {
            "scan" => &scan,
            "reach" => &reach,
            _ => &proof,
        };
        let arguments = [arguments, &[file.to_str().unwrap()]].concat();
        let output = sowlab(folder.path(), &arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(said(&output).contains("another"), "{output:?}");
        assert_eq!(said(&output).lines().count(), 1, "{output:?}");
    }
}

/// Files of other versions are refused with the way to renew them, or begun anew.
#[test]
fn files_of_other_versions_say_how_to_renew_them() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let change = |file: &str, at: usize| {
        let mut bytes = fs::read(file).unwrap();
        bytes[at] += 1;
        fs::write(file, bytes).unwrap();
    };
    let tables = path("tables");
    let game = ["stones:holes=4", "--stones", "3", "--dir", &tables];
    let build = [&["tables", "build", "--quiet"], &game[..]].concat();
    json(&build);
    let table =
        format!("{tables}/stones-holes-4-capture-normal-both-out-relay-mixed-out-end.003.table");
    change(&table, 8);
    let stats = ["tables", "stats", "stones:holes=4", "--dir", &tables];
    refused(&stats, &["format 2", "replace it"]);
    fs::remove_file(&table).unwrap();
    // A work file of an earlier version does not stop a build.
    fs::write(table.replace(".table", ".work"), b"SOWCELL1 and cells").unwrap();
    json(&build);
    json(&stats);

    let proof = path("a.proof");
    json(&format!(
        "solve stones:holes=3,seeds=1 --save-proof {proof} --quiet"
    ));
    // Formats 2 and 3 are those of complete proofs.
    for _ in 0..3 {
        change(&proof, 8);
    }
    refused(
        &format!("proof show {proof}"),
        &["another version", "search again"],
    );

    let scan = path("scan.json");
    let scans = [
        "loops",
        "scan",
        "stones:holes=3",
        "--stones",
        "3",
        "--checkpoint",
        &scan,
    ];
    json(&[&scans[..], &["--quiet"]].concat());
    let text = fs::read_to_string(&scan).unwrap();
    fs::write(&scan, text.replace("\"version\":3", "\"version\":2")).unwrap();
    refused(&scans, &["version", "remove the file"]);
}
