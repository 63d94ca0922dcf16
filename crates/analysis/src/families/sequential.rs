//! The analyses of sequential games, for families without specific ones.

use sowlab_findings::{Choices, Estimate, Solved};
use std::ops::RangeInclusive;

use sowlab_base::Deadline;
use sowlab_games::catalog::{Family, NotOffered};
use sowlab_games::contest::{Notation, Play, position_or_opening};
use sowlab_solvers::Monitor;

use crate::choices::solved_choices;
use crate::endless::{ReachRequest, Reachable, reach_moves};
use crate::solved_positions::SolvedPositions;
use crate::{
    Estimator, Field, Perft, PerftRequest, RequestError, SownMove, SownMoveRequest, perft_of_moves,
    sown_move,
};

/// Reads a position. Returns the opening if none is given.
pub(super) fn position_of<G: Notation>(
    game: &G,
    text: Option<&str>,
) -> Result<G::Position, RequestError> {
    position_or_opening(game, text).map_err(|error| RequestError::field(Field::Position, error))
}

/// The analyses with one implementation for all families. They use the [contest](Family::contest) of the family.
pub trait ContestAnalyses {
    /// Estimates the margin of the side to move within proven bounds.
    ///
    /// # Errors
    /// The text is not a position of the game, or there is not enough memory.
    fn estimate(
        &self,
        position: &str,
        proven: &RangeInclusive<i32>,
        time: &Deadline<'_>,
    ) -> Result<Option<Estimate>, RequestError>;

    /// Returns the solution of a position that ships with the program, with the recorded optimal moves.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn solved_position(&self, position: Option<&str>) -> Result<Option<Solved>, RequestError>;

    /// Returns the values of the choices of a position, if they follow from the solved positions that ship with the
    /// program.
    ///
    /// # Errors
    /// The text is not a position of the game.
    fn solved_choices(&self, position: &str) -> Result<Option<Choices>, RequestError>;

    /// Sows a move seed by seed. In a game with the pie rule, that rule applies.
    ///
    /// # Errors
    /// The position cannot be read, or the move is not legal there.
    fn sown_move(&self, request: SownMoveRequest<'_>) -> Result<SownMove, RequestError>;
}

impl<F: Family> ContestAnalyses for F {
    fn estimate(
        &self,
        position: &str,
        proven: &RangeInclusive<i32>,
        time: &Deadline<'_>,
    ) -> Result<Option<Estimate>, RequestError> {
        let game = self.contest(false)?;
        let position = position_of(&game, Some(position))?;
        let estimator = Estimator::new(&game).map_err(RequestError::failed)?;
        Ok(estimator.estimate(&game.state(&position), proven, time))
    }

    fn solved_position(&self, position: Option<&str>) -> Result<Option<Solved>, RequestError> {
        let game = self.contest(false)?;
        let position = position_of(&game, position)?;
        let solved = SolvedPositions::of(&game).solution(&position);
        Ok(solved.map(|solved| Solved {
            pie_best: match solved.solution.pie {
                Some(_) => solved_choices(&game, &position, true)
                    .map_or(Vec::new(), |choices| choices.pie_best()),
                None => Vec::new(),
            },
            ..solved
        }))
    }

    fn solved_choices(&self, position: &str) -> Result<Option<Choices>, RequestError> {
        let game = self.contest(false)?;
        let pie = self.pie_follows(position)?;
        let position = position_of(&game, Some(position))?;
        Ok(solved_choices(&game, &position, pie))
    }

    fn sown_move(&self, request: SownMoveRequest<'_>) -> Result<SownMove, RequestError> {
        sown_move(&self.contest(true)?, &request)
    }
}

/// Searches breadth-first by moves, with all positions in memory and without certificates.
pub(super) fn reach<F: Family>(
    family: &F,
    request: &ReachRequest,
    monitor: &dyn Monitor,
) -> Result<Reachable, RequestError> {
    if request.certificate {
        let why = "certificates show moves that never end, and it has none";
        let error = NotOffered::of(family, why);
        return Err(RequestError::field(Field::Certificate, error));
    }
    let game = family.contest(false)?;
    let position = position_of(&game, request.position.as_deref())?;
    reach_moves(&game, &position, request, monitor)
}

/// Counts sequences of moves. With `endless`, counts moves that never end separately.
pub(super) fn perft<F: Family>(
    family: &F,
    endless: bool,
    request: &PerftRequest,
    monitor: &dyn Monitor,
) -> Result<Perft, RequestError> {
    let game = family.contest(false)?;
    let position = position_of(&game, request.position.as_deref())?;
    let depth = request.depth;
    Ok(perft_of_moves(&game, &position, depth, endless, monitor))
}
