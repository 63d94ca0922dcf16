//! `engines`: the engines that play.

use serde::Serialize;
use sowlab_engines::levels::{LEVELS, Level};
use sowlab_engines::seat::small_tables;
use sowlab_engines::spec::EngineSpec;

use crate::{ApiError, Parameters, Request, Setting};

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

/// Reads a request for the levels of play of a game, weakest first, and the engines.
pub(crate) fn read(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    parameters.known(&["game"])?;
    let game = parameters.game()?;
    let has_tables = setting.tables_of(&game).is_some();
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
    Request::done(&Engines {
        levels: levels.collect(),
        engines,
    })
}
