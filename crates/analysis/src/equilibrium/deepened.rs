//! Equilibria of the opening under one commit order, with growing horizons.

use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Problem};

use super::requested::{failed, refused};
use super::root::{Equilibrium, EquilibriumRoot};
use crate::{Field, RequestError};
use sowlab_base::MemorySize;
use sowlab_games::stones::{Position, Rules, StonesGame};

/// Finds the equilibria of the opening under one commit order, with horizons of 1 to `rounds` rounds. Values are
/// margins of East, who has sente, in stones. Stones left after the horizon count for neither side.
///
/// # Errors
/// The memory is too small for a table, a matrix game cannot be solved precisely enough, or the monitor cancelled.
pub fn deepen(
    rules: &Rules,
    order: CommitOrder,
    rounds: u8,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Vec<Equilibrium>, RequestError> {
    let game = StonesGame::new(rules);
    let table = TranspositionTable::new(memory.bytes())
        .map_err(|error| RequestError::field(Field::Memory, error))?;
    let opening = Position::opening(rules);
    let ahead = |rounds| {
        let root = EquilibriumRoot::new(&game, opening, Some(rounds), monitor).map_err(refused)?;
        root.solve(Problem::new(&game), order, &table, monitor)
            .map_err(failed)
    };
    (1..=rounds).map(ahead).collect()
}
