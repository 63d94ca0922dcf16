//! The command line: the selection of the subcommand, and the output of its result.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use sowlab_base::files::faults::note_counts;
use sowlab_base::program::version_and_commit;
use sowlab_terminal::print_help;

use super::common::Common;
use super::failure::Failure;
use super::output::Document;
use super::{
    benchmark, cache, engine, engines, equilibrium, games, loops, manual, merge, named_files,
    perft, play, positions, proof, replay, review, self_play, setups, show, signals, solve, sow,
    sprt, study, tables, tournament,
};

const AFTER_HELP: &str = "\
Examples:
  sowlab play 55stones --opponent easy             a game against an engine
  sowlab sow 55stones --east 10 --west 1 --trace   one round, step by step
  sowlab solve 22stones --choices                  the value of every first move
  sowlab study --quick                             the quick experiments

Printed values are exact unless they are marked as estimates.

Exit codes:
    0  success
    1  failure, or something checked that does not hold
    2  bad input: an argument, or a file that is missing or damaged
  130  interrupted by Ctrl-C
  143  terminated by SIGTERM";

/// The subcommands by task, as the help lists them.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Positions", &["games", "show", "sow", "perft", "positions"]),
    ("Play", &["play", "review", "replay"]),
    (
        "Solve",
        &["solve", "proof", "tables", "cache", "equilibrium", "setups"],
    ),
    ("Infinite play", &["loops"]),
    (
        "Engines",
        &[
            "engines",
            "tournament",
            "sprt",
            "self-play",
            "engine",
            "benchmark",
        ],
    ),
    ("Experiments", &["study", "merge"]),
    ("Help", &["manual", "completions", "help"]),
];

/// The description of the subcommand that the argument parser adds.
const HELP_ABOUT: &str = "Prints this message or the help of a subcommand";

static VERSION_AND_COMMIT: LazyLock<String> = LazyLock::new(version_and_commit);

/// Solves, explores and plays sowing games (mancala), built around 55Stones: eleven holes in one rank, and both
/// sides sow at the same time
#[derive(Debug, Parser)]
#[command(name = "sowlab", version, long_version = VERSION_AND_COMMIT.as_str(), after_help = AFTER_HELP, arg_required_else_help = true)]
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
    /// Draws a position and lists its moves; --choices adds their values
    Show(show::Arguments),
    /// Sows one round or move; --trace shows every step
    Sow(sow::Arguments),
    /// Counts the sequences of rounds or moves from a position
    Perft(perft::Arguments),
    /// Draws random positions with the exact value of every move
    Positions(positions::Arguments),
    /// Plays a game against an engine, or shows two engines at play
    Play(play::Arguments),
    /// Reviews a game: the loss of every move
    Review(review::Arguments),
    /// Writes a page of HTML that animates a game
    Replay(replay::Arguments),
    /// Solves a position: its value and the optimal moves
    Solve(solve::Arguments),
    /// Lists, exports and shortens proofs
    #[command(subcommand)]
    Proof(proof::Command),
    /// Builds, verifies and probes endgame tables
    #[command(subcommand)]
    Tables(tables::Command),
    /// Lists endgame tables on disk, or removes those of a game
    Cache(cache::Arguments),
    /// Computes mixed strategies under each commitment order
    Equilibrium(equilibrium::Arguments),
    /// Solves random setups of Random Mancala and counts the fair ones
    Setups(setups::Arguments),
    /// Finds and checks non-terminating rounds and repetitions
    #[command(subcommand)]
    Loops(loops::Command),
    /// Lists the engines, their options and the levels of play
    #[command(after_help = "\
Examples:
  sowlab engines
  sowlab engines --format json")]
    Engines,
    /// Plays engines against each other and rates them
    Tournament(tournament::Arguments),
    /// Computes Elo and a sequential test from results of game pairs
    Sprt(sprt::Arguments),
    /// Plays an engine against itself and writes the positions for NumPy
    SelfPlay(self_play::Arguments),
    /// Speaks the engine protocol on standard input and output
    Engine(engine::Arguments),
    /// Makes a benchmark for agents, and scores their answers
    #[command(subcommand)]
    Benchmark(benchmark::Command),
    /// Runs experiments and writes their results
    Study(study::Arguments),
    /// Merges the results of work that --shard divided
    Merge(merge::Arguments),
    /// Prints the manual page, or writes one page per subcommand
    Manual(manual::Arguments),
    /// Prints the completions of a shell
    #[command(after_help = "\
Examples:
  sowlab completions bash > ~/.local/share/bash-completion/completions/sowlab
  sowlab completions zsh > ~/.zfunc/_sowlab")]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
}

/// Returns the subcommands and their descriptions, grouped by task.
fn grouped_subcommands(command: &clap::Command) -> String {
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or(0) + 2;
    let (header, literal) = (
        *command.get_styles().get_header(),
        *command.get_styles().get_literal(),
    );
    let mut text = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(text, "{header}{group}:{header:#}");
        for name in names {
            let subcommand = command.find_subcommand(name);
            let about = subcommand.and_then(clap::Command::get_about);
            let about = about.map_or(HELP_ABOUT.to_owned(), ToString::to_string);
            let _ = writeln!(text, "  {literal}{name:width$}{literal:#}{about}");
        }
        text.push('\n');
    }
    text
}

/// Returns the command line, whose help lists the subcommands by task.
fn command_line() -> clap::Command {
    let command = Cli::command();
    let header = *command.get_styles().get_header();
    let groups = grouped_subcommands(&command);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    command.help_template(StyledStr::from(template))
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
    let mut command = command_line();
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
            let failure = Failure::BadInput(format!("{line}; subcommands: {names}"));
            failure.report();
            failure.exit_code()
        }
        ErrorKind::UnknownArgument => {
            let failure = Failure::from_arguments(&error);
            let options = options_beside(&error).join(", ");
            let line = format!("{}; options: {options}", failure.line());
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

/// Returns the options that are valid instead of an unknown one.
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

/// Returns the subcommands that are valid instead of an unknown one.
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
        Command::Engines => engines::run(),
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
        Command::Positions(arguments) => positions::run(arguments, common)?,
        Command::SelfPlay(arguments) => self_play::run(arguments, common)?,
        Command::Setups(arguments) => setups::run(arguments, common)?,
        Command::Benchmark(command) => benchmark::run(command, common)?,
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
        command_line().debug_assert();
    }

    #[test]
    fn every_subcommand_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        grouped.sort_unstable();
        let mut command = Cli::command();
        command.build();
        let mut names: Vec<&str> = command
            .get_subcommands()
            .map(|one| one.get_name())
            .collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }
}
