//! Recorded games played once more, by the rules.

use super::GameRecord;
use crate::referee::Ending;
use crate::setting::Setting;
use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, NEVER_ENDS, NameError, Shown};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{DynGame, DynPosition, Line, Played, PositionError};

/// A recorded game, position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// What the two sides are called.
    pub sides: [&'static str; 2],
    /// Where it began.
    pub start: Place,
    /// Where each move led.
    pub after: Vec<Place>,
}

impl Replayed {
    /// The position that it leads to.
    pub fn last(&self) -> &str {
        &self.after.last().unwrap_or(&self.start).position
    }
}

/// A position of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// In the notation of the game.
    pub position: String,
    /// The board; `None` in the midst of a round, where there is nothing new on it.
    pub drawing: Option<String>,
}

/// Why a recorded game cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The name of the game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// One of its games.
    #[error("game {number}: {flaw}")]
    Record {
        /// Its number.
        number: u64,
        /// What is wrong with it.
        flaw: Flaw,
    },
}

/// What is wrong with a recorded game.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The position it begins in cannot be read.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Its moves lead to another result.
    #[error("the game does not end as it is recorded")]
    Ending,
}

/// A record that was replayed: the moves as they are written, and where each led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedRecord {
    /// The moves; a pie decision that the record leaves out is there.
    pub moves: Vec<String>,
    /// The positions.
    pub replayed: Replayed,
    /// What each side has, the one that begins first, if the game is over.
    pub won: Option<[u32; 2]>,
    /// Whether the last move, or the round that it completes, never ends.
    pub endless: bool,
}

impl ReplayedRecord {
    /// The position that it leads to. Who gets the stones that are left may depend on the last round, of which a
    /// position by itself says nothing.
    ///
    /// # Errors
    /// As of [`CatalogGame::show`], for another game.
    pub fn shown(&self, game: &CatalogGame) -> Result<Shown, PositionError> {
        let mut shown = game.show(Some(self.replayed.last()))?;
        if self.endless {
            // Its position is the one before, with choices.
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

/// Plays a record from a position, or from the opening.
///
/// # Errors
/// The start is no position of the game, or a move is not legal.
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

/// Plays a recorded game once more.
///
/// # Errors
/// It is not played by the rules, or does not end as it is recorded.
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
