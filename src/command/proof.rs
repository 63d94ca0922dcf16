//! `sowlab proof`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use super::amount::counted;
use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::{Document, refuse_standard_output, try_file};
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES, tables_directory};
use sowlab_analysis::solve::{
    ExportRequest, ProofClaim, ProofLayer, export_proof, read_proof, rest_on_larger_tables,
    shorten_proof,
};
use sowlab_base::MemorySize;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Lists the claims of a proof cache
    Show(ShowArguments),
    /// Proves the value of an opening and writes the proof for sowlab-check
    Export(ExportArguments),
    /// Removes the claims of a proof that sowlab-check derives itself
    Shorten(ShortenArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab proof show 33stones.proof --list 20")]
pub(super) struct ShowArguments {
    /// Proof cache, as `solve --save-proof` writes it
    file: PathBuf,
    /// Number of claims to list, most work first
    #[arg(long, value_name = "CLAIMS", default_value_t = 10)]
    list: usize,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The proof lists its claims down to the tables, each after the claims that it needs, and states the checksums of \
the tables. Claims that follow from others in one round are omitted. `sowlab-check proof FILE --tables DIR` \
checks the proof with independent code. An unresolved value is exported as bounds.

Examples:
  sowlab proof export 22stones --out 22.complete --tables tables --stones 14
  sowlab proof export bestemshe:pits=4 --out b.complete --tables tables")]
pub(super) struct ExportArguments {
    /// Game of the stones family or two-rank game, with options; `sowlab games` lists them
    game: String,
    /// File to write, by convention GAME.complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(
        long,
        value_name = "DIR",
        value_parser = tables_directory(),
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    tables: Option<PathBuf>,
    /// Most stones of the tables to use [default: all that fit into half of the memory]
    #[arg(long)]
    stones: Option<u32>,
    /// Memory for claims and tables; tables take at most half of it
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
    /// Proof cache to resume from if it exists, and to save to; only in the stones family
    #[arg(long, value_name = "FILE")]
    save_proof: Option<PathBuf>,
    /// Time limit, as in 90s or 2h; the bounds proven by then are exported [default: none]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
    /// Prove only who wins, with and without the pie rule, and not the margin; only in the stones family
    #[arg(long)]
    winner: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A claim is removed if it follows in one round from the tables and from claims that remain. `sowlab proof export` \
omits such claims already. With --above and --stones, the claims about boards in larger tables are removed instead.

Examples:
  sowlab proof shorten old.complete --out new.complete
  sowlab proof shorten a.complete --above b.complete --stones 20 --out c")]
pub(super) struct ShortenArguments {
    /// Proof, as `proof export` writes it
    file: PathBuf,
    /// File to write; may be the same file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Proof of the same rules that names the checksums of larger tables
    #[arg(long, value_name = "PROOF", requires = "stones")]
    above: Option<PathBuf>,
    /// Most stones of these tables
    #[arg(long, requires = "above")]
    stones: Option<u32>,
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
    format!(
        "{board}: {claimant} gains {gains:+} or more ({})",
        counted(*work, "node")
    )
}

fn show(arguments: &ShowArguments) -> Result<Document, Failure> {
    let found = read_proof(&arguments.file, arguments.list)?;
    let mut text = format!(
        "{}\n{}\n\nstones   sente    gote\n",
        found.game,
        counted(found.claims as u64, "claim")
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
    try_file("--out", &arguments.out)?;
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
    let pie = found.pie.map(interval);
    let pie = pie.map_or(String::new(), |pie| format!("With the pie rule: {pie}\n"));
    let text = format!(
        "{}\n\nValue: {}\n{pie}{file}: {} above tables of at most {} stones, {} bytes\n\
         {DIM}{} nodes, {seconds:.2} s{DIM:#}\n",
        found.game,
        interval(found.opening),
        counted(found.claims, "claim"),
        found.tables,
        found.bytes,
        found.nodes,
    );
    let found = Timed { found, seconds };
    Ok(Document::new(text, &OfFile { file, found }))
}

fn shorten(arguments: &ShortenArguments, common: &Common) -> Result<Document, Failure> {
    try_file("--out", &arguments.out)?;
    let progress = Progress::new(common);
    let found = match (&arguments.above, arguments.stones) {
        (Some(other), Some(stones)) => {
            rest_on_larger_tables(&arguments.file, other, stones, &arguments.out)?
        }
        _ => shorten_proof(&arguments.file, &arguments.out, &progress)?,
    };
    drop(progress);
    let file = arguments.out.display().to_string();
    let text = format!(
        "{file}: {}, {} bytes; {} removed\n",
        counted(found.claims, "claim"),
        found.bytes,
        counted(found.left_out, "claim")
    );
    Ok(Document::new(text, &OfFile { file, found }))
}
