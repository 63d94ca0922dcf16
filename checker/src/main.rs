//! The command `sowlab-check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use serde_json::{Value, json};
use sowlab_check::certificate;
use sowlab_check::error::{CheckError, Result, input_unless, refuse_unless};
use sowlab_check::known::Known;
use sowlab_check::layer::{self, Checked};
use sowlab_check::proof::Proof;
use sowlab_check::replies::Game;
use sowlab_check::rules::Rules;
use sowlab_check::table::Table;

/// Printed after the help.
const EXAMPLES: &str = "\
Examples:
  sowlab-check tables stones:holes=11 --dir tables --stones 17
  sowlab-check proof results/proofs/33stones.complete --tables tables
  sowlab-check certificate results/never-ending/*.certificate.json";

/// Checks sowlab's endgame tables, proofs and certificates with code of its own.
///
/// It shares no code with sowlab: rounds are sown one stone at a time, as the rules say. Exit codes:
/// 0 everything holds, 1 something in what was given does not hold, 2 bad input.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    /// What to print: text for people, json for programs (one document on standard output)
    #[arg(long, global = true, value_parser = ["text", "json"], default_value = "text")]
    format: String,
    /// Threads to use [default: one a core]
    #[arg(long, global = true)]
    threads: Option<usize>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks endgame tables: checksums, counts, the equations of every position, and that each value
    /// is the least or greatest solution
    Tables {
        /// The game, as in 55stones or stones:holes=7,both-out=end
        game: String,
        /// The directory of the tables
        #[arg(long)]
        dir: PathBuf,
        /// Layers 0 to this number of stones
        #[arg(long)]
        stones: usize,
        /// The values of layers with fewer stones are believed, only their checksums and counts are checked: so a long
        /// check can be done in pieces
        #[arg(long, value_name = "STONES", default_value_t = 0)]
        from: usize,
        /// Layers with more stones: the equations of this many positions each, spread evenly
        #[arg(long, value_name = "POSITIONS", requires = "full_to")]
        sample: Option<u64>,
        /// Layers up to this number of stones are checked whole, larger ones by --sample
        #[arg(long, value_name = "STONES", requires = "sample")]
        full_to: Option<usize>,
    },
    /// Checks that every claim of a complete proof follows from the rules, from tables or from claims before
    /// it, and derives from the rules what the claims take from the tables
    Proof {
        /// The proof, made by `sowlab proof export`
        file: PathBuf,
        /// The directory of the tables that the proof rests on
        #[arg(long)]
        tables: Option<PathBuf>,
        /// The values of tables of fewer stones are believed, only their checksums are compared with those in the proof:
        /// `tables` checked them before
        #[arg(long, value_name = "STONES", default_value_t = 0)]
        from: usize,
        /// The values of all tables are believed
        #[arg(long, conflicts_with = "from")]
        trust_tables: bool,
    },
    /// Checks certificates of rounds that never end and of repetitions
    Certificate {
        /// The certificates
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let Cli { format, threads, command } = Cli::parse();
    match run(command, threads) {
        Ok((document, _)) if format == "json" => println!("{document:#}"),
        Ok((_, text)) => println!("{text}"),
        Err(CheckError::Refused(reason)) => {
            if format == "json" {
                println!("{:#}", json!({ "valid": false, "reason": reason }));
            }
            eprintln!("does not hold: {reason}");
            return ExitCode::from(1);
        }
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A document and its text.
type Report = (Value, String);

fn run(command: Command, threads: Option<usize>) -> Result<Report> {
    let started = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build_global();
    pool.map_err(|error| CheckError::input(format!("--threads: {error}")))?;
    let (mut document, text) = match command {
        Command::Tables { game, dir, stones, from, sample, full_to } => {
            tables(&game, &dir, [from, full_to.unwrap_or(stones), stones], sample)?
        }
        Command::Proof { file, tables, from, trust_tables } => {
            proof(&file, tables.as_deref(), if trust_tables { usize::MAX } else { from })?
        }
        Command::Certificate { files } => certificates(&files)?,
    };
    document["valid"] = json!(true);
    document["seconds"] = json!(started.elapsed().as_secs_f64());
    Ok((document, text))
}

fn tables(name: &str, dir: &Path, [from, full_to, most]: [usize; 3], sample: Option<u64>) -> Result<Report> {
    input_unless(from <= most, "--from is greater than --stones")?;
    let game = Game::new(Rules::parse(name)?, most)?;
    let tables = (0..=most).map(|stones| Table::read(dir, &game.rules, &game.boards, stones));
    let tables: Vec<Table> = tables.collect::<Result<_>>()?;
    let mut layers = Vec::new();
    for stones in from..=most {
        let started = Instant::now();
        let checked = layer::check(&game, stones, &tables, sample.filter(|_| stones > full_to))?;
        let (Checked { equations, positions, sweeps, .. }, time) =
            (&checked, started.elapsed().as_secs_f64());
        eprintln!("{stones} stones: {equations} of {positions} positions, {sweeps} sweeps, {time:.1} s");
        layers.push(checked);
    }
    let rules = game.rules.to_string();
    let positions: u64 = tables.iter().map(Table::positions).sum();
    let derived: u64 = layers.iter().filter(|layer| layer.derived).map(|layer| layer.positions).sum();
    let believed = (from > 0).then(|| format!(", if those of fewer than {from} stones are right"));
    let text = format!(
        "{rules}: {positions} positions with up to {most} stones. Every checksum and count is right. Of {derived} positions \
         every value was derived from the rules and is the least or greatest solution of the equations{}{}.",
        believed.unwrap_or_default(),
        if sample.is_none() { "" } else { ", of others the equations of a sample hold" }
    );
    Ok((json!({ "game": rules, "from": from, "layers": layers }), text))
}

fn proof(file: &Path, directory: Option<&Path>, from: usize) -> Result<Report> {
    let proof = Proof::open(file).map_err(|error| error.of(file))?;
    let (rules, [plain, pie]) = (proof.rules, proof.stated);
    let game = Game::new(rules, (rules.holes * rules.seeds as usize).max(proof.tables.len()))?;
    let mut tables = Vec::new();
    for (stones, checksum) in proof.tables.iter().enumerate() {
        let needed = || CheckError::input("the proof rests on tables: name their directory with --tables");
        tables.push(Table::read(directory.ok_or_else(needed)?, &rules, &game.boards, stones)?);
        let found = &tables[stones].checksum;
        let wrong = format!("the table of {stones} stones has checksum {found}, the proof needs {checksum}");
        refuse_unless(found == checksum, wrong)?;
    }
    let (started, mut of_layer) = (Instant::now(), (0, 0));
    let mut known = Known::new(&game, &tables)?;
    let on_group = |stones, claims| {
        if stones != of_layer.0 && of_layer.1 > 0 {
            eprintln!("{} stones: {} claims follow", of_layer.0, of_layer.1);
            of_layer.1 = 0;
        }
        of_layer = (stones, of_layer.1 + claims);
    };
    let claims = proof.check(&game, &mut known, on_group).map_err(|error| error.of(file))?;
    let claims_seconds = started.elapsed().as_secs_f64();
    let mut derived = Vec::new();
    for stones in (from..tables.len()).rev() {
        let (claims, positions) = (known.derive(stones)?, tables[stones].positions());
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{stones} stones: {claims} claims derived about {positions} positions of the table, {seconds:.1} s"
        );
        derived.push(json!({ "stones": stones, "positions": positions, "claims": claims }));
    }
    let memory = peak_memory();
    let below = match (from, tables.len()) {
        (_, 0) => "No tables are below it".to_owned(),
        (0, most) => format!("What they take from {most} tables is derived from the rules"),
        (from, most) if from < most => {
            format!(
                "What they take from tables is derived; the values of fewer than {from} stones are believed"
            )
        }
        (_, most) => format!("The values of {most} tables are believed"),
    };
    let text = format!(
        "{rules}, {} stones a hole: the margin of the side that chooses first is in {plain:?}, with the pie rule in \
         {pie:?}, whatever infinite play counts.\nEach of {claims} claims follows from claims before it, the rules and \
         tables.\n{below}.\n{claims_seconds:.1} s for the claims, {} MB at most",
        rules.seeds,
        memory.map_or("unknown".to_owned(), |bytes| (bytes >> 20).to_string()),
    );
    let document = json!({
        "game": rules.to_string(), "seeds": rules.seeds, "claims": claims, "opening": plain, "pie": pie,
        "tables": tables.len().checked_sub(1), "from": from.min(tables.len()), "tables_checked": from == 0 || tables.is_empty(),
        "claims_seconds": claims_seconds, "derived": derived, "memory": memory,
    });
    Ok((document, text))
}

/// The most bytes of memory that this process has held, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok().map(|kilobytes: u64| kilobytes << 10)
}

fn certificates(files: &[PathBuf]) -> Result<Report> {
    let mut shown = Vec::new();
    let mut text = String::new();
    for file in files {
        let claim = certificate::check(file).map_err(|error| error.of(file))?;
        text += &format!("{}: {claim}\n", file.display());
        shown.push(json!({ "file": file, "shows": claim }));
    }
    Ok((json!({ "certificates": shown }), text.trim_end().to_owned()))
}
