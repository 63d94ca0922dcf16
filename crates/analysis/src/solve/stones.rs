//! The stones family by proof search.

use sowlab_findings::{Bounds, Solution, both};
use sowlab_solvers::search::proof::{Claim, Narrowing, ProofSearch, ProofTable};
use sowlab_solvers::search::rounds::Intervals;
use sowlab_solvers::{Budget, Cancelled, Interval, JointProblem, Monitor, Player};

use super::pie_rule::{PIE_QUIET, PieRule, PieState, pie_claims};
use super::unlimited::{QUIET, narrow_unlimited};
use super::zero_proof::ZeroProving;
use sowlab_games::stones::{Board, Position};

/// The default node budget of a claim before the search turns to easier ones: some
/// minutes of search.
pub const DEFAULT_NODE_BUDGET: u64 = 1 << 24;
/// How fast the node budget grows.
const NODE_BUDGET_GROWTH: u64 = 4;
/// The part of that budget that is spent under the pie rule before the value without it is known:
/// it is searched first, and answers much of the other question.
const PIE_SHARE: u64 = 16;
/// The part of all nodes so far that is spent to decide without a limit on rounds without progress what a short one leaves
/// open, before a longer one is tried.
const UNLIMITED_SHARE: u64 = 4;
/// The least of it.
const LEAST_SHARE: u64 = 1 << 12;
/// The nodes of the first turn of each part of what is left open.
const FIRST_TURN: u64 = 1 << 16;

/// Proves what a position at the start of a round is worth to the side with sente, and for an
/// opening what it is worth under the pie rule, as far as `monitor` lets it. The game is a
/// [`StonesGame`](sowlab_games::stones::StonesGame), with what is known of it.
///
/// A claim that has taken `node_budget` nodes, roughly, is left for easier ones, which shorten the intervals
/// sooner, and asked again with four times the node budget when they are done. With a larger budget a
/// search that is not broken off finds the values sooner: [`DEFAULT_NODE_BUDGET`], or `u64::MAX` for one claim
/// after the other.
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

/// What searches with a limit on rounds without progress may leave open.
#[derive(Clone, Copy)]
enum LeftOpen {
    /// The readings in which somebody loses by infinite play.
    Ends,
    /// The reading in which it counts for nobody.
    Zero,
    /// All three of the opening under the pie rule.
    Pie,
}

impl LeftOpen {
    const ALL: [LeftOpen; 3] = [LeftOpen::Ends, LeftOpen::Zero, LeftOpen::Pie];
}

/// The proven bounds of a state. Searches with other limits or more tables tighten them.
struct StateBounds<S> {
    state: S,
    /// Under the conventions *loss* and *win*; `None` before the first search.
    intervals: Option<Intervals>,
    /// Under the convention *draw*; `None` before that is searched.
    zero: Option<ZeroProving<S>>,
    /// The nodes of the searches without a limit on rounds without progress.
    nodes: u64,
}

impl<S: Copy> StateBounds<S> {
    fn new(state: S) -> StateBounds<S> {
        StateBounds {
            state,
            intervals: None,
            zero: None,
            nodes: 0,
        }
    }

    /// Decides without a limit on rounds without progress what `lower` and `upper` are, until the monitor cancels.
    fn narrow_ends(
        &mut self,
        problem: impl JointProblem<State = S>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<(), Cancelled> {
        let Some(intervals) = &mut self.intervals else {
            return Ok(());
        };
        let search = ProofSearch::new(problem, table, monitor);
        let narrowed = narrow_unlimited(&search, &self.state, intervals, &QUIET);
        self.nodes += search.nodes();
        narrowed
    }

    /// Narrows `zero` within what is known of it, until the monitor cancels.
    fn narrow_zero(
        &mut self,
        within: &Bounds,
        problem: impl JointProblem<State = S>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<(), Cancelled> {
        let (low, high) = within.zero.clone().into_inner();
        let within = Interval { low, high };
        let state = self.state;
        let start = || ZeroProving::new(state, within, &QUIET);
        let zero = self.zero.get_or_insert_with(start);
        zero.assume(within);
        let before = zero.nodes;
        let left_open = zero.search(problem, table, monitor);
        self.nodes += zero.nodes - before;
        if left_open { Err(Cancelled) } else { Ok(()) }
    }

    /// The bounds under all three conventions, of a state that had `unsearched` before any search.
    fn bounds(&self, unsearched: Bounds) -> Bounds {
        let bounds = self.intervals.map_or(unsearched, Bounds::from);
        match &self.zero {
            Some(zero) => zero.narrowed(bounds),
            None => bounds,
        }
    }
}

/// A proof search of a position, and of its opening under the pie rule, in as many calls as it takes.
pub(super) struct StonesSearch<'a> {
    position: &'a Position,
    alone: StateBounds<Board>,
    /// The opening under the pie rule; `None` where no decision follows.
    pie: Option<StateBounds<PieState>>,
    best: Option<String>,
    nodes: u64,
    /// Whether it ends as soon as it is known who wins.
    winner_alone: bool,
}

impl<'a> StonesSearch<'a> {
    pub(super) fn new(position: &'a Position) -> StonesSearch<'a> {
        let board = position.canonical_board();
        let opening = position.is_opening() && position.choices() != 0;
        StonesSearch {
            position,
            alone: StateBounds::new(board),
            pie: opening.then(|| StateBounds::new(PieState::Opening(board))),
            best: None,
            nodes: 0,
            winner_alone: false,
        }
    }

    /// Restricts the search to who wins, without the pie rule and with it.
    pub(super) fn for_the_winner(self) -> StonesSearch<'a> {
        StonesSearch {
            winner_alone: true,
            ..self
        }
    }

    /// Searches until nothing is open or the monitor cancels. `node_budget`: the nodes that a claim may take at
    /// first before easier ones have their turn.
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
        if let Some(proven) = self.alone.intervals {
            narrowing.assume(proven);
        }
        let pie_search = ProofSearch::new(PieRule(problem), table, monitor);
        let unsearched = self.pie_unsearched();
        let mut pie_narrowing = self.pie.as_ref().map(|pie| {
            let mut narrowing = Narrowing::new(&pie_search, pie.state)
                .with_quiet(&PIE_QUIET)
                .announced_as("with the pie rule ");
            narrowing.assume(pie.intervals.unwrap_or(unsearched));
            narrowing
        });
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
                    let share = (self.nodes() + search.nodes()) / UNLIMITED_SHARE;
                    let budget = Budget::new(monitor, share.max(LEAST_SHARE));
                    let unlimited = ProofSearch::new(problem, table, &budget);
                    // Cancelled, what was found counts.
                    let _ = narrow_unlimited(&unlimited, &board, &mut proven, &[quiet]);
                    self.nodes += unlimited.nodes();
                    narrowing.assume(proven);
                } else if narrowing.narrow(node_budget) != Ok(true) {
                    break;
                }
                proven = narrowing.proven();
            }
            self.alone.intervals = Some(proven);
            let some_are_better = proven.is_exact() || proven.lower.low > -self.all();
            let securing = proven.lower.is_exact() && some_are_better;
            if self.best.is_none() && securing && !winner_alone {
                monitor.begin("a best choice, nodes", 0);
                let best = narrowing.securing_choice().ok().flatten();
                self.best = best.map(|hole| hole_text(self.position, hole));
            }
            if let (Some(narrowing_pie), Some(pie)) = (&mut pie_narrowing, &mut self.pie) {
                let node_budget = match narrowing.may_prove_more() {
                    true => node_budget / PIE_SHARE,
                    false => node_budget,
                };
                let mut more = true;
                while more {
                    let proven = narrowing_pie.proven();
                    more = !enough(proven.lower.low, proven.upper.high)
                        && narrowing_pie.narrow(node_budget) == Ok(true);
                }
                pie.intervals = Some(narrowing_pie.proven());
            }
            let pie_open = pie_narrowing
                .as_ref()
                .is_some_and(Narrowing::may_prove_more);
            if monitor.cancelled() || !(narrowing.may_prove_more() || pie_open) {
                break;
            }
            node_budget = node_budget.saturating_mul(NODE_BUDGET_GROWTH);
        }
        self.nodes += search.nodes() + pie_search.nodes();
        if !winner_alone {
            self.go_on_unlimited(problem, table, monitor);
        }
    }

    /// Decides what is left without a limit on rounds without progress, and `zero`, as far as longer limits let one tell: the
    /// position and its opening under the pie rule in turn, with more nodes each time; the last that is open takes all.
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
                let budget = Budget::new(monitor, turn);
                self.ask_unlimited(*part, problem, table, &budget).is_err()
            });
            nodes = nodes.saturating_mul(2);
        }
    }

    /// Decides one part of what is left open, until the monitor cancels.
    fn ask_unlimited(
        &mut self,
        part: LeftOpen,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<(), Cancelled> {
        monitor.check()?;
        match part {
            LeftOpen::Ends => self.alone.narrow_ends(problem, table, monitor),
            LeftOpen::Zero => {
                let within = self.bounds();
                self.alone.narrow_zero(&within, problem, table, monitor)
            }
            LeftOpen::Pie => {
                let problem = PieRule(problem);
                if let Some(pie) = &mut self.pie {
                    pie.narrow_ends(problem, table, monitor)?;
                }
                let within = self.pie_bounds();
                match (&mut self.pie, within) {
                    (Some(pie), Some(within)) => pie.narrow_zero(&within, problem, table, monitor),
                    _ => Ok(()),
                }
            }
        }
    }

    /// The bounds of the opening under the pie rule that need no search: its first side takes the better of two roles.
    fn pie_unsearched(&self) -> Intervals {
        let all = self.all();
        Intervals {
            lower: Interval::within(all),
            upper: Interval {
                low: all % 2,
                high: all,
            },
            rounds: 0,
        }
    }

    /// Whether everything is proven.
    pub(super) fn settled(&self) -> bool {
        self.bounds().closed() && self.pie_bounds().is_none_or(|pie| pie.closed())
    }

    /// Claims that show what is proven, by all three readings, of the position and under the pie rule. `None`
    /// if less is proven now.
    pub(super) fn claims(
        &self,
        problem: impl JointProblem<State = Board, Choice = u8>,
        table: &ProofTable,
        monitor: &dyn Monitor,
    ) -> Result<Option<Vec<Claim<Board>>>, Cancelled> {
        let Some(proven) = self.alone.intervals else {
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
        if let Some(pie) = self.pie.as_ref().and_then(|pie| pie.intervals) {
            let search = ProofSearch::new(PieRule(problem), table, monitor);
            let Some(after) = pie_claims(&search, state, pie.lower.low, pie.upper.high)? else {
                return Ok(None);
            };
            claims.extend(after);
        }
        Ok(Some(claims))
    }

    /// All stones on the board.
    fn all(&self) -> i32 {
        self.position.board().stones() as i32
    }

    /// The nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.alone.nodes + self.pie.as_ref().map_or(0, |pie| pie.nodes)
    }

    /// What is proven of the position by itself.
    fn bounds(&self) -> Bounds {
        let all = self.all();
        let mut proven = self.alone.bounds(Bounds::alike(-all..=all));
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

    /// What is proven of an opening under the pie rule; `None` where nothing leads to the pie decision.
    fn pie_bounds(&self) -> Option<Bounds> {
        let pie = self.pie.as_ref()?;
        let bounds = pie.bounds(self.pie_unsearched().into());
        let (low, high) = bounds.zero.into_inner();
        Some(Bounds {
            zero: low.max(0)..=high,
            ..bounds
        })
    }

    /// What is proven.
    pub(super) fn solution(self) -> Solution {
        Solution {
            bounds: self.bounds(),
            pie: self.pie_bounds(),
            best_complete: false,
            nodes: self.nodes(),
            best: self.best.into_iter().collect(),
        }
    }
}

/// A hole of sente as written, from its index on the board as searched.
pub(crate) fn hole_text(position: &Position, hole: u8) -> String {
    // The search has sente at East's end.
    let hole = position.index_for_sente(hole) + 1;
    format!("{}{hole}", position.sente().letter())
}
