//! The stones family.

use sowlab_findings::{Choices, Estimate, Solved};
use std::ops::RangeInclusive;

use sowlab_base::Deadline;
use sowlab_games::catalog::NotOffered;
use sowlab_games::stones::{Phase, Position, Rules};
use sowlab_solvers::Monitor;

use super::{Solve, sequential};
use crate::choices::{ChoicesRequest, Listener, choices_of_rounds, solved_of};
use crate::endless::{CyclicGame, ReachRequest, Reachable, reach_rounds};
use crate::solve::{SolveRequest, solve_rounds};
use crate::tables::TabledGame;
use crate::{Field, Perft, PerftRequest, RequestError, SownMove, SownMoveRequest, perft_of_rounds};

/// Reads a position; the opening where none is given.
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

    fn estimate(
        &self,
        position: &str,
        proven: &RangeInclusive<i32>,
        time: &Deadline<'_>,
    ) -> Result<Option<Estimate>, RequestError> {
        sequential::estimate(self, position, proven, time)
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

    fn sown_move(&self, request: SownMoveRequest<'_>) -> Result<SownMove, RequestError> {
        sequential::sown(self, &request)
    }

    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered> {
        Ok(Box::new(*self))
    }

    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered> {
        Ok(Box::new(*self))
    }
}
