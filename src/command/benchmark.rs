//! `sowlab benchmark`.

use std::fmt::Write;
use std::io::{self, BufRead, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use schemars::JsonSchema;
use serde::Serialize;

use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::files::text_limited;
use sowlab_engines::benchmark::{
    Answer, Benchmark, Difficulty, EngineAnswersError, MakeError, MakeRequest, Report, Score,
    engine_answers, make, read_answers, score,
};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;
use sowlab_games::catalog::CatalogGame;

use super::failure::{Failure, Finished};
use super::output::Document;
use super::progress::Progress;
use super::show::MEMORY;
use super::target::Target;
use super::{Common, SearchLimit, TablesAndProofs, show};

/// Makes a benchmark for agents, and scores their answers.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Draws the positions of a benchmark
    Make(Make),
    /// Prints the tasks without their solutions, one JSON object a line
    Tasks(Tasks),
    /// Prints one task at a time and reads an answer from standard input
    Ask(Ask),
    /// Asks an engine or level and scores its answers
    Run(Run),
    /// Scores the answers in a file
    Score(ScoreArguments),
}

/// Draws positions in which every move has an exact value and not every move is optimal.
#[derive(Debug, Args)]
#[command(after_help = "\
A third of the tasks of each game is easy: the best immediate margin is optimal. A third is medium: a search of three \
moves finds an optimal move. The others are hard. Where a game has too few such positions, easier ones fill up.

Examples:
  sowlab benchmark make --out benchmark.json
  sowlab benchmark make 22stones kalah:pits=4 --number 30 --out small.json")]
pub(super) struct Make {
    /// Games with options [default: games of every family, on boards that can be solved]
    games: Vec<String>,
    /// Number of tasks of each game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    number: u32,
    /// Seed of the random games
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    sources: TablesAndProofs,
    #[command(flatten)]
    limit: SearchLimit,
    /// File to write; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Prints the tasks without their solutions.
#[derive(Debug, Args)]
#[command(after_help = "\
The first lines have the rules of each game in two wordings; the others have a task each. Answer with lines such as \
{\"id\": \"1-1\", \"move\": \"L4\", \"certainty\": 0.8}; `action` may stand for `move`, and `certainty`, the \
probability that the move is optimal, may be left out.

Examples:
  sowlab benchmark tasks benchmark.json > tasks.jsonl")]
pub(super) struct Tasks {
    /// Benchmark
    file: PathBuf,
}

/// Prints one task at a time and reads an answer.
#[derive(Debug, Args)]
#[command(after_help = "\
Lines are as in `benchmark tasks`: the rules first, then a task; the next task follows after an answer on standard \
input. The last line has the score.

Examples:
  sowlab benchmark ask benchmark.json")]
pub(super) struct Ask {
    /// Benchmark
    file: PathBuf,
}

/// Asks an engine or level and scores its answers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab benchmark run benchmark.json --engine medium
  sowlab benchmark run benchmark.json --engine \"external:python3 agent.py\"")]
pub(super) struct Run {
    /// Benchmark
    file: PathBuf,
    /// Engine or level; `sowlab engines` lists them
    #[arg(long, value_name = "SPEC", value_parser = |text: &str| EngineSpec::read(text, Files::Allowed))]
    engine: EngineSpec,
    /// Seed of its chances
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Scores the answers in a file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab benchmark score benchmark.json --answers answers.jsonl")]
pub(super) struct ScoreArguments {
    /// Benchmark
    file: PathBuf,
    /// Answers, one JSON object a line
    #[arg(long, value_name = "FILE")]
    answers: PathBuf,
}

/// The games of a benchmark unless others are named: every family, on boards where random games reach positions that
/// can be solved.
const GAMES: [&str; 20] = [
    "22stones",
    "33stones",
    "55stones",
    "kalah:pits=6,seeds=4",
    "awari",
    "oware",
    "bestemshe",
    "egyptian:pits=6,seeds=3",
    "ethiopian:pits=4,seeds=3",
    "random:seed=1,base=egyptian",
    "owela:pits=3",
    "colony",
    "togyz:pits=5,seeds=5",
    "congkak:pits=5,seeds=5",
    "agsinnoninka:pits=4,seeds=3",
    "omweso:pits=3,seeds=2",
    "bao:pits=4",
    "sowing",
    "sowing:form=impartial",
    "atomic-wari:pits=12,seeds=4",
];

/// The greatest size of a file that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The scores of an engine or of answers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReportDocument {
    /// The engine; `null` for answers from a file.
    engine: Option<String>,
    #[serde(flatten)]
    report: Report,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Make(arguments) => made(arguments, common),
        Command::Tasks(arguments) => Ok(Document::verbatim(
            tasks_of(&read(&arguments.file)?).into_bytes(),
        )),
        Command::Ask(arguments) => asked(arguments),
        Command::Run(arguments) => run_engine(arguments, common),
        Command::Score(arguments) => {
            let benchmark = read(&arguments.file)?;
            let text = text_of("--answers", &arguments.answers)?;
            let answers =
                read_answers(&text).map_err(|error| Failure::input("--answers", error))?;
            Ok(reported(None, score(&benchmark, &answers)))
        }
    }
}

fn made(arguments: &Make, common: &Common) -> Result<Document, Failure> {
    let target = Target::new("--out", &arguments.out, common.format)?;
    let named = match arguments.games.is_empty() {
        true => GAMES.map(str::to_owned).to_vec(),
        false => arguments.games.clone(),
    };
    let games: Vec<CatalogGame> = named
        .iter()
        .map(|name| show::game(name))
        .collect::<Result<_, _>>()?;
    let request = MakeRequest {
        number: arguments.number as usize,
        seed: arguments.seed,
        values: ChoicesRequest {
            tables: arguments.sources.tables.clone(),
            memory: MEMORY,
            limit: Some(arguments.limit.limit()),
            proofs: arguments.sources.proofs.clone(),
            ..ChoicesRequest::default()
        },
    };
    let benchmark =
        make(&games, &request, &Progress::new(common)).map_err(|error| match error {
            MakeError::Cancelled(_) => Failure::Interrupted(Finished::Nothing),
            MakeError::Game(error) => Failure::input("game", error),
            MakeError::Request(error) => error.into(),
            MakeError::Grading(error) => error.into(),
            error @ (MakeError::Engine(_) | MakeError::Position(_)) => Failure::other(error),
        })?;
    let mut text = serde_json::to_string_pretty(&benchmark).expect("plain data is JSON");
    text.push('\n');
    target.write("--out", text.as_bytes())?;
    let listed = listed(&benchmark);
    Ok(Document::new(listed, &benchmark).silent_if(target.is_standard_output()))
}

/// Returns a line for each game: its tasks by difficulty.
fn listed(benchmark: &Benchmark) -> String {
    let mut text = format!("{:>6} {:>6} {:>6}  game\n", "easy", "medium", "hard");
    for listed in &benchmark.games {
        let tasks = || benchmark.tasks().filter(|task| task.game == listed.game);
        for difficulty in Difficulty::ALL {
            let number = tasks().filter(|task| task.difficulty == difficulty).count();
            let _ = write!(text, "{number:6} ");
        }
        let _ = writeln!(text, " {}", listed.game);
    }
    text
}

fn text_of(option: &str, path: &Path) -> Result<String, Failure> {
    text_limited(path, LONGEST)
        .map_err(|error| Failure::file(option, format!("{}: {error}", path.display()), &error))
}

fn read(path: &Path) -> Result<Benchmark, Failure> {
    let named = |error| Failure::input("file", format!("{}: {error}", path.display()));
    Benchmark::read(&text_of("file", path)?).map_err(named)
}

/// Returns the rules and the tasks, one JSON object a line.
fn tasks_of(benchmark: &Benchmark) -> String {
    let mut text = String::new();
    for rules in &benchmark.games {
        text += &line(rules);
    }
    for task in benchmark.tasks() {
        text += &line(task);
    }
    text
}

fn line(data: &impl Serialize) -> String {
    let mut text = serde_json::to_string(data).expect("plain data is JSON");
    text.push('\n');
    text
}

fn asked(arguments: &Ask) -> Result<Document, Failure> {
    let benchmark = read(&arguments.file)?;
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut answers: Vec<Answer> = Vec::new();
    for rules in &benchmark.games {
        output.write_all(line(rules).as_bytes())?;
    }
    for task in benchmark.tasks() {
        output.write_all(line(task).as_bytes())?;
        output.flush()?;
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 {
            break;
        }
        let read = read_answers(&text).map_err(|error| Failure::input("answer", error))?;
        // An empty line is no answer.
        answers.extend(read);
    }
    Ok(Document::verbatim(
        line(&score(&benchmark, &answers)).into_bytes(),
    ))
}

fn run_engine(arguments: &Run, common: &Common) -> Result<Document, Failure> {
    let benchmark = read(&arguments.file)?;
    let progress = Progress::new(common);
    let answers = engine_answers(&benchmark, &arguments.engine, arguments.seed, &progress);
    drop(progress);
    let answers = answers.map_err(|error| match error {
        EngineAnswersError::Cancelled(_) => Failure::Interrupted(Finished::Nothing),
        EngineAnswersError::Engine(error) => Failure::input("--engine", error),
        error => Failure::other(error),
    })?;
    let engine = arguments.engine.to_string();
    Ok(reported(Some(engine), score(&benchmark, &answers)))
}

fn reported(engine: Option<String>, report: Report) -> Document {
    let mut text = format!(
        "{:>6} {:>7} {:>7} {:>8} {:>8} {:>7}\n",
        "tasks", "missing", "illegal", "optimal", "regret", "Brier"
    );
    let mut add = |name: &str, score: &Score| {
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |one| format!("{one:.3}"));
        let _ = writeln!(
            text,
            "{:6} {:7} {:7} {:7.1}% {:>8} {:>7}  {name}",
            score.tasks,
            score.missing,
            score.illegal,
            100.0 * score.optimal,
            number(score.regret),
            number(score.brier)
        );
    };
    add("all", &report.all);
    for (difficulty, score) in &report.difficulties {
        add(difficulty.word(), score);
    }
    for (game, score) in &report.games {
        add(game, score);
    }
    for bin in &report.calibration {
        let _ = writeln!(
            text,
            "certainty {:.1} to {:.1}: {} answers, stated {:.2}, optimal {:.2}",
            bin.from,
            bin.from + 0.1,
            bin.answers,
            bin.certainty,
            bin.optimal
        );
    }
    if report.unknown > 0 {
        let _ = writeln!(text, "{} answers to unknown tasks", report.unknown);
    }
    Document::new(text, &ReportDocument { engine, report })
}
