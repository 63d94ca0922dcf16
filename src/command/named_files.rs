//! The files that the arguments of a command name. None of them may be both an output and another argument.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, ValueHint};
use sowlab_base::files::target_of;

use super::failure::Failure;
use super::output::is_standard_output;
use sowlab_engines::records::header_path;

/// The options that name a file which the command writes.
const OUTPUTS: [&str; 7] = [
    "out",
    "csv",
    "piece",
    "certificate",
    "checkpoint",
    "strategy",
    "save-proof",
];
/// The options that name the records of a tournament, which have a header in a separate file.
const RECORDS: [&str; 2] = ["out", "game"];

/// A file that an argument names.
struct Named {
    /// The argument as the user wrote it: `--out` or `FILE`.
    argument: String,
    path: PathBuf,
    target: PathBuf,
    is_output: bool,
}

/// Refuses a file that is named twice, if the command writes it.
pub(super) fn check(mut command: &Command, mut matches: &ArgMatches) -> Result<(), Failure> {
    while let Some((name, inner)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else {
            break;
        };
        (command, matches) = (found, inner);
    }
    let mut all: Vec<Named> = Vec::new();
    for argument in command.get_arguments() {
        for path in paths(argument, matches) {
            let option = argument.get_long().unwrap_or_default();
            let is_output = OUTPUTS.contains(&option);
            let mut names = vec![path.clone()];
            if RECORDS.contains(&option) {
                names.push(header_path(&path));
            }
            for path in names
                .into_iter()
                .filter(|path| !path.is_dir() && !is_standard_output(path))
            {
                all.push(Named {
                    argument: shown(argument),
                    target: target_of(&path),
                    path,
                    is_output,
                });
            }
        }
    }
    for (number, one) in all.iter().enumerate() {
        let twice =
            |other: &&Named| other.target == one.target && (one.is_output || other.is_output);
        if let Some(other) = all[..number].iter().find(twice) {
            let reason = format!(
                "{}: {} names the same file, which would be overwritten; name another",
                one.path.display(),
                other.argument
            );
            return Err(Failure::input(&one.argument, reason));
        }
    }
    Ok(())
}

/// Returns the paths that an argument was given, also as `file:PATH`, the notation for openings.
fn paths(argument: &Arg, matches: &ArgMatches) -> Vec<PathBuf> {
    let id = argument.get_id().as_str();
    let is_path = argument.get_value_hint() == ValueHint::AnyPath;
    let Ok(Some(values)) = matches.try_get_raw(id) else {
        return Vec::new();
    };
    let path = |value: &OsStr| match (is_path, value.to_str()) {
        (true, _) => Some(value.to_owned()),
        (false, Some(text)) => text.strip_prefix("file:").map(OsString::from),
        (false, None) => None,
    };
    values.filter_map(path).map(PathBuf::from).collect()
}

fn shown(argument: &Arg) -> String {
    match argument.get_long() {
        Some(long) => format!("--{long}"),
        None => argument.get_id().to_string().to_uppercase(),
    }
}
