//! The answers of an engine.

use sowlab_games::catalog::{CatalogGame, NameError};
use sowlab_games::dynamic::{Line, PositionError};
use sowlab_solvers::{Cancelled, Monitor, Unwatched};

use super::answer::Answer;
use super::task::Benchmark;
use crate::limits::Limits;
use crate::seat::{OpenError, SeatError, open_seat};
use crate::spec::EngineSpec;

/// The error of an engine that gives no answers.
#[derive(Debug, thiserror::Error)]
pub enum EngineAnswersError {
    /// The name of a game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// A position cannot be read.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] OpenError),
    /// The engine failed.
    #[error("task {id}: {error}")]
    Seat {
        /// The task.
        id: String,
        /// The error.
        error: SeatError,
    },
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Asks an engine for a move in each task. The seed is that of its chances.
///
/// # Errors
/// See [`EngineAnswersError`].
pub fn engine_answers(
    benchmark: &Benchmark,
    engine: &EngineSpec,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<Answer>, EngineAnswersError> {
    let mut answers = Vec::new();
    monitor.begin("tasks", benchmark.tasks.len() as u64);
    for listed in &benchmark.games {
        let game: CatalogGame = listed.game.parse()?;
        let play = game.for_play(false)?;
        let mut seat = open_seat(&game, false, engine, seed)?;
        let of_game = benchmark.tasks().filter(|task| task.game == listed.game);
        for (number, task) in (0..).zip(of_game) {
            let failed = |error: SeatError| EngineAnswersError::Seat {
                id: task.id.clone(),
                error,
            };
            seat.new_game(seed.wrapping_add(number))
                .map_err(|fault| failed(fault.into()))?;
            let line = Line::begin(&*play, Some(&task.position))?;
            let unwatched = Unwatched(monitor);
            let choice = seat
                .choose(&line, Limits::default(), &unwatched, &|_| ())
                .map_err(failed)?;
            if monitor.cancelled() {
                return Err(Cancelled.into());
            }
            answers.push(Answer {
                id: task.id.clone(),
                r#move: choice.map(|choice| choice.chosen),
                ..Answer::default()
            });
            monitor.advance(1);
        }
    }
    Ok(answers)
}
