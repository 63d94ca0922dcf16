//! `sowlab loops`.

mod certificates;
mod cycles;
mod near_opening;
mod reach;
mod scan;
mod verify;

use clap::Subcommand;

use super::Common;
use super::failure::Failure;
use super::output::Document;

pub(super) use cycles::CyclesDocument;
pub(super) use near_opening::NearOpeningDocument;
pub(super) use reach::ReachDocument;
pub(super) use scan::{ScanDocument, merged as merged_scan};
pub(super) use verify::VerifyDocument;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Searches from the opening for non-terminating rounds, breadth-first
    Reach(reach::Arguments),
    /// Sows every round on every board with 2 to N stones
    Scan(scan::Arguments),
    /// Finds repetitions: boards that recur without a capture
    Cycles(cycles::Arguments),
    /// Checks a certificate with independent code, one stone at a time
    Verify(verify::Arguments),
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Reach(arguments) => reach::run(arguments, common),
        Command::Scan(arguments) => scan::run(arguments, common),
        Command::Cycles(arguments) => cycles::run(arguments, common),
        Command::Verify(arguments) => verify::run(arguments, common),
    }
}
