//! The rounds of a state, with the bounds of their results.

use super::entry::{ANY, RoundsEntry};
use crate::JointProblem;
use crate::Key;
use crate::Player;
use crate::search::{SearchTable, TranspositionTable};
use crate::{Interval, Resolution, Step, Turn};

/// A bound on the margin of the leader: a lower bound if it reaches the threshold of the search, else an upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundsBound {
    /// The bound.
    pub margin: i32,
    /// Whether it is a bound against the loser of infinite play that more rounds might change.
    pub broken_off: bool,
}

/// A reply of the follower that is still to be searched.
#[derive(Clone, Copy)]
pub(super) struct Reply<S> {
    pub(super) state: S,
    pub(super) key: Key,
    pub(super) gain: i32,
    pub(super) turn: Turn,
}

/// A choice of the leader.
pub(super) struct Choice<S> {
    /// Its number in the list of choices.
    pub(super) number: usize,
    /// The bound of the leader over the replies that do not refute the choice.
    pub(super) secured: RoundsBound,
    /// The replies that may still refute it, the most dangerous first.
    pub(super) replies: Vec<Reply<S>>,
    /// The bound of a reply that refutes the choice, if there is one.
    pub(super) refuted: Option<RoundsBound>,
}

/// Resolves all rounds of a state at once and decides whether each reaches `beta`, as far as the rules and the table
/// allow.
pub(super) fn expand<J: JointProblem>(
    game: &J,
    table: &TranspositionTable,
    state: &J::State,
    loser: Player,
    beta: i32,
    rounds: u8,
) -> Vec<Choice<J::State>> {
    let bound = game.bound(state);
    let mut choices: Vec<Choice<J::State>> = Vec::new();
    let mut current: Option<J::Choice> = None;
    game.expand(
        std::slice::from_ref(state),
        &mut |_, first, _, resolution| {
            if current != Some(first) {
                current = Some(first);
                choices.push(Choice {
                    number: choices.len(),
                    secured: RoundsBound {
                        margin: i32::MAX,
                        broken_off: false,
                    },
                    replies: Vec::new(),
                    refuted: None,
                });
            }
            let choice = choices.last_mut().expect("just pushed");
            let (low, high, broken_off, reply) = match resolution {
                Resolution::Over { margin } => (margin, margin, false, None),
                Resolution::Endless => {
                    let margin = loser.loss_margin(bound);
                    (margin, margin, false, None)
                }
                Resolution::Next(Step { state, gain, turn }) => {
                    debug_assert!(game.terminal(&state).is_none());
                    let loser = loser.after(turn);
                    let bound = game.bound(&state);
                    let key = Key {
                        bits: game.key(&state),
                        tag: loser.tag(),
                    };
                    let known = if let Some(margin) = game.oracle_margin(&state, loser) {
                        RoundsEntry::exact(margin, loser)
                    } else if rounds == 1 {
                        let margin = loser.loss_margin(bound);
                        RoundsEntry {
                            interval: Interval::exact(margin),
                            low_rounds: 0,
                            high_rounds: 0,
                        }
                    } else {
                        match table.get(key) {
                            Some(data) => {
                                RoundsEntry::unpack(data, bound).at_rounds(rounds - 1, bound, loser)
                            }
                            None => RoundsEntry::within(bound, loser),
                        }
                    };
                    // Only a bound against the loser of infinite play can be due to stopping.
                    let broken_off = match loser {
                        Player::Leader => known.high_rounds != ANY,
                        Player::Follower => known.low_rounds != ANY,
                    };
                    let reply = Reply {
                        state,
                        key,
                        gain,
                        turn,
                    };
                    let Interval { low, high } = turn.interval(gain, known.interval);
                    (low, high, broken_off, Some(reply))
                }
            };
            if high < beta {
                let answer = RoundsBound {
                    margin: high,
                    broken_off: broken_off && loser == Player::Leader,
                };
                let better = choice.refuted.is_none_or(|old| {
                    (answer.broken_off, answer.margin) < (old.broken_off, old.margin)
                });
                if better {
                    choice.refuted = Some(answer);
                }
            } else if low >= beta {
                choice.secured.margin = choice.secured.margin.min(low);
                choice.secured.broken_off |= broken_off && loser == Player::Follower;
            } else {
                choice.replies.extend(reply);
            }
        },
    );
    for choice in &mut choices {
        choice
            .replies
            .sort_by_key(|reply| (reply.gain, reply.turn == Turn::Same));
    }
    choices
}
