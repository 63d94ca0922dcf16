//! `sowlab solve` for the two-rank games.

use sowlab_solvers::search::TableSizeError;

use super::failure::Failure;
use super::solve::{Arguments, unusable};
use super::two_rank;
use crate::analysis::solve::{
    ChoiceBounds, Deadline, Solution, TwoRankTables, solve_choice, solve_two_rank,
};
use crate::games::two_rank::{RandomPosition, RandomVariant, TwoRank, Variant};

/// The game and the position in full, what is proven, and what the choices of Random Mancala are
/// worth.
type Solved = (String, String, Solution, Vec<ChoiceBounds>);

/// Solves a position of a two-rank game.
pub(super) fn run(
    variant: &Variant,
    arguments: &Arguments,
    deadline: &Deadline,
) -> Result<Solved, Failure> {
    let game = variant.game();
    let position = two_rank::position(&game, arguments.position.as_deref())?;
    let name = game.name().to_owned();
    let tables = tables(&game, arguments, position.state().seeds(), deadline)?;
    let solution = solve_two_rank(
        &game,
        &position,
        tables.as_ref(),
        arguments.memory,
        deadline,
    )
    .map_err(too_large)?;
    close(tables)?;
    Ok((name, position.to_string(), solution, Vec::new()))
}

/// Solves a setup of Random Mancala, or a position of the game that follows the choice.
pub(super) fn run_random(
    variant: &RandomVariant,
    arguments: &Arguments,
    deadline: &Deadline,
) -> Result<Solved, Failure> {
    let game = variant
        .game()
        .map_err(|error| Failure::input("game", error))?;
    let position = two_rank::random_position(&game, arguments.position.as_deref())?;
    let seeds = position.position().state().seeds();
    let tables = tables(game.base(), arguments, seeds, deadline)?;
    let (tabled, memory) = (tables.as_ref(), arguments.memory);
    let (solution, choices) = match position {
        RandomPosition::Choosing(setup) => {
            solve_choice(&game, &setup, tabled, memory, deadline).map_err(too_large)?
        }
        RandomPosition::Playing(position) => {
            let solution = solve_two_rank(game.base(), &position, tabled, memory, deadline)
                .map_err(too_large)?;
            (solution, Vec::new())
        }
    };
    close(tables)?;
    Ok((
        game.name().to_owned(),
        position.to_string(),
        solution,
        choices,
    ))
}

/// The tables asked for; where none are and play may repeat itself, tables made on the spot.
fn tables(
    game: &TwoRank,
    arguments: &Arguments,
    seeds: u32,
    deadline: &Deadline,
) -> Result<Option<TwoRankTables>, Failure> {
    let tables = match &arguments.tables {
        Some(directory) => TwoRankTables::open(game, directory),
        None if game.ending().is_some() => return Ok(None),
        None => TwoRankTables::make(game, seeds, deadline),
    };
    tables.map(Some).map_err(unusable)
}

fn too_large(error: TableSizeError) -> Failure {
    Failure::input("--memory", error)
}

fn close(tables: Option<TwoRankTables>) -> Result<(), Failure> {
    tables.map_or(Ok(()), |tables| tables.close().map_err(unusable))
}
