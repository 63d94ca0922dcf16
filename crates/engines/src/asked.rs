//! One move of an engine in a game so far.

use sowlab_solvers::Monitor;

use super::limits::Limits;
use super::player::{Fault, SearchInfo, Turn};
use super::spec::{EngineError, EngineSpec};
use sowlab_analysis::catalog::{CatalogGame, NameError};
use sowlab_games::contest::{Contest, MoveError, Visit, legal_moves, position_after, read_record};

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
    #[error("{0}")]
    Start(String),
    /// A move of the record cannot be made.
    #[error(transparent)]
    Record(#[from] MoveError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine gave no move.
    #[error("the engine {0}")]
    Fault(#[from] Fault),
}

struct Asker<'a> {
    request: MoveRequest<'a>,
    monitor: &'a dyn Monitor,
}

impl Visit for Asker<'_> {
    type Output = Result<ChosenMove, NoMove>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let Asker { request, monitor } = self;
        let start = match request.start {
            None => contest.opening(),
            Some(text) => contest
                .read_position(text)
                .map_err(|error| NoMove::Start(error.to_string()))?,
        };
        let played = read_record(&contest, &start, request.record)?;
        let place = position_after(&contest, &start, &played);
        let state = contest.state(&place);
        let legal = legal_moves(&contest, &place);
        if legal.is_empty() {
            return Err(NoMove::Over);
        }
        let mut player = request.engine.start(&contest, request.seed)?;
        let choice = player.choose(&Turn {
            game: &contest,
            start: &start,
            played: &played,
            state: &state,
            legal: &legal,
            limits: Limits::default(),
            monitor,
            report: &|_: SearchInfo| (),
        })?;
        let side = contest.side_to_move(&state);
        Ok(ChosenMove {
            position: contest.position_text(&place),
            side: contest.sides()[usize::from(side == sowlab_solvers::Side::Second)],
            chosen: contest.move_text(&place, choice.chosen),
            expects: choice.value,
            after: contest.position_text(&contest.advance(&place, choice.chosen)),
        })
    }
}

/// Asks an engine for a move. A monitor that cancels makes it choose at once.
///
/// # Errors
/// See [`NoMove`].
pub fn ask_for_move(request: MoveRequest<'_>, monitor: &dyn Monitor) -> Result<ChosenMove, NoMove> {
    let asker = Asker { request, monitor };
    request.game.visit(request.pie, asker)?
}
