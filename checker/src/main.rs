//! The command `sowlab-check`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand, value_parser};
use serde_json::{Value, json};
use sowlab_check::certificate;
use sowlab_check::checked::{CheckedProof, Progress, check_proof};
use sowlab_check::error::{CheckError, Result};
use sowlab_check::layer::{self, Checked};
use sowlab_check::memory::{Memory, Size, bytes_in, default_limit};
use sowlab_check::proof::Proof;
use sowlab_check::reason::Reason;
use sowlab_check::replies::Game;
use sowlab_check::sowing::MOST_STEPS;
use sowlab_check::table::Table;
use sowlab_check::variant::Variant;

/// The exit codes and examples after the help.
const AFTER_HELP: &str = "\
Exit codes:
    0  everything that was checked holds
    1  a table or a proof does not hold, or the output cannot be written
    2  bad input: an argument, a file that is missing, damaged or too large to check,
       or a certificate that does not hold (as in sowlab loops verify)

Examples:
  sowlab-check tables stones:holes=11 --dir tables --stones 17
  sowlab-check proof results/proofs/33stones.complete --tables tables
  sowlab-check certificate results/never-ending/*.certificate.json";

/// Checks sowlab's endgame tables, proofs and certificates with independent code
///
/// The checker shares no code with sowlab and sows rounds one stone at a time.
#[derive(Parser)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    /// Output format: text for people, json for programs (one document on standard output)
    #[arg(long, global = true, value_parser = ["text", "json"], default_value = "text")]
    format: String,
    /// Number of threads, 1 to 1024 [default: one per core]
    #[arg(long, global = true, value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory limit of `tables` and `proof`, as in 500M or 16G; a check that needs more is refused
    /// [default: three quarters of the free memory, or 4G if the system does not report it]
    #[arg(long, global = true, value_name = "SIZE")]
    memory: Option<Size>,
    /// Step limit of a round, or of all rounds of a certificate (laps where one side sows); a check that needs more is
    /// refused
    #[arg(long, global = true, default_value_t = MOST_STEPS, value_parser = value_parser!(u64).range(1..))]
    steps: u64,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks endgame tables: checksums, counts, the equations of every position, and that each value
    /// is the least or greatest solution
    Tables {
        /// Game, as in 55stones, stones:holes=7,both-out=end or bestemshe
        game: String,
        /// Directory with the tables
        #[arg(long)]
        dir: PathBuf,
        /// Layers of 0 to this number of stones
        #[arg(long)]
        stones: usize,
        /// Trust the values of layers with fewer stones, and check only their checksums and counts, to divide a long
        /// check
        #[arg(long, value_name = "STONES", default_value_t = 0)]
        from: usize,
        /// Number of positions, spread evenly, to check in each layer above --full-to
        #[arg(long, value_name = "POSITIONS", requires = "full_to", value_parser = value_parser!(u64).range(1..))]
        sample: Option<u64>,
        /// Most stones of the layers that are checked in full; larger ones are sampled
        #[arg(long, value_name = "STONES", requires = "sample")]
        full_to: Option<usize>,
    },
    /// Checks that every claim of a proof follows from the rules, tables or earlier claims, and derives the values
    /// that the claims take from the tables
    Proof {
        /// Proof, as `sowlab proof export` writes it
        file: PathBuf,
        /// Directory with the tables of the proof
        #[arg(long)]
        tables: Option<PathBuf>,
        /// Trust the values of tables with fewer stones, which `tables` checked, and compare only their checksums with
        /// the proof
        #[arg(long, value_name = "STONES", default_value_t = 0)]
        from: usize,
        /// Trust the values of all tables
        #[arg(long, conflicts_with = "from")]
        trust_tables: bool,
    },
    /// Checks certificates of non-terminating rounds and moves, and of repetitions
    Certificate {
        /// Certificates
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let (text, code) = match Cli::try_parse() {
        Ok(cli) => answer(cli),
        Err(error) if error.use_stderr() => (None, say(2, &argument_error(&error))),
        Err(help) => (Some(help.render().to_string()), 0),
    };
    ExitCode::from(match text.map(|text| print(&text)) {
        // The reader closed the output.
        Some(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(1, &format!("standard output: {error}"))
        }
        _ => code,
    })
}

/// Returns the text for standard output, and the exit code.
fn answer(cli: Cli) -> (Option<String>, u8) {
    let json = cli.format == "json";
    // As `sowlab loops verify`: a false certificate is bad input.
    let refused = match cli.command {
        Command::Certificate { .. } => 2,
        Command::Tables { .. } | Command::Proof { .. } => 1,
    };
    match run(cli) {
        Ok((document, _)) if json => (Some(format!("{document:#}")), 0),
        Ok((_, text)) => (Some(text), 0),
        Err(CheckError::Refused(reason)) => {
            let document = json!({ "valid": false, "reason": reason.to_string() });
            (
                json.then(|| format!("{document:#}")),
                say(refused, &format!("does not hold: {reason}")),
            )
        }
        Err(error) => (None, say(2, &error.to_string())),
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{}", text.trim_end())?;
    output.flush()
}

/// Prints a line on standard error, if possible. Returns the exit code.
fn say(code: u8, line: &str) -> u8 {
    let _ = writeln!(io::stderr(), "{}", line.replace(char::is_control, " "));
    code
}

/// Returns an error of the argument parser in one line, without the usage.
fn argument_error(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let parts: Vec<_> = lines
        .take_while(|line| {
            !["Usage:", "For more"]
                .iter()
                .any(|end| line.starts_with(end))
        })
        .collect();
    parts.join(" ")
}

/// A document and its text.
type Report = (Value, String);

fn run(cli: Cli) -> Result<Report> {
    let started = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(cli.threads.unwrap_or(0).into())
        .build_global();
    pool.map_err(|error| option(&format!("--threads: {error}")))?;
    let (steps, memory) = (
        cli.steps,
        cli.memory.map_or_else(
            || default_limit(&told("/proc/meminfo")),
            |Size(bytes)| bytes,
        ),
    );
    let (mut document, text) = match cli.command {
        Command::Tables {
            game,
            dir,
            stones,
            from,
            sample,
            full_to,
        } => {
            let game = Game::new(Variant::parse(&game)?, stones)?.within(steps);
            tables(
                &game,
                &dir,
                [from, full_to.unwrap_or(stones), stones],
                sample,
                memory,
            )?
        }
        Command::Proof {
            file,
            tables,
            from,
            trust_tables,
        } => proof(
            &file,
            tables.as_deref(),
            if trust_tables { usize::MAX } else { from },
            memory,
            steps,
        )?,
        Command::Certificate { files } => certificates(&files, steps)?,
    };
    document["valid"] = json!(true);
    document["seconds"] = json!(started.elapsed().as_secs_f64());
    Ok((document, text))
}

/// Returns the error of an option.
fn option(problem: &str) -> CheckError {
    CheckError::Input(Reason::Option {
        problem: problem.to_owned(),
    })
}

fn tables(
    game: &Game,
    dir: &Path,
    [from, full_to, most]: [usize; 3],
    sample: Option<u64>,
    memory: u64,
) -> Result<Report> {
    if from > most {
        return Err(option("--from must be at most --stones"));
    }
    let mut memory = Memory::new(memory);
    let tables =
        (0..=most).map(|stones| Table::read(dir, &game.rules, &game.boards, stones, &mut memory));
    let tables: Vec<Table> = tables.collect::<Result<_>>()?;
    let mut layers = Vec::new();
    for stones in from..=most {
        let started = Instant::now();
        let sample = sample.filter(|_| stones > full_to);
        // The derived bounds, and the ranks of underived ones before and after a pass.
        memory.room(if sample.is_some() {
            0
        } else {
            17 * tables[stones].positions()
        })?;
        let checked = layer::check(game, stones, &tables, sample)?;
        let (
            Checked {
                equations,
                positions,
                sweeps,
                ..
            },
            time,
        ) = (&checked, started.elapsed().as_secs_f64());
        say(
            0,
            &format!(
                "{stones} stones: {equations} of {positions} positions, {sweeps} passes, {time:.1} s"
            ),
        );
        layers.push(checked);
    }
    let rules = game.rules.to_string();
    let positions: u64 = tables.iter().map(Table::positions).sum();
    let derived: u64 = layers
        .iter()
        .filter(|layer| layer.derived)
        .map(|layer| layer.positions)
        .sum();
    let trusted = (from > 0).then(|| format!(", if those of fewer than {from} stones are right"));
    let text = format!(
        "{rules}: {positions} positions with up to {most} stones. Every checksum and count is right. Of {derived} positions \
         every value was derived from the rules and is the least or greatest solution of the equations{}{}.",
        trusted.unwrap_or_default(),
        if sample.is_none() {
            ""
        } else {
            ", of others the equations of a sample hold"
        }
    );
    Ok((
        json!({ "game": rules, "from": from, "layers": layers }),
        text,
    ))
}

fn proof(
    file: &Path,
    directory: Option<&Path>,
    from: usize,
    memory: u64,
    steps: u64,
) -> Result<Report> {
    let open = || Proof::open(file);
    let table = |game: &Game, stones, memory: &mut Memory| {
        let needed = || option("the proof needs tables; name their directory with --tables");
        let directory = directory.ok_or_else(needed)?;
        Table::read(directory, &game.rules, &game.boards, stones, memory)
    };
    let (started, mut of_layer) = (Instant::now(), (0, 0));
    let (mut claims_seconds, mut derived) = (0.0, Vec::new());
    let mut told = |progress| match progress {
        Progress::Follow { stones, claims } => {
            if stones != of_layer.0 && of_layer.1 > 0 {
                say(
                    0,
                    &format!("{} stones: {} claims follow", of_layer.0, of_layer.1),
                );
                of_layer.1 = 0;
            }
            of_layer = (stones, of_layer.1 + claims);
        }
        Progress::AllFollow => claims_seconds = started.elapsed().as_secs_f64(),
        Progress::Derived {
            stones,
            claims,
            positions,
        } => {
            let seconds = started.elapsed().as_secs_f64();
            let derived_claims =
                format!("{claims} claims derived about {positions} positions of the table");
            say(
                0,
                &format!("{stones} stones: {derived_claims}, {seconds:.1} s"),
            );
            derived.push(json!({ "stones": stones, "positions": positions, "claims": claims }));
        }
    };
    let checked = check_proof(&open, &table, from, Memory::new(memory), steps, &mut told);
    let CheckedProof {
        rules,
        plain,
        pie,
        claims,
        tables,
    } = checked.map_err(|error| error.of(file))?;
    let memory = peak_memory();
    let below = match (from, tables) {
        (_, 0) => "No tables are below it".to_owned(),
        (0, most) => format!("What they take from {most} tables is derived from the rules"),
        (from, most) if from < most => {
            format!(
                "What they take from tables is derived; the values of fewer than {from} stones are trusted"
            )
        }
        (_, most) => format!("The values of {most} tables are trusted"),
    };
    let with_pie = pie.map_or(String::new(), |pie| {
        format!(", with the pie rule in {pie:?}")
    });
    let text = format!(
        "{rules}, {} stones per hole: the margin of the first chooser is in {plain:?}{with_pie}, under \
         every infinite-play convention.\nEach of {claims} claims follows from earlier claims, the rules and \
         tables.\n{below}.\n{claims_seconds:.1} s for the claims, {} MB at most",
        rules.seeds(),
        memory.map_or("unknown".to_owned(), |bytes| (bytes >> 20).to_string()),
    );
    let document = json!({
        "game": rules.to_string(), "seeds": rules.seeds(), "claims": claims, "opening": plain, "pie": pie,
        "tables": tables.checked_sub(1), "from": from.min(tables), "tables_checked": from == 0 || tables == 0,
        "claims_seconds": claims_seconds, "derived": derived, "memory": memory,
    });
    Ok((document, text))
}

/// Returns the peak memory of this process in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    bytes_in(&told("/proc/self/status"), "VmHWM:")
}

/// Reads a file of the system; empty if it does not exist.
fn told(file: &str) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

fn certificates(files: &[PathBuf], steps: u64) -> Result<Report> {
    let mut shown = Vec::new();
    let mut text = String::new();
    for file in files {
        let found = certificate::check(file, steps).map_err(|error| error.of(file))?;
        text += &format!("{}: {found}\n", file.display());
        let mut document = json!(found);
        document["file"] = json!(file.display().to_string());
        shown.push(document);
    }
    Ok((json!({ "certificates": shown }), text.trim_end().to_owned()))
}
