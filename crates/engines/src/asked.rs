//! One move of an engine in a game so far.

use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::contest::MoveError;
use sowlab_games::dynamic::{Line, PositionError};
use sowlab_solvers::{Monitor, Side};

use super::limits::Limits;
use super::player::Choice;
use super::seat::{OpenError, SeatError, open_seat, open_seat_with_solved_positions};
use super::spec::{EngineError, EngineSpec};

/// The game in which an engine has to move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// The game.
    pub game: &'a CatalogGame,
    /// Whether the pie rule is played, in a game that has it.
    pub pie: bool,
    /// Where it began; `None`: in the opening.
    pub start: Option<&'a str>,
    /// The moves since, in the notation of records.
    pub record: &'a str,
    /// The engine.
    pub engine: &'a EngineSpec,
    /// Whether it plays optimally in the positions that ship with the program solved.
    pub solved_positions: bool,
    /// The seed of its chances.
    pub seed: u64,
}

/// What an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// The position in which it chose.
    pub position: String,
    /// For which side.
    pub side: &'static str,
    /// The move, as it is written.
    pub chosen: String,
    /// The margin from here on that it expects for itself, if it says.
    pub expects: Option<i32>,
    /// Where the move leads.
    pub after: String,
}

/// Why there is no move.
#[derive(Debug, thiserror::Error)]
pub enum NoMove {
    /// The name of the game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The position where it began.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// A move of the record cannot be made.
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

/// Asks an engine for a move. A monitor that cancels makes it choose at once.
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
    let open = match request.solved_positions {
        true => open_seat_with_solved_positions,
        false => open_seat,
    };
    let mut seat = open(request.game, request.pie, request.engine, request.seed)?;
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
