//! `sowlab review`.

use std::fmt::Write;

use clap::Args;
use sowlab_base::files::TemporaryFolder;
use sowlab_solvers::Monitor;

use super::amount::counted;
use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::{Document, WIDTH};
use super::pie::{YesNo, check_pie};
use super::progress::Progress;
use super::recorded::RecordedGame;
use super::{Common, SearchLimit, TablesAndProofs, show};
use sowlab_analysis::RequestError;
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::MemorySize;
use sowlab_engines::review::ReviewDocument;
use sowlab_engines::review::{ReviewError, ReviewRequest, Reviewed, review};

/// The memory for the search of a position.
pub(super) const MEMORY: MemorySize = MemorySize::new(256 << 20);

#[derive(Debug, Args)]
#[command(after_help = "\
`loss` is the value of an optimal move minus the value of the move played, with infinite play as a draw and, in \
the first round, under the pie rule. It is unknown where a value is unresolved; estimates are marked. The last \
moves are valued first.

Examples:
  sowlab review 55stones --record \"E4W1 stay W6E8\"
  sowlab review --game saved.json
  sowlab review --game games.jsonl --number 3 --time-limit 10s")]
pub(super) struct Arguments {
    #[command(flatten)]
    recorded: RecordedGame,
    /// Whether the pie rule was played (stones family) [default: yes]
    #[arg(long, value_enum)]
    pie: Option<YesNo>,
    #[command(flatten)]
    sources: TablesAndProofs,
    #[command(flatten)]
    limit: SearchLimit,
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Failure {
        match error {
            ReviewError::Game(error) => Failure::input("game", error),
            ReviewError::Start(error) => Failure::input("--position", error),
            ReviewError::Move(error) => Failure::input("--record", error),
            ReviewError::Request(error) => error.into(),
        }
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let saved = arguments.recorded.read()?;
    let game = show::game(&saved.game)?;
    check_pie(arguments.pie, &game)?;
    let record = saved.moves_text();
    let scratch = TemporaryFolder::new().map_err(RequestError::failed)?;
    let request = ReviewRequest {
        game: &game,
        pie: game.has_pie() && saved.pie && arguments.pie != Some(YesNo::No),
        start: saved.start(),
        record: &record,
        values: ChoicesRequest {
            tables: arguments.sources.tables.clone(),
            proofs: arguments.sources.proofs.clone(),
            memory: MEMORY,
            limit: Some(arguments.limit.limit()),
            ..ChoicesRequest::default()
        },
    };
    let limit = request.values.limit;
    let progress = Progress::new(common);
    let reviewed = review(&request, scratch.path(), &progress, &mut |_| ())?;
    let interrupted = progress.cancelled();
    drop(progress);
    let text = format!("{game}\n\n{}", text(&reviewed));
    let document = ReviewDocument {
        game: game.to_string(),
        record: saved.record,
        limit,
        review: reviewed,
    };
    Ok(Document::new(text, &document).interrupted_if(interrupted))
}

/// Returns the losses of all choices as text.
pub(super) fn text(reviewed: &[Reviewed]) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{DIM}     side   move         loss  better{DIM:#}");
    for one in reviewed {
        let loss = match (one.loss, one.estimated_loss) {
            (Some(0), _) => "-".to_owned(),
            (Some(loss), _) => loss.to_string(),
            (None, Some(loss)) => format!("~{loss}"),
            (None, None) => "?".to_owned(),
        };
        let style = match one.loss {
            Some(1..) => BOLD,
            _ => anstyle::Style::new(),
        };
        let line = format!(
            "{:>3}  {:6} {:7} {loss:>9}  {}",
            one.number,
            one.side,
            one.choice,
            one.better.as_deref().unwrap_or_default()
        );
        let _ = writeln!(text, "{style}{}{style:#}", line.trim_end());
    }
    if let Some(missing @ 1..) = reviewed.first().map(|first| first.number - 1) {
        let _ = match missing {
            1 => writeln!(text, "\nMove 1 was not reached and is not counted."),
            _ => writeln!(
                text,
                "\nMoves 1 to {missing} were not reached and are not counted."
            ),
        };
    }
    text.push('\n');
    let mut sides: Vec<&str> = Vec::new();
    for one in reviewed {
        if !sides.contains(&one.side) {
            sides.push(one.side);
        }
    }
    for side in sides {
        text += &summary(side, reviewed);
    }
    let any = |of: fn(&Reviewed) -> bool| reviewed.iter().any(of);
    let marks = [
        (any(|one| one.loss == Some(0)), "-: no loss."),
        (
            any(|one| one.loss.is_none() && one.estimated_loss.is_some()),
            "~: an estimate. More values are solved near the end.",
        ),
        (
            any(|one| one.loss.is_none() && one.estimated_loss.is_none()),
            "?: unresolved; a longer --time-limit may solve it.",
        ),
    ];
    for (_, mark) in marks.into_iter().filter(|&(used, _)| used) {
        let _ = writeln!(text, "{DIM}{mark}{DIM:#}");
    }
    text
}

/// Returns one sentence on a side.
fn summary(side: &str, reviewed: &[Reviewed]) -> String {
    let own = || reviewed.iter().filter(|one| one.side == side);
    let errors: Vec<&Reviewed> = own().filter(|one| one.loss > Some(0)).collect();
    let unknown = own().filter(|one| one.loss.is_none()).count();
    let given: i32 = errors.iter().filter_map(|one| one.loss).sum();
    let worst = errors.iter().rev().max_by_key(|one| one.loss);
    let mut text = match worst {
        None => format!("{side}: no proven loss"),
        Some(worst) => {
            let moves = counted(errors.len() as u64, "move");
            let better = worst.better.as_ref();
            let better = better.map_or(String::new(), |better| format!(" ({better} was better)"));
            let loss = worst.loss.unwrap_or(0);
            format!(
                "{side} lost {given} in {moves}, the most with {}: {loss}{better}",
                worst.choice
            )
        }
    };
    if unknown > 0 {
        let _ = write!(text, "; {unknown} unresolved");
    }
    textwrap::fill(&(text + "."), WIDTH) + "\n"
}
