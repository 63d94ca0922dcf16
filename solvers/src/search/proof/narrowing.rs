//! Bounds of a state under the conventions *loss* and *win*, from claims.

use super::Intervals;
use super::search::{Claim, Limits, ProofSearch, Verdict};
use crate::{Cancelled, Interval, JointProblem, Numbers, Player};

/// The number of nodes in the first search for a claim, before the opposite claim is searched.
const FIRST_NODES: u64 = 4_000;
/// The maximum distance of a claim from the proven bounds.
const FARTHEST: i32 = 256;

/// A search for intervals that only tighten. It searches pairs of claims of which at most one holds: that the leader
/// gains a margin, and that it gains less. The claims take turns, with more nodes each time, and with fewer for the one
/// that is less likely by its proof and disproof numbers. If both fail, the state depends on infinite play. If both
/// stay open, easier claims further from each other follow, until the node budget grows.
pub struct Narrowing<'a, 'b, J: JointProblem> {
    search: &'b ProofSearch<'a, J>,
    state: J::State,
    proven: Intervals,
    /// The minimum margin that the leader could not secure within the current limit and node budget.
    leader_fails: i32,
    /// The maximum margin that the follower could not hold the leader to within the current limit and node budget.
    follower_fails: i32,
    /// The number of nodes that a claim may take before it is left open.
    node_budget: u64,
    /// Whether a claim was left open within the current limit and node budget.
    left_open: bool,
    /// The limits on rounds without progress, each used once no claims are left within the previous one.
    quiet: &'b [u8],
    /// The index of the current limit.
    limit: usize,
    /// The distance of the next claim from the proven bounds.
    reach: i32,
}

/// The next claims: the margin for the leader to secure, and the one for the follower to hold the leader to.
#[derive(Clone, Copy, Debug)]
struct ClaimPair {
    secure: Option<i32>,
    hold_to: Option<i32>,
}

/// Returns the share of `nodes` for a claim with these numbers, beside a claim with others. A claim that was not
/// searched, or is decided, has no numbers.
fn node_share(nodes: u64, numbers: Option<Numbers>, other: Option<Numbers>) -> u64 {
    match (numbers, other) {
        (Some(numbers), Some(other)) => {
            let node_share = numbers.nodes_beside(other).min(1.0);
            ((nodes as f64 * node_share) as u64).max(1)
        }
        _ => nodes,
    }
}

impl<'a, 'b, J: JointProblem> Narrowing<'a, 'b, J> {
    /// Creates a search of this state, with the bounds that need no search.
    pub fn new(search: &'b ProofSearch<'a, J>, state: J::State) -> Self {
        Narrowing {
            search,
            state,
            proven: Intervals::without_search(search.game(), &state),
            leader_fails: i32::MAX,
            follower_fails: i32::MIN,
            node_budget: u64::MAX,
            left_open: false,
            quiet: &Limits::QUIET,
            limit: 0,
            reach: 1,
        }
    }

    /// Replaces [`Limits::QUIET`] by these ascending limits on rounds without progress.
    #[must_use]
    pub fn with_quiet(self, quiet: &'b [u8]) -> Self {
        assert!(!quiet.is_empty(), "a limit on rounds without progress");
        Narrowing { quiet, ..self }
    }

    /// Adds bounds that were proven elsewhere.
    pub fn assume(&mut self, proven: Intervals) {
        self.proven.lower = self.possible(self.proven.lower.and(proven.lower));
        self.proven.upper = self.possible(self.proven.upper.and(proven.upper));
    }

    /// Tightens an interval to margins that are possible. The next claims step inwards from its ends.
    fn possible(&self, Interval { low, high }: Interval) -> Interval {
        let bound = self.search.game().bound(&self.state);
        let step = self.step();
        Interval {
            low: low + (bound - low).rem_euclid(step),
            high: high - (high - bound).rem_euclid(step),
        }
    }

    /// Returns the proven bounds so far. Their `rounds` is the maximum number of rounds without progress that was
    /// allowed.
    pub fn proven(&self) -> Intervals {
        Intervals {
            rounds: self.quiet[self.limit.min(self.quiet.len() - 1)],
            ..self.proven
        }
    }

    /// Searches the next pair, and leaves it open once each of its claims has taken about `node_budget` nodes. Returns
    /// `false` if no pair is left. A budget other than the previous one reopens the pairs that were left open.
    ///
    /// # Errors
    /// An error if the monitor cancelled; proven bounds are not lost.
    pub fn narrow(&mut self, node_budget: u64) -> Result<bool, Cancelled> {
        if self.proven.is_exact() {
            return Ok(false);
        }
        if node_budget != self.node_budget {
            self.node_budget = node_budget;
            self.reset_failures();
        }
        while self.limit < self.quiet.len() {
            if let Some(pair) = self.next_pair() {
                self.search_pair(pair)?;
                return Ok(true);
            }
            if self.left_open {
                return Ok(false);
            }
            self.limit += 1;
            self.reset_failures();
        }
        Ok(false)
    }

    /// Returns whether a larger node budget may prove more.
    pub fn may_prove_more(&self) -> bool {
        self.left_open && !self.proven.is_exact()
    }

    /// Returns the limit on rounds without progress within which no claims are left, before a wider one is used. `None`
    /// if any are left.
    pub fn stuck_within(&self) -> Option<u8> {
        let stuck = !self.left_open && !self.proven.is_exact() && self.next_pair().is_none();
        self.quiet.get(self.limit).copied().filter(|_| stuck)
    }

    fn reset_failures(&mut self) {
        self.leader_fails = i32::MAX;
        self.follower_fails = i32::MIN;
        self.left_open = false;
    }

    /// Returns the distance between margins that are possible.
    fn step(&self) -> i32 {
        1 + i32::from(self.search.game().margins_have_parity_of_bound())
    }

    fn next_pair(&self) -> Option<ClaimPair> {
        let Intervals { lower, upper, .. } = self.proven;
        let step = self.step();
        // The margins that the leader may still secure, and those that the follower may still hold it to.
        let secure = (lower.low + step, lower.high.min(self.leader_fails - step));
        let hold_to = (
            upper.low.max(self.follower_fails.saturating_add(step)),
            upper.high - step,
        );
        // Pairs: the leader gains `first` or more, or one step less.
        let first = secure.0.max(hold_to.0.saturating_add(step));
        let last = secure.1.min(hold_to.1.saturating_add(step));
        if first <= last {
            let margin = self.pivot(first, last);
            return Some(ClaimPair {
                secure: Some(margin),
                hold_to: Some(margin - step),
            });
        }
        if secure.0 <= secure.1 {
            return Some(ClaimPair {
                secure: Some(self.middle(secure.0, secure.1)),
                hold_to: None,
            });
        }
        (hold_to.0 <= hold_to.1).then(|| ClaimPair {
            secure: None,
            hold_to: Some(self.middle(hold_to.0, hold_to.1)),
        })
    }

    /// Returns the margin of the next pair. The sign comes first. Then margins away from zero follow in growing steps,
    /// because margins far from it are rare.
    fn pivot(&self, first: i32, last: i32) -> i32 {
        let step = self.step();
        let middle = self.middle(first, last);
        if first > 0 {
            return middle.min(first + (self.reach - 1) * step);
        }
        // There is no win; a draw must be told from a loss.
        if last == 0 {
            return last;
        }
        // Below zero the pairs start at the upper end, and move away from it with the reach.
        if last < 0 {
            return middle.max(last - (self.reach - 1) * step);
        }
        // The minimum margin that is a win.
        first + (1 - first + step - 1) / step * step
    }

    fn middle(&self, first: i32, last: i32) -> i32 {
        let step = self.step();
        first + (last - first) / step / 2 * step
    }

    /// Searches both claims in turn until one is proven, both fail or the node budget is spent.
    fn search_pair(&mut self, mut pair: ClaimPair) -> Result<(), Cancelled> {
        let mut nodes = FIRST_NODES.min(self.node_budget);
        let mut spent = 0;
        let (mut of_secure, mut of_hold_to) = (None, None);
        let draw_or_loss = pair.secure == Some(0);
        while pair.secure.is_some() || pair.hold_to.is_some() {
            if spent >= self.node_budget {
                self.left_open = true;
                self.leader_fails = pair.secure.unwrap_or(self.leader_fails);
                self.follower_fails = pair.hold_to.unwrap_or(self.follower_fails);
                break;
            }
            if let Some(margin) = pair.secure {
                let node_share = node_share(nodes, of_secure, of_hold_to);
                self.announce(Player::Leader, margin, of_secure);
                of_secure = match self.decide(Player::Leader, margin, node_share)? {
                    Verdict::Proven => {
                        self.proven.lower.low = margin;
                        break;
                    }
                    Verdict::Refuted => {
                        self.proven.lower.high = margin - self.step();
                        pair.secure = None;
                        None
                    }
                    Verdict::Limited => {
                        self.leader_fails = margin;
                        pair.secure = None;
                        None
                    }
                    Verdict::Open(numbers) => Some(numbers),
                };
            }
            if let Some(margin) = pair.hold_to {
                let node_share = node_share(nodes, of_hold_to, of_secure);
                self.announce(Player::Follower, -margin, of_hold_to);
                of_hold_to = match self.decide(Player::Follower, -margin, node_share)? {
                    Verdict::Proven => {
                        self.proven.upper.high = margin;
                        break;
                    }
                    Verdict::Refuted => {
                        self.proven.upper.low = margin + self.step();
                        pair.hold_to = None;
                        None
                    }
                    Verdict::Limited => {
                        self.follower_fails = margin;
                        pair.hold_to = None;
                        None
                    }
                    Verdict::Open(numbers) => Some(numbers),
                };
            }
            spent += nodes;
            nodes = (nodes + nodes / 2).min(self.node_budget - spent);
        }
        self.proven.apply_order();
        if !draw_or_loss {
            self.reach = (2 * self.reach).min(FARTHEST);
        }
        Ok(())
    }

    fn decide(&self, claimant: Player, need: i32, nodes: u64) -> Result<Verdict, Cancelled> {
        let claim = Claim {
            state: self.state,
            claimant,
            need,
        };
        let quiet = self.quiet[self.limit];
        self.search.decide(&claim, Limits { quiet, nodes })
    }

    /// Announces the next search, with the latest numbers of the claim.
    fn announce(&self, claimant: Player, need: i32, numbers: Option<Numbers>) {
        let Intervals { lower, upper, .. } = self.proven;
        let side = match claimant {
            Player::Leader => "first",
            Player::Follower => "second",
        };
        let numbers = numbers.map_or(String::new(), |Numbers { prove, refute }| {
            format!(" proof number {prove}, disproof number {refute};")
        });
        let what = format!(
            "{:+} to {:+}; does the {side} to choose gain {need:+}?{numbers} {}; nodes",
            lower.low,
            upper.high,
            self.search.probe_counts()
        );
        self.search.monitor().begin(&what, 0);
    }

    /// Returns a choice of the leader that secures the lower end of the proven bounds. `None` if that is to lose
    /// everything, or if the game is over.
    ///
    /// # Errors
    /// An error if the monitor cancelled.
    pub fn securing_choice(&self) -> Result<Option<J::Choice>, Cancelled> {
        let longest = self.quiet[self.quiet.len() - 1];
        self.search
            .securing_choice(&self.state, self.proven.lower.low, longest)
    }
}

#[cfg(test)]
mod tests {
    use super::node_share;
    use crate::Numbers;

    /// Returns numbers with these odds.
    fn numbers_with_odds(prove: u32, refute: u32) -> Option<Numbers> {
        Some(Numbers { prove, refute })
    }

    #[test]
    fn the_claim_that_is_less_likely_takes_fewer_nodes() {
        assert_eq!(
            node_share(800, numbers_with_odds(5, 5), numbers_with_odds(5, 10)),
            400
        );
        assert_eq!(
            node_share(800, numbers_with_odds(5, 10), numbers_with_odds(5, 5)),
            800
        );
        assert_eq!(
            node_share(800, numbers_with_odds(5, 5), numbers_with_odds(5, 5)),
            800
        );
    }

    #[test]
    fn every_claim_takes_nodes() {
        assert_eq!(
            node_share(800, numbers_with_odds(1000, 1), numbers_with_odds(1, 1000)),
            100
        );
        assert_eq!(
            node_share(1, numbers_with_odds(1000, 1), numbers_with_odds(1, 1000)),
            1
        );
    }

    #[test]
    fn without_odds_both_take_all() {
        assert_eq!(node_share(800, None, numbers_with_odds(5, 10)), 800);
        assert_eq!(node_share(800, numbers_with_odds(5, 5), None), 800);
    }
}
