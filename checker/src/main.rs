//! The command `sowlab-check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand, ValueEnum};
use serde_json::{Value, json};
use sowlab_check::certificate;
use sowlab_check::error::CheckError;
use sowlab_check::layer::{self, Checked};
use sowlab_check::proof::{Claimant, Followed, Proof};
use sowlab_check::replies::Game;
use sowlab_check::rules::Rules;
use sowlab_check::table::Table;

/// Checks sowlab's endgame tables, proofs and certificates with code of its own.
///
/// It shares no code with sowlab: rounds are sown one stone at a time, as the rules say. Exit codes:
/// 0 everything holds, 1 something in what was given does not hold, 2 bad input.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Examples:
  sowlab-check tables stones:holes=11 --dir tables --stones 17
  sowlab-check proof 33stones.proof --game 33stones --tables tables --stones 24
  sowlab-check certificate results/never-ending/*.certificate.json"
)]
struct Cli {
    /// What to print: text for people, json for programs (one document on standard output)
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Threads to use [default: one a core]
    #[arg(long, global = true)]
    threads: Option<usize>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
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
        /// Layers with more stones: the equations of this many positions each, spread evenly
        #[arg(long, value_name = "POSITIONS", requires = "full_to")]
        sample: Option<u64>,
        /// Layers up to this number of stones are checked whole, larger ones by --sample
        #[arg(long, value_name = "STONES", requires = "sample")]
        full_to: Option<usize>,
    },
    /// Checks that every claim of a proof follows from the rules, from tables and from other claims
    Proof {
        /// The proof
        file: PathBuf,
        /// The game whose opening the proof is about: what it shows of it is printed
        #[arg(long)]
        game: Option<String>,
        /// The directory of the tables that the proof rests on; check them with `tables`
        #[arg(long, requires = "stones")]
        tables: Option<PathBuf>,
        /// Use the tables of 0 to this number of stones
        #[arg(long, requires = "tables")]
        stones: Option<usize>,
    },
    /// Checks certificates of rounds that never end and of repetitions
    Certificate {
        /// The certificates
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(threads) = cli.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        if let Err(error) = pool {
            eprintln!("--threads: {error}");
            return ExitCode::from(2);
        }
    }
    let started = Instant::now();
    let checked = match &cli.command {
        Command::Tables { game, dir, stones, sample, full_to } => {
            let full_to = full_to.unwrap_or(*stones);
            tables(game, dir, *stones, sample.map(|sample| (full_to, sample)))
        }
        Command::Proof { file, game, tables, stones } => {
            proof(file, game.as_deref(), tables.as_deref().zip(*stones))
        }
        Command::Certificate { files } => certificates(files),
    };
    match checked {
        Ok((mut document, text)) => {
            document["seconds"] = json!(started.elapsed().as_secs_f64());
            match cli.format {
                Format::Json => println!("{document:#}"),
                Format::Text => println!("{text}"),
            }
            ExitCode::SUCCESS
        }
        Err(CheckError::Refused(reason)) => {
            if cli.format == Format::Json {
                println!("{:#}", json!({ "valid": false, "reason": reason }));
            }
            eprintln!("does not hold: {reason}");
            ExitCode::from(1)
        }
        Err(CheckError::Input(reason)) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

/// A document and its text.
type Report = (Value, String);

fn tables(
    name: &str,
    directory: &Path,
    stones: usize,
    sample: Option<(usize, u64)>,
) -> Result<Report, CheckError> {
    let game = game(Rules::parse(name)?, stones)?;
    let mut tables = Vec::new();
    let mut layers: Vec<Checked> = Vec::new();
    for stones in 0..=stones {
        let started = Instant::now();
        let table = Table::read(directory, &game.rules, &game.boards, stones)?;
        tables.push(table);
        let sample = sample.and_then(|(full_to, sample)| (stones > full_to).then_some(sample));
        let checked = layer::check(&game, stones, &tables, sample)?;
        eprintln!(
            "{stones} stones: {} of {} positions, {} sweeps, {:.1} s",
            checked.equations,
            checked.positions,
            checked.sweeps,
            started.elapsed().as_secs_f64()
        );
        layers.push(checked);
    }
    let positions: u64 = layers.iter().map(|layer| layer.positions).sum();
    let derived: u64 = layers.iter().filter(|layer| layer.derived).map(|layer| layer.positions).sum();
    let text = format!(
        "{}: {positions} positions with up to {stones} stones. Every checksum and count is right. Of {derived} \
         positions every value was derived from the rules and is the least or greatest solution of the equations{}.",
        game.rules,
        match positions == derived {
            true => String::new(),
            false => ", of the others the equations of a sample hold".to_owned(),
        }
    );
    Ok((json!({ "valid": true, "game": game.rules.to_string(), "layers": layers }), text))
}

fn game(rules: Rules, stones: usize) -> Result<Game, CheckError> {
    match stones {
        0..=127 => {
            Game::new(rules, stones).ok_or_else(|| CheckError::input("more boards than 64 bits can number"))
        }
        _ => Err(CheckError::input(format!("{stones} stones: tables and proofs have at most 127"))),
    }
}

fn proof(file: &Path, opening: Option<&str>, tables: Option<(&Path, usize)>) -> Result<Report, CheckError> {
    let Proof { name, claims } = Proof::read(file)?;
    let rules = Rules::parse(&name)?;
    let opening = opening.map(Rules::parse).transpose()?;
    if let Some(opening) = opening.filter(|opening| opening.to_string() != name) {
        return Err(CheckError::input(format!("the proof is about {name}, not about {opening}")));
    }
    let of_opening = opening.map_or(0, |opening| opening.holes * opening.seeds as usize);
    let most = claims.iter().map(|claim| claim.stones as usize).max().unwrap_or(0);
    let game = game(rules, most.max(of_opening).max(tables.map_or(0, |(_, stones)| stones)))?;
    let mut known = Vec::new();
    if let Some((directory, stones)) = tables {
        for stones in 0..=stones {
            known.push(Table::read(directory, &game.rules, &game.boards, stones)?);
        }
    }
    let count = claims.len();
    let followed = Followed::check(&game, &known, claims, |stones, claims, follow| {
        eprintln!("{stones} stones: {follow} of {claims} claims follow");
    });
    if let Some(claim) = followed.refused.first() {
        let side = match claim.claimant {
            Claimant::Sente => "sente",
            Claimant::Gote => "gote",
        };
        return Err(CheckError::Refused(format!(
            "{} of {count} claims do not follow, the first: board {} of {} stones, {side} gains {:+} or more",
            followed.refused.len(),
            claim.rank,
            claim.stones,
            claim.need
        )));
    }
    let rests_on = match tables {
        Some((_, stones)) => format!("the rules and the tables of 0 to {stones} stones"),
        None => "the rules alone".to_owned(),
    };
    let mut text = format!("{name}: {count} claims follow from {rests_on}.");
    if count == 0 {
        text = format!("{name}: the proof has no claims.");
    }
    let mut document = json!({
        "valid": true, "game": name, "claims": count, "tables": tables.map(|(_, stones)| stones),
    });
    if let Some(opening) = opening {
        let mut holes = [0; 16];
        holes[..opening.holes].fill(opening.seeds as u8);
        let [plain, pie] = followed.opening(&holes);
        text += &format!(
            "\nShown of the opening with {} stones a hole, whatever infinite play counts: the margin of the side that \
             chooses first is {:+} to {:+}, with the pie rule {:+} to {:+}.",
            opening.seeds, plain.0, plain.1, pie.0, pie.1
        );
        document["opening"] = json!({ "bounds": [plain.0, plain.1], "pie": [pie.0, pie.1] });
    }
    Ok((document, text))
}

fn certificates(files: &[PathBuf]) -> Result<Report, CheckError> {
    let mut shown = Vec::new();
    let mut text = String::new();
    for file in files {
        let path = file.display();
        let claim = certificate::check(file)?;
        text += &format!("{path}: {claim}\n");
        shown.push(json!({ "file": file, "shows": claim }));
    }
    Ok((json!({ "valid": true, "certificates": shown }), text.trim_end().to_owned()))
}
