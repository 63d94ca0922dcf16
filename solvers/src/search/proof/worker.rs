//! One thread of a proof search.

use std::sync::atomic::AtomicBool;

use super::super::probe_counts::ProbeCounts;
use super::super::table::hash;
use super::super::threads::{BusyStates, NodeCounter};
use super::expand::{Basis, Node, Round};
use super::table::{ClaimKey, ClaimStatus, ProofTable};
use crate::{Cancelled, JointProblem, Monitor, Numbers, Player};

/// The number of nodes that a thread visits between two checks of the monitor.
const NODES_BETWEEN_LOOKS: u64 = 64;

/// The state that all threads of a search share.
pub(super) struct Shared<'a, J> {
    pub(super) game: &'a J,
    pub(super) table: &'a ProofTable,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) busy: &'a BusyStates,
    /// Whether there are other threads to avoid.
    pub(super) avoiding: bool,
}

/// One thread of a proof search.
pub(super) struct Worker<'a, J: JointProblem> {
    shared: &'a Shared<'a, J>,
    nodes: NodeCounter<'a>,
    buffer: Vec<Round<J::State>>,
    probe_counts: ProbeCounts,
}

/// The result of a search for a claim.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClaimResult {
    pub(super) numbers: Numbers,
    /// The basis of the decision, if there is one.
    pub(super) basis: Basis,
}

impl<'a, J: JointProblem> Worker<'a, J> {
    pub(super) fn new(shared: &'a Shared<'a, J>, stop: &'a AtomicBool) -> Self {
        Worker {
            shared,
            nodes: NodeCounter::new(shared.monitor, stop, NODES_BETWEEN_LOOKS),
            buffer: Vec::new(),
            probe_counts: ProbeCounts::default(),
        }
    }

    /// Returns the number of expanded states.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.visited()
    }

    /// Returns the counts of the probes for claims.
    pub(super) fn probe_counts(&self) -> ProbeCounts {
        self.probe_counts
    }

    /// Searches until the claim is decided or one of the numbers reaches its threshold.
    pub(super) fn search(
        &mut self,
        state: &J::State,
        key: &ClaimKey,
        thresholds: Numbers,
    ) -> Result<ClaimResult, Cancelled> {
        self.nodes.visit()?;
        let Shared { game, table, .. } = *self.shared;
        let before = self.nodes.visited();
        let (buffer, probe_counts) = (&mut self.buffer, &mut self.probe_counts);
        let mut node = Node::expand(game, table, state, key, buffer, probe_counts);
        let claimant = key.claimant;
        let limits = thresholds.of_leader(claimant);
        let found = loop {
            let numbers = node.numbers();
            if numbers.succeed >= limits.succeed || numbers.fail >= limits.fail {
                let numbers = numbers.of_claimant(claimant);
                break ClaimResult {
                    numbers,
                    basis: node.basis(),
                };
            }
            let (choice, reply, next_limits) = self.select(&node, limits);
            let next = node.choices[choice].replies[reply];
            let busy = hash(next.key.code());
            if self.shared.avoiding {
                self.shared.busy.enter(busy);
            }
            let next_limits = next_limits.of_claimant(next.claimant);
            let found = self.search(&next.state, &next.key, next_limits);
            if self.shared.avoiding {
                self.shared.busy.leave(busy);
            }
            let found = found?;
            let numbers = found.numbers.of_leader(next.claimant);
            node.update(choice, reply, numbers, found.basis);
        };
        let known = match found.numbers {
            Numbers { prove: 0, .. } => ClaimStatus::Proven {
                height: found.basis.height,
                limited: found.basis.limited,
            },
            Numbers { refute: 0, .. } => ClaimStatus::Refuted {
                limited: found.basis.limited,
            },
            numbers => ClaimStatus::Open(numbers),
        };
        table.put(key, known, self.nodes.work_since(before));
        Ok(found)
    }

    /// Selects the reply to search next, with thresholds. It is searched until it is no longer the best, or the node
    /// reaches its own thresholds.
    fn select(
        &self,
        node: &Node<J::State>,
        limits: LeaderNumbers,
    ) -> (usize, usize, LeaderNumbers) {
        // The claimant has to succeed wherever the other side chooses, so that threads can divide there.
        let choices_part = node.claimant == Player::Follower;
        let mut best = (Numbers::NEVER, 0);
        let mut second = Numbers::NEVER;
        let mut fail = 0;
        for (index, choice) in node.choices.iter().enumerate() {
            let mut numbers = choice.numbers();
            fail = add_numbers(fail, numbers.fail);
            if choices_part && choice.replies.iter().any(|reply| self.is_busy(&reply.key)) {
                numbers.succeed = avoided(numbers.succeed);
            }
            if numbers.succeed < best.0 {
                second = best.0;
                best = (numbers.succeed, index);
            } else {
                second = second.min(numbers.succeed);
            }
        }
        let choice = &node.choices[best.1];
        let of_choice = choice.numbers();
        let limit_succeed = limits
            .succeed
            .min(loosen_threshold(second))
            .max(of_choice.succeed + 1);
        let limit_fail = limits.fail - (fail - of_choice.fail).min(limits.fail - 1);

        let mut best_reply = (Numbers::NEVER, 0);
        let mut second_reply = Numbers::NEVER;
        for (index, reply) in choice.replies.iter().enumerate() {
            let mut number = reply.numbers.fail;
            if !choices_part && self.is_busy(&reply.key) {
                number = avoided(number);
            }
            if number < best_reply.0 {
                second_reply = best_reply.0;
                best_reply = (number, index);
            } else {
                second_reply = second_reply.min(number);
            }
        }
        let numbers = choice.replies[best_reply.1].numbers;
        let next = LeaderNumbers {
            succeed: (limit_succeed - (of_choice.succeed - numbers.succeed).min(limit_succeed - 1))
                .max(numbers.succeed + 1),
            fail: limit_fail
                .min(loosen_threshold(second_reply))
                .max(numbers.fail + 1),
        };
        (best.1, best_reply.1, next)
    }

    /// Returns whether another thread searches this claim.
    #[inline]
    fn is_busy(&self, key: &ClaimKey) -> bool {
        self.shared.avoiding && self.shared.busy.contains(hash(key.code()))
    }
}

/// Returns the threshold that lets a child become worse than the second best by a quarter, so that the search does not
/// alternate between the two (J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, 2006).
#[inline]
fn loosen_threshold(second: u32) -> u32 {
    (second + second / 4 + 1).min(Numbers::NEVER)
}

/// Returns the increased number of a child that another thread searches.
#[inline]
fn avoided(number: u32) -> u32 {
    add_numbers(number, number / 2 + 4)
}

impl Numbers {
    /// Converts the numbers of a claim to the view of the leader. The leader succeeds by proving a claim of its own or
    /// by refuting one of the follower.
    #[inline]
    pub(super) fn of_leader(self, claimant: Player) -> LeaderNumbers {
        match claimant {
            Player::Leader => LeaderNumbers {
                succeed: self.prove,
                fail: self.refute,
            },
            Player::Follower => LeaderNumbers {
                succeed: self.refute,
                fail: self.prove,
            },
        }
    }
}

/// [`Numbers`] for the leader, for claims of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeaderNumbers {
    pub(super) succeed: u32,
    pub(super) fail: u32,
}

impl LeaderNumbers {
    #[inline]
    pub(super) fn of_claimant(self, claimant: Player) -> Numbers {
        match claimant {
            Player::Leader => Numbers {
                prove: self.succeed,
                refute: self.fail,
            },
            Player::Follower => Numbers {
                prove: self.fail,
                refute: self.succeed,
            },
        }
    }
}

/// Returns the sum of two numbers, which never reaches [`Numbers::NEVER`]. Neither of them may be [`Numbers::NEVER`].
#[inline]
pub(super) fn add_numbers(a: u32, b: u32) -> u32 {
    (a + b).min(Numbers::NEVER - 1)
}
