//! `sowlab-cluster`: builds endgame tables of sowing games with many processes over MPI.
//!
//!     mpirun -n 4 sowlab-cluster tables build 55stones --stones 20 --dir tables
//!
//! The tables are byte-identical to those of `sowlab tables build`, for any number of processes and threads.

mod build;
mod checkpoint;
mod costs;
mod error;
mod finished;
mod part;
mod solve;
mod sorted;
mod spread;
mod step;
mod team;
mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};
use mpi::Threading;
use mpi::traits::Communicator;
use serde_json::json;
use sowlab_analysis::tables::LayeredGame;
use sowlab_analysis::{Analyses, Field, RequestError};
use sowlab_games::catalog::{CatalogGame, NotOffered};

use build::Build;
use error::ClusterError;
use finished::Place;
use team::Team;

/// Tables of sowing games by many processes over MPI
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Start it by mpirun, mpiexec or srun. All processes see the same files. Tables that are there already are
used; a run that was killed goes on where it was, with any number of processes.

Example:
  mpirun -n 4 sowlab-cluster tables build 55stones --stones 20 --dir tables"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Works on tables
    #[command(subcommand)]
    Tables(Tables),
}

#[derive(Debug, Subcommand)]
enum Tables {
    /// Builds the tables that are missing
    Build(BuildArguments),
}

#[derive(Debug, clap::Args)]
struct BuildArguments {
    /// The game, as `sowlab games` lists them
    game: CatalogGame,
    /// Layers of 0 to N stones on the board
    #[arg(long, value_name = "N")]
    stones: u32,
    /// The directory of the tables, the same for all processes
    #[arg(long)]
    dir: PathBuf,
    /// Threads of each process
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Where finished layers lie
    #[arg(long, value_enum, default_value_t = Place::Memory)]
    finished: Place,
    /// Open positions that each process expands between two messages: more take more memory [default: 8192, with
    /// finished layers on disk 131072]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    batch: Option<u32>,
    /// Seconds between two checkpoints of the layer under work
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    checkpoint: u32,
    /// Simulate a network on which everything that the processes do together takes at least so long
    #[arg(long, default_value_t = 0, value_name = "MICROSECONDS")]
    latency: u32,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn main() -> ExitCode {
    let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("sowlab-cluster: MPI cannot be initialized");
        return ExitCode::FAILURE;
    };
    let world = universe.world();
    let mut team = Team::new(world.duplicate());
    let Command::Tables(Tables::Build(arguments)) = match Arguments::try_parse() {
        Ok(arguments) => arguments.command,
        Err(error) => {
            if team.is_root() {
                let _ = error.print();
            }
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let ran = catch_unwind(AssertUnwindSafe(|| run(&arguments, &mut team)));
    match ran {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            let code = exit_code(&error);
            // Errors of the input occur in all processes alike.
            if code == 1 || team.is_root() {
                let spread = team.spread();
                let (process, processes) = (spread.process() + 1, spread.processes());
                eprintln!("sowlab-cluster: process {process} of {processes}: {error}");
            }
            if code == 2 {
                return ExitCode::from(2);
            }
            team.abort(1)
        }
        // The panic was printed; the other processes would wait forever.
        Err(_) => team.abort(101),
    }
}

/// Returns 2 for an error of the input, 1 for everything else.
fn exit_code(error: &ClusterError) -> u8 {
    match error {
        ClusterError::Request(_) | ClusterError::Layer(_) => 2,
        _ => 1,
    }
}

fn run(arguments: &BuildArguments, team: &mut Team) -> Result<(), ClusterError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.into())
        .build_global()
        .map_err(|error| error::at(&PathBuf::from("threads"))(std::io::Error::other(error)))?;
    let root = team.is_root();
    let processes = team.spread().processes();
    let batch = arguments.batch.unwrap_or(match arguments.finished {
        Place::Memory => 8192,
        Place::Disk => 131_072,
    });
    team.simulate_latency(Duration::from_micros(arguments.latency.into()));
    let build = Build {
        directory: arguments.dir.clone(),
        stones: arguments.stones,
        finished: arguments.finished,
        batch: batch as usize,
        every: Duration::from_secs(arguments.checkpoint.into()),
        progress: !arguments.quiet && arguments.format == Format::Text,
        team,
    };
    let game = &arguments.game;
    let unrankable = |error| RequestError::field(Field::Stones, error);
    let layers = match game {
        CatalogGame::Stones(rules) => {
            build.run(&rules.layers(arguments.stones).map_err(unrankable)?)?
        }
        CatalogGame::TwoRank(variant) => {
            let layers = variant.game().layers(arguments.stones);
            build.run(&layers.map_err(unrankable)?)?
        }
        _ => {
            let no_tables = game.analyses().tables().err();
            let error =
                no_tables.unwrap_or_else(|| NotOffered::of(game, "its layers are not built"));
            return Err(RequestError::field(Field::Game, error).into());
        }
    };
    let in_all = costs::in_all(&layers);
    if root && arguments.format == Format::Json {
        let document = json!({
            "game": arguments.game.to_string(),
            "processes": processes,
            "threads": arguments.threads,
            "layers": layers,
            "in_all": in_all,
        });
        println!("{document:#}");
    } else if root && !arguments.quiet {
        println!("In all {}", costs::took(&in_all));
    }
    Ok(())
}
