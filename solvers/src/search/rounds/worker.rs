//! One thread of a null-window search over rounds.

use std::sync::atomic::AtomicBool;

use super::super::threads::{BusyStates, NodeCounter};
use super::entry::{ANY, RoundsEntry};
use super::expand::{Choice, Reply, RoundsBound, expand};
use crate::search::table::hash;
use crate::search::{SearchTable, TranspositionTable};
use crate::{Cancelled, JointProblem, Key, Monitor, Player};

/// The number of nodes that a thread visits between two checks of the monitor.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// The state that all threads of a search share.
pub(super) struct Shared<'a, J> {
    pub(super) game: J,
    pub(super) table: &'a TranspositionTable,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) busy: BusyStates,
    /// Whether there are other threads to avoid.
    pub(super) avoiding: bool,
}

/// One thread of a search over rounds.
pub(super) struct Worker<'a, J> {
    shared: &'a Shared<'a, J>,
    nodes: NodeCounter<'a>,
}

impl<'a, J: JointProblem> Worker<'a, J> {
    pub(super) fn new(shared: &'a Shared<'a, J>, stop: &'a AtomicBool) -> Self {
        Worker {
            shared,
            nodes: NodeCounter::new(shared.monitor, stop, NODES_BETWEEN_LOOKS),
        }
    }

    /// Returns the number of visited states.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.visited()
    }

    /// Tests whether the leader has `beta` or more in a state that is not over. Returns a fail-soft bound: a lower
    /// bound if it has, else an upper bound.
    pub(super) fn test(
        &mut self,
        state: &J::State,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<RoundsBound, Cancelled> {
        let Shared {
            ref game, table, ..
        } = *self.shared;
        self.nodes.visit()?;
        let bound = game.bound(state);
        let key = Key {
            bits: game.key(state),
            tag: loser.tag(),
        };
        let read = |data| RoundsEntry::unpack(data, bound);
        let stored = table.get(key).map(read);
        let none = RoundsEntry::within(bound, loser);
        let known = stored.map_or(none, |stored| stored.at_rounds(rounds, bound, loser));
        if known.interval.low >= beta {
            return Ok(RoundsBound {
                margin: known.interval.low,
                broken_off: loser == Player::Follower && known.low_rounds != ANY,
            });
        }
        if known.interval.high < beta {
            return Ok(RoundsBound {
                margin: known.interval.high,
                broken_off: loser == Player::Leader && known.high_rounds != ANY,
            });
        }
        if rounds == 0 {
            return Ok(RoundsBound {
                margin: loser.loss_margin(bound),
                broken_off: true,
            });
        }
        let before = self.nodes.visited();
        let answer = self.search(state, loser, beta, rounds)?;
        let mut proven = table.get(key).map_or(none, read);
        let holds_for = |in_favour| match in_favour || answer.broken_off {
            true => rounds,
            false => ANY,
        };
        if answer.margin >= beta {
            proven.interval.low = answer.margin;
            proven.low_rounds = holds_for(loser == Player::Leader);
        } else {
            proven.interval.high = answer.margin;
            proven.high_rounds = holds_for(loser == Player::Follower);
        }
        table.put(key, proven.pack(), self.nodes.work_since(before));
        Ok(answer)
    }

    fn search(
        &mut self,
        state: &J::State,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<RoundsBound, Cancelled> {
        let Shared {
            ref game, table, ..
        } = *self.shared;
        let mut choices = expand(game, table, state, loser, beta, rounds);
        let mut best = RoundsBound {
            margin: i32::MIN,
            broken_off: false,
        };
        choices.retain(|choice| match choice.refuted {
            Some(refuted) => {
                best = worse_bound(best, refuted);
                false
            }
            None => true,
        });
        // The choices with the fewest open replies come first.
        choices.sort_by_key(|choice| choice.replies.len());
        for defers in [true, false] {
            let mut deferred = Vec::new();
            for choice in choices {
                let mut first = choice.replies.iter().take(1);
                if defers && first.any(|reply| self.is_busy(reply)) {
                    deferred.push(choice);
                    continue;
                }
                let answer = self.search_replies(&choice, loser, beta, rounds)?;
                if answer.margin >= beta {
                    return Ok(answer);
                }
                best = worse_bound(best, answer);
            }
            choices = deferred;
        }
        Ok(best)
    }

    /// Returns whether another thread searches this reply.
    #[inline]
    fn is_busy(&self, reply: &Reply<J::State>) -> bool {
        self.shared.avoiding && self.shared.busy.contains(hash(reply.key))
    }

    /// Searches the replies to a choice until one refutes it.
    pub(super) fn search_replies(
        &mut self,
        choice: &Choice<J::State>,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<RoundsBound, Cancelled> {
        let mut secured = choice.secured;
        let mut deferred = Vec::new();
        for reply in &choice.replies {
            if self.is_busy(reply) {
                deferred.push(reply);
            } else if !self.secures(reply, loser, beta, rounds, &mut secured)? {
                return Ok(secured);
            }
        }
        for reply in deferred {
            if !self.secures(reply, loser, beta, rounds, &mut secured)? {
                return Ok(secured);
            }
        }
        Ok(secured)
    }

    /// Returns whether the leader has `beta` or more after a reply. `secured` becomes the bound over this reply and
    /// those before it, or the bound of the reply that refutes the choice.
    fn secures(
        &mut self,
        reply: &Reply<J::State>,
        loser: Player,
        beta: i32,
        rounds: u8,
        secured: &mut RoundsBound,
    ) -> Result<bool, Cancelled> {
        let answer = self.reply(reply, loser, beta, rounds)?;
        if answer.margin < beta {
            *secured = answer;
            return Ok(false);
        }
        secured.margin = secured.margin.min(answer.margin);
        secured.broken_off |= answer.broken_off;
        Ok(true)
    }

    fn reply(
        &mut self,
        reply: &Reply<J::State>,
        loser: Player,
        beta: i32,
        rounds: u8,
    ) -> Result<RoundsBound, Cancelled> {
        let Reply {
            state, gain, turn, ..
        } = *reply;
        let window = turn.window(gain, beta);
        let loser = loser.after(turn);
        let answer = if self.shared.avoiding {
            let hash = hash(reply.key);
            self.shared.busy.enter(hash);
            let answer = self.test(&state, loser, window, rounds - 1);
            self.shared.busy.leave(hash);
            answer?
        } else {
            self.test(&state, loser, window, rounds - 1)?
        };
        Ok(RoundsBound {
            margin: turn.margin(gain, answer.margin),
            ..answer
        })
    }
}

/// Returns the upper bound over two refuted choices.
fn worse_bound(one: RoundsBound, other: RoundsBound) -> RoundsBound {
    RoundsBound {
        margin: one.margin.max(other.margin),
        broken_off: one.broken_off || other.broken_off,
    }
}
