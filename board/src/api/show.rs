//! `/show`: a position, and the moves that led to it.

use axum::extract::State;
use sowlab_engines::records::{Flaw, replay_record};
use sowlab_engines::shown::ShownDocument;

use super::{Answer, ApiError, Parameters, document};
use crate::state::Board;

/// Answers with the document of `sowlab show`. A record starts from the given position.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&["game", "position", "record", "within"])?;
    let within = parameters.within(&board)?;
    let game = parameters.game()?;
    let (start, record) = parameters.played()?;
    let shown = board.searches.quick(within, move || {
        if record.is_empty() {
            return Ok(ShownDocument::new(
                &game.show(start.as_deref())?,
                None,
                None,
            ));
        }
        let found = replay_record(&game, start.as_deref(), &record).map_err(|flaw| {
            let parameter = match flaw {
                Flaw::Game(_) => "game",
                Flaw::Start(_) => "position",
                Flaw::Move(_) | Flaw::Ending => "record",
            };
            ApiError::input(parameter, flaw)
        })?;
        Ok(ShownDocument::new(&found.shown(&game)?, None, Some(&found)))
    });
    document(&shown.await?)
}
