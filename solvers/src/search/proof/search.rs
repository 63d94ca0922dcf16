//! The search for a decision of a claim.

use std::sync::atomic::{AtomicU64, Ordering};

use super::super::probe_counts::{ProbeCounts, SharedProbeCounts};
use super::super::threads::{BusyStates, first_result};
use super::expand::{Basis, Node, Round};
use super::table::{ClaimKey, ProofTable};
use super::worker::{ClaimResult, Shared, Worker};
use crate::{Cancelled, Deadline, JointProblem, Monitor, Numbers, Player, Resolution, Step};

/// The claim that a side gains at least a margin over the other from a state on, where infinite play costs that side
/// everything left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim<S> {
    /// The state.
    pub state: S,
    /// The side that claims.
    pub claimant: Player,
    /// The margin of the claimant, −128 to 127.
    pub need: i32,
}

impl<S: Copy> Claim<S> {
    /// Returns the claim of the other side that holds if this one does not. [By zero](super::ByZero) both use one
    /// convention. Otherwise infinite play costs this claimant everything left, and gives it to the opposite one.
    #[must_use]
    pub fn opposite(&self) -> Claim<S> {
        Claim {
            state: self.state,
            claimant: !self.claimant,
            need: 1 - self.need,
        }
    }
}

/// The result of a search for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim holds.
    Proven,
    /// The claim does not hold.
    Refuted,
    /// The claim does not hold if the claimant must make progress within the limit. The claim itself stays open.
    Limited,
    /// The nodes were spent before the claim was decided.
    Open(Numbers),
}

impl Verdict {
    /// Returns the numbers of the claim. A claim that only the limit refutes counts as refuted.
    pub fn numbers(self) -> Numbers {
        match self {
            Verdict::Proven => Numbers::PROVEN,
            Verdict::Refuted | Verdict::Limited => Numbers::REFUTED,
            Verdict::Open(numbers) => numbers,
        }
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of consecutive rounds without progress, 0 to [`Limits::LONGEST`]: with more the claimant
    /// fails.
    pub quiet: u8,
    /// The approximate number of nodes to search.
    pub nodes: u64,
}

impl Limits {
    /// The maximum number of rounds without progress that a search can allow.
    pub const LONGEST: u8 = 63;
    /// The maximum of [`Limits::QUIET`].
    pub const MOST_QUIET: u8 = 24;
    /// The limits on rounds without progress, which are used in turn. Most claims are decided within the first, in
    /// fewer nodes than within a wider one.
    pub const QUIET: [u8; 3] = [6, 12, Limits::MOST_QUIET];
}

/// A choice, and the claims that must hold for it to succeed.
type ChoiceClaims<C, S> = (C, Vec<Claim<S>>);

/// A proof search of one joint game with one table, on all threads of the current rayon pool or on
/// [one](ProofSearch::on_this_thread).
///
/// The bound of a state must never rise along a play. Margins and bounds must fit a signed byte: −127 to 127.
pub struct ProofSearch<'a, J> {
    game: J,
    table: &'a ProofTable,
    monitor: &'a dyn Monitor,
    busy: BusyStates,
    nodes: AtomicU64,
    probe_counts: SharedProbeCounts,
    /// Whether the search runs on the calling thread only.
    alone: bool,
}

impl<'a, J: JointProblem> ProofSearch<'a, J> {
    /// Creates a search that stores its results in `table`; a table is for one game.
    pub fn new(problem: J, table: &'a ProofTable, monitor: &'a dyn Monitor) -> Self {
        ProofSearch {
            game: problem,
            table,
            monitor,
            busy: BusyStates::new(),
            nodes: AtomicU64::new(0),
            probe_counts: SharedProbeCounts::default(),
            alone: false,
        }
    }

    /// Restricts the search to the calling thread, for searches too small for several.
    #[must_use]
    pub fn on_this_thread(mut self) -> Self {
        self.alone = true;
        self
    }

    /// Returns the problem.
    pub fn game(&self) -> &J {
        &self.game
    }

    /// Returns the table.
    pub(super) fn table(&self) -> &'a ProofTable {
        self.table
    }

    /// Returns whether the search runs on the calling thread only.
    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns the monitor.
    pub fn monitor(&self) -> &'a dyn Monitor {
        self.monitor
    }

    /// Returns the number of states expanded so far, by all threads. A state counts each time the search returns to it.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the number of probes for claims so far, by all threads, and of their hits. Claims that the rules or
    /// endgame tables decide are not probed.
    pub fn probe_counts(&self) -> ProbeCounts {
        self.probe_counts.total()
    }

    /// Decides a claim as far as the limits allow. A later call resumes where the last search of this claim stopped.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    ///
    /// # Panics
    /// Panics if the bound of the state is more than 127, or the limit on rounds without progress more than
    /// [`Limits::LONGEST`].
    pub fn decide(&self, claim: &Claim<J::State>, limits: Limits) -> Result<Verdict, Cancelled> {
        Ok(match self.find(claim, limits)? {
            Some(ClaimResult {
                numbers: Numbers { prove: 0, .. },
                ..
            }) => Verdict::Proven,
            Some(ClaimResult {
                basis: Basis { limited: true, .. },
                ..
            }) => Verdict::Limited,
            Some(_) => Verdict::Refuted,
            None => Verdict::Open(self.numbers_without_search(claim, limits.quiet)),
        })
    }

    /// Returns the decision of a claim, as far as the limits allow; `None` if the nodes were spent.
    pub(super) fn find(
        &self,
        claim: &Claim<J::State>,
        limits: Limits,
    ) -> Result<Option<ClaimResult>, Cancelled> {
        if let Some(holds) = self.decide_without_search(claim) {
            return Ok(Some(ClaimResult {
                numbers: Numbers::of_decided(holds),
                basis: Basis::default(),
            }));
        }
        let key = self.checked_key(claim, limits.quiet);
        let budget = Deadline::of_nodes(self.monitor, limits.nodes);
        let whole = Numbers {
            prove: Numbers::NEVER,
            refute: Numbers::NEVER,
        };
        let found = self.on_all_threads(&budget, |worker| worker.search(&claim.state, &key, whole));
        match found {
            Err(Cancelled) if self.monitor.cancelled() => Err(Cancelled),
            Err(Cancelled) => Ok(None),
            Ok(found) => Ok(Some(found)),
        }
    }

    /// Returns the numbers of a claim that follow from the table and the rules without a search. They come from its own
    /// entry, or from those of its rounds. `quiet` is the maximum number of consecutive rounds without progress.
    ///
    /// # Panics
    /// Panics as [`ProofSearch::decide`] does.
    pub fn numbers_without_search(&self, claim: &Claim<J::State>, quiet: u8) -> Numbers {
        self.result_without_search(claim, quiet, quiet).numbers
    }

    /// Returns the result for a claim without a search, with `left` rounds left until progress.
    pub(super) fn result_without_search(
        &self,
        claim: &Claim<J::State>,
        left: u8,
        quiet: u8,
    ) -> ClaimResult {
        match self.decide_without_search(claim) {
            Some(holds) => ClaimResult {
                numbers: Numbers::of_decided(holds),
                basis: Basis::default(),
            },
            None => {
                let key = self.checked_key(claim, quiet);
                self.result_from_rounds(&claim.state, &ClaimKey { left, ..key })
            }
        }
    }

    /// Returns the key of a claim of a caller, whose ranges are verified.
    fn checked_key(&self, claim: &Claim<J::State>, quiet: u8) -> ClaimKey {
        let bound = self.game.bound(&claim.state);
        assert!(bound <= i32::from(i8::MAX), "bounds fit a signed byte");
        assert!(quiet <= Limits::LONGEST, "a limit on quiet rounds");
        debug_assert!(claim.need > 0 || !J::BY_ZERO, "the opposite is searched");
        self.key(claim, quiet)
    }

    /// Returns the key of the entry of a claim, with all rounds without progress left.
    pub(super) fn key(&self, claim: &Claim<J::State>, quiet: u8) -> ClaimKey {
        ClaimKey {
            bits: self.game.key(&claim.state),
            claimant: claim.claimant,
            need: claim.need,
            left: quiet,
            limit: quiet,
        }
    }

    /// Returns the claim that a round leads to, by the same claimant.
    ///
    /// # Errors
    /// If the round decides the claim, the error is whether the claim holds.
    pub fn claim_after(
        &self,
        claim: &Claim<J::State>,
        resolution: Resolution<J::State>,
    ) -> Result<Claim<J::State>, bool> {
        let Claim {
            state,
            claimant,
            need,
        } = *claim;
        match resolution {
            Resolution::Over { margin } => Err(claimant.margin_of(margin) >= need),
            Resolution::Endless => Err(J::margin_of_endless(self.game.bound(&state)) >= need),
            Resolution::Next(Step { state, gain, turn }) => Ok(Claim {
                state,
                claimant: claimant.after(turn),
                need: need - claimant.margin_of(gain),
            }),
        }
    }

    /// Returns a choice of the leader that secures a margin, where infinite play costs the leader everything left. Each
    /// reply to it is searched. `None` if there is no such choice within the limit on rounds without progress. `None`
    /// as well if the margin is to lose everything, or if the game is over.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn securing_choice(
        &self,
        state: &J::State,
        need: i32,
        quiet: u8,
    ) -> Result<Option<J::Choice>, Cancelled> {
        if need <= -self.game.bound(state) {
            return Ok(None);
        }
        let claim = Claim {
            state: *state,
            claimant: Player::Leader,
            need,
        };
        let mut choices: Vec<ChoiceClaims<J::Choice, J::State>> = Vec::new();
        let mut refuted = None;
        self.game.expand(
            std::slice::from_ref(state),
            &mut |_, first, _, resolution| {
                if choices.last().is_none_or(|(last, _)| *last != first) {
                    choices.push((first, Vec::new()));
                }
                match self.claim_after(&claim, resolution) {
                    Ok(claim) => choices.last_mut().expect("just pushed").1.push(claim),
                    Err(true) => {}
                    Err(false) => refuted = Some(first),
                }
                if refuted == Some(first) {
                    choices.pop();
                }
            },
        );
        // Choices are searched in turn, with more nodes each time, and the first proven one is returned.
        let mut nodes = 1_000;
        while !choices.is_empty() {
            let mut open = Vec::new();
            'choices: for (choice, mut replies) in choices {
                while let Some(&reply) = replies.last() {
                    match self.decide(&reply, Limits { quiet, nodes })? {
                        Verdict::Proven => _ = replies.pop(),
                        Verdict::Open(_) => {
                            open.push((choice, replies));
                            continue 'choices;
                        }
                        Verdict::Refuted | Verdict::Limited => continue 'choices,
                    }
                }
                return Ok(Some(choice));
            }
            choices = open;
            nodes *= 2;
        }
        Ok(None)
    }

    /// Returns whether the claim holds, if no search is needed.
    pub(super) fn decide_without_search(&self, claim: &Claim<J::State>) -> Option<bool> {
        let Claim {
            state,
            claimant,
            need,
        } = claim;
        let exact = self.game.terminal(state);
        if let Some(margin) = exact.or_else(|| self.game.oracle_margin(state, *claimant)) {
            return Some(claimant.margin_of(margin) >= *need);
        }
        let bound = self.game.bound(state);
        if *need <= -bound {
            return Some(true);
        }
        (*need > bound).then_some(false)
    }

    /// Returns the result for a claim from the entries of its rounds.
    fn result_from_rounds(&self, state: &J::State, key: &ClaimKey) -> ClaimResult {
        let mut buffer: Vec<Round<J::State>> = Vec::new();
        // Probes for earlier results are not counted.
        let mut probe_counts = ProbeCounts::default();
        let node = Node::expand(
            &self.game,
            self.table,
            state,
            key,
            &mut buffer,
            &mut probe_counts,
        );
        ClaimResult {
            numbers: node.numbers().of_claimant(key.claimant),
            basis: node.basis(),
        }
    }

    fn on_all_threads(
        &self,
        monitor: &dyn Monitor,
        ask: impl Fn(&mut Worker<'_, J>) -> Result<ClaimResult, Cancelled> + Sync,
    ) -> Result<ClaimResult, Cancelled> {
        let shared = Shared {
            game: &self.game,
            table: self.table,
            monitor,
            busy: &self.busy,
            avoiding: !self.alone && rayon::current_num_threads() > 1,
        };
        first_result(shared.avoiding, |stop| {
            let mut worker = Worker::new(&shared, stop);
            let found = ask(&mut worker);
            self.nodes.fetch_add(worker.nodes(), Ordering::Relaxed);
            self.probe_counts.add(worker.probe_counts());
            found
        })
    }
}

/// The number of nodes searched for a reply before the next one is searched.
const FIRST_NODES: u64 = 1_000;

impl<J: JointProblem> ProofSearch<'_, J> {
    /// Returns a reply of the follower to a choice of the leader after which the follower gains the margin or more.
    /// Infinite play costs the follower everything left. Among such replies it is one that the search finds early.
    /// `None` if there is none within the limit on rounds without progress.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn holding_reply(
        &self,
        state: &J::State,
        chosen: J::Choice,
        need: i32,
        quiet: u8,
    ) -> Result<Option<J::Choice>, Cancelled> {
        let claim = Claim {
            state: *state,
            claimant: Player::Follower,
            need,
        };
        let mut replies = Vec::new();
        self.game().expand(
            std::slice::from_ref(state),
            &mut |_, first, second, resolution| {
                if first == chosen {
                    replies.push((second, self.claim_after(&claim, resolution)));
                }
            },
        );
        let mut nodes = FIRST_NODES;
        while !replies.is_empty() {
            let mut open = Vec::new();
            for (reply, after) in replies {
                let verdict = match &after {
                    Err(true) => Verdict::Proven,
                    Err(false) => Verdict::Refuted,
                    Ok(next) => self.decide(next, Limits { quiet, nodes })?,
                };
                match verdict {
                    Verdict::Proven => return Ok(Some(reply)),
                    Verdict::Open(_) => open.push((reply, after)),
                    Verdict::Refuted | Verdict::Limited => {}
                }
            }
            replies = open;
            nodes = nodes.saturating_mul(2);
        }
        Ok(None)
    }
}
