//! The stones family.

use sowlab_findings::{Choices, Solved};

use sowlab_games::catalog::NotOffered;
use sowlab_games::stones::{Phase, Position, Rules};
use sowlab_solvers::Monitor;

use super::Solve;
use crate::choices::{ChoicesRequest, Listener, choices_of_rounds, solved_of};
use crate::endless::{CyclicGame, ReachRequest, Reachable, reach_rounds};
use crate::solve::{SolveRequest, solve_rounds};
use crate::tables::TabledGame;
use crate::{Field, Perft, PerftRequest, RequestError, perft_of_rounds};

/// Reads a position. Returns the opening if none is given.
fn position(rules: &Rules, text: Option<&str>) -> Result<Position, RequestError> {
    match text {
        None => Ok(Position::opening(rules)),
        Some(text) => Position::parse(rules, text)
            .map_err(|error| RequestError::field(Field::Position, error)),
    }
}

impl Solve for Rules {
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError> {
        let position = position(self, request.position.as_deref())?;
        if position.phase() != Phase::Sente && !request.of_rounds() {
            let request = ChoicesRequest::of(request, false);
            let choices = choices_of_rounds(self, &request, &mut Listener::nobody(), monitor)?;
            return Ok(solved_of(&choices));
        }
        solve_rounds(self, &position, request, monitor)
    }

    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        choices_of_rounds(self, request, listener, monitor)
    }

    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError> {
        let position = position(self, request.position.as_deref())?;
        reach_rounds(self, &position, request, monitor)
    }

    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError> {
        let position = position(self, request.position.as_deref())?;
        perft_of_rounds(self, &position, request.depth, monitor)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Ok(Box::new(*self))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Ok(Box::new(*self))
    }
}
