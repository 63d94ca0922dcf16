//! One move of an engine in a game in progress.

use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{Line, PositionError};
use sowlab_solvers::{Monitor, Side};

use super::limits::Limits;
use super::player::Choice;
use super::seat::{OpenError, SeatError, open_seat};
use super::spec::{EngineError, EngineSpec};

/// A request for one move of an engine.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// The game.
    pub game: &'a CatalogGame,
    /// Whether the pie rule applies, in games that have it.
    pub pie: bool,
    /// The start position; `None`: the opening.
    pub start: Option<&'a str>,
    /// The moves since the start, in the notation of records.
    pub record: &'a str,
    /// The engine.
    pub engine: &'a EngineSpec,
    /// The seed of its chances.
    pub seed: u64,
}

/// The move that an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// The position before the move.
    pub position: String,
    /// The name of the side to move.
    pub side: &'static str,
    /// The move, in the notation of the game.
    pub chosen: String,
    /// The margin in stones from here on that the engine expects for itself, if it reports one.
    pub expects: Option<i32>,
    /// The position after the move.
    pub after: String,
}

/// The error of a request that yields no move.
#[derive(Debug, thiserror::Error)]
pub enum NoMove {
    /// The name of the game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The start position is invalid.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move of the record is not legal.
    #[error(transparent)]
    Record(#[from] MoveError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(EngineError),
    /// The engine gave no move.
    #[error("the engine {0}")]
    Seat(#[from] SeatError),
}

impl From<OpenError> for NoMove {
    fn from(error: OpenError) -> NoMove {
        match error {
            OpenError::Game(error) => NoMove::Game(error),
            OpenError::Engine(error) => NoMove::Engine(error),
        }
    }
}

/// Chooses a move with an engine. A monitor that cancels makes the engine choose at once.
///
/// # Errors
/// See [`NoMove`].
pub fn ask_for_move(request: MoveRequest<'_>, monitor: &dyn Monitor) -> Result<ChosenMove, NoMove> {
    let game = request.game.for_play(request.pie)?;
    let mut line = Line::begin(&*game, request.start)?;
    line.play_record(request.record)?;
    if line.position().moves().is_empty() {
        return Err(NoMove::Over);
    }
    let mut seat = open_seat(request.game, request.pie, request.engine, request.seed)?;
    let choice = seat.choose(&line, Limits::default(), monitor, &|_| ())?;
    let Choice { chosen, value } = choice.ok_or(NoMove::Over)?;
    let position = line.position();
    let side = position.side();
    Ok(ChosenMove {
        position: position.text(),
        side: game.sides()[usize::from(side == Side::Second)],
        after: position.play(&chosen)?.position.text(),
        chosen,
        expects: value,
    })
}
