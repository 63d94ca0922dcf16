//! The options of `sowlab tournament`, and the settings that they stand for.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sowlab_base::files::text_limited;

use crate::command::failure::Failure;
use crate::command::pie::YesNo;
use crate::command::pieces::Sharded;
use sowlab_engines::openings::Openings;
use sowlab_engines::rating::Sprt;
use sowlab_engines::referee::Unfinished;
use sowlab_engines::schedule::Form;
use sowlab_engines::setting::Setting;
use sowlab_engines::spec::{EngineSpec, TIMEOUT};

const HELP: &str = "\
Each opening is played twice with the sides exchanged. The two games are a pair, and all statistics are those of \
pairs. Elo is relative to the opponents met, with 95 % intervals. Intervals and LOS (likelihood of superiority) \
need 5 pairs that are not all alike. The same seed plays the same games on any number of threads, unless an \
engine searches by time.

--shard plays some of the pairs, with the numbers and moves that they have in the whole tournament; `sowlab merge` \
prints the standings of all shards. Sequential tests and Swiss tournaments cannot be divided.

Examples:
  sowlab tournament 55stones --engine greedy --engine random --games 1000
  sowlab tournament kalah --engine alphabeta:depth=6 \\
    --engine alphabeta:depth=4 --sprt elo0=0,elo1=20
  sowlab tournament 33stones --engine greedy --engine alphabeta \\
    --out games.jsonl --resume";

/// The default number of rounds of a Swiss tournament.
const SWISS_ROUNDS: u32 = 5;
/// The maximum number of games of a sequential test that accepts no hypothesis.
const MOST_GAMES: u64 = 100_000;

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::command) struct Arguments {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    pub(super) game: String,
    /// Engine or level, given twice or more; `sowlab engines` lists them
    #[arg(long = "engine", value_name = "SPEC", required = true)]
    pub(super) engines: Vec<String>,
    /// Games per pairing, 1 to 1000000000 [default: 100; with --sprt at most 100000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(super) games: Option<u64>,
    /// Pairings
    #[arg(long, value_enum, default_value_t = FormName::RoundRobin)]
    form: FormName,
    /// Rounds of a Swiss tournament, 1 to 1000 [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: Option<u32>,
    /// Sequential test of two engines that ends the tournament, as in elo0=0,elo1=10; also alpha=, beta= and
    /// model=normalized|logistic
    #[arg(long, value_name = "TEST")]
    pub(super) sprt: Option<String>,
    /// Start of the games: start, random:MOVES (random moves to a balanced position), or file:PATH with one position
    /// per line [default: start if all engines use chance (random, greedy, mcts), else random:4]
    #[arg(long, value_name = "OPENINGS")]
    pub(super) openings: Option<String>,
    /// Whether the pie rule is played (stones family) [default: yes]
    #[arg(long, value_enum)]
    pub(super) pie: Option<YesNo>,
    /// Round limit of a game; a round is two moves
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) max_rounds: u32,
    /// Score of non-terminating rounds, repetitions and games over --max-rounds
    #[arg(long, value_enum, default_value_t = UnfinishedName::Cups)]
    unfinished: UnfinishedName,
    /// Time per move, as in 100ms, instead of the depths and times of the engines. An external engine that exceeds it
    /// by 500ms loses the game
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(super) move_time: Option<Duration>,
    #[arg(
        long,
        value_name = "TIME",
        value_parser = humantime::parse_duration,
        help = format!(
            "Time limit of an external engine for an answer, without --move-time [default: {}]",
            humantime::format_duration(TIMEOUT)
        )
    )]
    pub(super) timeout: Option<Duration>,
    /// Directory for a log per process of an external engine: its input (>), output (<) and standard error (!)
    #[arg(long, value_name = "DIR")]
    pub(super) engine_log: Option<PathBuf>,
    /// Directory with endgame tables that adjudicate games
    #[arg(long, value_name = "DIR")]
    pub(super) adjudicate: Option<PathBuf>,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// File for the games, one JSON object per line; the settings are written to FILE.header.json
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Resume the tournament in --out
    #[arg(long, requires = "out")]
    pub(super) resume: bool,
    /// CSV file for the results of the games in --out; - for standard output
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(super) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(super) sharded: Sharded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormName {
    /// Every engine plays every other
    RoundRobin,
    /// The first engine plays each of the others
    Gauntlet,
    /// Engines with similar scores play each other
    Swiss,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UnfinishedName {
    /// The side that has captured more stones wins
    Cups,
    /// A draw
    Draw,
}

/// Returns names that distinguish engines: the specification, numbered if it occurs more than once.
pub(super) fn names(specs: &[EngineSpec]) -> Vec<String> {
    let texts: Vec<String> = specs.iter().map(ToString::to_string).collect();
    let number = |place: usize| {
        texts[..place]
            .iter()
            .filter(|&text| *text == texts[place])
            .count()
    };
    (0..texts.len())
        .map(|place| match number(place) {
            0 => texts[place].clone(),
            more => format!("{} #{}", texts[place], more + 1),
        })
        .collect()
}

/// The maximum number of bytes of a file of openings.
const MOST_OPENINGS: u64 = 256 << 20;

/// Reads the openings, from a file if the text names one.
pub(super) fn openings(text: Option<&str>, specs: &[EngineSpec]) -> Result<Openings, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::input("--openings", error);
    match text {
        None if specs.iter().all(EngineSpec::uses_chance) => Ok(Openings::Start),
        None => Ok(Openings::Random(4)),
        Some(text) => match text.strip_prefix("file:") {
            None => text.parse().map_err(|error| wrong(&error)),
            Some(path) => {
                let lines = text_limited(path.as_ref(), MOST_OPENINGS)
                    .map_err(|error| wrong(&format!("{path}: {error}")))?;
                Openings::from_lines(&lines).map_err(|error| wrong(&error))
            }
        },
    }
}

pub(super) fn setting(
    arguments: &Arguments,
    game: String,
    names: &[String],
    openings: &Openings,
) -> Result<Setting, Failure> {
    let sprt: Option<Sprt> = match &arguments.sprt {
        None => None,
        Some(text) => Some(
            text.parse()
                .map_err(|error| Failure::input("--sprt", error))?,
        ),
    };
    let form = match arguments.form {
        FormName::RoundRobin => Form::RoundRobin,
        FormName::Gauntlet => Form::Gauntlet,
        FormName::Swiss => Form::Swiss {
            rounds: arguments.rounds.unwrap_or(SWISS_ROUNDS),
        },
    };
    if arguments.rounds.is_some() && arguments.form != FormName::Swiss {
        return Err(Failure::input(
            "--rounds",
            "only a Swiss tournament has rounds; add --form swiss",
        ));
    }
    if sprt.is_some() && (names.len() != 2 || arguments.form == FormName::Swiss) {
        return Err(Failure::input(
            "--sprt",
            "requires two engines and a form other than swiss",
        ));
    }
    let most = if sprt.is_some() { MOST_GAMES } else { 100 };
    Ok(Setting {
        game,
        pie: arguments.pie != Some(YesNo::No),
        engines: names.to_vec(),
        form,
        games: arguments.games.unwrap_or(most),
        seed: arguments.seed,
        openings: match openings {
            Openings::Positions(positions) => positions.clone(),
            other => vec![other.to_string()],
        },
        max_rounds: arguments.max_rounds,
        unfinished: match arguments.unfinished {
            UnfinishedName::Cups => Unfinished::Cups,
            UnfinishedName::Draw => Unfinished::Draw,
        },
        move_time: arguments.move_time,
        sprt,
        adjudicate: arguments
            .adjudicate
            .as_ref()
            .map(|path| path.display().to_string()),
    })
}
