//! The analyses of each family of games: one file a family, with its [`Solve`].

mod colony;
mod four_rank;
mod random;
mod sequential;
mod stones;
mod two_rank;

pub use self::sequential::ContestAnalyses;

use sowlab_findings::{Choices, Selection, Solved, both};
use std::fmt::Display;
use std::ops::RangeInclusive;

use sowlab_base::Deadline;
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

/// Sizes of boards whose openings are solved.
#[derive(Clone, Debug)]
pub struct BoardSizes {
    /// The pits a side.
    pub pits: RangeInclusive<u32>,
    /// The seeds in a pit.
    pub seeds: RangeInclusive<u32>,
    /// Boards with more positions in their tables are left out.
    pub positions: u64,
}

/// The analyses of a game of the catalog.
pub trait Analyses {
    /// The analyses.
    fn analyses(&self) -> &dyn Solve;
}

impl Analyses for CatalogGame {
    fn analyses(&self) -> &dyn Solve {
        for_family!(self, family => family)
    }
}

/// The analyses of a game. A family implements those without a default, and others where it offers them.
pub trait Solve: ContestAnalyses + Display + Sync {
    /// Proves the value of a position; the monitor heeds the time limit of the request. [`solve`](#method.solve)
    /// adds an estimate.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn prove(&self, request: &SolveRequest, monitor: &dyn Monitor) -> Result<Solved, RequestError>;

    /// Values every choice of a position, in any phase. The listener hears of values that improve.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn improving_choices(
        &self,
        request: &ChoicesRequest,
        listener: &mut Listener<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError>;

    /// Searches breadth-first from a position, counts the positions reached, and finds rounds that never end. In a
    /// game in which one side moves at a time a round is a move.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    fn reach(
        &self,
        request: &ReachRequest,
        monitor: &dyn Monitor,
    ) -> Result<Reachable, RequestError>;

    /// Counts sequences of moves, or of rounds in a game in which both sides sow at once.
    ///
    /// # Errors
    /// The position is none of the game, or rounds cannot be counted from it.
    fn perft(&self, request: &PerftRequest, monitor: &dyn Monitor) -> Result<Perft, RequestError>;

    /// The game as one that endgame tables can be built for.
    ///
    /// # Errors
    /// It has none.
    fn tables(&self) -> Result<Box<dyn TabledGame>, NotOffered>;

    /// The game as one whose repetitions can be listed.
    ///
    /// # Errors
    /// Its positions never recur, or are not numbered.
    fn cyclic(&self) -> Result<Box<dyn CyclicGame>, NotOffered>;

    /// The certificate of a game from a position whose last move never ends.
    ///
    /// # Errors
    /// The record cannot be played or does not end so; or there are no certificates of this game.
    fn certify(&self, start: &str, record: &str) -> Result<Certificate, RequestError> {
        let _ = (start, record);
        let why = "certificates show moves that never end, and it has none";
        Err(not_offered(self, Field::Certificate, why))
    }

    /// The game on every board within these sizes, the smallest first; the game alone where its boards have no
    /// sizes. These are the games of [`opening_twice`](Solve::opening_twice).
    ///
    /// # Errors
    /// Openings of the game are not solved in two ways.
    fn boards(&self, _sizes: &BoardSizes) -> Result<Vec<CatalogGame>, NotOffered> {
        Err(NotOffered::of(&self, NOT_TWICE))
    }

    /// Solves the opening in two ways that must agree. Of several boards the largest comes first: tables of
    /// it may hold the others.
    ///
    /// # Errors
    /// The two ways disagree, there are too many positions, or the game does not offer it.
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
    /// The searches disagree, there is no memory, or the game does not offer it.
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
    /// Proves the value of a position within the time limit of the request, and estimates it where it is not
    /// proven.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
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
        let times = Times::new(request.time_limit);
        let deadline = Deadline::new(monitor, times.proofs);
        let mut solved = self.prove(request, &deadline)?;
        if let Some(ready) = ready {
            add(&mut solved, ready);
        }
        let proven = &solved.solution.bounds.zero;
        if solved.estimate.is_none() && proven.start() != proven.end() {
            let time = Deadline::new(&(), times.estimates(monitor));
            solved.estimate = self.estimate(&solved.position, proven, &time)?;
        }
        Ok(solved)
    }

    /// Values every choice, and proves the value of the position as far as the choices do not: within a time
    /// limit half of the time is for each.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    pub fn solve_choices(
        &self,
        request: &SolveRequest,
        replies: bool,
        monitor: &dyn Monitor,
    ) -> Result<(Solved, Choices), RequestError> {
        let mut of_choices = ChoicesRequest::of(request, replies);
        of_choices.time_limit = request.time_limit.map(|limit| limit / 2);
        let mut choices = self.choices(&of_choices, monitor)?;
        let proven = choices.bounds.closed() && choices.pie.as_ref().is_none_or(|pie| pie.closed());
        let more = request.of_rounds();
        if !more && (proven || request.time_limit.is_none()) {
            return Ok((solved_of(&choices), choices));
        }
        let rest = SolveRequest {
            time_limit: of_choices.time_limit,
            ..request.clone()
        };
        let mut solved = self.solve(&rest, monitor)?;
        refine(&mut solved, &mut choices);
        Ok((solved, choices))
    }

    /// Values every reply, but proves only a part of the positions that replies lead to, and nothing of the
    /// position itself that does not follow.
    ///
    /// # Errors
    /// A field of the request is wrong; there are fewer positions than pieces, or pieces without all positions.
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

    /// Values every choice of a position, in any phase.
    ///
    /// # Errors
    /// A field of the request is wrong, or asks for what this game does not offer.
    pub fn choices(
        &self,
        request: &ChoicesRequest,
        monitor: &dyn Monitor,
    ) -> Result<Choices, RequestError> {
        self.improving_choices(request, &mut Listener::nobody(), monitor)
    }
}

/// Adds a solved position to what a search has proven of it.
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
