//! The two-rank family.

use sowlab_findings::{Choices, Solved};

use sowlab_games::Files;
use sowlab_games::catalog::{CatalogGame, NotOffered};
use sowlab_games::two_rank::{MAX_SEEDS, Variant};
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::boards_to;

use super::sequential::{self, position_of};
use super::{BoardSizes, Solve};
use crate::choices::{ChoicesRequest, Listener, choices_of_two_rank_moves};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{
    AgreedOpening, ByMovesLimits, OpeningByMoves, SharedTables, SolveRequest, solve_two_rank_moves,
    two_rank_by_moves, two_rank_twice,
};
use crate::tables::TabledGame;
use crate::{Perft, PerftRequest, RequestError, perft_of_plies};

impl Solve for Variant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        solve_two_rank_moves(&game, &position, request, monitor)
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_two_rank_moves(&self.game(), request, listener, monitor)
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        sequential::reach(self, request, monitor)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        let game = self.game();
        let position = position_of(&game, request.position.as_deref())?;
        let nodes = game.perft_plies(position.state(), request.depth, monitor);
        Ok(perft_of_plies(&game, &position, nodes))
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Ok(Box::new(self.game()))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        if !self.rules().can_repeat() {
            return Err(NotOffered::Reason(format!(
                "in {self} no position comes back: every sowing that leaves a side drops seeds in a store \
                 for good"
            )));
        }
        Ok(Box::new(self.game()))
    }

    fn boards(&self, sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        if self.size().is_none() {
            return Ok(vec![CatalogGame::TwoRank(*self)]);
        }
        let name = self.name_without_size();
        let mark = if name.contains(':') { ',' } else { ':' };
        let seeds = |pits| sizes.seeds.clone().map(move |seeds| (pits, seeds));
        let all = sizes.pits.clone().flat_map(seeds);
        let fits = |&(pits, seeds): &(u32, u32)| {
            let total = 2 * pits * seeds;
            total <= MAX_SEEDS as u32
                && boards_to(2 * pits as usize, total as usize) <= sizes.positions
        };
        let sized = |(pits, seeds)| format!("{name}{mark}pits={pits},seeds={seeds}");
        Ok(all
            .filter(fits)
            // A file among the names was read before.
            .filter_map(|size| CatalogGame::read(&sized(size), Files::Allowed).ok())
            .collect())
    }

    fn opening_twice(
        &self,
        shared: &mut SharedTables,
        monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        two_rank_twice(&self.game(), shared, monitor)
    }

    fn opening_by_moves(
        &self,
        limits: &ByMovesLimits,
        monitor: &dyn Monitor,
    ) -> Result<OpeningByMoves, RequestError> {
        two_rank_by_moves(&self.game(), limits, monitor)
    }
}
