//! The analyses of each family of games. Each family implements [`Solve`] in its own file.

mod colony;
mod four_rank;
mod random;
mod sequential;
mod stones;
mod two_rank;
mod world;

pub use self::sequential::ContestAnalyses;

use sowlab_findings::{Choices, Selection, Solved, both};
use std::fmt::Display;
use std::ops::RangeInclusive;

use sowlab_base::{Deadline, Limit};
use sowlab_games::catalog::{CatalogGame, NameError, NotOffered};
use sowlab_games::dynamic::PositionError;
use sowlab_games::for_family;
use sowlab_solvers::Monitor;

use crate::certificates::Certificate;
use crate::choices::{ChoicesRequest, Listener, refine, solved_of};
use crate::endless::{CyclicGame, ReachRequest, Reachable};
use crate::solve::{AgreedOpening, ByMovesLimits, OpeningByMoves, SharedTables, SolveRequest};
use crate::tables::TabledGame;
use crate::{Field, Perft, PerftRequest, RequestError, Times};

/// The sizes of boards whose openings are solved.
#[derive(Clone, Debug)]
pub struct BoardSizes {
    /// The number of pits per side.
    pub pits: RangeInclusive<u32>,
    /// The number of seeds per pit.
    pub seeds: RangeInclusive<u32>,
    /// The maximum number of positions in the tables of a board. Larger boards are left out.
    pub positions: u64,
}

/// The analyses of a game of the catalogue.
pub trait Analyses {
    /// Returns the analyses.
    fn analyses(&self) -> &dyn Solve;
}

impl Analyses for CatalogGame {
    fn analyses(&self) -> &dyn Solve {
        for_family!(self, family => family)
    }
}

/// The analyses of a game. A family implements the methods without a default, and others if it supports them.
pub trait Solve: ContestAnalyses + Display + Sync {
    /// Proves the value of a position within the time limit of the monitor. [`solve`](#method.solve) adds an estimate.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError>;

    /// Values every choice of a position in any phase. The listener gets values as they improve.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError>;

    /// Searches breadth-first from a position, counts the reached positions, and finds rounds that never end. In a
    /// sequential game a round is a move.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError>;

    /// Counts sequences of moves, or of rounds in a game in which both sides sow at once.
    ///
    /// # Errors
    /// The text is not a position of the game, or rounds cannot be counted from it.
    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError>;

    /// Returns the game with its endgame tables.
    ///
    /// # Errors
    /// The game has no tables.
    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered>;

    /// Returns the game with its repetitions.
    ///
    /// # Errors
    /// Its positions never recur, or are not numbered.
    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered>;

    /// Creates the certificate of play from a position whose last move never ends.
    ///
    /// # Errors
    /// The record cannot be played, or its last move ends. Or the game has no certificates.
    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let _ = (start, record);
        let why = "certificates show moves that never end, and it has none";
        Err(not_offered(self, Field::Certificate, why))
    }

    /// Returns the game on every board within these sizes, the smallest first. A game whose boards have no sizes is
    /// returned alone. [`opening_twice`](Solve::opening_twice) applies to these games.
    ///
    /// # Errors
    /// The openings of the game are not solved in two ways.
    fn boards(&self, _sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        Err(NotOffered::of(&self, NOT_TWICE))
    }

    /// Solves the opening in two ways that must agree. The largest of several boards should come first, because its
    /// tables may contain the others.
    ///
    /// # Errors
    /// The results disagree, there are too many positions, or the game does not support it.
    fn opening_twice(
        &self,
        _shared: &mut SharedTables,
        _monitor: &dyn Monitor,
    ) -> Result<AgreedOpening, RequestError> {
        Err(not_offered(self, Field::Game, NOT_TWICE))
    }

    /// Searches the opening within limits, as a whole and by the positions after its first moves.
    ///
    /// # Errors
    /// The results disagree, there is not enough memory, or the game does not support it.
    fn opening_by_moves(
        &self,
        _limits: &ByMovesLimits,
        _monitor: &dyn Monitor,
    ) -> Result<OpeningByMoves, RequestError> {
        let why = "its openings are not searched by their first moves";
        Err(not_offered(self, Field::Game, why))
    }
}

const NOT_TWICE: &str = "its openings are not solved in two ways";

fn not_offered(game: &(impl Solve + ?Sized), field: Field, why: &str) -> RequestError {
    RequestError::field(field, NotOffered::of(&game, why))
}

impl dyn Solve + '_ {
    /// Proves the value of a position within the time limit of the request. If it is not proven, adds an estimate.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    pub fn solve(
        &self,
        request: &SolveRequest,
        monitor: &dyn Monitor,
    ) -> Result<Solved, RequestError> {
        let ready = match request.recompute {
            true => None,
            false => self.solved_position(request.position.as_deref())?,
        };
        if let Some(ready) = &ready
            && !ready.solution.best.is_empty()
            && !request.says_how_to_search()
        {
            return Ok(ready.clone());
        }
        let times = Times::new(request.time_limit.map(Limit::Time));
        let deadline = Deadline::after(monitor, times.proofs());
        let mut solved = self.prove(request, &deadline)?;
        if let Some(ready) = ready {
            add(&mut solved, ready);
        }
        let proven = &solved.solution.bounds.zero;
        if solved.estimate.is_none() && proven.start() != proven.end() {
            let time = Deadline::after(&(), times.estimates(monitor));
            solved.estimate = self.estimate(&solved.position, proven, &time)?;
        }
        Ok(solved)
    }

    /// Values every choice. Proves the value of the position if it does not follow from the choices. Each part has half
    /// of the time limit.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    pub fn solve_choices(
        &self,
        request: &SolveRequest,
        replies: bool,
        monitor: &dyn Monitor,
    ) -> Result<(Solved, Choices), RequestError> {
        let mut of_choices = ChoicesRequest::of(request, replies);
        of_choices.limit = of_choices.limit.map(|limit| limit.divided_by(2));
        let mut choices = self.choices(&of_choices, monitor)?;
        let proven = choices.bounds.closed() && choices.pie.as_ref().is_none_or(|pie| pie.closed());
        let more = request.of_rounds();
        if !more && (proven || request.time_limit.is_none()) {
            return Ok((solved_of(&choices), choices));
        }
        let rest = SolveRequest {
            time_limit: of_choices.limit.and_then(Limit::time),
            ..request.clone()
        };
        let mut solved = self.solve(&rest, monitor)?;
        refine(&mut solved, &mut choices);
        Ok((solved, choices))
    }

    /// Values every reply, but proves only the selected part of the positions after replies. The bounds of the position
    /// itself are those that follow.
    ///
    /// # Errors
    /// A field of the request is wrong, there are fewer positions than shards, or the joined shards lack positions.
    pub fn solve_part(
        &self,
        request: &SolveRequest,
        part: Selection,
        monitor: &dyn Monitor,
    ) -> Result<(Solved, Choices), RequestError> {
        let of_choices = ChoicesRequest {
            part,
            ..ChoicesRequest::of(request, true)
        };
        let choices = self.choices(&of_choices, monitor)?;
        Ok((solved_of(&choices), choices))
    }

    /// Values every choice of a position in any phase.
    ///
    /// # Errors
    /// A field of the request is wrong, or this game does not support it.
    pub fn choices(
        &self,
        request: &ChoicesRequest,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        self.improving_choices(request, &mut Listener::nobody(), monitor)
    }
}

/// Adds a solved position to the finding of a search.
fn add(found: &mut Solved, ready: Solved) {
    let (solution, ready_solution) = (&mut found.solution, ready.solution);
    let bounds = both(&solution.bounds, &ready_solution.bounds);
    let mut used = bounds != solution.bounds;
    solution.bounds = bounds;
    if let (Some(pie), Some(ready)) = (&mut solution.pie, &ready_solution.pie) {
        let bounds = both(pie, ready);
        used |= bounds != *pie;
        *pie = bounds;
    }
    if solution.best.is_empty() && !ready_solution.best.is_empty() {
        solution.best = ready_solution.best;
        used = true;
    }
    if used {
        found.evidence = ready.evidence;
    }
}

impl From<NameError> for RequestError {
    fn from(error: NameError) -> RequestError {
        RequestError::field(Field::Game, error)
    }
}

impl From<PositionError> for RequestError {
    fn from(error: PositionError) -> RequestError {
        RequestError::field(Field::Position, error)
    }
}
