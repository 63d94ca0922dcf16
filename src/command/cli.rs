//! The command line: the selection of the subcommand, and the output of its result.

use std::collections::HashSet;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use sowlab_base::files::faults::note_counts;
use sowlab_base::program::version_and_commit;
use sowlab_terminal::print_help;

use super::common::Common;
use super::failure::Failure;
use super::output::Document;
use super::{
    cache, engine, equilibrium, games, loops, manual, merge, named_files, perft, play, proof,
    replay, review, self_play, setups, show, signals, solve, sow, sprt, study, tables, tournament,
};

const EXAMPLES: &str = "\
Examples:
  sowlab study                                     the standard experiments, files under sowlab-study/
  sowlab sow 55stones --east 10 --west 1 --trace   one round, step by step
  sowlab loops reach 33stones --rounds 4           endless rounds near the opening
  sowlab play 55stones --opponent greedy           a game against the machine

Games and their options: sowlab games. Values are printed only where they are proven; estimates say so.";

static VERSION_AND_COMMIT: LazyLock<String> = LazyLock::new(version_and_commit);

/// Solves, explores and plays sowing games, built around 55Stones: one rank of eleven holes; both players
/// choose in turn and sow at the same time.
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
    #[command(after_help = "\
Examples:
  sowlab games
  sowlab games --format json")]
    Games,
    /// Draws a board and lists the choices, with --choices the value of each
    Show(show::Arguments),
    /// Resolves one round, with --trace step by step
    Sow(sow::Arguments),
    /// Plays a game against an engine, or lets two engines play
    Play(play::Arguments),
    /// Shows what each choice of a game gave away
    Review(review::Arguments),
    /// Writes one file of HTML that animates a game
    Replay(replay::Arguments),
    /// Counts the sequences of rounds or moves from a position
    Perft(perft::Arguments),
    /// Proves what a position is worth
    Solve(solve::Arguments),
    /// Shows, checks, merges and exports proofs kept by `solve --save-proof`
    #[command(subcommand)]
    Proof(proof::Command),
    /// Computes mixed strategies when choices are open, reversed or sealed
    Equilibrium(equilibrium::Arguments),
    /// Searches for sowing and play that never ends
    #[command(subcommand)]
    Loops(loops::Command),
    /// Builds and probes endgame tables: exact values of all positions with few stones
    #[command(subcommand)]
    Tables(tables::Command),
    Cache(cache::Arguments),
    /// Plays engines against each other and rates them
    Tournament(tournament::Arguments),
    /// Speaks the engine protocol on standard input and output
    Engine(engine::Arguments),
    /// Computes Elo and a sequential test from the results of game pairs
    Sprt(sprt::Arguments),
    SelfPlay(self_play::Arguments),
    /// Solves drawn setups of Random Mancala: how many are fair
    Setups(setups::Arguments),
    /// Runs experiments and writes their results (the main job)
    Study(study::Arguments),
    /// Puts the pieces together that --shard divided work into
    Merge(merge::Arguments),
    /// Prints the manual, or writes a page for each subcommand
    Manual(manual::Arguments),
    /// Prints completions for a shell
    #[command(after_help = "\
Examples:
  sowlab completions bash > ~/.local/share/bash-completion/completions/sowlab
  sowlab completions zsh > ~/.zfunc/_sowlab")]
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
    let rounds = signals::rounds();
    let done = rounds.catch(|| run(&cli));
    match done.unwrap_or_else(|interrupted| Err(interrupted.into())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}

/// Prints help or a version, or reports that it cannot be written.
fn show_help(help: &clap::Error) -> ExitCode {
    match print_help(help) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let failure = Failure::from(error);
            failure.report();
            failure.exit_code()
        }
    }
}

/// Parses the arguments. Help and version are printed, and errors are one line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    use clap::error::ErrorKind;
    let mut command = Cli::command();
    let read = command
        .try_get_matches_from_mut(arguments)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = read.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => show_help(&error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        ErrorKind::InvalidSubcommand => {
            let failure = Failure::from_arguments(&error);
            let (line, names) = (failure.line(), commands_beside(&error).join(", "));
            let failure = Failure::BadInput(format!("{line}; the commands are {names}"));
            failure.report();
            failure.exit_code()
        }
        ErrorKind::UnknownArgument => {
            let failure = Failure::from_arguments(&error);
            let options = options_beside(&error).join(", ");
            let line = format!("{}; the options are {options}", failure.line());
            let failure = Failure::BadInput(line);
            failure.report();
            failure.exit_code()
        }
        _ => {
            let failure = Failure::from_arguments(&error);
            failure.report();
            failure.exit_code()
        }
    })?;
    named_files::check(&command, &matches).map_err(|failure| {
        failure.report();
        failure.exit_code()
    })?;
    Ok(cli)
}

/// Returns the command whose arguments are wrong: the last one named before the wrong word.
fn command_of(error: &clap::Error, at_fault: ContextKind) -> clap::Command {
    let mut known = Cli::command();
    let unknown = match error.get(at_fault) {
        Some(ContextValue::String(unknown)) => unknown.as_str(),
        _ => "",
    };
    let words = std::env::args_os().skip(1);
    for word in words.take_while(|word| word.to_string_lossy() != unknown) {
        if let Some(below) = known.find_subcommand(&word) {
            known = below.clone();
        }
    }
    known
}

/// Returns the options that are valid in place of an unknown one.
fn options_beside(error: &clap::Error) -> Vec<String> {
    let mut command = command_of(error, ContextKind::InvalidArg);
    command.build();
    let common = Cli::command();
    let options = command.get_arguments().chain(common.get_arguments());
    let shown = options.filter(|option| !option.is_hide_set());
    let mut names: Vec<String> = shown
        .filter_map(|option| Some(format!("--{}", option.get_long()?)))
        .collect();
    let mut listed = HashSet::new();
    names.retain(|name| listed.insert(name.clone()));
    names
}

/// Returns the commands that are valid in place of an unknown one.
fn commands_beside(error: &clap::Error) -> Vec<String> {
    let known = command_of(error, ContextKind::InvalidSubcommand);
    let names = known.get_subcommands().map(|command| command.get_name());
    names
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let common = &cli.common;
    if let Some(threads) = common.threads {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.into())
            .build_global()
            .map_err(|error| Failure::other(format!("cannot start {threads} threads: {error}")))?;
    }
    // The other commands listen once they begin work that takes long.
    if let Command::Show(_) | Command::Sow(_) | Command::Replay(_) = &cli.command {
        signals::listen();
    }
    let document = match &cli.command {
        Command::Games => games::run(),
        Command::Show(arguments) => show::run(arguments, common)?,
        Command::Sow(arguments) => sow::run(arguments)?,
        Command::Play(arguments) => play::run(arguments, common)?,
        Command::Review(arguments) => review::run(arguments, common)?,
        Command::Replay(arguments) => replay::run(arguments, common)?,
        Command::Perft(arguments) => perft::run(arguments, common)?,
        Command::Solve(arguments) => solve::run(arguments, common)?,
        Command::Proof(command) => proof::run(command, common)?,
        Command::Equilibrium(arguments) => equilibrium::run(arguments, common)?,
        Command::Loops(command) => loops::run(command, common)?,
        Command::Cache(arguments) => cache::run(arguments)?,
        Command::Tables(command) => tables::run(command, common)?,
        Command::Tournament(arguments) => tournament::run(arguments, common)?,
        Command::Engine(arguments) => return engine::run(arguments, common),
        Command::Sprt(arguments) => sprt::run(arguments)?,
        Command::SelfPlay(arguments) => self_play::run(arguments, common)?,
        Command::Setups(arguments) => setups::run(arguments, common)?,
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
        Some(finished) => Err(Failure::Interrupted(finished.clone())),
        None => Ok(()),
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
