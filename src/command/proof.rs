//! `sowlab proof`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::{Document, refuse_standard_output, try_file};
use super::pieces::{Sharded, piece_failure};
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES};
use sowlab_analysis::solve::{
    CheckedPiece, CheckedPieceRequest, ExportRequest, ProofClaim, ProofLayer, ProvenOpening,
    VerifyProofRequest, WinnerRequest, export_proof, find_winner, merge_proofs, read_proof,
    shorten_proof, verify_proof,
};
use sowlab_base::MemorySize;
use sowlab_base::pieces::Pieces;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Lists the claims of a file
    Show(ShowArguments),
    /// Checks the claims of a file; no search is trusted
    Verify(VerifyArguments),
    /// Merges the claims of several files
    Merge(MergeArguments),
    /// Proves the value of an opening and writes a complete proof for sowlab-check
    Export(ExportArguments),
    /// Writes a complete proof again without the claims that sowlab-check finds itself
    Shorten(ShortenArguments),
    /// Proves who wins an opening by another algorithm than `solve`: threshold alpha-beta, deepened round by
    /// round
    Winner(WinnerArguments),
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
A file holds claims: on this board the side with sente (or gote) gains at least this margin, where infinite \
play costs it everything left. Each must follow from other claims, from the rules or from the tables. \
What claims rest on and the file leaves out is searched for again, and what the search proposes is \
checked in the same way, by code that sows one stone at a time and shares nothing with the searches. \
The tables are trusted: `sowlab tables verify` checks them. With tables of fewer stones it takes longer.

What the claims say of openings is printed, without the pie rule.

Exit code 0 if there are claims and every one follows. If not, or the file is damaged: exit code 2 and the reason on \
standard error; with --format json also a document with \"valid\": false.

With --shard the claims about boards of some numbers of stones are checked, and those about boards with fewer \
stones are believed: other pieces check them. `sowlab merge` sees that all were, in the same proof by the same \
tables.

Examples:
  sowlab proof verify results/solved/33stones.proof --tables tables")]
pub(super) struct VerifyArguments {
    /// The file
    file: PathBuf,
    #[arg(
        long,
        value_name = "DIR",
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    tables: Option<PathBuf>,
    /// Memory for searches and tables, half of it each
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
    #[command(flatten)]
    sharded: Sharded,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab proof merge all.proof first.proof second.proof")]
pub(super) struct MergeArguments {
    /// The file to write, which may be one of those to read
    into: PathBuf,
    /// The files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The most claims to keep, those that took most work first
    #[arg(long, value_name = "CLAIMS")]
    most: Option<usize>,
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
    /// File of proven claims to resume from and to save to, as of `solve --proof`
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
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

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab proof winner stones:holes=11,seeds=2 --tables tables --stones 18")]
pub(super) struct WinnerArguments {
    /// The game, of the stones family: see `sowlab games`
    game: String,
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
    /// Memory for search and tables, which take half of it at most
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    memory: MemorySize,
    /// When to stop, as in 90s or 2h [default: when it is known who wins]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time_limit: Option<Duration>,
}

/// A finding, and of which file.
#[derive(Serialize)]
struct OfFile<T> {
    file: String,
    #[serde(flatten)]
    found: T,
}

/// A finding, and how long it took.
#[derive(Serialize)]
struct Timed<T> {
    #[serde(flatten)]
    found: T,
    seconds: f64,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Show(arguments) => show(arguments),
        Command::Verify(arguments) => verify(arguments, common),
        Command::Merge(arguments) => merge(arguments),
        Command::Export(arguments) => export(arguments, common),
        Command::Shorten(arguments) => shorten(arguments, common),
        Command::Winner(arguments) => winner(arguments, common),
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
    arguments.sharded.check()?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = VerifyProofRequest {
        file: arguments.file.clone(),
        tables: arguments.tables.clone(),
        memory: arguments.memory,
        shard: arguments.sharded.shard(),
    };
    let (request, piece) = verify_proof(&request, &progress)?;
    drop(progress);
    let found = || piece.clone();
    arguments
        .sharded
        .write(&request, found, started.elapsed())?;
    Ok(verified_document(&request, &[piece]))
}

/// The document of all pieces.
pub(super) fn merged(pieces: &Pieces, _: &Common) -> Result<Document, Failure> {
    let (request, found) = pieces.read::<CheckedPiece>().map_err(piece_failure)?;
    if found.iter().map(|piece| piece.claims).sum::<u64>() != request.claims {
        return Err(Failure::BadInput("pieces without all claims".into()));
    }
    Ok(verified_document(&request, &found))
}

fn verified_document(request: &CheckedPieceRequest, pieces: &[CheckedPiece]) -> Document {
    let found = CheckedPiece::join(request, pieces);
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
    let file = pieces
        .first()
        .map(|piece| piece.file.clone())
        .unwrap_or_default();
    Document::new(text, &OfFile { file, found }).refused_if(refusal)
}

fn merge(arguments: &MergeArguments) -> Result<Document, Failure> {
    try_file("into", &arguments.into)?;
    let found = merge_proofs(&arguments.into, &arguments.files, arguments.most)?;
    let file = arguments.into.display().to_string();
    let text = format!("{file}: {} claims\n", found.claims);
    Ok(Document::new(text, &OfFile { file, found }))
}

fn export(arguments: &ExportArguments, common: &Common) -> Result<Document, Failure> {
    try_file("out", &arguments.out)?;
    if let Some(proof) = &arguments.proof {
        refuse_standard_output("--proof", proof)?;
    }
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = ExportRequest {
        tables: arguments.tables.clone(),
        stones: arguments.stones,
        memory: arguments.memory,
        proof: arguments.proof.clone(),
        time_limit: arguments.time_limit,
        winner: arguments.winner,
    };
    let found = export_proof(&arguments.game, &arguments.out, &request, &progress);
    let found = found.map_err(|error| Failure::keeping(error, arguments.proof.as_ref()))?;
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

fn winner(arguments: &WinnerArguments, common: &Common) -> Result<Document, Failure> {
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = WinnerRequest {
        tables: arguments.tables.clone(),
        stones: arguments.stones,
        memory: arguments.memory,
        time_limit: arguments.time_limit,
    };
    let found = find_winner(&arguments.game, &request, &progress)?;
    let interrupted = progress.cancelled();
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    let (low, high) = found.bounds;
    let who = match found.sign() {
        Some(1..) => "The side that chooses first wins",
        Some(0) => "Nobody wins",
        Some(_) => "The side that chooses second wins",
        None => "Not proven who wins",
    };
    let text = format!(
        "{}\n\n{BOLD}{who}{BOLD:#}, without the pie rule: {low:+} to {high:+} for the side that chooses first\n\
         {DIM}{} rounds, tables of at most {} stones, {} nodes, {seconds:.2} s{DIM:#}\n",
        found.game, found.rounds, found.tables, found.nodes,
    );
    Ok(Document::new(text, &Timed { found, seconds }).interrupted_if(interrupted))
}
