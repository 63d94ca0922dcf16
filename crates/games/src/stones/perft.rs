//! Counts of the sequences of rounds.

use std::hash::BuildHasherDefault;

use dashmap::DashMap;
use rayon::prelude::*;
use rustc_hash::FxHasher;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::{JointGame, Monitor, Resolution, Step};

use super::board::Board;
use super::joint::StonesGame;

/// The number of boards that one thread sows together.
const BOARDS_AT_ONCE: usize = 32;

/// One round of the counts; every count is of sequences of rounds, so that a board reached in
/// several ways counts several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PerftRound {
    /// The round, from 1.
    pub round: u32,
    /// Boards on which this round is played.
    pub boards: u128,
    /// Joint moves played on them.
    pub joint_moves: u128,
    /// Those that are endless.
    pub endless: u128,
    /// Those after which the game is over.
    pub finished: u128,
}

/// The error of counts that exceed 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts of round {0} do not fit 128 bits")]
pub struct PerftError(pub u32);

/// Counts rounds from a board (in the view of the side with sente) to a depth. Non-terminating rounds and those that
/// end the game are counted and not continued; the pie decision is not a branch. If the monitor cancels, the list has
/// only the complete rounds.
///
/// Sequences that lead to the same board are counted together, so the time depends on the number of distinct boards;
/// they are stored in memory.
///
/// # Errors
/// A count exceeds 128 bits.
pub fn perft(
    game: &StonesGame,
    start: Board,
    depth: u32,
    monitor: &dyn Monitor,
) -> Result<Vec<PerftRound>, PerftError> {
    type Frontier = DashMap<Board, u128, BuildHasherDefault<FxHasher>>;
    let mut boards = vec![(start, 1u128)];
    if game.terminal(&start).is_some() {
        boards.clear();
    }
    let mut rounds = Vec::new();
    for round in 1..=depth {
        let overflow = PerftError(round);
        let next = Frontier::default();
        monitor.begin(&format!("round {round}"), boards.len() as u64);
        let count = |chunk: &[(Board, u128)]| -> Result<[u128; 3], PerftError> {
            if monitor.cancelled() {
                return Ok([0; 3]);
            }
            let states: Vec<Board> = chunk.iter().map(|&(board, _)| board).collect();
            let mut counts = [Some(0u128); 3];
            let mut fits = true;
            game.expand(&states, &mut |index, _, _, resolution| {
                let paths = chunk[index].1;
                let [joint_moves, endless, finished] = &mut counts;
                let add = |to: &mut Option<u128>| *to = to.and_then(|to| to.checked_add(paths));
                add(joint_moves);
                match resolution {
                    Resolution::Endless => add(endless),
                    Resolution::Over { .. } => add(finished),
                    Resolution::Next(Step { state, .. }) if round < depth => {
                        let mut entry = next.entry(state).or_insert(0);
                        match entry.checked_add(paths) {
                            Some(sum) => *entry = sum,
                            None => fits = false,
                        }
                    }
                    Resolution::Next(Step { .. }) => {}
                }
            });
            monitor.advance(chunk.len() as u64);
            match counts {
                [Some(joint_moves), Some(endless), Some(finished)] if fits => {
                    Ok([joint_moves, endless, finished])
                }
                _ => Err(overflow),
            }
        };
        let counted = stoppable(|| {
            boards.par_chunks(BOARDS_AT_ONCE).map(count).try_reduce(
                || [0; 3],
                |mut sums, more| {
                    for (sum, more) in sums.iter_mut().zip(more) {
                        *sum = sum.checked_add(more).ok_or(overflow)?;
                    }
                    Ok(sums)
                },
            )
        });
        let Ok(counted) = counted else { break };
        let [joint_moves, endless, finished] = counted?;
        if monitor.cancelled() {
            break;
        }
        let paths = boards
            .iter()
            .try_fold(0u128, |sum, &(_, paths)| sum.checked_add(paths))
            .ok_or(overflow)?;
        rounds.push(PerftRound {
            round,
            boards: paths,
            joint_moves,
            endless,
            finished,
        });
        boards = next.into_iter().collect();
    }
    Ok(rounds)
}
