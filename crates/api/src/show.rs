//! `show`: a position, and the moves that led to it.

use sowlab_engines::records::{Flaw, replay_record};
use sowlab_engines::shown::ShownDocument;

use crate::{ApiError, Parameters, Request, Setting, document};

/// Reads a request for the document of `sowlab show`. A record starts from the given position.
pub(crate) fn read(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    parameters.known(&["game", "position", "record", "within"])?;
    let within = parameters.within(setting)?;
    let game = parameters.game()?;
    let (start, record) = parameters.played()?;
    Ok(Request::quick(within, move || {
        if record.is_empty() {
            return document(&ShownDocument::new(
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
        document(&ShownDocument::new(
            &found.shown(&game)?,
            None,
            Some(&found),
        ))
    }))
}
