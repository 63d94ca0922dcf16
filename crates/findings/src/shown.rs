//! A position, and what its choices are worth.

use serde::{Serialize, Serializer};

use super::choices::{Guess, Readings, WrittenChoice};
use super::letter::letter;
use sowlab_analysis::choices::Choices;
use sowlab_engines::records::ReplayedRecord;
use sowlab_games::catalog::Shown;

/// A position.
#[derive(Debug, Serialize)]
pub struct ShownDocument {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    position: String,
    moves: Vec<String>,
    #[serde(flatten)]
    record: Option<Record>,
    finished: bool,
    /// Whether the last move never ends; left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Final>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    #[serde(flatten)]
    values: Option<Values>,
}

/// The moves so far, and where each led.
#[derive(Debug, Serialize)]
struct Record {
    played: Vec<String>,
    start: String,
    positions: Vec<String>,
}

/// What a position and its choices are worth.
#[derive(Debug, Serialize)]
pub struct Values {
    /// Whose margin every value is: `E` or `W`, `L` or `U`.
    margin_of: String,
    value: Readings<Option<i32>>,
    bounds: Readings<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Guess>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pie: Option<Readings<Option<i32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pie_bounds: Option<Readings<[i32; 2]>>,
    /// A choice that keeps the value and makes progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<String>,
    choices: Vec<WrittenChoice>,
}

impl Values {
    /// The values of choices, with those of the replies if they were asked for.
    pub fn new(choices: &Choices, with_replies: bool) -> Values {
        Values {
            margin_of: letter(choices.margin_of),
            value: Readings::values(&choices.bounds),
            bounds: Readings::intervals(&choices.bounds),
            estimate: choices.estimate.map(Into::into),
            pie: choices.pie.as_ref().map(Readings::values),
            pie_bounds: choices.pie.as_ref().map(Readings::intervals),
            progress: choices.progress.clone(),
            choices: WrittenChoice::all(choices, with_replies),
        }
    }
}

impl ShownDocument {
    /// A position, with the values of its choices and the moves that led to it, if there are any.
    pub fn new(
        shown: &Shown,
        values: Option<Values>,
        record: Option<&ReplayedRecord>,
    ) -> ShownDocument {
        let over = shown.over.as_ref();
        ShownDocument {
            game: shown.game.clone(),
            board: shown.board.clone(),
            position: shown.position.clone(),
            moves: shown.moves.clone(),
            record: record.map(Record::from),
            finished: over.is_some(),
            endless: shown.endless,
            r#final: over.map(|over| Final(over.won)),
            winner: over.and_then(|over| Some(over.winner?.to_lowercase())),
            values,
        }
    }
}

impl From<&ReplayedRecord> for Record {
    fn from(
        ReplayedRecord {
            moves, replayed, ..
        }: &ReplayedRecord,
    ) -> Record {
        let positions = replayed.after.iter();
        Record {
            played: moves.clone(),
            start: replayed.start.position.clone(),
            positions: positions.map(|place| place.position.clone()).collect(),
        }
    }
}

/// What each side has in the end, by its name.
#[derive(Debug)]
pub(super) struct Final(pub(super) [(&'static str, u32); 2]);

impl Serialize for Final {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sides = self.0.map(|(side, has)| (side.to_lowercase(), has));
        serializer.collect_map(sides)
    }
}
