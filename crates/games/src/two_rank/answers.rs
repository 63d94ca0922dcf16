//! The questions about the rules of a two-rank game, and the answers of one game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::rules::{
    Capture, Counts, Directions, End, Feeding, GrandSlam, Laps, Lift, Origin, PlayersNotation,
    Remaining, Rules, StoreLanding, Stores,
};

/// The seeds that the last seed of a sowing captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureAnswer {
    /// None.
    Nothing,
    /// In an own pit that was empty: that seed and the seeds in the facing pit.
    Facing,
    /// In a pit of the other side with a number of seeds that is captured: the seeds of that pit.
    LastPit,
    /// As `last-pit`, and the pits before it, backwards along the sowing, while each belongs to the other side and has
    /// such a number.
    Backwards,
}

/// Numbers of seeds by parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
}

/// The effect of a last seed in an own empty pit that faces an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FacingEmpty {
    /// Nothing is captured.
    CapturesNothing,
    /// That seed is captured.
    CapturesLastSeed,
}

/// Answers to the questions about the rules. A question that is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Answers {
    /// Is the own store sown? Default: `bypassed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_store: Option<Stores>,
    /// Does a sowing that comes round to the pit that was lifted sow it? Default: `sown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Which seeds of a pit are lifted? Default: `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lift: Option<Lift>,
    /// Does a last seed in a pit with seeds begin another lap? Default: `one`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub laps: Option<Laps>,
    /// In which directions may a player sow? Default: `right`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directions: Option<Directions>,
    /// How few seeds may a pit have to be lifted, 1 to 127? Default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_lifted: Option<u8>,
    /// What does the last seed capture? Default: `nothing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture: Option<CaptureAnswer>,
    /// Which numbers of seeds do `last-pit` and `backwards` capture, 1 to 127? Instead: `captured-parity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_counts: Option<Vec<u8>>,
    /// Which numbers of seeds do `last-pit` and `backwards` capture? Instead: `captured-counts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_parity: Option<Parity>,
    /// What does `facing` capture if the facing pit is empty? Default: `captures-nothing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing_empty: Option<FacingEmpty>,
    /// What does a move do that would capture all seeds of the other side? Default: `captures`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grand_slam: Option<GrandSlam>,
    /// What does a last seed in the own store do? Default: `passes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_in_store: Option<StoreLanding>,
    /// Must the other side be fed? Default: `free`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feeding: Option<Feeding>,
    /// When does the game end? Default: `no-move`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Who gets the seeds left at the end? Default: `owners`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining: Option<Remaining>,
    /// Which other notation of moves is accepted? Default: `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<PlayersNotation>,
}

/// The error of answers that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct AnswerError {
    /// The question.
    pub field: &'static str,
    /// The answers that are allowed, and when.
    pub message: &'static str,
}

impl Answers {
    /// Returns these answers, with those of `others` where they have one.
    #[must_use]
    pub fn with(&self, others: &Answers) -> Answers {
        let mine = self.clone();
        let new = others.clone();
        // Other numbers of seeds replace the numbers however they were given.
        let counted = new.captured_counts.is_some() || new.captured_parity.is_some();
        let (counts, parity) = match counted {
            true => (new.captured_counts, new.captured_parity),
            false => (mine.captured_counts, mine.captured_parity),
        };
        Answers {
            own_store: new.own_store.or(mine.own_store),
            origin: new.origin.or(mine.origin),
            lift: new.lift.or(mine.lift),
            laps: new.laps.or(mine.laps),
            directions: new.directions.or(mine.directions),
            least_lifted: new.least_lifted.or(mine.least_lifted),
            capture: new.capture.or(mine.capture),
            captured_counts: counts,
            captured_parity: parity,
            facing_empty: new.facing_empty.or(mine.facing_empty),
            grand_slam: new.grand_slam.or(mine.grand_slam),
            last_in_store: new.last_in_store.or(mine.last_in_store),
            feeding: new.feeding.or(mine.feeding),
            end: new.end.or(mine.end),
            remaining: new.remaining.or(mine.remaining),
            notation: new.notation.or(mine.notation),
        }
    }

    /// Returns the rules on a board of this size.
    ///
    /// # Errors
    /// The question whose answer does not go with another.
    pub fn rules(&self, pits: usize, seeds: usize) -> Result<Rules, AnswerError> {
        let refused = |field, message| Err(AnswerError { field, message });
        let rules = Rules {
            pits,
            seeds,
            stores: self.own_store.unwrap_or(Stores::Bypassed),
            origin: self.origin.unwrap_or(Origin::Sown),
            lift: self.lift.unwrap_or(Lift::All),
            laps: self.laps.unwrap_or(Laps::One),
            directions: self.directions.unwrap_or(Directions::Right),
            least_played: self.least_lifted.unwrap_or(1),
            capture: self.capture()?,
            grand_slam: self.grand_slam.unwrap_or(GrandSlam::Captures),
            store_landing: self.last_in_store.unwrap_or(StoreLanding::Passes),
            feeding: self.feeding.unwrap_or(Feeding::Free),
            end: self.end.unwrap_or(End::NoMove),
            remaining: self.remaining.unwrap_or(Remaining::Owners),
            notation: self.notation.unwrap_or(PlayersNotation::None),
        };
        let sown = rules.stores == Stores::Sown;
        if rules.store_landing == StoreLanding::MovesAgain && !sown {
            return refused("last-in-store", "moves-again needs own-store = \"sown\"");
        }
        if rules.notation != PlayersNotation::None && rules.directions != Directions::Right {
            return refused(
                "notation",
                "letters and numbers need directions = \"right\"",
            );
        }
        Ok(rules)
    }

    fn capture(&self) -> Result<Capture, AnswerError> {
        let refused = |field, message| Err(AnswerError { field, message });
        let answer = self.capture.unwrap_or(CaptureAnswer::Nothing);
        let counted = matches!(answer, CaptureAnswer::LastPit | CaptureAnswer::Backwards);
        if self.facing_empty.is_some() && answer != CaptureAnswer::Facing {
            return refused("facing-empty", "only with capture = \"facing\"");
        }
        let counts = match (&self.captured_counts, self.captured_parity) {
            (Some(_), Some(_)) => {
                return refused("captured-parity", "only without captured-counts");
            }
            (Some(counts), None) => {
                let counts = Counts::new(counts);
                let allowed = "write one number or more, each 1 to 127";
                Some(counts.ok_or(AnswerError {
                    field: "captured-counts",
                    message: allowed,
                })?)
            }
            (None, Some(Parity::Even)) => Some(Counts::EVEN),
            (None, Some(Parity::Odd)) => Some(Counts::ODD),
            (None, None) => None,
        };
        match (answer, counts) {
            (CaptureAnswer::Nothing, None) => Ok(Capture::Nothing),
            (CaptureAnswer::Facing, None) => Ok(Capture::Facing {
                even_if_empty: self.facing_empty == Some(FacingEmpty::CapturesLastSeed),
            }),
            (CaptureAnswer::LastPit, Some(counts)) => Ok(Capture::LastPit { counts }),
            (CaptureAnswer::Backwards, Some(counts)) => Ok(Capture::Backwards { counts }),
            _ if counted => refused(
                "capture",
                "last-pit and backwards need captured-counts or captured-parity",
            ),
            _ if self.captured_counts.is_some() => refused(
                "captured-counts",
                "only with capture = \"last-pit\" or \"backwards\"",
            ),
            _ => refused(
                "captured-parity",
                "only with capture = \"last-pit\" or \"backwards\"",
            ),
        }
    }
}

impl Rules {
    /// Returns the complete answers.
    pub fn answers(&self) -> Answers {
        let (capture, counts, facing_empty) = match self.capture {
            Capture::Nothing => (CaptureAnswer::Nothing, None, None),
            Capture::Facing {
                even_if_empty: true,
            } => (
                CaptureAnswer::Facing,
                None,
                Some(FacingEmpty::CapturesLastSeed),
            ),
            Capture::Facing {
                even_if_empty: false,
            } => (
                CaptureAnswer::Facing,
                None,
                Some(FacingEmpty::CapturesNothing),
            ),
            Capture::LastPit { counts } => (CaptureAnswer::LastPit, Some(counts), None),
            Capture::Backwards { counts } => (CaptureAnswer::Backwards, Some(counts), None),
        };
        Answers {
            own_store: Some(self.stores),
            origin: Some(self.origin),
            lift: Some(self.lift),
            laps: Some(self.laps),
            directions: Some(self.directions),
            least_lifted: Some(self.least_played),
            capture: Some(capture),
            captured_counts: counts.map(|counts| counts.list()),
            captured_parity: None,
            facing_empty,
            grand_slam: Some(self.grand_slam),
            last_in_store: Some(self.store_landing),
            feeding: Some(self.feeding),
            end: Some(self.end),
            remaining: Some(self.remaining),
            notation: Some(self.notation),
        }
    }

    /// Returns the hash of the rules in hexadecimal digits: XXH3 of a line for each question that affects play, as `origin = "sown"`, in
    /// alphabetical order. The size of the board is left out.
    ///
    /// # Panics
    /// Never: answers are a table.
    pub fn hash(&self) -> String {
        let answers = Answers {
            notation: None,
            ..self.answers()
        };
        let table = serde_json::to_value(&answers).expect("answers are a table");
        let mut lines: Vec<String> = table
            .as_object()
            .into_iter()
            .flatten()
            .map(|(field, answer)| format!("{field} = {}\n", in_toml(answer)))
            .collect();
        lines.sort_unstable();
        format!("{:016x}", xxh3_64(lines.concat().as_bytes()))
    }
}

/// Writes an answer as a file of rules has it: a word in quotes, a number, or numbers in brackets.
fn in_toml(answer: &Value) -> String {
    match answer {
        Value::Array(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(Value::to_string).collect();
            format!("[{}]", numbers.join(", "))
        }
        answer => answer.to_string(),
    }
}
