//! `play`: a move of an engine.

use std::path::PathBuf;

use serde::Serialize;
use sowlab_analysis::tables::TableError;
use sowlab_engines::asked::{ChosenMove, MoveRequest, NoMove, ask_for_move};
use sowlab_engines::seat::{PrepareError, build_small_tables, default_tables, small_tables};
use sowlab_engines::spec::{EngineErrorKind, EngineSpec, SpecError};
use sowlab_findings::letter_of;
use sowlab_games::catalog::CatalogGame;

use crate::{ApiError, Parameters, Request, Setting, document};

/// The default engine.
const ENGINE: &str = "easy";

#[derive(Serialize)]
struct Played {
    game: String,
    engine: String,
    /// The position before the move, and the side that moved.
    position: String,
    side: String,
    r#move: String,
    /// The margin in stones from here on that the engine expects for itself; `null` if it reports none.
    expects: Option<i32>,
    /// The position after the move.
    after: String,
}

/// Reads a request for the move of an engine in a game in progress.
pub(crate) fn read(parameters: &Parameters, setting: &Setting) -> Result<Request, ApiError> {
    let names = [
        "game", "position", "record", "engine", "pie", "seed", "within",
    ];
    parameters.known(&names)?;
    let within = parameters.within(setting)?;
    let game = parameters.game()?;
    let (start, record) = parameters.played()?;
    let pie = parameters.flag("pie", true)?;
    let seed = parameters.number("seed", 0..=u64::MAX)?.unwrap_or(0);
    let named = parameters.text("engine").unwrap_or(ENGINE);
    let engine = engine(setting, &game, named)?;
    let shown = shown(&engine.clone().as_opponent(named, None));
    let tables = setting.tables_of(&game).or_else(|| default_tables(&game));
    let engine = engine.as_opponent(named, tables);
    let scratch = setting.scratch.clone();
    Ok(Request::search(within, move |monitor| {
        let request = MoveRequest {
            game: &game,
            pie,
            start: start.as_deref(),
            record: &record,
            engine: &engine,
            seed,
        };
        if let EngineSpec::Solved {
            tables: Some(folder),
            ..
        } = &engine
            && *folder == scratch
        {
            build_small_tables(&game, folder, monitor).map_err(unprepared)?;
        }
        let chosen = ask_for_move(request, monitor).map_err(refused)?;
        document(&played(&game, shown, chosen))
    }))
}

/// Parses a built-in engine whose memory does not exceed that of a search.
fn engine(setting: &Setting, game: &CatalogGame, text: &str) -> Result<EngineSpec, ApiError> {
    let refuse = |reason: String| Err(ApiError::input("engine", reason));
    let (name, _) = text.split_once(':').unwrap_or((text, ""));
    let tables = tables_of(setting, game, text);
    let by_tables = tables.and_then(|tables| EngineSpec::by_tables(text, tables));
    let engine = match by_tables {
        Some(engine) => engine,
        None if EngineSpec::BY_TABLES.contains(&name) => {
            return refuse(format!(
                "{name} takes no options here: it plays by the tables that --tables names"
            ));
        }
        None => text
            .parse()
            .map_err(|error: SpecError| ApiError::input("engine", error))?,
    };
    let memory = match &engine {
        EngineSpec::External(_) | EngineSpec::Agent(_) => {
            return refuse(
                "other programs do not play here: /api/v1/engines lists who does".into(),
            );
        }
        EngineSpec::Random | EngineSpec::Greedy | EngineSpec::Solved { .. } => 0,
        EngineSpec::AlphaBeta(search) | EngineSpec::Perfect { search, .. } => search.hash.bytes(),
        EngineSpec::Mcts { memory, .. } => memory.bytes(),
    };
    match memory <= setting.memory.bytes() {
        true => Ok(engine),
        false => refuse(format!("no more than {} of memory", setting.memory)),
    }
}

/// The folder of the tables of an engine. Small tables for `solved` stay in the folder for tables.
fn tables_of(setting: &Setting, game: &CatalogGame, engine: &str) -> Option<PathBuf> {
    let small = || small_tables(game).ok().flatten();
    let scratch = || (engine == "solved").then(small).flatten();
    let given = setting.tables_of(game);
    given.or_else(|| scratch().map(|_| setting.scratch.clone()))
}

fn unprepared(error: PrepareError) -> ApiError {
    match error {
        PrepareError::Game(error) => ApiError::input("game", error),
        PrepareError::Tables(TableError::Cancelled(_)) => {
            ApiError::unusable(&"the tables are not finished: a second request resumes them")
        }
        PrepareError::Tables(error) => ApiError::unusable(&error),
    }
}

fn refused(error: NoMove) -> ApiError {
    match error {
        NoMove::Game(error) => ApiError::input("game", error),
        NoMove::Start(error) => ApiError::input("position", error),
        NoMove::Record(error) => ApiError::input("record", error),
        NoMove::Over => ApiError::input("position", error),
        NoMove::Engine(error) => match error.kind {
            EngineErrorKind::Memory(_) | EngineErrorKind::Hash(_) => {
                ApiError::input("engine", error)
            }
            _ => ApiError::unusable(&error),
        },
        NoMove::Seat(_) => ApiError::internal(&error),
    }
}

/// Returns an engine in text. Clients do not see the path of the server's tables.
fn shown(engine: &EngineSpec) -> String {
    match engine {
        EngineSpec::Perfect { .. } => "perfect".to_owned(),
        EngineSpec::Solved { .. } => "solved".to_owned(),
        engine => engine.to_string(),
    }
}

fn played(game: &CatalogGame, engine: String, chosen: ChosenMove) -> Played {
    Played {
        game: game.to_string(),
        engine,
        position: chosen.position,
        side: letter_of(chosen.side),
        r#move: chosen.chosen,
        expects: chosen.expects,
        after: chosen.after,
    }
}
