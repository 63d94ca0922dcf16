//! The protocol by which programs play: text over standard input and output, after UGI, the
//! generalisation of UCI to any game of two sides. `docs/protocol.md` describes it with a session.

use std::sync::Arc;

use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::{DynGame, Line, PositionError};
use sowlab_solvers::Monitor;

use super::limits::Limits;
use super::player::{Fault, SearchInfo};
use super::seat::{OpenError, Seat, SeatError, open_seat};
use super::spec::EngineSpec;
use sowlab_games::contest::MoveError;

/// The error of a command that a session refuses.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The engine cannot begin a game.
    #[error(transparent)]
    Engine(#[from] Fault),
    /// The engine gives no move.
    #[error(transparent)]
    Seat(#[from] SeatError),
}

/// An engine and the game that it was given.
pub struct Session {
    game: Arc<dyn DynGame>,
    seat: Box<dyn Seat>,
    seed: u64,
    line: Line,
}

impl Session {
    /// Sets up an engine for a game; with the pie rule or without, in the stones family.
    ///
    /// # Errors
    /// The game cannot be played, or not by this engine.
    pub fn open(
        game: &CatalogGame,
        pie: bool,
        engine: &EngineSpec,
        seed: u64,
    ) -> Result<Session, OpenError> {
        let seat = open_seat(game, pie, engine, seed)?;
        let game = game.for_play(pie)?;
        let line = Line::new(game.opening());
        Ok(Session {
            game,
            seat,
            seed,
            line,
        })
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// The engine cannot begin a game.
    pub fn new_game(&mut self) -> Result<(), SessionError> {
        Ok(self.seat.new_game(self.seed)?)
    }

    /// Sets the position: the opening or another, and moves from there on.
    ///
    /// # Errors
    /// The text is no position, or a move is not legal; the position stays as it was.
    pub fn set(&mut self, start: Option<&str>, moves: &str) -> Result<(), SessionError> {
        let mut line = Line::begin(&*self.game, start)?;
        line.play_all(moves.split_whitespace())?;
        if line.start().text() != self.line.start().text() {
            // What was learned from another start may not hold.
            self.new_game()?;
        }
        self.line = line;
        Ok(())
    }

    /// Chooses a move; `None` if the game is over. `report` hears lines of information.
    ///
    /// # Errors
    /// The engine gives no move.
    pub fn go(
        &mut self,
        limits: Limits,
        monitor: &dyn Monitor,
        report: &dyn Fn(&str),
    ) -> Result<Option<String>, SessionError> {
        let info = |info: SearchInfo| {
            let SearchInfo {
                depth,
                value,
                nodes,
            } = info;
            report(&format!("info depth {depth} score {value} nodes {nodes}"));
        };
        let choice = self.seat.choose(&self.line, limits, monitor, &info)?;
        if let Some(value) = choice.as_ref().and_then(|choice| choice.value) {
            report(&format!("info score {value}"));
        }
        Ok(choice.map(|choice| choice.chosen))
    }

    /// The legal moves as text; none if the game is over.
    pub fn legal(&self) -> Vec<String> {
        self.line.position().moves()
    }

    /// The state of the game (`open`, `over` or `endless`), and the position.
    pub fn state(&self) -> (&'static str, String) {
        let position = self.line.position();
        let state = match (position.is_endless(), position.outcome()) {
            (true, _) => "endless",
            (false, Some(_)) => "over",
            (false, None) => "open",
        };
        (state, position.text())
    }

    /// The board, drawn, with the position.
    pub fn drawing(&self) -> String {
        let position = self.line.position();
        let drawing = position.drawing();
        let drawing = anstream::adapter::strip_str(&drawing);
        format!("{drawing}\nposition {}", position.text())
    }
}
