//! `sowlab proof`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;
use sowlab_solvers::Player;
use sowlab_solvers::retrograde::SolveError;
use sowlab_solvers::search::proof::{Kept, Proof, ProofFileError};
use sowlab_solvers::table::TableError;

use super::draw::BOLD;
use super::failure::{Failure, Finished};
use super::output::{Document, try_file};
use super::progress::Progress;
use super::{Common, DEFAULT_TABLES};
use crate::analysis::solve::{CheckError, MemorySize, TabledStones, board_text, check_proof};
use crate::analysis::tables::{default_folder, unusable};
use crate::catalog::CatalogGame;
use crate::games::stones::{Rules, StonesGame};

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

Exit code 0 if every claim follows. If not, or the file is damaged: exit code 2 and the reason on \
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

#[derive(Serialize)]
struct Shown {
    file: String,
    game: String,
    claims: usize,
    layers: Vec<Layer>,
    most_work: Vec<Claim>,
}

#[derive(Serialize)]
struct Layer {
    stones: u32,
    /// Claims of the side with sente, and of the other.
    sente: usize,
    gote: usize,
}

#[derive(Serialize)]
struct Claim {
    /// Holes from the end of gote.
    board: String,
    claimant: String,
    /// What it gains at least.
    gains: i32,
    /// The most rounds in a row without a capture in the proof, until the first.
    height: u8,
    /// States searched, the next power of two.
    work: u64,
}

#[derive(Serialize)]
struct Verified {
    file: String,
    valid: bool,
    game: String,
    /// The tables that were believed hold boards of at most so many stones.
    tables: u32,
    claims: u64,
    /// Claims whose support was searched for, and what was found and checked.
    searched: u64,
    lemmas: u64,
    failed: Vec<Claim>,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Show(arguments) => show(arguments),
        Command::Verify(arguments) => verify(arguments, common),
        Command::Merge(arguments) => merge(arguments),
    }
}

fn unreadable(error: ProofFileError) -> Failure {
    Failure::input("file", error)
}

fn rules_of(proof: &Proof) -> Result<Rules, Failure> {
    let game = proof.name().parse::<CatalogGame>();
    let rules = game.ok().and_then(|game| game.joint("proof").ok());
    rules.ok_or_else(|| {
        Failure::input(
            "file",
            format!(
                "a proof about {}, which is no game of the stones family",
                proof.name()
            ),
        )
    })
}

fn claim(rules: &Rules, kept: &Kept) -> Claim {
    Claim {
        board: board_text(rules, &kept.lemma).unwrap_or_else(|| "no such board".to_owned()),
        claimant: side_text(kept.lemma.claimant).to_owned(),
        gains: kept.lemma.need,
        height: kept.height,
        work: 1u64.checked_shl(kept.work.into()).unwrap_or(u64::MAX),
    }
}

fn line(claim: &Claim) -> String {
    let Claim {
        board,
        claimant,
        gains,
        work,
        ..
    } = claim;
    format!("{board}: {claimant} gains {gains:+} or more ({work} nodes)")
}

/// The name that the stones family has for a player.
fn side_text(player: Player) -> &'static str {
    match player {
        Player::Leader => "sente",
        Player::Follower => "gote",
    }
}

fn show(arguments: &ShowArguments) -> Result<Document, Failure> {
    let proof = Proof::read(&arguments.file).map_err(unreadable)?;
    let rules = rules_of(&proof)?;
    let claims = proof.claims();
    let layers = claims.chunk_by(|a, b| a.lemma.layer == b.lemma.layer);
    let layers = layers.map(|of_layer| {
        let is_sentes = |kept: &&Kept| kept.lemma.claimant == Player::Leader;
        let sente = of_layer.iter().filter(is_sentes).count();
        Layer {
            stones: of_layer[0].lemma.layer,
            sente,
            gote: of_layer.len() - sente,
        }
    });
    let mut most = proof.clone();
    most.keep_most_work(arguments.list);
    let mut most: Vec<Kept> = most.claims().to_vec();
    most.sort_by_key(|kept| std::cmp::Reverse((kept.work, kept.lemma.layer)));
    let shown = Shown {
        file: arguments.file.display().to_string(),
        game: proof.name().to_owned(),
        claims: claims.len(),
        layers: layers.collect(),
        most_work: most.iter().map(|kept| claim(&rules, kept)).collect(),
    };
    let mut text = format!(
        "{}\n{} claims\n\nstones   sente    gote\n",
        shown.game, shown.claims
    );
    for Layer {
        stones,
        sente,
        gote,
    } in &shown.layers
    {
        let _ = writeln!(text, "{stones:6} {sente:7} {gote:7}");
    }
    let _ = writeln!(text, "\nMost work:");
    for claim in &shown.most_work {
        let _ = writeln!(text, "{}", line(claim));
    }
    Ok(Document::new(text, &shown))
}

fn verify(arguments: &VerifyArguments, common: &Common) -> Result<Document, Failure> {
    let proof = Proof::read(&arguments.file).map_err(unreadable)?;
    let rules = rules_of(&proof)?;
    let memory = arguments.memory.bytes();
    let folder = arguments.tables.clone().or_else(default_folder);
    let folder = folder.as_deref().unwrap_or(Path::new("."));
    let game = TabledStones::open(StonesGame::new(&rules), folder, memory / 2).map_err(unusable)?;
    let progress = Progress::new(common);
    let checked = match check_proof(&rules, &proof, &game, memory / 2, &progress) {
        Err(CheckError::Table(TableError::Solve(SolveError::Interrupted))) => {
            return Err(Failure::Interrupted(Finished::Nothing));
        }
        Err(CheckError::Table(error @ TableError::Unrankable(_))) => {
            return Err(Failure::input("file", error));
        }
        Err(CheckError::Memory(error)) => return Err(Failure::input("--memory", error)),
        checked => checked.map_err(Failure::other)?,
    };
    drop(progress);
    let verified = Verified {
        file: arguments.file.display().to_string(),
        valid: checked.failed.is_empty(),
        game: proof.name().to_owned(),
        tables: game.searched_to(),
        claims: checked.claims,
        searched: checked.searched,
        lemmas: checked.lemmas,
        failed: checked
            .failed
            .iter()
            .map(|kept| claim(&rules, kept))
            .collect(),
    };
    let text = format!(
        "{BOLD}Every claim follows{BOLD:#}: {} claims, of which {} were searched for again with {} more, \
         by tables of at most {} stones.\n",
        verified.claims, verified.searched, verified.lemmas, verified.tables
    );
    let refusal = verified.failed.first().map(|first| {
        let many = verified.failed.len();
        format!(
            "file: {many} of the claims do not follow, as {}",
            line(first)
        )
    });
    Ok(Document::new(text, &verified).refused_if(refusal))
}

#[derive(Serialize)]
struct Merged {
    file: String,
    game: String,
    claims: usize,
}

fn merge(arguments: &MergeArguments) -> Result<Document, Failure> {
    try_file("into", &arguments.into)?;
    let mut files = arguments.files.iter();
    let first = files.next().expect("at least one file");
    let mut merged = Proof::read(first).map_err(unreadable)?;
    for file in files {
        merged.add(&Proof::read_of(file, merged.name()).map_err(unreadable)?);
    }
    if let Some(most) = arguments.most {
        merged.keep_most_work(most);
    }
    merged.write(&arguments.into).map_err(Failure::other)?;
    let merged = Merged {
        file: arguments.into.display().to_string(),
        game: merged.name().to_owned(),
        claims: merged.claims().len(),
    };
    let text = format!("{}: {} claims\n", merged.file, merged.claims);
    Ok(Document::new(text, &merged))
}
