//! The command from outside: what it prints and how it refuses.

use std::fmt;

use assert_cmd::Command;
use serde_json::Value;

/// Arguments of the command: a list, or a line of words.
pub(crate) trait Arguments: fmt::Debug {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Arguments for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Arguments for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

pub(crate) fn sowlab<A: Arguments + ?Sized>(arguments: &A) -> Command {
    let mut command = Command::cargo_bin("sowlab").unwrap();
    command.args(arguments.words());
    command
}

/// Returns the JSON output. With `--quiet`, standard error must be empty.
pub(crate) fn json<A: Arguments + ?Sized>(arguments: &A) -> Value {
    let output = sowlab(arguments)
        .args(["--format", "json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    if arguments.words().contains(&"--quiet") {
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code 2, nothing on standard output, one line on standard error with these parts.
pub(crate) fn refused<A: Arguments + ?Sized>(arguments: &A, parts: &[&str]) {
    let output = sowlab(arguments).output().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    for part in parts {
        assert!(line.contains(part), "{arguments:?}: {line}");
    }
}
