//! Replay of recorded games under the rules.

use super::GameRecord;
use crate::referee::Ending;
use crate::setting::Setting;
use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, NEVER_ENDS, NameError, ShownPosition};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{DynGame, DynPosition, Line, Played, PositionError};

/// A recorded game, position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// The start position.
    pub start: Place,
    /// The position after each move.
    pub after: Vec<Place>,
}

impl Replayed {
    /// Returns the final position.
    pub fn last(&self) -> &str {
        &self.after.last().unwrap_or(&self.start).position
    }
}

/// A position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The position in the notation of the game.
    pub position: String,
    /// The drawing of the board; `None` within a round, where the board has not changed.
    pub drawing: Option<String>,
}

/// The error of a recorded game that cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The name of the game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// A recorded game is flawed.
    #[error("game {number}: {flaw}")]
    Record {
        /// The number of the game.
        number: u64,
        /// The flaw.
        flaw: Flaw,
    },
}

/// A flaw of a recorded game.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The start position cannot be read.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The moves lead to another result.
    #[error("the game does not end as recorded")]
    Ending,
}

/// A replayed record: its moves and the position after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedRecord {
    /// The moves in text, including a pie decision that the record omits.
    pub moves: Vec<String>,
    /// The positions.
    pub replayed: Replayed,
    /// The stones of each side, first side first, if the game is over.
    pub won: Option<[u32; 2]>,
    /// Whether the last move, or the round that it completes, never ends.
    pub endless: bool,
}

impl ReplayedRecord {
    /// Returns the final position for display. The award of the remaining stones may depend on the last round, which
    /// the position alone does not contain.
    ///
    /// # Errors
    /// As for [`CatalogGame::show`], if the record is of another game.
    pub fn shown(&self, game: &CatalogGame) -> Result<ShownPosition, PositionError> {
        let mut shown = game.show(Some(self.replayed.last()))?;
        if self.endless {
            // Its position is the one before the round, which still has choices.
            shown.moves.clear();
            shown.endless = true;
            shown.to_do = Some(NEVER_ENDS.to_owned());
        }
        if let (Some(over), Some(won)) = (&mut shown.over, self.won) {
            for ((_, shown), won) in over.won.iter_mut().zip(won) {
                *shown = won;
            }
        }
        Ok(shown)
    }
}

impl Place {
    fn of(position: &dyn DynPosition, drawn: bool) -> Place {
        Place {
            position: position.text(),
            drawing: drawn.then(|| position.drawing()),
        }
    }
}

/// Replays a record from a position, or from the opening.
///
/// # Errors
/// The start is not a position of the game, or a move is not legal.
pub fn replay_record(
    game: &CatalogGame,
    start: Option<&str>,
    record: &str,
) -> Result<ReplayedRecord, Flaw> {
    let game = game.for_play(true)?;
    let mut line = Line::begin(&*game, start)?;
    line.play_record(record)?;
    let places = line.played().iter();
    let last = line.position();
    Ok(ReplayedRecord {
        moves: line.moves().into_iter().map(str::to_owned).collect(),
        replayed: Replayed {
            sides: game.sides(),
            start: Place::of(line.start(), true),
            after: places.map(|one| Place::of(&*one.position, true)).collect(),
        },
        won: last.outcome(),
        endless: last.is_endless(),
    })
}

/// Replays a recorded game.
///
/// # Errors
/// A move is not legal, or the game does not end as recorded.
pub fn replay(setting: &Setting, record: &GameRecord) -> Result<Replayed, ReplayError> {
    let game = CatalogGame::read(&setting.game, Files::Allowed)?.for_play(setting.pie)?;
    let number = record.game;
    replay_game(&*game, record).map_err(|flaw| ReplayError::Record { number, flaw })
}

fn replay_game(game: &dyn DynGame, record: &GameRecord) -> Result<Replayed, Flaw> {
    let mut line = Line::begin(game, Some(&record.start))?;
    line.play_all(record.moves.iter().map(String::as_str))?;
    let margin = line.position().outcome();
    let margin = margin.map(|[one, other]| one as i32 - other as i32);
    if record.ending == Ending::Finished && margin != record.margin {
        return Err(Flaw::Ending);
    }
    let place = |one: &Played| Place::of(&*one.position, !one.position.mid_round());
    Ok(Replayed {
        sides: game.sides(),
        start: Place::of(line.start(), true),
        after: line.played().iter().map(place).collect(),
    })
}
