//! Endless rounds that can be reached from a position, with a shortest game into one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::reach::{
    PackedStates, Reach, ReachError, ReachFiles, reach, reach_on_disk, reach_within,
};
use sowlab_solvers::{Monitor, Successors};

use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{
    Board, EndlessGame, NotEndless, Position, StonesGame, record_of_choices,
};

/// The maximum memory of a board in bytes, measured with the tables half empty.
const BYTES_A_BOARD: usize = 100;

/// The counts of one round of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReachedRound {
    /// The number of the round, from 1.
    pub round: u32,
    /// The number of distinct boards that are first reached at the start of this round and on which
    /// it is played. They are turned so that the side with sente is East.
    pub boards: u64,
    /// The number of joint moves on these boards.
    pub joint_moves: u64,
    /// The number of these joint moves that never end.
    pub endless: u64,
}

/// The error of a search.
#[derive(Debug, thiserror::Error)]
pub enum ReachedError {
    /// The witness cannot be replayed, which would be an error of the program.
    #[error(transparent)]
    Witness(#[from] NotEndless),
    /// A file cannot be read or written, or the checkpoint does not fit the search.
    #[error(transparent)]
    Disk(#[from] ReachError),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The counts. Every listed round is complete.
    pub rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, replayed; the first in the order of choices.
    pub witness: Option<EndlessGame>,
    /// Whether the search was cancelled before all requested rounds were complete.
    pub cancelled: bool,
}

impl Reached {
    /// Searches breadth-first from the start of a round, `rounds` rounds deep. The memory grows
    /// with the number of distinct boards, see [`reach`].
    ///
    /// # Errors
    /// The witness cannot be replayed, which would be an error of the program.
    pub fn search(
        game: &StonesGame,
        start: Position,
        rounds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Reached, NotEndless> {
        Reached::search_in(game, game.sower(), start, rounds, monitor)
    }

    /// Searches a game with some of the joint moves. `sower` replays the witness.
    ///
    /// # Errors
    /// The witness cannot be replayed, which would be an error of the program.
    pub fn search_in(
        game: &impl Successors<State = Board, Choice = u8>,
        sower: &Sower,
        start: Position,
        rounds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Reached, NotEndless> {
        let found = reach(game, start.canonical_board(), rounds, monitor);
        Reached::replay(found, sower, start)
    }

    /// Searches within about `memory` bytes. Returns `None` if that is not enough.
    ///
    /// # Errors
    /// The witness cannot be replayed, which would be an error of the program.
    pub fn search_within(
        game: &impl Successors<State = Board, Choice = u8>,
        sower: &Sower,
        start: Position,
        rounds: u32,
        memory: usize,
        monitor: &dyn Monitor,
    ) -> Option<Result<Reached, NotEndless>> {
        let boards = (memory / BYTES_A_BOARD) as u64;
        let found = reach_within(game, start.canonical_board(), rounds, boards, monitor)?;
        Some(Reached::replay(found, sower, start))
    }

    /// Searches with all boards in files, and resumes after the rounds that exist already: see
    /// [`reach_on_disk`].
    ///
    /// # Errors
    /// Those of [`reach_on_disk`], or the witness cannot be replayed.
    pub fn search_on_disk(
        game: &impl PackedStates<State = Board, Choice = u8>,
        sower: &Sower,
        start: Position,
        rounds: u32,
        files: &ReachFiles<'_>,
        monitor: &dyn Monitor,
    ) -> Result<Reached, ReachedError> {
        let board = start.canonical_board();
        let found = reach_on_disk(game, board, rounds, files, monitor)?;
        Ok(Reached::replay(found, sower, start)?)
    }

    fn replay(found: Reach<u8>, sower: &Sower, start: Position) -> Result<Reached, NotEndless> {
        let witness = found.witness.map(|choices| {
            let record = record_of_choices(sower, start, &choices);
            EndlessGame::replay(sower, start, record)
        });
        Ok(Reached {
            rounds: found
                .rounds
                .iter()
                .map(|round| ReachedRound {
                    round: round.round,
                    boards: round.states,
                    joint_moves: round.joint_moves,
                    endless: round.endless,
                })
                .collect(),
            witness: witness.transpose()?,
            cancelled: found.cancelled,
        })
    }
}
