//! Endless rounds that can be reached from a position, with a shortest game into one.

use serde::Serialize;
use sowlab_solvers::reach::reach;
use sowlab_solvers::{JointGame, Monitor};

use super::board::Board;
use super::joint::StonesGame;
use super::position::Position;
use super::sowing::Sower;
use super::witness::{EndlessGame, NotEndless, record_of_choices};

/// What was found in one round of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedRound {
    /// The round, from 1.
    pub round: u32,
    /// Distinct boards, turned so that the side with sente is East, that are first reached at the
    /// start of this round and where it is played.
    pub boards: u64,
    /// Joint moves on these boards.
    pub joint_moves: u64,
    /// Those of them that never end.
    pub endless: u64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The counts; every round in the list is complete.
    pub rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, replayed; the first in the order of choices.
    pub witness: Option<EndlessGame>,
    /// Whether the search was cancelled before all rounds asked for were complete.
    pub cancelled: bool,
}

impl Reached {
    /// Searches breadth-first from the start of a round, so many rounds deep. The memory goes with
    /// the distinct boards: see [`reach`].
    ///
    /// # Errors
    /// The witness does not replay, which would be a mistake in the program.
    pub fn search(
        game: &StonesGame,
        start: Position,
        rounds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Reached, NotEndless> {
        Reached::search_in(game, game.sower(), start, rounds, monitor)
    }

    /// The same for a game that has only some of the joint moves; the witness is replayed with this
    /// kernel.
    ///
    /// # Errors
    /// The witness does not replay, which would be a mistake in the program.
    pub fn search_in(
        game: &impl JointGame<State = Board, Choice = u8>,
        sower: &Sower,
        start: Position,
        rounds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Reached, NotEndless> {
        let found = reach(game, start.canonical_board(), rounds, monitor);
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
