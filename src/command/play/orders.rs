//! The commands of a person in a game besides moves.

use sowlab_findings::{Choices, Source, exact};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use sowlab_base::Limit;
use sowlab_base::files::TemporaryFolder;

use super::super::amount::counted;
use super::super::choices;
use super::super::failure::Failure;
use super::super::review;
use super::super::saved::{SavedError, SavedGame};
use super::session::{HELP, Next, Session, is_named};
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::{Analyses, RequestError};
use sowlab_engines::explained::{explain, verdict};
use sowlab_engines::review::{ReviewRequest, Reviewed, review as review_game};
use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::Line;

/// The reason why choices cannot be valued.
#[derive(Debug, thiserror::Error)]
enum ValuesError {
    /// There is no folder for endgame tables.
    #[error(transparent)]
    Folder(#[from] io::Error),
    /// The search is refused or failed.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// The width of a narrow terminal.
const WIDTH: usize = 80;
/// The time limit of a search for a hint.
const TIME: Duration = Duration::from_secs(2);

/// The request about a game as it would be saved.
fn of_saved<'a>(
    game: &'a CatalogGame,
    saved: &'a SavedGame,
    record: &'a str,
    values: ChoicesRequest,
) -> ReviewRequest<'a> {
    ReviewRequest {
        game,
        pie: saved.pie,
        start: Some(&saved.start),
        record,
        values,
    }
}

impl Session<'_> {
    /// Executes a line that is not a move. `otherwise` is the message for a line that is no command.
    pub(super) fn obey(&mut self, line: &str, otherwise: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Next::End("quit")),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "rules" => {
                let options = textwrap::Options::new(WIDTH).subsequent_indent("  ");
                for line in self.game.rules_text().lines() {
                    writeln!(self.out, "{}", textwrap::fill(line, &options))?;
                }
            }
            "undo" | "u" => self.undo()?,
            "trace" | "t" => match self.trace() {
                Some(lines) => writeln!(self.out, "{lines}")?,
                None if self.narrator.is_some() => writeln!(self.out, "No round was played yet.")?,
                None => {
                    let hint = "trace is for the stones family; in this game use `sowlab sow GAME --move MOVE --trace`";
                    writeln!(self.out, "{hint}.")?;
                }
            },
            "hint" => self.hint()?,
            "values" => match self.values() {
                Ok(values) => write!(self.out, "{}", choices::text(&self.seen(&values)))?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            "explain" | "why" => self.explain(file)?,
            "review" => self.review()?,
            "save" | "load" if file.is_empty() => {
                writeln!(self.out, "Which file? {word} FILE")?;
            }
            "save" => {
                let saved = self.saved().write(Path::new(file));
                match saved {
                    Ok(()) => writeln!(self.out, "Saved in {file}.")?,
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            }
            "load" => match self.load(Path::new(file)) {
                Ok(()) => self.draw()?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            _ => writeln!(self.out, "{otherwise}")?,
        }
        Ok(Next::Continue)
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(length) = self.earlier.pop() else {
            return writeln!(self.out, "There is nothing to take back.");
        };
        self.line.truncate(length);
        self.resigned = false;
        self.last_round = None;
        self.last_holes = None;
        self.draw()
    }

    /// Returns the trace of the last round, step by step.
    fn trace(&self) -> Option<String> {
        let (position, chosen) = self.last_round.as_ref()?;
        self.narrator.as_ref()?.trace(position, chosen)
    }

    fn request(&mut self) -> io::Result<ChoicesRequest> {
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => TemporaryFolder::new().map_err(io::Error::other)?,
        };
        let path = scratch.path().to_owned();
        self.scratch = Some(scratch);
        Ok(ChoicesRequest {
            position: Some(self.line.position().text()),
            tables: self.tables.clone(),
            proofs: self.proofs.clone(),
            scratch: Some(path),
            memory: review::MEMORY,
            limit: Some(Limit::Time(TIME)),
            ..ChoicesRequest::default()
        })
    }

    fn values(&mut self) -> Result<Choices, ValuesError> {
        let request = self.request()?;
        Ok(self.game.analyses().choices(&request, self.monitor)?)
    }

    fn hint(&mut self) -> io::Result<()> {
        let values = match self.values() {
            Ok(values) => values,
            Err(error) => return writeln!(self.out, "{error}"),
        };
        let said = match self.advice(&values) {
            Some(said) => said,
            None => "There is no move to choose.".to_owned(),
        };
        writeln!(self.out, "{said}")
    }

    /// The values as margins of the whole game for the side that chooses.
    fn seen(&self, values: &Choices) -> Choices {
        choices::of_chooser(values, self.sides[0], self.line.position().lead())
    }

    /// A choice to make, its result if both sides play on, and how sure that is.
    fn advice(&self, values: &Choices) -> Option<String> {
        let seen = self.seen(values);
        let advised = seen.advised(self.pie)?;
        let with_pie = advised.pie.as_ref().filter(|_| self.pie);
        let (bounds, estimate) = match with_pie {
            Some(pie) => (pie, advised.pie_estimate),
            None => (&advised.bounds, advised.estimate),
        };
        let margin = advised.margin_under(self.pie);
        let of_first = if seen.margin_of == self.sides[0] {
            margin
        } else {
            -margin
        };
        let result = verdict(self.sides, of_first);
        let sure = match (exact(&bounds.zero), advised.source, estimate) {
            (Some(_), Some(Source::Solved), _) => match &values.evidence {
                Some(evidence) => format!("{}: {}", evidence.certainty, evidence.file),
                None => "solved".to_owned(),
            },
            (Some(_), Some(Source::Table), _) => "solved: endgame tables".to_owned(),
            (Some(_), _, _) => "solved: this search".to_owned(),
            (None, _, Some(estimate)) => format!(
                "an estimate, {} deep",
                counted(estimate.depth.into(), "move")
            ),
            (None, _, None) => "unresolved".to_owned(),
        };
        let rule = if with_pie.is_some() {
            " under the pie rule"
        } else {
            ""
        };
        let reply = match (&advised.best_reply, with_pie) {
            (Some(reply), None) => format!(" The best reply is {reply}."),
            _ => String::new(),
        };
        let choice = &advised.choice;
        Some(format!(
            "Hint: {choice}. Then, if both play on: {result}{rule} ({sure}).{reply}"
        ))
    }

    fn review(&mut self) -> io::Result<()> {
        if self.line.played().is_empty() {
            return writeln!(self.out, "Nothing was played yet.");
        }
        let values = self.request()?;
        let scratch = values.scratch.clone().unwrap_or_default();
        let saved = self.saved();
        let record = saved.moves.join(" ");
        let request = of_saved(self.game, &saved, &record, values);
        let count = self.line.played().len() as u64;
        let out = &mut self.out;
        write!(
            out,
            "Reviewing {}, the last first: ",
            counted(count, "move")
        )?;
        out.flush()?;
        let mut shown = Ok(());
        let mut show = |one: &Reviewed| {
            let written = write!(out, "{} ", one.choice).and_then(|()| out.flush());
            shown = std::mem::replace(&mut shown, Ok(())).and(written);
        };
        let reviewed = review_game(&request, &scratch, self.monitor, &mut show);
        shown?;
        match reviewed {
            Ok(reviewed) => write!(self.out, "\n\n{}", review::text(&reviewed)),
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// Explains the choice of this name.
    fn explain(&mut self, named: &str) -> io::Result<()> {
        let legal = self.line.position().moves();
        let Some(chosen) = legal.iter().find(|text| is_named(text, named)) else {
            let legal = legal.join(" ");
            return writeln!(self.out, "Which move? Type explain and one of {legal}");
        };
        let values = self.request()?;
        let scratch = values.scratch.clone().unwrap_or_default();
        let saved = self.saved();
        let record = saved.moves.join(" ");
        let request = of_saved(self.game, &saved, &record, values);
        match explain(&request, chosen, &scratch, self.monitor) {
            Ok(Some(found)) => {
                writeln!(self.out, "{}", textwrap::fill(&found.text, WIDTH))
            }
            Ok(None) => writeln!(self.out, "There is nothing to explain."),
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn saved(&self) -> SavedGame {
        SavedGame {
            game: self.game.to_string(),
            pie: self.pie,
            start: self.line.start().text(),
            moves: (self.line.moves().into_iter()).map(str::to_owned).collect(),
            record: self.line.record(),
        }
    }

    /// Continues a game of a file. The current game stays if that fails.
    fn load(&mut self, path: &Path) -> Result<(), SavedError> {
        let saved = SavedGame::read(path)?;
        let game = self.game.to_string();
        if saved.game != game {
            return Err(SavedError::OtherGame {
                path: path.to_owned(),
                found: saved.game,
            });
        }
        let game = self.game.for_play(self.pie).map_err(SavedError::play)?;
        let mut line = Line::begin(&*game, Some(&saved.start)).map_err(SavedError::play)?;
        let moves = saved.moves.iter().map(String::as_str);
        line.play_all(moves).map_err(SavedError::play)?;
        self.line = line;
        self.resigned = false;
        self.earlier.clear();
        (self.last_round, self.last_holes) = (None, None);
        Ok(())
    }
}
