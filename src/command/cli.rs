//! The command line: which subcommand is run, and what becomes of its result.

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};
use sowlab_solvers::files::faults::note_counts;

use super::common::Common;
use super::failure::{Failure, Finished};
use super::output::Document;
use super::{
    engine, equilibrium, games, loops, manual, merge, perft, play, proof, replay, review, show,
    signals, solve, sow, sprt, study, tables, tournament,
};

const EXAMPLES: &str = "\
Examples:
  sowlab study                                     the standard experiments, files under results/
  sowlab sow 55stones --east 10 --west 1 --trace   one round, step by step
  sowlab loops reach 33stones --rounds 4           endless rounds near the opening
  sowlab play 55stones --opponent greedy           a game against the machine

Games and their options: sowlab games. Results are exact: what is not proven is not printed.";

static VERSION_AND_COMMIT: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    crate::COMMIT.map_or(version.to_owned(), |commit| format!("{version} ({commit})"))
});

/// Solve, explore and play sowing games, built around 55Stones: one rank of eleven holes, both
/// players sow at the same time, and the choices are made in turn.
#[derive(Debug, Parser)]
#[command(name = "sowlab", version, long_version = VERSION_AND_COMMIT.as_str(), after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the games and their options
    Games,
    /// Draws a board and lists the choices
    Show(show::Arguments),
    /// Resolves one round, with --trace step by step
    Sow(sow::Arguments),
    /// Plays a game against an engine, or lets two engines play
    Play(play::Arguments),
    /// Says what each choice of a game gave away
    Review(review::Arguments),
    /// Writes one file of HTML that animates a game
    Replay(replay::Arguments),
    /// Counts the sequences of rounds or moves from a position
    Perft(perft::Arguments),
    /// Proves what a position is worth
    Solve(solve::Arguments),
    /// Proofs that `solve --proof` keeps: what they hold, whether they are right, several in one
    #[command(subcommand)]
    Proof(proof::Command),
    /// What both sides play when choices are open, reversed or sealed
    Equilibrium(equilibrium::Arguments),
    /// Searches for sowing that never ends
    #[command(subcommand)]
    Loops(loops::Command),
    /// Endgame tables: exact values of every position up to a number of stones
    #[command(subcommand)]
    Tables(tables::Command),
    /// Plays engines against each other and rates them
    Tournament(tournament::Arguments),
    /// Speaks the engine protocol on standard input and output
    Engine(engine::Arguments),
    /// Says how strong an engine is, and which hypothesis holds, from the results of game pairs
    Sprt(sprt::Arguments),
    /// Runs experiments and writes their results (the main job)
    Study(study::Arguments),
    /// Puts the pieces together that --shard divided work into
    Merge(merge::Arguments),
    /// Prints the manual, or writes a page for each subcommand
    Manual(manual::Arguments),
    /// Prints completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    signals::survive_file_limits();
    let code = run_command_line();
    note_counts();
    code
}

fn run_command_line() -> ExitCode {
    let cli = match parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}

/// Reads the arguments; help and version are printed, and errors are one line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    use clap::error::ErrorKind;
    Cli::try_parse_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // Nobody reading is no error here.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        ErrorKind::InvalidSubcommand if is_first_word(&error) => {
            let command = Cli::command();
            let names = command.get_subcommands().map(|command| command.get_name());
            let names = names.collect::<Vec<_>>().join(", ");
            let failure = Failure::from_arguments(&error);
            let line = failure.line();
            let failure = Failure::BadInput(format!("{line}; the commands are {names}"));
            failure.report();
            failure.exit_code()
        }
        _ => {
            let failure = Failure::from_arguments(&error);
            failure.report();
            failure.exit_code()
        }
    })
}

/// Whether the unknown command is the first word, not one of a command that has commands of its own.
fn is_first_word(error: &clap::Error) -> bool {
    use clap::error::{ContextKind, ContextValue};
    let unknown = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(unknown)) => unknown,
        _ => return false,
    };
    std::env::args().nth(1).as_ref() == Some(unknown)
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let common = &cli.common;
    if let Some(threads) = common.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.into())
            .build_global()
            .map_err(|error| Failure::other(format!("cannot start {threads} threads: {error}")))?;
    }
    let document = match &cli.command {
        Command::Games => games::run(),
        Command::Show(arguments) => show::run(arguments, common)?,
        Command::Sow(arguments) => sow::run(arguments)?,
        Command::Play(arguments) => play::run(arguments, common)?,
        Command::Review(arguments) => review::run(arguments, common)?,
        Command::Replay(arguments) => replay::run(arguments)?,
        Command::Perft(arguments) => perft::run(arguments, common)?,
        Command::Solve(arguments) => solve::run(arguments, common)?,
        Command::Proof(command) => proof::run(command, common)?,
        Command::Equilibrium(arguments) => equilibrium::run(arguments, common)?,
        Command::Loops(command) => loops::run(command, common)?,
        Command::Tables(command) => tables::run(command, common)?,
        Command::Tournament(arguments) => tournament::run(arguments, common)?,
        Command::Engine(arguments) => return engine::run(arguments, common),
        Command::Sprt(arguments) => sprt::run(arguments)?,
        Command::Study(arguments) => study::run(arguments, common)?,
        Command::Merge(arguments) => merge::run(arguments, common)?,
        Command::Manual(arguments) => manual::run(Cli::command(), arguments)?,
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "sowlab", &mut text);
            Document::verbatim(text)
        }
    };
    document.print(common.format)?;
    if let Some(reason) = document.refused() {
        return Err(Failure::BadInput(reason.to_owned()));
    }
    if let Some(reason) = document.failed() {
        return Err(Failure::other(reason));
    }
    match document.interrupted() {
        true => Err(Failure::Interrupted(Finished::Kept)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
