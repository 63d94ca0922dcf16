//! Tells the program of which commit it is built, for `--version` and the manifests of results. Without git,
//! or outside a repository, it does not say.

use std::path::Path;
use std::process::Command;

/// The sources of the program.
const SOURCES: [&str; 7] = [
    "src",
    "crates",
    "solvers/src",
    "experiments",
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
];

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn commit() -> Option<String> {
    // Not that of another repository which holds a copy of this one.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != Path::new(".").canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(match changes.is_empty() {
        true => commit,
        false => commit + " and changes",
    })
}

fn main() {
    // A line is added to this file whenever another commit is checked out.
    let head = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    for path in SOURCES.into_iter().chain(head.as_deref()) {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(commit) = commit() {
        println!("cargo::rustc-env=SOWLAB_COMMIT={commit}");
    }
}
