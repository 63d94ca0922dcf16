//! `review`: the loss of each choice of a game. `explain`: why a choice of the last position is good or bad.

use std::time::Duration;

use sowlab_analysis::choices::ChoicesRequest;
use sowlab_base::Limit;
use sowlab_engines::explained::explain;
use sowlab_engines::review::{ReviewDocument, ReviewError, ReviewRequest, review};
use sowlab_games::catalog::CatalogGame;

use crate::{ApiError, Parameters, Request, Setting, document};

/// The seconds for the values of each choice: the default and the maximum.
const TIME: u64 = 2;
const MOST_TIME: u64 = 60;

/// A game that was played, and the means to value its choices.
struct PlayedGame {
    game: CatalogGame,
    pie: bool,
    start: Option<String>,
    record: String,
    values: ChoicesRequest,
}

impl PlayedGame {
    fn of(setting: &Setting, parameters: &Parameters) -> Result<PlayedGame, ApiError> {
        let game = parameters.game()?;
        let (start, record) = parameters.played()?;
        let time = parameters.number("time", 1..=MOST_TIME)?.unwrap_or(TIME);
        let values = ChoicesRequest {
            tables: setting.tables_of(&game),
            memory: setting.memory,
            limit: Some(Limit::Time(Duration::from_secs(time))),
            proofs: setting.proofs_of(&game),
            ..ChoicesRequest::default()
        };
        Ok(PlayedGame {
            pie: parameters.flag("pie", true)? && game.has_pie(),
            game,
            start,
            record,
            values,
        })
    }

    fn request(&self) -> ReviewRequest<'_> {
        ReviewRequest {
            game: &self.game,
            pie: self.pie,
            start: self.start.as_deref(),
            record: &self.record,
            values: self.values.clone(),
        }
    }
}

/// Reads a request for the document of `sowlab review`.
pub(crate) fn read(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    parameters.known(&["game", "position", "record", "pie", "time", "within"])?;
    let within = parameters.within(setting)?;
    let played = PlayedGame::of(setting, parameters)?;
    let scratch = setting.scratch.clone();
    Ok(Request::search(within, move |monitor| {
        let reviewed =
            review(&played.request(), &scratch, monitor, &mut |_| ()).map_err(refused)?;
        document(&ReviewDocument {
            game: played.game.to_string(),
            record: played.record,
            limit: played.values.limit,
            review: reviewed,
        })
    }))
}

/// Reads a request for the explanation of a choice in the last position of a record.
pub(crate) fn read_explanation(
    parameters: &Parameters,
    setting: &Setting,
) -> Result<Request, ApiError> {
    parameters.known(&[
        "game", "position", "record", "pie", "time", "within", "choice",
    ])?;
    let within = parameters.within(setting)?;
    let played = PlayedGame::of(setting, parameters)?;
    let choice = parameters.text("choice");
    let choice = choice
        .ok_or_else(|| ApiError::input("choice", "must be given"))?
        .to_owned();
    let scratch = setting.scratch.clone();
    Ok(Request::search(within, move |monitor| {
        let found = explain(&played.request(), &choice, &scratch, monitor).map_err(refused)?;
        let found = found.ok_or_else(|| {
            ApiError::input(
                "choice",
                format!("{choice:?} is not a choice of this position"),
            )
        })?;
        document(&found)
    }))
}

fn refused(error: ReviewError) -> ApiError {
    match error {
        ReviewError::Game(error) => ApiError::input("game", error),
        ReviewError::Start(error) => ApiError::input("position", error),
        ReviewError::Move(error) => ApiError::input("record", error),
        ReviewError::Request(error) => error.into(),
    }
}
