//! The commands of a person in a game besides moves.

use sowlab_findings::{Choices, Part, exact};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use sowlab_base::files::TemporaryFolder;

use super::super::choices;
use super::super::failure::Failure;
use super::super::review;
use super::super::saved::{SavedError, SavedGame};
use super::session::{HELP, Next, Session};
use sowlab_analysis::choices::ChoicesRequest;
use sowlab_analysis::{Analyses, RequestError};
use sowlab_engines::review::{ReviewRequest, review as review_game};
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

/// The time limit of a search for a hint.
const TIME: Duration = Duration::from_secs(2);

impl Session<'_> {
    /// Executes a line that is not a move. `otherwise` is the message for a line that is no command.
    pub(super) fn obey(&mut self, line: &str, otherwise: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let file = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" => return Ok(Next::End("quit")),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "rules" => writeln!(self.out, "{}", self.game.rules_text())?,
            "undo" | "u" => self.undo()?,
            "trace" | "t" => match self.trace() {
                Some(lines) => writeln!(self.out, "{lines}")?,
                None => writeln!(self.out, "No round was played since.")?,
            },
            "hint" => self.hint()?,
            "values" => match self.values() {
                Ok(values) => write!(self.out, "{}", choices::text(&values))?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
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
        self.last_round = None;
        self.last_holes = None;
        self.draw()
    }

    /// Returns the trace of the last round, step by step.
    fn trace(&self) -> Option<String> {
        let (position, chosen) = self.last_round.as_ref()?;
        self.teller.as_ref()?.trace(position, chosen)
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
            tables: None,
            scratch: Some(path),
            memory: review::MEMORY,
            time_limit: Some(TIME),
            search: true,
            replies: false,
            proofs: Vec::new(),
            part: Part::All,
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
        let said = match advice(&values, self.pie) {
            Some(said) => said,
            None => "There is nothing to choose.".to_owned(),
        };
        writeln!(self.out, "{said}")
    }

    fn review(&mut self) -> io::Result<()> {
        if self.line.played().is_empty() {
            return writeln!(self.out, "Nothing was played yet.");
        }
        let values = self.request()?;
        let scratch = values.scratch.clone().unwrap_or_default();
        let saved = self.saved();
        let request = ReviewRequest {
            game: self.game,
            pie: self.pie,
            start: Some(&saved.start),
            record: &saved.moves.join(" "),
            values,
        };
        let count = self.line.played().len();
        writeln!(self.out, "Looking at {count} choices …")?;
        self.out.flush()?;
        match review_game(&request, &scratch, self.monitor, &mut |_| ()) {
            Ok(reviewed) => write!(self.out, "\n{}", review::text(&reviewed)),
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
        self.earlier.clear();
        (self.last_round, self.last_holes) = (None, None);
        Ok(())
    }
}

/// Returns a good choice in words: under the pie rule by the values with it, where they are known.
fn advice(values: &Choices, pie: bool) -> Option<String> {
    let margin_of = values.margin_of;
    let with_pie = values.pie.as_ref().filter(|_| pie);
    if let Some(best) = with_pie.and_then(|pie| exact(&pie.zero)) {
        let keeps = values.choices.iter().find(|choice| {
            let own = choice.pie.as_ref();
            own.is_some_and(|own| exact(&own.zero) == Some(best))
        });
        let choice = &keeps?.choice;
        let (side, best) = match (values.wants_greatest(), values.chooser) {
            (false, Some(side)) => (side, -best),
            _ => (margin_of, best),
        };
        return Some(format!(
            "Hint: {choice}. With the pie rule it is worth {best:+} to {side} (proven)."
        ));
    }
    let choice = values.advice()?;
    // The value of a hint is that of the side to choose.
    let (side, sign) = match values.wants_greatest() {
        true => (margin_of, 1),
        false => (values.chooser?, -1),
    };
    let reply = choice.best_reply.as_ref();
    let reply = reply.map_or(String::new(), |reply| {
        format!("; the best reply is {reply}")
    });
    let sure = match exact(&choice.bounds.zero) {
        Some(_) => "proven",
        None => "an estimate",
    };
    Some(format!(
        "Hint: {}, worth {:+} to {side} from here on ({sure}){reply}.",
        choice.choice,
        sign * choice.margin()
    ))
}
