//! Sowing games of the world.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::{CatalogGame, NotOffered};
use sowlab_games::world::{EndlessMove, WorldVariant};
use sowlab_solvers::Monitor;

use super::sequential::{self, position_of};
use super::{BoardSizes, Solve};
use crate::choices::{ChoicesRequest, Listener, choices_of_moves};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{AgreedOpening, Beyond, SharedTables, SolveRequest, graph_twice, solve_moves};
use crate::tables::TabledGame;
use crate::{Perft, PerftCounts, PerftRequest, RequestError};

/// The maximum number of states to list. The search begins within a second where there are more.
const LISTED_STATES: usize = 1 << 18;

impl Solve for WorldVariant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let searched = (LISTED_STATES, Beyond::Proof);
        solve_moves(&game, &position, request, searched, monitor)
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
        let mut perft = sequential::perft(self, true, request, monitor)?;
        if let PerftCounts::Plies(plies) = &mut perft.counts
            && self.rules().endless_moves() != EndlessMove::Annuls
        {
            plies.iter_mut().for_each(|ply| ply.endless = None);
        }
        Ok(perft)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Err(NotOffered::of(self, NOT_NUMBERED))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::of(self, NOT_NUMBERED))
    }

    fn boards(&self, sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        let all = sizes.pits.clone().flat_map(|pits| {
            let seeds = sizes.seeds.clone();
            seeds.map(move |seeds| (u64::from(pits), u64::from(seeds)))
        });
        let mut boards: Vec<WorldVariant> = all
            .filter_map(|(pits, seeds)| self.sized(pits, seeds))
            .collect();
        if boards.is_empty() {
            boards.push(*self);
        }
        boards.retain(|board| board.game().boards() <= sizes.positions.into());
        Ok(boards.into_iter().map(CatalogGame::World).collect())
    }

    fn opening_twice(
        &self,
        _: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        graph_twice(&self.game(), monitor)
    }
}

const NOT_NUMBERED: &str = "its positions are not numbered by layers, so it has no tables";
