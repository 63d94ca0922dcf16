//! Recorded games played once more, by the rules.

use super::GameRecord;
use crate::referee::Ending;
use crate::setting::Setting;
use sowlab_analysis::RequestError;
use sowlab_analysis::catalog::{CatalogGame, NEVER_ENDS, NameError, Shown};
use sowlab_games::Files;
use sowlab_games::contest::{
    Contest, MoveError, Visit, move_texts, outcome, read_move, read_record,
};

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The position it begins in cannot be read.
    #[error("{0}")]
    Start(String),
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
    pub fn shown(&self, game: &CatalogGame) -> Result<Shown, RequestError> {
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

struct RecordReplayer<'a> {
    start: Option<&'a str>,
    record: &'a str,
}

impl Visit for RecordReplayer<'_> {
    type Output = Result<ReplayedRecord, Flaw>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let start = match self.start {
            None => contest.opening(),
            Some(text) => contest
                .read_position(text)
                .map_err(|error| Flaw::Start(error.to_string()))?,
        };
        let at = |place: &C::Position| Place {
            position: contest.position_text(place),
            drawing: Some(contest.drawing(place)),
        };
        let moves = read_record(&contest, &start, self.record)?;
        let mut place = start;
        let after = moves.iter().map(|&chosen| {
            place = contest.advance(&place, chosen);
            at(&place)
        });
        let after = after.collect();
        let won = outcome(&contest, &place);
        let endless = contest.endless(&contest.state(&place));
        Ok(ReplayedRecord {
            moves: move_texts(&contest, &start, &moves),
            replayed: Replayed {
                sides: contest.sides(),
                start: at(&start),
                after,
            },
            won,
            endless,
        })
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
    let visited = game.visit(true, RecordReplayer { start, record });
    visited.map_err(|error| Flaw::Start(error.to_string()))?
}

struct Replayer<'a>(&'a GameRecord);

impl Visit for Replayer<'_> {
    type Output = Result<Replayed, Flaw>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let Replayer(game) = self;
        let at = |place: &C::Position, drawn: bool| Place {
            position: contest.position_text(place),
            drawing: drawn.then(|| contest.drawing(place)),
        };
        let mut place = contest
            .read_position(&game.start)
            .map_err(|error| Flaw::Start(error.to_string()))?;
        let start = at(&place, true);
        let mut after = Vec::new();
        for chosen in &game.moves {
            let found = read_move(&contest, &place, chosen)?;
            place = contest.advance(&place, found);
            let settled = !contest.mid_round(&contest.state(&place));
            after.push(at(&place, settled));
        }
        let margin = outcome(&contest, &place).map(|[one, other]| one as i32 - other as i32);
        if game.ending == Ending::Finished && margin != game.margin {
            return Err(Flaw::Ending);
        }
        Ok(Replayed {
            sides: contest.sides(),
            start,
            after,
        })
    }
}

/// Plays a recorded game once more.
///
/// # Errors
/// It is not played by the rules, or does not end as it is recorded.
pub fn replay(setting: &Setting, game: &GameRecord) -> Result<Replayed, ReplayError> {
    let cataloged = CatalogGame::read(&setting.game, Files::Allowed)?;
    let replayed = cataloged.visit(setting.pie, Replayer(game))?;
    let number = game.game;
    replayed.map_err(|flaw| ReplayError::Record { number, flaw })
}
