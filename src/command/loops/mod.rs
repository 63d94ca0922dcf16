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
use super::output::{Document, try_folder};
use crate::analysis::certificates::Certificate;
use crate::analysis::endless;

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

/// The certificates that `--certificates` asks for, written once the work is done. What cannot be
/// written is said at the end: the result is printed all the same.
struct Certificates<'a> {
    folder: Option<&'a Path>,
    written: Vec<PathBuf>,
    failed: Option<String>,
}

impl<'a> Certificates<'a> {
    /// Certificates in this folder, if one is given. It is tried before the work.
    fn in_folder(folder: Option<&'a Path>) -> Result<Certificates<'a>, Failure> {
        if let Some(folder) = folder {
            try_folder("--certificates", folder)?;
        }
        Ok(Certificates {
            folder,
            written: Vec::new(),
            failed: None,
        })
    }

    /// Whether any are wanted.
    fn wanted(&self) -> bool {
        self.folder.is_some()
    }

    /// Writes one, under a name of its own.
    fn write(&mut self, name: &str, certificate: &Certificate) {
        let Some(folder) = self.folder else { return };
        let file = folder.join(format!("{name}.certificate.json"));
        match endless::write(certificate, &file) {
            Ok(()) => self.written.push(file),
            Err(error) => self.failed = Some(format!("--certificates: {error}")),
        }
    }
}
