//! The command from outside: what it prints and how it refuses.

use assert_cmd::Command;
use serde_json::Value;

pub(crate) fn sowlab(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("sowlab").unwrap();
    command.args(arguments);
    command
}

/// What is printed as JSON; with `--quiet` nothing may be on standard error.
pub(crate) fn json(arguments: &[&str]) -> Value {
    let output = sowlab(arguments)
        .args(["--format", "json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    if arguments.contains(&"--quiet") {
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code 2, nothing on standard output, one line on standard error with these parts.
pub(crate) fn refused(arguments: &[&str], parts: &[&str]) {
    let output = sowlab(arguments).output().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {line}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(line.lines().count(), 1, "{arguments:?}: {line}");
    for part in parts {
        assert!(line.contains(part), "{arguments:?}: {line}");
    }
}
