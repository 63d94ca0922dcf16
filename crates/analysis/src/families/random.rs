//! Random Mancala, a two-rank game from a random setup.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::{Family, NotOffered};
use sowlab_games::two_rank::RandomVariant;
use sowlab_solvers::Monitor;

use super::Solve;
use super::sequential::{self, position_of};
use crate::choices::{ChoicesRequest, Listener, choices_of_drawn_setup};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{SolveRequest, solve_drawn_setup};
use crate::tables::TabledGame;
use crate::{Perft, PerftRequest, RequestError};

impl Solve for RandomVariant {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let game = self.contest(false)?;
        let position = position_of(&game, request.position.as_deref())?;
        solve_drawn_setup(&game, &position, request, monitor)
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_drawn_setup(&self.contest(false)?, request, listener, monitor)
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        sequential::reach(self, request, monitor)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        sequential::perft(self, false, request, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        let why = "a random setup has no tables of its own; build those of its base game";
        Err(NotOffered::of(self, why))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Err(NotOffered::Reason(format!(
            "{self} has the rules of its base game; name that game"
        )))
    }
}
