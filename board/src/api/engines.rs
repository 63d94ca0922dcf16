//! `/engines`: the engines that play.

use axum::extract::State;
use serde::Serialize;
use sowlab_engines::levels::{LEVELS, Level};
use sowlab_engines::spec::EngineSpec;

use super::{Answer, Parameters, document};
use crate::state::Board;

#[derive(Serialize)]
struct Engines {
    levels: Vec<Engine>,
    /// Engines that take options, as in `alphabeta:depth=8`.
    engines: Vec<&'static str>,
}

#[derive(Serialize)]
struct Engine {
    name: &'static str,
    engine: &'static str,
    about: &'static str,
}

/// Answers with the levels of play, weakest first, and the engines.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&[])?;
    // A level that plays by tables needs them.
    let offered = LEVELS
        .into_iter()
        .filter(|level| board.tables.is_some() || !EngineSpec::BY_TABLES.contains(&level.engine));
    let levels = offered.map(
        |Level {
             name,
             engine,
             about,
             ..
         }| Engine {
            name,
            engine,
            about,
        },
    );
    let mut engines = vec!["random", "greedy", "alphabeta", "mcts"];
    if board.tables.is_some() {
        engines.extend(EngineSpec::BY_TABLES);
    }
    document(&Engines {
        levels: levels.collect(),
        engines,
    })
}
