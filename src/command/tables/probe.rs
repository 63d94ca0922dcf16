//! `sowlab tables probe`.

use std::fmt::Write;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::DecimalBytes;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_base::files::open_regular;
use sowlab_findings::{Choices, Estimate, ValuedChoice, Values, letter_of};

use super::super::amount::counted;
use super::super::choices::{ChoicesArguments, text};
use super::super::failure::Failure;
use super::super::output::Document;
use super::super::progress::Progress;
use super::super::{Common, show};
use super::place::{Transfer, failure, request_failure, table_game};
use super::published::Source;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::tables::{Located, ProbeError, Probed, Prober, TableError, Value};
use sowlab_base::MemorySize;

/// The memory for a table of estimates.
const MEMORY: MemorySize = MemorySize::new(64 << 20);

#[derive(Debug, Args)]
#[command(after_help = "\
Values are margins in stones from the position on, for the first chooser; in games with alternating moves for \
the side to move. There is one per infinite-play convention: `lower` counts infinite play as a loss of the \
stones left, `zero` as a draw, `upper` as a win.

--dir may be the URL of a directory with files that `tables build` made. Then only the required parts of the files \
are read, about 5 kB per position, and checked by their checksums. Exit codes: 1 the network failed, 2 the URL has no \
such tables.

Examples:
  sowlab tables probe 55stones --dir tables --choices \\
    --position \"0,0,2,0,3,0,1,0,2,0,0 E 25 22\"
  sowlab tables probe 55stones --dir tables --positions positions.txt
  sowlab tables probe 55stones --dir https://example.org/tables \\
    --positions positions.txt")]
pub(in crate::command) struct ProbeArguments {
    /// Game with options; the number of stones at the start has no effect
    game: String,
    /// Directory with the endgame tables, or its URL
    #[arg(long)]
    dir: PathBuf,
    /// Position, in any phase; a finished board counts as reached by a round without a capture
    #[arg(long, required_unless_present = "positions")]
    position: Option<String>,
    /// File with one position per line; - for standard input. Positions outside the tables have no value
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "choices", "replies", "csv"]
    )]
    positions: Option<PathBuf>,
    #[command(flatten)]
    choices: ChoicesArguments,
}

/// The document of `tables probe --position`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProbeDocument {
    /// The rules that the tables belong to.
    game: String,
    #[serde(flatten)]
    probed: ProbedPosition,
    #[serde(flatten)]
    choices: Option<ProbedChoices>,
    /// What was read, if the tables are a published set.
    #[serde(skip_serializing_if = "Option::is_none")]
    transfer: Option<Transfer>,
}

/// A position that was probed.
#[derive(Serialize, JsonSchema)]
struct ProbedPosition {
    /// The position.
    position: String,
    /// The side whose margin every value is: E or W, L or U.
    margin_of: String,
    /// The value; `null` where no table has it.
    value: Option<Values<i32>>,
}

/// The values of its choices.
#[derive(Serialize, JsonSchema)]
struct ProbedChoices {
    /// The value of an opening under the pie rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pie: Option<Values<Option<i32>>>,
    /// An estimate, where the value is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Estimate>,
    /// The choices.
    choices: Vec<ValuedChoice>,
}

/// The document of `tables probe --positions`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ProbesDocument {
    /// The rules that the tables belong to.
    game: String,
    /// The positions, in the order of the file.
    positions: Vec<ProbedPosition>,
    /// What was read, if the tables are a published set.
    #[serde(skip_serializing_if = "Option::is_none")]
    transfer: Option<Transfer>,
}

impl ProbedPosition {
    fn new(probed: Probed) -> ProbedPosition {
        let values = |Value { lower, zero, upper }| Values { lower, zero, upper };
        ProbedPosition {
            position: probed.position,
            margin_of: letter_of(probed.margin_of),
            value: probed.value.map(values),
        }
    }
}

fn refused(option: &str, error: ProbeError) -> Failure {
    match error {
        ProbeError::Position(error) => Failure::input(option, error),
        ProbeError::Table(error) => failure(error),
    }
}

pub(super) fn run(arguments: &ProbeArguments, common: &Common) -> Result<Document, Failure> {
    let game = table_game(&arguments.game)?;
    let name = game.table_name().map_err(failure)?;
    let wrong = |error| refused("--position", error);
    let source = Source::new(&arguments.dir)?;
    if source.is_published() && arguments.choices.wanted() {
        let reason = "needs tables in a directory; `tables fetch` downloads them";
        return Err(Failure::input("--choices", reason));
    }
    let mut prober = game.prober(source.place.clone()).map_err(wrong)?;
    let progress = Progress::new(common);
    if let Some(file) = &arguments.positions {
        let positions = located(&prober, file)?;
        return many(&name, &mut prober, positions, &source, &progress);
    }
    let table = arguments.choices.table(common.format)?;
    let position = arguments.position.as_deref().unwrap_or_default();
    let probed = prober.probe_present(position, &progress).map_err(wrong)?;
    let choices = match arguments.choices.wanted() {
        true => Some(choices(arguments, &progress)?),
        false => None,
    };
    let mut out = format!("{}\n", probed.position);
    if let Some(Value { lower, zero, upper }) = probed.value {
        let side = probed.margin_of;
        let _ = writeln!(
            out,
            "{side}: lower {lower:+}  zero {zero:+}  upper {upper:+}"
        );
    }
    if let Some(choices) = &choices {
        let _ = write!(out, "\n{}", text(choices));
        table.write(choices)?;
    }
    Ok(Document::new(
        out,
        &ProbeDocument {
            game: name,
            probed: ProbedPosition::new(probed),
            choices: choices.map(|choices| ProbedChoices {
                pie: choices.pie.as_ref().map(Values::proven),
                estimate: choices.estimate,
                choices: choices.choices,
            }),
            transfer: said(&source, &progress),
        },
    )
    .silent_if(table.is_standard_output()))
}

/// Returns the values of every choice that the tables alone give.
fn choices(arguments: &ProbeArguments, progress: &Progress) -> Result<Choices, Failure> {
    let game = show::game(&arguments.game)?;
    let request = ChoicesRequest {
        position: arguments.position.clone(),
        tables: Some(arguments.dir.clone()),
        memory: MEMORY,
        search: false,
        recompute: true,
        replies: arguments.choices.replies(),
        ..ChoicesRequest::default()
    };
    let valued = game.analyses().choices(&request, progress);
    valued.map_err(request_failure)
}

/// The maximum number of bytes of a line.
const LONGEST_LINE: u64 = 64 << 10;

/// Locates the positions of a file, one per line.
fn located(prober: &Prober<'_>, path: &Path) -> Result<Vec<Located>, Failure> {
    let unreadable =
        |error: io::Error| Failure::input("--positions", format!("{}: {error}", path.display()));
    let mut input: Box<dyn BufRead> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(open_regular(path).map_err(unreadable)?)),
    };
    let mut positions = Vec::new();
    for number in 1.. {
        let mut line = String::new();
        let mut limited = input.by_ref().take(LONGEST_LINE);
        let read = limited.read_line(&mut line).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        if read as u64 == LONGEST_LINE {
            let file = path.display();
            let reason = format!("{file}, line {number}: longer than the limit of 64 KiB");
            return Err(Failure::input("--positions", reason));
        }
        let position = match number {
            // The first line may begin with a byte order mark.
            1 => line.trim_start_matches('\u{feff}').trim(),
            _ => line.trim(),
        };
        if position.is_empty() {
            continue;
        }
        let located = prober.locate(position);
        positions
            .push(located.map_err(|error| refused(&format!("--positions, line {number}"), error))?);
    }
    Ok(positions)
}

/// Probes many positions.
fn many(
    name: &str,
    prober: &mut Prober<'_>,
    positions: Vec<Located>,
    source: &Source,
    progress: &Progress,
) -> Result<Document, Failure> {
    let probed = prober.probe(positions, progress).map_err(failure)?;
    // A wrong URL has no tables at all.
    if let Some(missing) = prober.missing()
        && source.is_published()
        && probed.iter().all(|probed| probed.value.is_none())
    {
        return Err(failure(TableError::Missing(missing.clone())));
    }
    let mut out = String::new();
    for probed in &probed {
        let _ = match probed.value {
            Some(Value { lower, zero, upper }) => {
                writeln!(out, "{}\t{lower:+}\t{zero:+}\t{upper:+}", probed.position)
            }
            None => writeln!(out, "{}\tnot in the tables", probed.position),
        };
    }
    Ok(Document::new(
        out,
        &ProbesDocument {
            game: name.to_owned(),
            positions: probed.into_iter().map(ProbedPosition::new).collect(),
            transfer: said(source, progress),
        },
    ))
}

/// Returns what was read from a published set, and says it.
fn said(source: &Source, progress: &Progress) -> Option<Transfer> {
    let transfer = source.transfer()?;
    let Transfer { requests, bytes } = transfer;
    let requests = counted(requests, "request");
    progress.say(&format!("{requests}, {}", DecimalBytes(bytes)));
    Some(transfer)
}
