//! Proof search of one state of a sequential game for all three infinite-play conventions, in any number of calls.

use sowlab_findings::Bounds;
use sowlab_solvers::search::proof::ProofTable;
use sowlab_solvers::{Deadline, Interval, JointProblem, Monitor};

use super::proving::Proving;
use super::zero_proof::ZeroProving;

/// The nodes of the first turn.
const FIRST_NODES: u64 = 1 << 16;
/// The number of nodes for `lower` and `upper` per node for `zero`, until the state is proven to depend on infinite
/// play.
const ZERO_SHARE: u64 = 8;

/// The results so far of proof searches of a state.
pub(super) struct SequentialProofSearch<S, M> {
    /// The search for `lower` and `upper`.
    proving: Proving<S, M>,
    /// The search for `zero`; `None` before it starts.
    zero: Option<ZeroProving<S>>,
    /// The limits on consecutive moves without a capture for claims that may hold without a limit.
    unlimited_quiet: &'static [u8],
}

impl<S: Copy, M: Copy> SequentialProofSearch<S, M> {
    /// Creates a search without results. `quiet` has the limits on consecutive moves without a capture.
    /// `unlimited_quiet` has those for deciding without a limit what they refute.
    pub(super) fn new(
        state: S,
        quiet: &'static [u8],
        unlimited_quiet: &'static [u8],
    ) -> SequentialProofSearch<S, M> {
        SequentialProofSearch {
            proving: Proving::new(state, quiet),
            zero: None,
            unlimited_quiet,
        }
    }

    /// Searches for `lower` and `upper` until no claims are left within the limits or the monitor cancels. Returns
    /// whether a claim stayed open.
    pub(super) fn search_within_limits(
        &mut self,
        problem: impl JointProblem<State = S, Choice = M>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> bool {
        self.proving.search(problem, table, monitor)
    }

    /// Searches for `lower` and `upper`, also without a limit, and for `zero` in turn, with more nodes each time.
    /// Returns whether a claim stayed open.
    pub(super) fn search(
        &mut self,
        problem: impl JointProblem<State = S, Choice = M>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> bool {
        let mut nodes = FIRST_NODES;
        loop {
            let budget = Deadline::of_nodes(monitor, nodes);
            let proving = &mut self.proving;
            let mut left_open = proving.search(problem, table, &budget)
                || proving.search_unlimited(problem, table, self.unlimited_quiet, &budget);
            let between = proving.proven.map(|proven| Interval {
                low: proven.lower.low,
                high: proven.upper.high,
            });
            if let Some(between) = between.filter(|between| !between.is_exact()) {
                let share = match (proving.settled(), proving.infinite_play_matters()) {
                    (true, _) => u64::MAX,
                    (false, true) => nodes,
                    (false, false) => nodes / ZERO_SHARE,
                };
                let (state, quiet) = (proving.state, self.unlimited_quiet);
                let start = || ZeroProving::new(state, between, quiet);
                let zero = self.zero.get_or_insert_with(start);
                zero.assume(between);
                left_open |= zero.search(problem, table, &Deadline::of_nodes(monitor, share));
                proving.assume_zero(zero.proven());
            }
            if !left_open || self.closed() || monitor.cancelled() {
                return left_open;
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Returns whether all three values are proven.
    pub(super) fn closed(&self) -> bool {
        let zero = self.zero.as_ref();
        self.proving.closed()
            || self.proving.settled() && zero.is_some_and(|zero| zero.proven().is_exact())
    }

    /// Returns the number of nodes of all searches.
    pub(super) fn nodes(&self) -> u64 {
        self.proving.nodes + self.zero.as_ref().map_or(0, |zero| zero.nodes)
    }

    /// Returns a move that secures `lower`, if that is proven.
    pub(super) fn best(&self) -> Option<M> {
        self.proving.best
    }

    /// Returns the bounds of a state with `all` seeds left.
    pub(super) fn bounds(&self, all: i32) -> Bounds {
        let proven = self.proving.proven;
        let bounds = proven.map_or(Bounds::alike(-all..=all), Bounds::from);
        match &self.zero {
            Some(zero) => zero.narrowed(bounds),
            None => bounds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sowlab_games::contest::Play;
    use sowlab_games::two_rank::parse;
    use sowlab_solvers::search::rounds::Intervals;
    use sowlab_solvers::{Keyed, Problem, Reachable, Sequential};

    /// A search without a limit decides claims to `lower` and `upper` that too short a limit refutes, and finds `zero`.
    #[test]
    fn what_a_limit_leaves_open_is_decided_without_it() {
        let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let one_thread = one_thread.unwrap();
        for (name, quiet) in [
            ("trysse:pits=2,seeds=3", &[2]),
            ("awari:pits=3,seeds=1", &[3]),
        ] {
            let game = parse(name).unwrap();
            let state = game.state(&game.start_position());
            let reachable = Reachable::solve(&game, state, 1_000_000, &()).unwrap();
            let value = reachable.value(game.key(&state)).unwrap();
            let (numbers, game) = (game.board_numbers(), Sequential(&game));
            let problem = Problem::new(&game).with_keys(&numbers);
            let table = ProofTable::new(1 << 20).unwrap();
            let mut proof_search = SequentialProofSearch::new(state, quiet, &[2, 4, 8]);
            let all = state.seeds() as i32;
            one_thread.install(|| proof_search.search_within_limits(problem, &table, &()));
            assert!(!proof_search.proving.settled(), "{name}");
            assert!(proof_search.bounds(all).hold(value), "{name}");
            one_thread.install(|| proof_search.search(problem, &table, &()));
            assert!(proof_search.proving.settled(), "{name}");
            assert_eq!(proof_search.bounds(all), Bounds::of(value), "{name}");
        }
    }

    /// The last bounds of `zero` may be wider than those that the other two values imply now.
    #[test]
    fn zero_lies_between_the_other_two() {
        let mut proof_search: SequentialProofSearch<u8, u8> =
            SequentialProofSearch::new(0, &[6], &[6]);
        let between = Interval::within(2);
        proof_search.zero = Some(ZeroProving::new(0, between, &[6]));
        for (low, high) in [(-2, 0), (0, 0)] {
            let both = Interval { low, high };
            proof_search.proving.proven = Some(Intervals {
                lower: both,
                upper: both,
                rounds: 6,
            });
            assert_eq!(proof_search.bounds(4), Bounds::alike(low..=high));
        }
        proof_search.proving.proven = None;
        assert_eq!(proof_search.bounds(4).zero, -2..=2);
        assert_eq!(proof_search.bounds(4).lower, -4..=4);
    }
}
