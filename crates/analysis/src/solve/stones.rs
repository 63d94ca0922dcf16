//! The stones family by proof search.

use sowlab_findings::{Bounds, Solution, both};
use sowlab_solvers::search::proof::{ByZero, Claim, Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Cancelled, Deadline, Interval, JointProblem, Monitor, Player};

use super::Pie;
use super::pie::KnownMargins;
use super::unlimited::{QUIET, narrow_unlimited};
use super::zero_proof::ZeroProving;
use sowlab_games::stones::{Board, Position};

/// The default node budget of a claim before the search turns to easier ones: some minutes of search.
pub const DEFAULT_NODE_BUDGET: u64 = 1 << 24;
/// The factor by which the node budget grows.
const NODE_BUDGET_GROWTH: u64 = 4;
/// The divisor of that budget for claims under the pie rule before the value without it is proven. That value is
/// searched first, and answers much of the other question.
const PIE_SHARE: u64 = 16;
/// The divisor of all nodes so far for deciding, without a limit on rounds without progress, what a short limit leaves
/// open. A longer limit comes next.
const UNLIMITED_SHARE: u64 = 4;
/// The minimum number of nodes for that.
const LEAST_SHARE: u64 = 1 << 12;
/// The nodes of the first turn of each open part.
const FIRST_TURN: u64 = 1 << 16;

/// Proves the value of a position at the start of a round for the side with sente, until `monitor` cancels. Proves the
/// value of an opening under the pie rule too. The game is a [`StonesGame`](sowlab_games::stones::StonesGame), with its
/// tables.
///
/// A claim that has taken about `node_budget` nodes is left for easier ones, which shorten the intervals sooner. When
/// they are done, it is searched again with four times the node budget. With a larger budget, a search that is not
/// cancelled finds the values sooner. [`DEFAULT_NODE_BUDGET`] is the usual value; `u64::MAX` searches one claim after
/// the other.
pub fn solve_stones(
    problem: impl JointProblem<State = Board, Choice = u8>,
    position: &Position,
    table: &ProofTable,
    node_budget: u64,
    monitor: &dyn Monitor,
) -> Solution {
    let mut search = StonesSearch::new(position);
    search.go_on(problem, table, node_budget, monitor);
    search.solution()
}

/// A part of the solution that a limit on rounds without progress may leave open.
#[derive(Clone, Copy)]
enum LeftOpen {
    /// `lower` and `upper`.
    Ends,
    /// `zero`.
    Zero,
    /// The three values of the opening under the pie rule.
    Pie,
}

impl LeftOpen {
    const ALL: [LeftOpen; 3] = [LeftOpen::Ends, LeftOpen::Zero, LeftOpen::Pie];
}

/// The results so far of searches of a position. Later searches may have more tables.
pub(super) struct StonesSearch<'a> {
    position: &'a Position,
    intervals: Option<Intervals>,
    pie: Option<Pie>,
    best: Option<String>,
    nodes: u64,
    /// The search for `zero`; `None` before it starts.
    zero: Option<ZeroProving<Board>>,
    /// Whether to end as soon as the winner is proven.
    winner_alone: bool,
    /// Margins after first rounds, by which claims under the pie rule are searched in order.
    known: KnownMargins,
}

impl<'a> StonesSearch<'a> {
    pub(super) fn new(position: &'a Position) -> StonesSearch<'a> {
        StonesSearch {
            position,
            intervals: None,
            pie: None,
            best: None,
            nodes: 0,
            zero: None,
            winner_alone: false,
            known: KnownMargins::default(),
        }
    }

    /// Proves who wins, without the pie rule and with it, and not by how much. Claims under the pie rule that hold by these
    /// margins come first.
    pub(super) fn for_the_winner(self, known: KnownMargins) -> StonesSearch<'a> {
        StonesSearch {
            winner_alone: true,
            known,
            ..self
        }
    }

    /// Searches until no claims are open or the monitor cancels. `first_budget` is the first node budget of a claim
    /// before easier ones are searched.
    pub(super) fn go_on(
        &mut self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        first_budget: u64,
        monitor: &dyn Monitor,
    ) {
        let board = self.position.canonical_board();
        let search = ProofSearch::new(problem, table, monitor);
        let mut narrowing = Narrowing::new(&search, board);
        if let Some(proven) = self.intervals {
            narrowing.assume(proven);
        }
        if self.pie.is_none() && self.position.is_opening() {
            self.pie = Pie::new(problem, &board);
        }
        if let Some(pie) = &mut self.pie {
            pie.guide_by(&self.known);
            pie.retry();
        }
        let winner_alone = self.winner_alone;
        let enough =
            |least: i32, greatest: i32| winner_alone && least.signum() == greatest.signum();
        let mut node_budget = first_budget;
        let mut tried = None;
        loop {
            let mut proven = narrowing.proven();
            while !enough(proven.lower.low, proven.upper.high) {
                let stuck = narrowing.stuck_within();
                if let Some(quiet) = stuck.filter(|_| !winner_alone && stuck != tried) {
                    tried = stuck;
                    let share = (self.nodes + search.nodes()) / UNLIMITED_SHARE;
                    let budget = Deadline::of_nodes(monitor, share.max(LEAST_SHARE));
                    let unlimited = ProofSearch::new(problem, table, &budget);
                    // If it is cancelled, the results so far count.
                    let _ = narrow_unlimited(&unlimited, &board, &mut proven, &[quiet]);
                    self.nodes += unlimited.nodes();
                    narrowing.assume(proven);
                } else if narrowing.narrow(node_budget) != Ok(true) {
                    break;
                }
                proven = narrowing.proven();
            }
            self.intervals = Some(proven);
            let some_are_better = proven.is_exact() || proven.lower.low > -self.all();
            let securing = proven.lower.is_exact() && some_are_better;
            if self.best.is_none() && securing && !winner_alone {
                monitor.begin("a best choice, nodes", 0);
                let best = narrowing.securing_choice().ok().flatten();
                self.best = best.map(|hole| hole_text(self.position, hole));
            }
            if let Some(pie) = &mut self.pie {
                pie.ask_open_again();
                let node_budget = match narrowing.may_prove_more() {
                    true => node_budget / PIE_SHARE,
                    false => node_budget,
                };
                let open = |pie: &Pie| {
                    let proven = pie.proven();
                    !enough(*proven.lower.start(), *proven.upper.end())
                };
                while open(pie) && pie.narrow(&search, node_budget, monitor) == Ok(true) {}
            }
            let pie_open = self.pie.as_ref().is_some_and(Pie::left_open);
            if monitor.cancelled() || !(narrowing.may_prove_more() || pie_open) {
                break;
            }
            node_budget = node_budget.saturating_mul(NODE_BUDGET_GROWTH);
        }
        self.nodes += search.nodes();
        if !winner_alone {
            self.go_on_unlimited(problem, table, monitor);
        }
    }

    /// Decides the open parts without a limit on rounds without progress, and `zero`, as far as longer limits allow.
    /// The parts take turns with growing node budgets; the last open part has no budget.
    fn go_on_unlimited(
        &mut self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) {
        let mut open = LeftOpen::ALL.to_vec();
        let mut nodes = FIRST_TURN;
        while !open.is_empty() && !monitor.cancelled() {
            let turn = match open.len() {
                1 => u64::MAX,
                _ => nodes,
            };
            open.retain(|part| {
                let budget = Deadline::of_nodes(monitor, turn);
                self.ask_unlimited(*part, problem, table, &budget).is_err()
            });
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Decides one open part, until the monitor cancels.
    fn ask_unlimited(
        &mut self,
        part: LeftOpen,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<(), Cancelled> {
        monitor.check()?;
        let board = self.position.canonical_board();
        let search = ProofSearch::new(problem, table, monitor);
        match part {
            LeftOpen::Ends => {
                let Some(proven) = &mut self.intervals else {
                    return Ok(());
                };
                let narrowed = narrow_unlimited(&search, &board, proven, &QUIET);
                self.nodes += search.nodes();
                narrowed
            }
            LeftOpen::Zero => {
                let zero = self.bounds().zero;
                let between = Interval {
                    low: *zero.start(),
                    high: *zero.end(),
                };
                let start = || ZeroProving::new(board, between, &QUIET);
                let zero = self.zero.get_or_insert_with(start);
                zero.assume(between);
                let before = zero.nodes;
                let left_open = zero.search(problem, table, monitor);
                self.nodes += zero.nodes - before;
                if left_open { Err(Cancelled) } else { Ok(()) }
            }
            LeftOpen::Pie => {
                let Some(pie) = &mut self.pie else {
                    return Ok(());
                };
                let by_zero = ProofSearch::new(ByZero(problem), table, monitor);
                let narrowed = pie.narrow_unlimited(&search, &by_zero);
                self.nodes += search.nodes() + by_zero.nodes();
                narrowed
            }
        }
    }

    /// Returns whether everything is proven.
    pub(super) fn settled(&self) -> bool {
        self.bounds().closed() && self.pie.as_ref().is_none_or(|pie| pie.proven().closed())
    }

    /// Returns claims that prove the least and the greatest margin under every infinite-play convention, without the
    /// pie rule and with it. `None` if the search proves less now.
    pub(super) fn claims(
        &self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<Option<Vec<Claim<Board>>>, Cancelled> {
        let search = ProofSearch::new(problem, table, monitor);
        let Some(proven) = self.intervals else {
            return Ok(None);
        };
        let (least, greatest) = (proven.lower.low, proven.upper.high);
        let sides = [(Player::Leader, least), (Player::Follower, -greatest)];
        let state = self.position.canonical_board();
        let mut claims: Vec<Claim<Board>> = sides
            .map(|(claimant, need)| Claim {
                state,
                claimant,
                need,
            })
            .into();
        if let Some(pie) = &self.pie {
            let Some(after) = pie.claims(&search)? else {
                return Ok(None);
            };
            claims.extend(after);
        }
        Ok(Some(claims))
    }

    /// Returns the number of stones on the board.
    fn all(&self) -> i32 {
        self.position.board().stones() as i32
    }

    /// Returns the number of nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the bounds of the position without the pie rule.
    fn bounds(&self) -> Bounds {
        let all = self.all();
        let mut proven = match self.intervals {
            Some(intervals) => intervals.into(),
            None => Bounds::alike(-all..=all),
        };
        if let Some(zero) = &self.zero {
            proven = zero.narrowed(proven);
        }
        if self.position.board().gote_can_mirror(self.position.holes()) {
            let mirrored = Bounds {
                lower: -all..=-all,
                zero: -all..=0,
                upper: -all..=all,
            };
            proven = both(&proven, &mirrored);
        }
        proven
    }

    /// Returns the bounds of an opening under the pie rule; `None` if no pie decision follows.
    fn pie_bounds(&self) -> Option<Bounds> {
        let opening = self.position.is_opening() && self.position.choices() != 0;
        let unsearched = || Pie::unsearched(&self.position.canonical_board());
        match &self.pie {
            Some(pie) => Some(pie.proven()),
            None => opening.then(unsearched),
        }
    }

    /// Returns the solution.
    pub(super) fn solution(self) -> Solution {
        Solution {
            bounds: self.bounds(),
            pie: self.pie_bounds(),
            best_complete: false,
            best: self.best.into_iter().collect(),
            nodes: self.nodes,
        }
    }
}

/// Writes a hole of sente, given its index on the board of the search.
pub(crate) fn hole_text(position: &Position, hole: u8) -> String {
    // On that board sente is at East's end.
    let hole = position.index_for_sente(hole) + 1;
    format!("{}{hole}", position.sente().letter())
}
