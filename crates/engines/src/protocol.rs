//! The text protocol between programs over standard input and output, based on UGI, the generalisation of UCI to any
//! two-sided game. `docs/protocol.md` describes it with a session.

use std::sync::Arc;

use sowlab_games::catalog::CatalogGame;
use sowlab_games::dynamic::{DynGame, Line, PositionError};
use sowlab_solvers::Monitor;

use super::limits::Limits;
use super::player::{Fault, SearchInfo};
use super::seat::{OpenError, Seat, SeatError, open_seat};
use super::spec::EngineSpec;
use sowlab_games::contest::MoveError;

/// The error of a refused command.
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

/// An engine with the game that it plays.
pub struct Session {
    game: Arc<dyn DynGame>,
    seat: Box<dyn Seat>,
    seed: u64,
    line: Line,
}

impl Session {
    /// Sets up an engine for a game, in the stones family with or without the pie rule.
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

    /// Sets the position: a start, or the opening, and the moves from there.
    ///
    /// # Errors
    /// The text is not a position, or a move is not legal; the position is then unchanged.
    pub fn set(&mut self, start: Option<&str>, moves: &str) -> Result<(), SessionError> {
        let mut line = Line::begin(&*self.game, start)?;
        line.play_all(moves.split_whitespace())?;
        if line.start().text() != self.line.start().text() {
            // Results of searches from another start may not apply.
            self.new_game()?;
        }
        self.line = line;
        Ok(())
    }

    /// Chooses a move; `None` if the game is over. `report` receives lines of information.
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

    /// Returns the legal moves as text; empty if the game is over.
    pub fn legal(&self) -> Vec<String> {
        self.line.position().moves()
    }

    /// Returns the state of the game (`open`, `over` or `endless`) and the position.
    pub fn state(&self) -> (&'static str, String) {
        let position = self.line.position();
        let state = match (position.is_endless(), position.outcome()) {
            (true, _) => "endless",
            (false, Some(_)) => "over",
            (false, None) => "open",
        };
        (state, position.text())
    }

    /// Returns a drawing of the board, without colours, and the position.
    pub fn drawing(&self) -> String {
        let position = self.line.position();
        let drawing = position.drawing();
        let drawing = anstream::adapter::strip_str(&drawing);
        format!("{drawing}\nposition {}", position.text())
    }
}
