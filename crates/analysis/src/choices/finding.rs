//! The request and the finding.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sowlab_solvers::Value;

use super::pieces::{Part, ValuedPiece};
use super::source::Source;
use crate::Estimate;
use crate::solve::{Bounds, SolveRequest, best_by_reading, exact};
use sowlab_base::MemorySize;

/// Which position to ask about, and with what.
#[derive(Clone, Debug)]
pub struct ChoicesRequest {
    /// The position, in the notation of the game; `None`: the opening.
    pub position: Option<String>,
    /// The directory of endgame tables, which are only read. `None`: those of
    /// [the default folder](crate::tables::default_folder) where it has any, otherwise tables
    /// that are built within seconds.
    pub tables: Option<PathBuf>,
    /// A directory in which tables are built as far as they pay, and found again by the next request, if
    /// none are given and the default folder does not exist. `None`: a temporary one.
    pub scratch: Option<PathBuf>,
    /// The memory for tables and searches.
    pub memory: MemorySize,
    /// When to stop; what is proven by then is the finding.
    pub time_limit: Option<Duration>,
    /// Whether to search for what tables do not hold.
    pub search: bool,
    /// Whether to value every reply to every choice, not only the best.
    pub replies: bool,
    /// Files of proven claims that a search of the stones family may use: each about these rules, only read.
    pub proofs: Vec<PathBuf>,
    /// Which of the positions after a reply are proven.
    pub part: Part,
}

impl ChoicesRequest {
    /// The same position with the same means as a request to solve it.
    pub fn of(request: &SolveRequest, replies: bool) -> ChoicesRequest {
        ChoicesRequest {
            position: request.position.clone(),
            tables: request.tables.clone(),
            scratch: None,
            memory: request.memory,
            time_limit: request.time_limit,
            search: true,
            replies,
            proofs: Vec::new(),
            part: Part::All,
        }
    }

    /// The opening, searched with tables in a directory and this much memory, without a time limit.
    pub fn of_opening(tables: &Path, memory: MemorySize) -> ChoicesRequest {
        ChoicesRequest {
            position: None,
            tables: Some(tables.to_owned()),
            scratch: None,
            memory,
            time_limit: None,
            search: true,
            replies: false,
            proofs: Vec::new(),
            part: Part::All,
        }
    }
}

/// The value of every choice of a position. All margins are those of the side named by `margin_of`, from
/// the position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The full name of the game.
    pub game: String,
    /// The position, in full.
    pub position: String,
    /// The side whose margins these are: the side with sente, or in a sequential game the side to move.
    pub margin_of: &'static str,
    /// The side that chooses; `None` if the game is over.
    pub chooser: Option<&'static str>,
    /// What is proven of the position.
    pub bounds: Bounds,
    /// What is proven of an opening under the pie rule, if the decision is still to come.
    pub pie: Option<Bounds>,
    /// A guess at the value, where it is not proven.
    pub estimate: Option<Estimate>,
    /// The choices, in the order of the game.
    pub choices: Vec<ValuedChoice>,
    /// The nodes searched.
    pub nodes: u64,
    /// What was found of the positions of a [piece](Part::Piece), if no more was asked for.
    pub piece: Option<ValuedPiece>,
    /// A choice that keeps `zero` and makes [progress](sowlab_solvers::progress), where the values of all positions
    /// within reach are known, play can repeat itself, and a side has to force an exit.
    pub progress: Option<String>,
}

/// A choice and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedChoice {
    /// The choice, as it is written.
    pub choice: String,
    /// What is proven of it.
    pub bounds: Bounds,
    /// The same under the pie rule, in an opening.
    pub pie: Option<Bounds>,
    /// A guess at the value, where it is not proven.
    pub estimate: Option<Estimate>,
    /// The best answer of the other side, where it is known and the other side is to answer. Replies that
    /// keep `zero` come first, of these the ones that keep the worse and then the better reading.
    pub best_reply: Option<String>,
    /// Every reply, if they were asked for and the other side is to answer.
    pub replies: Vec<ValuedReply>,
    /// Where the value comes from, if `zero` is proven.
    pub source: Option<Source>,
}

/// A reply and its value, gains of both moves included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedReply {
    /// The reply, as it is written.
    pub choice: String,
    /// What is proven of it.
    pub bounds: Bounds,
    /// The same under the pie rule, in an opening.
    pub pie: Option<Bounds>,
    /// A guess at the value, where it is not proven.
    pub estimate: Option<Estimate>,
    /// Where the value comes from, if `zero` is proven.
    pub source: Option<Source>,
}

impl Choices {
    /// Whether the side that chooses wants the greatest margin, not the least: whether the margins are its
    /// own.
    pub fn wants_greatest(&self) -> bool {
        self.chooser == Some(self.margin_of)
    }

    /// Whether every choice is a hole, written as a letter and its number.
    pub fn in_holes(&self) -> bool {
        let hole = |text: &str| {
            text.get(1..)
                .is_some_and(|number| number.parse::<u8>().is_ok())
        };
        self.choices.iter().all(|choice| hole(&choice.choice))
    }

    /// The best choices of the side to choose, and whether these are all that are as good. Where every
    /// value is known, the choices that keep its worst reading, of these those that keep `zero`, of these
    /// those that keep its best reading; otherwise those that are proven best where infinite play counts
    /// for nobody.
    pub fn best(&self) -> (Vec<String>, bool) {
        let own = |bounds: &Bounds| match self.wants_greatest() {
            true => bounds.clone(),
            false => bounds.flipped(),
        };
        if let Some(value) = own(&self.bounds).value() {
            let all = self.choices.iter();
            let options = all.map(|choice| (choice.choice.clone(), own(&choice.bounds)));
            if let Some(options) = exact_values(options) {
                return (best_by_reading(options, value), true);
            }
        }
        let most = |choice: &ValuedChoice| *own(&choice.bounds).zero.start();
        let Some(bar) = self.choices.iter().map(most).max() else {
            return (Vec::new(), true);
        };
        let best = self.choices.iter().filter(|choice| {
            let others = self.choices.iter().filter(|other| other != choice);
            let mut ends = others.map(|other| *own(&other.bounds).zero.end());
            most(choice) == bar && ends.all(|end| end <= bar)
        });
        let best: Vec<String> = best.map(|choice| choice.choice.clone()).collect();
        (best, false)
    }

    /// The choice to make with what is known: one that makes progress where that is known; otherwise a best one if one
    /// is proven; otherwise the one with the best value or estimate, the first of equals.
    pub fn advice(&self) -> Option<&ValuedChoice> {
        if let Some(progress) = &self.progress {
            return self
                .choices
                .iter()
                .find(|choice| choice.choice == *progress);
        }
        let (best, _) = self.best();
        if let Some(best) = best.first() {
            return self.choices.iter().find(|choice| choice.choice == *best);
        }
        let own = |choice: &ValuedChoice| {
            let margin = choice.margin();
            if self.wants_greatest() {
                margin
            } else {
                -margin
            }
        };
        self.choices.iter().rev().max_by_key(|choice| own(choice))
    }
}

impl ValuedChoice {
    /// `zero` where it is proven, otherwise the estimate, otherwise the end of the interval nearest to 0.
    pub fn margin(&self) -> i32 {
        let proven = exact(&self.bounds.zero);
        let guess = self.estimate.map(|estimate| estimate.margin);
        let (start, end) = (*self.bounds.zero.start(), *self.bounds.zero.end());
        proven.or(guess).unwrap_or_else(|| 0.clamp(start, end))
    }
}

/// All values, if all are known.
fn exact_values(options: impl Iterator<Item = (String, Bounds)>) -> Option<Vec<(String, Value)>> {
    options
        .map(|(text, bounds)| Some((text, bounds.value()?)))
        .collect()
}
