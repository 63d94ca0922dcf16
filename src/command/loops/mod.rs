//! `sowlab loops`.

mod cycles;
mod near_opening;
mod reach;
mod scan;
mod verify;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::Common;
use super::failure::Failure;
use super::output::Document;
use crate::certificates::Certificate;
use crate::loops;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Breadth-first search from the opening for rounds that never end
    Reach(reach::Arguments),
    /// Every joint move on every board with 2 to so many stones
    Scan(scan::Arguments),
    /// Repetitions: boards that come back without captures, and where best play never ends
    Cycles(cycles::Arguments),
    /// Checks a certificate with code of its own, one stone at a time
    Verify(verify::Arguments),
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Reach(arguments) => reach::run(arguments, common),
        Command::Scan(arguments) => scan::run(arguments, common),
        Command::Cycles(arguments) => cycles::run(arguments, common),
        Command::Verify(arguments) => verify::run(arguments),
    }
}

/// Writes a certificate that an option asked for.
fn write_certificate(option: &str, certificate: &Certificate, path: &Path) -> Result<(), Failure> {
    loops::write(certificate, path).map_err(|error| Failure::input(option, error))
}

/// The file of a certificate in the folder that `--certificates` names, which is made if it is not
/// there.
fn file_in(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::input("--certificates", format!("{}: {error}", folder.display()))
    })?;
    Ok(folder.join(format!("{name}.certificate.json")))
}
