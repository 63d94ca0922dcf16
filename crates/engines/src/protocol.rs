//! The protocol by which programs play: text over standard input and output, after UGI, the
//! generalisation of UCI to any game of two sides. `docs/protocol.md` describes it with a session.

use sowlab_solvers::Monitor;

use super::limits::Limits;
use super::player::{Fault, Player, SearchInfo, Turn};
use super::spec::{EngineError, EngineSpec};
use sowlab_analysis::catalog::{CatalogGame, NameError};
use sowlab_games::contest::{Contest, MoveError, Visit, legal_moves, position_after, read_moves};

/// Why an engine cannot be set up for a game.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine does not begin a game.
    #[error(transparent)]
    Start(#[from] Fault),
}

/// Why a session refuses a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionError {
    /// The position cannot be read.
    #[error("{0}")]
    Position(String),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The engine fails.
    #[error(transparent)]
    Engine(#[from] Fault),
}

/// An engine and the position that it was given, whatever the game.
pub trait Session: Send {
    /// A new game begins.
    ///
    /// # Errors
    /// What is wrong with the engine.
    fn new_game(&mut self) -> Result<(), SessionError>;

    /// Sets the position: `startpos` or a position, and moves from there on.
    ///
    /// # Errors
    /// What is wrong with it; the position stays as it was.
    fn set(&mut self, start: Option<&str>, moves: &str) -> Result<(), SessionError>;

    /// Chooses a move; `None` if the game is over. `report` hears lines of information.
    ///
    /// # Errors
    /// What is wrong with the engine.
    fn go(
        &mut self,
        limits: Limits,
        monitor: &dyn Monitor,
        report: &dyn Fn(&str),
    ) -> Result<Option<String>, SessionError>;

    /// The legal moves, as they are written; none if the game is over.
    fn legal(&self) -> Vec<String>;

    /// How the game stands (`open`, `over` or `endless`), and the position.
    fn state(&self) -> (&'static str, String);

    /// The board, drawn, with the position.
    fn drawing(&self) -> String;
}

struct Open<C: Contest> {
    contest: C,
    player: Box<dyn Player<C>>,
    seed: u64,
    start: C::Position,
    moves: Vec<C::Move>,
    place: C::Position,
}

impl<C: Contest> Session for Open<C> {
    fn new_game(&mut self) -> Result<(), SessionError> {
        Ok(self.player.new_game(self.seed)?)
    }

    fn set(&mut self, start: Option<&str>, moves: &str) -> Result<(), SessionError> {
        let start = match start {
            None => self.contest.opening(),
            Some(text) => self
                .contest
                .read_position(text)
                .map_err(|error| SessionError::Position(error.to_string()))?,
        };
        let moves = read_moves(&self.contest, &start, moves.split_whitespace())?;
        let text = |place| self.contest.position_text(place);
        if text(&start) != text(&self.start) {
            // What was learned from another start may not hold.
            self.new_game()?;
        }
        self.place = position_after(&self.contest, &start, &moves);
        (self.start, self.moves) = (start, moves);
        Ok(())
    }

    fn go(
        &mut self,
        limits: Limits,
        monitor: &dyn Monitor,
        report: &dyn Fn(&str),
    ) -> Result<Option<String>, SessionError> {
        let legal = legal_moves(&self.contest, &self.place);
        if legal.is_empty() {
            return Ok(None);
        }
        let state = self.contest.state(&self.place);
        let turn = Turn {
            game: &self.contest,
            start: &self.start,
            played: &self.moves,
            state: &state,
            legal: &legal,
            limits,
            monitor,
            report: &|SearchInfo {
                          depth,
                          value,
                          nodes,
                      }| {
                report(&format!("info depth {depth} score {value} nodes {nodes}"));
            },
        };
        let choice = self.player.choose(&turn)?;
        if let Some(value) = choice.value {
            report(&format!("info score {value}"));
        }
        Ok(Some(self.contest.move_text(&self.place, choice.chosen)))
    }

    fn legal(&self) -> Vec<String> {
        let legal = legal_moves(&self.contest, &self.place).into_iter();
        legal
            .map(|chosen| self.contest.move_text(&self.place, chosen))
            .collect()
    }

    fn state(&self) -> (&'static str, String) {
        let state = self.contest.state(&self.place);
        let stands = match (self.contest.endless(&state), self.contest.terminal(&state)) {
            (true, _) => "endless",
            (false, Some(_)) => "over",
            (false, None) => "open",
        };
        (stands, self.contest.position_text(&self.place))
    }

    fn drawing(&self) -> String {
        format!(
            "{}\nposition {}",
            anstream::adapter::strip_str(&self.contest.drawing(&self.place)),
            self.contest.position_text(&self.place)
        )
    }
}

struct Opener<'a> {
    spec: &'a EngineSpec,
    seed: u64,
}

impl Visit for Opener<'_> {
    type Output = Result<Box<dyn Session>, OpenError>;

    fn visit<C: Contest>(self, contest: C) -> Self::Output {
        let mut player = self.spec.player(&contest)?;
        player.new_game(self.seed)?;
        let start = contest.opening();
        Ok(Box::new(Open {
            player,
            seed: self.seed,
            start,
            moves: Vec::new(),
            place: start,
            contest,
        }))
    }
}

/// Sets up an engine for a game; with the pie rule or without, in the stones family.
///
/// # Errors
/// What is wrong with the game or the engine.
pub fn open(
    game: &CatalogGame,
    pie: bool,
    spec: &EngineSpec,
    seed: u64,
) -> Result<Box<dyn Session>, OpenError> {
    game.visit(pie, Opener { spec, seed })?
}
