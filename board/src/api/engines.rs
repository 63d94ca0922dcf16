//! `/engines`: the engines that play.

use axum::extract::State;
use serde::Serialize;
use sowlab_engines::levels::{LEVELS, Level};
use sowlab_engines::seat::small_tables;
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

/// Answers with the levels of play of a game, weakest first, and the engines.
pub(super) async fn answer(State(board): State<Board>, parameters: Parameters) -> Answer {
    parameters.known(&["game"])?;
    let game = parameters.game()?;
    let has_tables = board.tables_of(&game).is_some();
    let small = small_tables(&game).ok().flatten().is_some();
    let offered = LEVELS
        .into_iter()
        .filter(|level| has_tables || small || !EngineSpec::BY_TABLES.contains(&level.engine));
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
    if has_tables {
        engines.extend(EngineSpec::BY_TABLES);
    }
    document(&Engines {
        levels: levels.collect(),
        engines,
    })
}
