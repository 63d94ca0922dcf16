//! The search and its tree.

use bytemuck::Zeroable;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::front::Front;
use super::node::Edge;
use super::options::{Limits, Options, PlayoutBudget, sum_on_threads};
use super::simulate::{Playouts, SampledProblem, Simulate};
use super::tree::Tree;
use super::worker::Worker;
use crate::{Guide, Interval, Monitor, Oracle, Problem};

/// The maximum number of playouts on one tree: the visits of a node are counted in 32 bits.
const MOST_VISITS: u64 = 1 << 31;

/// UCT for a sequential game, with a tree that lives as long as this.
///
/// States whose moves do not fit the memory that is left stay leaves.
///
/// ```
/// # use sowlab_solvers::{Game, Side, Step, Turn};
/// use sowlab_solvers::Problem;
/// use sowlab_solvers::mcts::{Limits, Options, Simulate, Uct};
/// /// Whoever takes the last of a heap, one or two at a time, gains 1.
/// struct Heap;
/// impl Game for Heap {
///     type State = (u8, Side);
///     type Move = u8;
/// #   fn side_to_move(&self, state: &(u8, Side)) -> Side { state.1 }
/// #   fn terminal(&self, state: &(u8, Side)) -> Option<i32> { (state.0 == 0).then_some(-1) }
/// #   fn moves(&self, state: &(u8, Side), moves: &mut Vec<u8>) { moves.extend(1..=state.0.min(2)) }
/// #   fn play(&self, state: &(u8, Side), taken: u8) -> Step<(u8, Side)> {
/// #       Step { state: (state.0 - taken, !state.1), gain: 0, turn: Turn::Other }
/// #   }
/// #   fn bound(&self, _: &(u8, Side)) -> i32 { 1 }
///     // …
/// }
/// impl Simulate for Heap {}
/// let mut uct = Uct::new(Problem::new(&Heap), Options::default());
/// let report = uct.search(&(10, Side::First), Limits::playouts(10_000), 1, &());
/// assert_eq!((report.best, report.proven()), (Some(1), Some(1)));
/// ```
pub struct Uct<'a, G: SampledProblem, L> {
    game: G,
    playouts: &'a L,
    options: Options,
    tree: Tree<G::State>,
    /// The number of searches, which selects the random numbers of each.
    searches: u64,
    /// The number of playouts on this tree.
    playouts_made: u64,
}

impl<'a, G, K, O, U> Uct<'a, Problem<'a, G, K, O, U>, G>
where
    G: Simulate,
    K: Sync,
    O: Oracle<G::State>,
    U: Guide<G::State, G::Move>,
{
    /// Creates a search with random playouts. Memory is taken as the tree grows.
    pub fn new(problem: Problem<'a, G, K, O, U>, options: Options) -> Self {
        Uct::with_playouts(problem, problem.game(), options)
    }
}

impl<'a, G: SampledProblem, L: Playouts<G::State>> Uct<'a, G, L> {
    /// Creates a search with the given playouts.
    pub fn with_playouts(problem: G, playouts: &'a L, options: Options) -> Self {
        Uct {
            game: problem,
            playouts,
            options,
            tree: Tree::new(options.memory),
            searches: 0,
            playouts_made: 0,
        }
    }

    /// Searches a state on `threads` threads. The search reuses the results of an earlier one that visited the state. A
    /// player who searches again after both sides have moved thus continues in the rest of the tree. Otherwise the tree
    /// starts empty.
    ///
    /// On one thread, equal searches without a time limit give equal reports. On several threads, visits depend on the
    /// timing of the threads; proven bounds hold in any case.
    pub fn search(
        &mut self,
        state: &G::State,
        limits: Limits,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Report<G::Move> {
        let root = self.root(state);
        self.searches += 1;
        let room = MOST_VISITS.saturating_sub(self.playouts_made);
        let limits = Limits {
            playouts: limits.playouts.min(room),
            ..limits
        };
        let allowance = PlayoutBudget::new(limits, monitor);
        let scale = self.game.bound(state) as f32;
        let worker = |thread: u64| {
            // Each search and thread has random numbers of its own.
            let seed = (self.searches << 16 | thread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let random = SmallRng::seed_from_u64(self.options.seed ^ seed);
            let mut worker = Worker::new((&self.game, self.playouts), &self.tree, root, random);
            worker.exploration = self.options.exploration * scale;
            worker.bias = self.options.bias;
            worker.expansion = self.options.expansion.max(1);
            worker.together = self.options.together.max(1);
            worker.together_from = self.options.together_from;
            worker.virtual_loss = (self.options.virtual_loss * scale).ceil() as i64;
            if threads > 1 {
                worker.front = Some(Front::new(worker.virtual_loss));
            }
            worker.work(&allowance)
        };
        let playouts = sum_on_threads(threads, worker);
        self.playouts_made += playouts;
        self.report(root, playouts)
    }

    /// Returns the node of the state to search, in a tree that has room for more.
    fn root(&mut self, state: &G::State) -> u32 {
        if let Some(root) = self.tree.find(state) {
            if !self.tree.is_half_full() {
                return root;
            }
            return self.tree.retain_from(root);
        }
        self.tree.clear();
        self.playouts_made = 0;
        self.tree.plant(&self.game, state, self.options.bias)
    }

    fn report(&self, root: u32, playouts: u64) -> Report<G::Move> {
        let node = self.tree.node(root);
        let mut moves = Vec::new();
        self.game.moves(&node.state, &mut moves);
        let bound = self.game.bound(&node.state);
        let unknown = Edge::zeroed();
        unknown.interval.set(Interval::within(bound));
        let edges = self.tree.edges(node.block);
        let interval = self.tree.interval(&self.game, node);
        let edge_of = |number: usize| edges.get(number).unwrap_or(&unknown);
        let children: Vec<_> = moves
            .into_iter()
            .enumerate()
            .map(|(number, chosen)| {
                let edge = edge_of(number);
                let sum = edge.sum.load(std::sync::atomic::Ordering::Relaxed) as f64;
                Child {
                    chosen,
                    visits: edge.visits(),
                    mean: sum / f64::from(edge.visits().max(1)),
                    interval: edge.interval.get(),
                }
            })
            .collect();
        Report {
            best: Report::choose(&children, interval.low),
            children,
            interval,
            playouts,
            nodes: self.tree.nodes(),
        }
    }
}

/// A move from the state that was searched. Margins are those of the side to move there, from the state on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Child<Move> {
    /// The move.
    pub chosen: Move,
    /// The number of playouts that began with it.
    pub visits: u32,
    /// The mean margin of these playouts; 0 if there were none.
    pub mean: f64,
    /// The proven bounds of the margin, under every infinite-play convention. A single non-terminating move has the
    /// margin that the game gives.
    pub interval: Interval,
}

/// The result of a search. Margins are those of the side to move, from the state on.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<Move> {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// Every move, in the order of the game.
    pub children: Vec<Child<Move>>,
    /// The proven bounds of the margin of the state.
    pub interval: Interval,
    /// The number of playouts of this search. Those of earlier searches that the tree still holds count in
    /// [`Child::visits`] only.
    pub playouts: u64,
    /// The number of nodes of the tree.
    pub nodes: u32,
}

impl<Move: Copy> Report<Move> {
    /// Returns the margin if it is proven.
    pub fn proven(&self) -> Option<i32> {
        self.interval.value()
    }

    /// Returns the expected margin: the mean of the most visited move, limited to the proven interval.
    pub fn value(&self) -> f64 {
        let best = self.children.iter().max_by_key(|child| child.visits);
        let mean = best.map_or(0.0, |child| child.mean);
        mean.max(self.interval.low.into())
            .min(self.interval.high.into())
    }

    /// Selects the most visited move among those that may be better than the best guarantee. If its mean is no more
    /// than that guarantee, the move with the guarantee is selected. Moves that cannot attain `least`, the lower bound
    /// of the state, are left out.
    pub(super) fn choose(children: &[Child<Move>], least: i32) -> Option<Move> {
        // Of equal moves the first is selected.
        let able = || (children.iter().rev()).filter(|child| child.interval.high >= least);
        let secure = able().max_by_key(|child| (child.interval.low, child.visits))?;
        let open = able()
            .filter(|child| child.interval.high > secure.interval.low)
            .max_by_key(|child| child.visits);
        Some(match open {
            Some(open) if open.visits == 0 => secure.chosen,
            Some(open) if open.mean > f64::from(secure.interval.low) => open.chosen,
            _ => secure.chosen,
        })
    }
}
