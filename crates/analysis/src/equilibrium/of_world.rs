//! Equilibria of games of the world in which both sides choose at once.

use sowlab_base::interrupt::stoppable;
use sowlab_games::catalog::NotOffered;
use sowlab_games::contest::{Notation, position_or_opening};
use sowlab_games::world::{Move, WorldRounds, WorldVariant};
use sowlab_solvers::equilibrium::MixedChoice;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Problem};

use super::requested::{refused, under_orders};
use super::root::{NoEquilibrium, horizon, solve_root};
use super::{Committed, EquilibriumDocument, EquilibriumRequest, FoundEquilibrium, Settled};
use crate::{Field, RequestError};

/// Finds the equilibrium of a position at the start of a round; the opening if `position` is `None`. Also returns the
/// position as text. A round that never ends gains nothing, and neither side gains after it.
///
/// # Errors
/// In this game one side moves at a time, the position is not at the start of a round, tables are named, there is not
/// enough memory, or the monitor cancelled. Or play need not end, and there is no horizon.
pub fn find_world_equilibrium(
    variant: &WorldVariant,
    position: Option<&str>,
    request: &EquilibriumRequest,
    monitor: &dyn Monitor,
) -> Result<(FoundEquilibrium, String), RequestError> {
    let rounds = WorldRounds::new(variant.game()).ok_or_else(|| {
        let what = "equilibrium";
        RequestError::field(Field::Game, NotOffered::Joint { what })
    })?;
    if request.tables.is_some() {
        let why = format!("{variant} has no tables");
        return Err(RequestError::field(Field::Tables, why));
    }
    let game = rounds.sequential();
    let position = position_or_opening(game, position)
        .map_err(|error| RequestError::field(Field::Position, error))?;
    if !rounds.is_start(&position) {
        return Err(refused(NoEquilibrium::Phase));
    }
    let table = TranspositionTable::new(request.memory.bytes())
        .map_err(|error| RequestError::field(Field::Memory, error))?;
    let state = *position.state();
    let horizon = horizon(&rounds, &state, request.rounds, monitor).map_err(refused)?;
    let settled = match request.rounds {
        Some(_) => Settled::Horizon,
        None => Settled::Ends,
    };
    let written = |leads: bool, strategy: &[MixedChoice<Move>]| {
        let name = |own: bool, chosen| game.round_choice_text(leads == own, chosen);
        Committed::written(strategy, |chosen| chosen, name)
    };
    let under = |order| {
        let problem = Problem::new(&rounds);
        let solve = || {
            solve_root(
                problem,
                (&state, horizon),
                order,
                written,
                (&table, monitor),
            )
        };
        stoppable(solve).unwrap_or_else(|cancelled| Err(cancelled.into()))
    };
    let found = under_orders(request, settled, under)?;
    Ok((found, game.position_text(&position)))
}

impl EquilibriumDocument {
    /// Creates the document of a position of a game of the world.
    pub fn of_world(
        variant: &WorldVariant,
        position: &str,
        request: &EquilibriumRequest,
        found: &FoundEquilibrium,
        seconds: f64,
    ) -> EquilibriumDocument {
        let names = [variant.to_string(), position.to_owned()];
        EquilibriumDocument::named(names, request.rounds, found, seconds)
    }
}
