//! The Colony.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::{CatalogGame, NotOffered};
use sowlab_games::colony::ColonyVariant;
use sowlab_solvers::Monitor;

use super::sequential::{self, position_of};
use super::{BoardSizes, Solve};
use crate::choices::{ChoicesRequest, Listener, choices_of_moves};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{AgreedOpening, Beyond, SharedTables, SolveRequest, graph_twice, solve_moves};
use crate::tables::TabledGame;
use crate::{Perft, PerftRequest, RequestError};

/// The maximum number of states to list. All states of the board `toy` fit; on other boards the
/// search begins within a second.
const LISTED_STATES: usize = 100_000;

impl Solve for ColonyVariant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let listed = LISTED_STATES;
        solve_moves(&game, &position, request, (listed, Beyond::Proof), monitor)
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_moves(&self.game(), LISTED_STATES, request, listener, monitor)
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        sequential::reach(self, request, monitor)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        sequential::perft(self, true, request, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        let why = "The Colony has no tables, its positions are too many to number";
        Err(NotOffered::of(self, why))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        let why = "the positions of The Colony are too many to number";
        Err(NotOffered::of(self, why))
    }

    fn boards(&self, _: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        Ok(vec![CatalogGame::Colony(*self)])
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        graph_twice(&self.game(), monitor)
    }
}
