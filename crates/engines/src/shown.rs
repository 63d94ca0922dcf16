//! A position with its choices, as a document.

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_findings::{Choices, FinalScore};
use sowlab_games::catalog::ShownPosition;

use super::records::ReplayedRecord;

/// A position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownDocument {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    position: String,
    moves: Vec<String>,
    #[serde(flatten)]
    record: Option<Record>,
    /// The stones that the first side (East, Lower, Red) has won so far, less those of the other side.
    lead: i32,
    finished: bool,
    /// Whether the last move never ends; left out otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    endless: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<FinalScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    /// The values of the position and its choices.
    #[serde(flatten)]
    values: Option<Choices>,
}

/// The moves so far, and where each led.
#[derive(Debug, Serialize, JsonSchema)]
struct Record {
    played: Vec<String>,
    start: String,
    positions: Vec<String>,
}

impl ShownDocument {
    /// Returns the values of the position and its choices, if they were requested.
    pub fn values(&self) -> Option<&Choices> {
        self.values.as_ref()
    }

    /// Creates the document of a position, with the values of its choices and the moves before it, if given.
    pub fn new(
        shown: &ShownPosition,
        values: Option<Choices>,
        record: Option<&ReplayedRecord>,
    ) -> ShownDocument {
        let over = shown.over.as_ref();
        ShownDocument {
            game: shown.game.clone(),
            board: shown.board.clone(),
            position: shown.position.clone(),
            moves: shown.moves.clone(),
            record: record.map(Record::from),
            lead: shown.lead,
            finished: over.is_some(),
            endless: shown.endless,
            r#final: over.map(|over| FinalScore(over.won)),
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
