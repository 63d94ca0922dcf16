//! Repetitions among the boards that play reaches from a position.

use schemars::JsonSchema;
use serde::Serialize;
use sowlab_solvers::repetition::{ReachedCycle, reached_cycles};
use sowlab_solvers::{Cancelled, JointGame, Monitor, Resolution, Step};

use super::certify::certificate_of_repetition;
use crate::RequestError;
use crate::certificates::Certificate;
use sowlab_games::stones::{
    Board, Position, Record, RecordItem, Rules, StonesGame, record_of_choices,
};

/// The repetitions among the boards that start one of the first rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedRepetitions {
    /// The number of distinct boards first reached at the start of each round, turned so that the
    /// side with sente is East.
    pub boards: Vec<u64>,
    /// The number of boards of all rounds that lie on a cycle of such boards.
    pub boards_on_cycles: u64,
    /// A shortest cycle of them, with a shortest game into it.
    pub shortest: Option<ReachedRepetition>,
}

/// A game into a repetition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachedRepetition {
    /// The rounds before the cycle.
    #[serde(serialize_with = "crate::endless::reached::as_text")]
    #[schemars(with = "String")]
    pub before: Record,
    /// The rounds that lead back to the same board.
    #[serde(serialize_with = "crate::endless::reached::as_text")]
    #[schemars(with = "String")]
    pub cycle: Record,
}

pub(super) fn as_text<S: serde::Serializer>(
    record: &Record,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(record)
}

/// The boards near the opening to search.
#[derive(Clone, Copy, Debug)]
pub struct NearOpeningRequest {
    /// The number of first rounds whose boards are searched.
    pub rounds: u32,
    /// Whether to create a certificate of the shortest repetition.
    pub certificate: bool,
}

/// Repetitions near the opening.
#[derive(Clone, Debug)]
pub struct NearOpening {
    /// The opening.
    pub start: Position,
    /// The repetitions.
    pub found: ReachedRepetitions,
    /// The certificate of the shortest repetition, if it was requested and there is one.
    pub certificate: Option<Certificate>,
}

/// Finds the repetitions among the boards that start one of the first rounds.
///
/// # Errors
/// The monitor cancelled.
pub fn repetitions_near_opening(
    rules: &Rules,
    request: NearOpeningRequest,
    monitor: &dyn Monitor,
) -> Result<NearOpening, RequestError> {
    let game = StonesGame::new(rules);
    let start = Position::opening(rules);
    let found = ReachedRepetitions::search(&game, start, request.rounds, monitor)?;
    let shortest = found.shortest.as_ref().filter(|_| request.certificate);
    let certificate = shortest.map(|ReachedRepetition { before, cycle }| {
        certificate_of_repetition(game.sower(), start, before, cycle)
    });
    let certificate = certificate.transpose().map_err(RequestError::failed)?;
    Ok(NearOpening {
        start,
        found,
        certificate,
    })
}

impl ReachedRepetitions {
    /// Searches all boards that start one of the first `rounds` rounds from the start of a round.
    /// The memory is that of [`reached_cycles`].
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn search(
        game: &StonesGame,
        start: Position,
        rounds: u32,
        monitor: &dyn Monitor,
    ) -> Result<ReachedRepetitions, Cancelled> {
        let found = reached_cycles(game, start.canonical_board(), rounds, monitor)?;
        let shortest = found
            .shortest
            .map(|found| record_of_states(game, start, &found));
        Ok(ReachedRepetitions {
            boards: found.states,
            boards_on_cycles: found.on_cycles,
            shortest,
        })
    }
}

fn record_of_states(
    game: &StonesGame,
    start: Position,
    found: &ReachedCycle<Board>,
) -> ReachedRepetition {
    let mut all: Vec<Board> = found.path.iter().chain(&found.cycle).copied().collect();
    if found.path.len() == 1 {
        // The cycle is played once before it counts, because a pie decision may follow the first
        // round.
        all.extend(&found.cycle);
    }
    let choices: Vec<(u8, u8)> = all
        .windows(2)
        .filter_map(|pair| choice_between(game, pair[0], pair[1]))
        .collect();
    let mut items = record_of_choices(game.sower(), start, &choices).0;
    // The cycle is the last rounds. A pie decision before it belongs to the rounds before.
    let cycle = items.split_off(items.len() - found.cycle.len());
    debug_assert!(
        cycle
            .iter()
            .all(|item| matches!(item, RecordItem::Round(_)))
    );
    ReachedRepetition {
        before: Record(items),
        cycle: Record(cycle),
    }
}

/// Returns the first choices of both sides on a board that lead to another one.
fn choice_between(game: &StonesGame, board: Board, next: Board) -> Option<(u8, u8)> {
    let mut found = None;
    game.expand(&[board], &mut |_, first, second, resolution| {
        if found.is_none()
            && matches!(resolution, Resolution::Next(Step { state, .. }) if state == next)
        {
            found = Some((first, second));
        }
    });
    found
}
