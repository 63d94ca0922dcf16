//! `sowlab proof`.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;

use super::draw::BOLD;
use super::failure::Failure;
use super::output::{Document, try_file};
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES};
use crate::analysis::solve::{
    MemorySize, ProofClaim, ProofLayer, ProvenOpening, merge_proofs, read_proof, verify_proof,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Says what a file holds
    Show(ShowArguments),
    /// Checks a file without believing any search
    Verify(VerifyArguments),
    /// Puts the claims of several files into one
    Merge(MergeArguments),
}

#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// The file
    file: PathBuf,
    /// List so many of the claims: those that took most work
    #[arg(long, value_name = "CLAIMS", default_value_t = 10)]
    list: usize,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A file holds claims: on this board the side with sente (or gote) gains so much or more, where infinite \
play costs it everything left. Each must follow from other claims, from the rules or from the tables. \
What claims rest on and the file leaves out is searched for again, and what the search proposes is \
checked in the same way, by code that sows one stone at a time and shares nothing with the searches. \
The tables are believed: `sowlab tables verify` checks them. With tables of fewer stones it takes longer.

What the claims say of openings is printed, without the pie rule.

Exit code 0 if there are claims and every one follows. If not, or the file is damaged: exit code 2 and the reason on \
standard error; with --format json also a document with \"valid\": false.")]
pub(super) struct VerifyArguments {
    /// The file
    file: PathBuf,
    #[arg(
        long,
        value_name = "DIR",
        help = format!("Tables to use, built by `sowlab tables build` [default: {DEFAULT_TABLES}]")
    )]
    tables: Option<PathBuf>,
    /// Memory for searches and tables, half of it each
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
}

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The file to write, which may be one of the others
    into: PathBuf,
    /// The files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Keep only so many claims: those that took most work
    #[arg(long, value_name = "CLAIMS")]
    most: Option<usize>,
}

/// A finding, and of which file.
#[derive(Serialize)]
struct OfFile<T> {
    file: String,
    #[serde(flatten)]
    found: T,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Show(arguments) => show(arguments),
        Command::Verify(arguments) => verify(arguments, common),
        Command::Merge(arguments) => merge(arguments),
    }
}

fn line(claim: &ProofClaim) -> String {
    let ProofClaim {
        board,
        claimant,
        gains,
        work,
        ..
    } = claim;
    format!("{board}: {claimant} gains {gains:+} or more ({work} nodes)")
}

/// What is shown of an opening, without the pie rule.
fn opening_line(opening: &ProvenOpening) -> String {
    let ProvenOpening {
        seeds,
        lower_at_least,
        upper_at_most,
    } = opening;
    let mut line = format!("Opening with {seeds} in each hole, margin of the side with sente: ");
    line += &match (lower_at_least, upper_at_most) {
        (Some(low), Some(high)) if low == high => {
            return line + &format!("{low:+} (infinite play has no part in it)");
        }
        (Some(low), _) => format!("{low:+} or more even if infinite play costs it what is left"),
        (None, _) => "no lower bound".to_owned(),
    };
    line += &match upper_at_most {
        Some(high) => format!("; {high:+} or less even if infinite play wins it what is left"),
        None => "; no upper bound".to_owned(),
    };
    line
}

fn show(arguments: &ShowArguments) -> Result<Document, Failure> {
    let found = read_proof(&arguments.file, arguments.list)?;
    let mut text = format!(
        "{}\n{} claims\n\nstones   sente    gote\n",
        found.game, found.claims
    );
    for ProofLayer {
        stones,
        sente,
        gote,
    } in &found.layers
    {
        let _ = writeln!(text, "{stones:6} {sente:7} {gote:7}");
    }
    let _ = writeln!(text, "\nMost work:");
    for claim in &found.most_work {
        let _ = writeln!(text, "{}", line(claim));
    }
    let file = arguments.file.display().to_string();
    Ok(Document::new(text, &OfFile { file, found }))
}

fn verify(arguments: &VerifyArguments, common: &Common) -> Result<Document, Failure> {
    let progress = Progress::new(common);
    let tables = arguments.tables.clone();
    let found = verify_proof(&arguments.file, tables, arguments.memory, &progress)?;
    drop(progress);
    let mut text = format!(
        "{BOLD}Every claim follows{BOLD:#}: {} claims, of which {} were searched for again with {} more, \
         by tables of at most {} stones.\n",
        found.claims, found.searched, found.lemmas, found.tables
    );
    if found.openings.is_empty() {
        text += "No claim is about an opening: what one is worth does not follow from this file.\n";
    }
    for opening in &found.openings {
        let _ = writeln!(text, "{}", opening_line(opening));
    }
    let empty = || (found.claims == 0).then(|| "file: no claims, so it shows nothing".to_owned());
    let refusal = found.failed.first().map(|first| {
        let many = found.failed.len();
        format!(
            "file: {many} of the claims do not follow, as {}",
            line(first)
        )
    });
    let refusal = refusal.or_else(empty);
    let file = arguments.file.display().to_string();
    Ok(Document::new(text, &OfFile { file, found }).refused_if(refusal))
}

fn merge(arguments: &MergeArguments) -> Result<Document, Failure> {
    try_file("into", &arguments.into)?;
    let found = merge_proofs(&arguments.into, &arguments.files, arguments.most)?;
    let file = arguments.into.display().to_string();
    let text = format!("{file}: {} claims\n", found.claims);
    Ok(Document::new(text, &OfFile { file, found }))
}
