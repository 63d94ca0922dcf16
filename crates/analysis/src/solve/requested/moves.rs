//! Sequential games.

use sowlab_findings::{Solved, SolvedChoice};
use sowlab_solvers::{Game, Monitor, Side};

use super::request::{SolveRequest, too_large};
use crate::solve::{
    Beyond, ChoiceBounds, TwoRankTables, solve_choice, solve_sequential, solve_two_rank,
};
use crate::tables::unusable;
use crate::{Field, RequestError};
use sowlab_games::contest::Contest;
use sowlab_games::two_rank::{Position, RandomMancala, RandomPosition, TwoRank};

/// Solves a position of a sequential game without tables: by the graph of its states if it is small enough, otherwise
/// by a search. `searched` is the maximum number of listed states, and the search beyond it.
///
/// # Errors
/// The request has options of other games, or there is not enough memory.
pub fn solve_moves<C: Contest>(
    game: &C,
    position: &C::Position,
    request: &SolveRequest,
    searched: (usize, Beyond),
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    let name = game.full_name();
    request.refuse_rounds(&name)?;
    if request.tables.is_some() {
        return Err(RequestError::field(
            Field::Tables,
            format!("{name} has no tables"),
        ));
    }
    let solution =
        solve_sequential(game, position, searched, request.memory, monitor).map_err(too_large)?;
    Ok(Solved {
        game: name,
        position: game.position_text(position),
        margin_of: mover(game, position),
        solution,
        choices: Vec::new(),
        lines: None,
        estimate: None,
        pie_best: Vec::new(),
        evidence: None,
    })
}

/// Solves a position of a two-rank game with the given tables, otherwise with those of the default directory. If play
/// may repeat itself and there are few positions, tables of them are built in memory.
///
/// # Errors
/// The request has options of other games, the tables cannot be used, or there is not enough memory.
pub fn solve_two_rank_moves(
    game: &TwoRank,
    position: &Position,
    request: &SolveRequest,
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    request.refuse_rounds(game.name())?;
    let tables = tables(game, request, position.state().seeds(), monitor)?;
    let solution = solve_two_rank(game, position, tables.as_ref(), request.memory, monitor)
        .map_err(too_large)?;
    close(tables)?;
    Ok(Solved {
        game: game.name().to_owned(),
        position: position.to_string(),
        margin_of: mover(game, position),
        solution,
        choices: Vec::new(),
        lines: None,
        estimate: None,
        pie_best: Vec::new(),
        evidence: None,
    })
}

/// Solves a setup of Random Mancala, or a position of the game after the choice.
///
/// # Errors
/// Those of [`solve_two_rank_moves`].
pub fn solve_drawn_setup(
    game: &RandomMancala,
    position: &RandomPosition,
    request: &SolveRequest,
    monitor: &dyn Monitor,
) -> Result<Solved, RequestError> {
    request.refuse_rounds(game.name())?;
    let base = game.base();
    let seeds = position.position().state().seeds();
    let tables = tables(base, request, seeds, monitor)?;
    let (tabled, memory) = (tables.as_ref(), request.memory);
    let (solution, choices) = match position {
        RandomPosition::Choosing(setup) => {
            solve_choice(game, setup, tabled, memory, monitor).map_err(too_large)?
        }
        RandomPosition::Playing(position) => {
            let solution =
                solve_two_rank(base, position, tabled, memory, monitor).map_err(too_large)?;
            (solution, Vec::new())
        }
    };
    close(tables)?;
    let choices = choices.into_iter();
    Ok(Solved {
        game: game.name().to_owned(),
        position: position.to_string(),
        margin_of: mover(game, position),
        solution,
        choices: choices
            .map(|ChoiceBounds { choice, bounds }| SolvedChoice {
                choice: choice.to_string(),
                bounds,
            })
            .collect(),
        lines: None,
        estimate: None,
        pie_best: Vec::new(),
        evidence: None,
    })
}

/// Returns the side to move.
fn mover<C: Contest>(game: &C, position: &C::Position) -> &'static str {
    game.sides()[usize::from(game.side_to_move(&game.state(position)) == Side::Second)]
}

fn tables(
    game: &TwoRank,
    request: &SolveRequest,
    seeds: u32,
    monitor: &dyn Monitor,
) -> Result<Option<TwoRankTables>, RequestError> {
    let tables = match &request.tables {
        Some(directory) => TwoRankTables::open(game, directory),
        None if game.always_ends() || !TwoRankTables::few(game, seeds) => {
            return Ok(TwoRankTables::kept(game, monitor));
        }
        None => TwoRankTables::make(game, seeds, monitor),
    };
    tables.map(Some).map_err(unusable)
}

fn close(tables: Option<TwoRankTables>) -> Result<(), RequestError> {
    tables.map_or(Ok(()), |tables| tables.close().map_err(unusable))
}
