//! `sowlab proof`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::{Document, refuse_standard_output, try_file};
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES};
use sowlab_analysis::solve::{
    ExportRequest, ProofClaim, ProofLayer, export_proof, read_proof, shorten_proof,
};
use sowlab_base::MemorySize;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Lists the claims of a file
    Show(ShowArguments),
    /// Proves the value of an opening and writes a complete proof for sowlab-check
    Export(ExportArguments),
    /// Writes a complete proof again without the claims that sowlab-check finds itself
    Shorten(ShortenArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab proof show 33stones.proof --list 20")]
pub(super) struct ShowArguments {
    /// The file
    file: PathBuf,
    /// Number of claims to list, those that took most work first
    #[arg(long, value_name = "CLAIMS", default_value_t = 10)]
    list: usize,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The proof holds claims down to the tables, each after those it needs, and states the checksums of the tables. Claims \
that follow in one round from others are left out. `sowlab-check proof FILE --tables DIR` checks it with code of its own. Where a value is not proven, \
the proven interval is exported.

Examples:
  sowlab proof export stones:holes=11,seeds=2 --out 22stones.complete --tables tables --stones 14")]
pub(super) struct ExportArguments {
    /// The game, of the stones family: see `sowlab games`
    game: String,
    /// The file to write, by convention GAME.complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(
        long,
        value_name = "DIR",
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    tables: Option<PathBuf>,
    /// Use tables of boards with at most this number of stones [default: all that fit into half of the
    /// memory]
    #[arg(long)]
    stones: Option<u32>,
    /// Memory for claims and tables, which take half of it at most
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
    /// File of proven claims to resume from and to save to, as of `solve --save-proof`
    #[arg(long, value_name = "FILE")]
    save_proof: Option<PathBuf>,
    /// When to stop proving and export what is proven, as in 90s or 2h [default: when everything is proven]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Prove who wins, without the pie rule and with it, and not by how much
    #[arg(long)]
    winner: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A claim is left out if it follows in one round from the tables and from claims that stay. `sowlab-check` finds it \
when it is needed. `sowlab proof export` leaves such claims out at once.

Examples:
  sowlab proof shorten old.complete --out new.complete")]
pub(super) struct ShortenArguments {
    /// The complete proof
    file: PathBuf,
    /// The file to write, which may be the same
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A finding, and of which file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OfFile<T> {
    file: String,
    #[serde(flatten)]
    found: T,
}

/// A finding, and how long it took.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Timed<T> {
    #[serde(flatten)]
    found: T,
    seconds: f64,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Show(arguments) => show(arguments),
        Command::Export(arguments) => export(arguments, common),
        Command::Shorten(arguments) => shorten(arguments, common),
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

fn export(arguments: &ExportArguments, common: &Common) -> Result<Document, Failure> {
    try_file("out", &arguments.out)?;
    if let Some(proof) = &arguments.save_proof {
        refuse_standard_output("--save-proof", proof)?;
    }
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = ExportRequest {
        tables: arguments.tables.clone(),
        stones: arguments.stones,
        memory: arguments.memory,
        save_proof: arguments.save_proof.clone(),
        time_limit: arguments.time_limit,
        winner: arguments.winner,
    };
    let found = export_proof(&arguments.game, &arguments.out, &request, &progress);
    let found = found.map_err(|error| Failure::keeping(error, arguments.save_proof.as_ref()))?;
    drop(progress);
    let interval = |(low, high): (i32, i32)| match low == high {
        true => format!("{BOLD}{low:+}{BOLD:#}"),
        false => format!("not proven, {low:+} to {high:+}"),
    };
    let file = arguments.out.display().to_string();
    let seconds = started.elapsed().as_secs_f64();
    let text = format!(
        "{}\n\nValue: {}\nWith the pie rule: {}\n{file}: {} claims above tables of at most {} stones, {} bytes\n\
         {DIM}{} nodes, {seconds:.2} s{DIM:#}\n",
        found.game,
        interval(found.opening),
        interval(found.pie),
        found.claims,
        found.tables,
        found.bytes,
        found.nodes,
    );
    let found = Timed { found, seconds };
    Ok(Document::new(text, &OfFile { file, found }))
}

fn shorten(arguments: &ShortenArguments, common: &Common) -> Result<Document, Failure> {
    try_file("out", &arguments.out)?;
    let progress = Progress::new(common);
    let found = shorten_proof(&arguments.file, &arguments.out, &progress)?;
    drop(progress);
    let file = arguments.out.display().to_string();
    let text = format!(
        "{file}: {} claims, {} bytes; {} claims left out\n",
        found.claims, found.bytes, found.left_out
    );
    Ok(Document::new(text, &OfFile { file, found }))
}
