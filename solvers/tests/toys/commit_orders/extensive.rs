//! Any joint game under any commit order as a game in extensive form with information sets.

use std::fmt::Debug;
use std::hash::Hash;

use sowlab_solvers::order::{Choices, CommitOrder, SealedChoice};
use sowlab_solvers::{JointGame, Resolution, Side, Step};

/// The commitment of a side in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action<C> {
    /// A choice that the other side's cannot make impossible.
    Choice(C),
    /// A choice sealed by the follower.
    Sealed(SealedChoice<C>),
}

/// A game in extensive form (H. W. Kuhn, *Extensive games and the problem of information*, 1953). One side moves at a
/// time, and cannot tell the nodes of an information set from each other.
///
/// Every implementation keeps two rules. Nodes of one information set have the same side to move and the same actions
/// in the same order. Each side remembers all its observations and actions (perfect recall).
pub(crate) trait Extensive {
    /// A node, with everything that led to it.
    type Node: Clone;
    /// The actions of the side to move.
    type Action: Copy + Eq + Debug;
    /// The information set of the side to move.
    type Set: Clone + Eq + Hash + Debug;

    /// REQUIRED. The side to move; `None` where the game is over.
    fn side_to_move(&self, node: &Self::Node) -> Option<Side>;

    /// REQUIRED. The actions of the side to move, always in the same order; none where the game is over.
    fn actions(&self, node: &Self::Node) -> Vec<Self::Action>;

    /// REQUIRED. The node after an action.
    fn play(&self, node: &Self::Node, action: Self::Action) -> Self::Node;

    /// REQUIRED. The margin of the first side over the other on the path to this node.
    fn gained(&self, node: &Self::Node) -> i32;

    /// REQUIRED. The information set of a node that is not over.
    fn set(&self, node: &Self::Node) -> Self::Set;
}

/// A [`JointGame`] under a commit order, up to a horizon of rounds. Nobody gets the rest that is left after the
/// horizon, or in an endless round; a game that is over by then ends as usual.
///
/// Where the order lets the second side see the choice of the first, every information set is a single node. Where it
/// is sealed, the nodes of the second side after different choices of the first are one set. After a round both know
/// both choices. A second wish that was sealed and not needed is known only to the side that sealed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Committed<'a, J> {
    game: &'a J,
    order: CommitOrder,
}

/// The observations of a side in a round, with its own choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Observation<C> {
    /// The choice that the side itself sealed.
    Own(SealedChoice<C>),
    /// The choice that was committed openly in this round.
    Committed(C),
    /// Both choices of a round that was resolved, that of the leader first.
    Resolved(C, C),
}

/// An information set: who is to move, and all that this side has seen since the root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct InformationSet<C> {
    /// The side to move.
    pub(crate) side: Side,
    /// The observations of the side, in order of time.
    pub(crate) seen: Vec<Observation<C>>,
}

/// A node: the round, the commitments in it so far, and the path to it.
#[derive(Clone, Debug)]
pub(crate) struct Node<S, C> {
    /// The state at the start of the round; `None` once the game is over, or broken off.
    state: Option<S>,
    leader: Side,
    left: u32,
    gained: i32,
    /// The commitment of the side that commits first.
    pending: Option<C>,
    /// The observations of the first and of the second side of the game.
    seen: [Vec<Observation<C>>; 2],
}

impl<'a, J: JointGame<Choice: Hash>> Committed<'a, J> {
    /// The game under this order.
    pub(crate) fn new(game: &'a J, order: CommitOrder) -> Self {
        Committed { game, order }
    }

    /// The root: a state in which the first side leads, and the rounds to the horizon.
    pub(crate) fn root(&self, state: J::State, rounds: u32) -> Node<J::State, J::Choice> {
        let mut root = Node {
            state: None,
            leader: Side::First,
            left: rounds,
            gained: 0,
            pending: None,
            seen: [Vec::new(), Vec::new()],
        };
        self.enter(&mut root, state);
        root
    }

    /// Continues with the next round, or ends the game.
    fn enter(&self, node: &mut Node<J::State, J::Choice>, state: J::State) {
        node.state = None;
        if let Some(margin) = self.game.terminal(&state) {
            node.gained += signed(node.leader, margin);
        } else if node.left > 0 {
            node.state = Some(state);
        }
    }

    fn resolve(&self, node: &mut Node<J::State, J::Choice>, first: J::Choice, second: J::Choice) {
        let state = node.state.expect("a round is being played");
        for seen in &mut node.seen {
            seen.push(Observation::Resolved(first, second));
        }
        node.pending = None;
        node.left -= 1;
        match self.game.resolve(&state, first, second) {
            Resolution::Next(Step { state, gain, turn }) => {
                node.gained += signed(node.leader, gain);
                if turn.is_other() {
                    node.leader = !node.leader;
                }
                self.enter(node, state);
            }
            Resolution::Over { margin } => {
                node.gained += signed(node.leader, margin);
                node.state = None;
            }
            Resolution::Endless => node.state = None,
        }
    }
}

/// A margin of the leader as one of the first side.
fn signed(leader: Side, margin: i32) -> i32 {
    match leader {
        Side::First => margin,
        Side::Second => -margin,
    }
}

impl<J: JointGame<Choice: Hash>> Extensive for Committed<'_, J> {
    type Node = Node<J::State, J::Choice>;
    type Action = Action<J::Choice>;
    type Set = InformationSet<J::Choice>;

    fn side_to_move(&self, node: &Self::Node) -> Option<Side> {
        node.state?;
        let leader_moves = (self.order == CommitOrder::Reverse) == node.pending.is_some();
        Some(if leader_moves {
            node.leader
        } else {
            !node.leader
        })
    }

    fn actions(&self, node: &Self::Node) -> Vec<Self::Action> {
        let Some(state) = &node.state else {
            return Vec::new();
        };
        let choices = Choices::of(self.game, state);
        let (firsts, seconds) = (choices.first_choices(), choices.second_choices());
        let plain = |choices: &[J::Choice]| choices.iter().copied().map(Action::Choice).collect();
        match (self.order, node.pending) {
            (CommitOrder::Open | CommitOrder::Sealed, None) => plain(firsts),
            (CommitOrder::Reverse, None) => plain(seconds),
            (CommitOrder::Open, Some(first)) => {
                let mut replies = Vec::new();
                self.game.follower_choices(state, first, &mut replies);
                plain(&replies)
            }
            (CommitOrder::Reverse, Some(second)) => {
                let second = seconds.iter().position(|&other| other == second);
                let legal = |&first: &usize| second.is_some_and(|s| choices.legal(first, s));
                let left = (0..firsts.len()).filter(legal);
                left.map(|first| Action::Choice(firsts[first])).collect()
            }
            (CommitOrder::Sealed, Some(_)) => {
                choices.sealed().into_iter().map(Action::Sealed).collect()
            }
        }
    }

    fn play(&self, node: &Self::Node, action: Self::Action) -> Self::Node {
        let mut after = node.clone();
        match (node.pending, action) {
            (None, Action::Choice(choice)) => {
                after.pending = Some(choice);
                let mover = self.side_to_move(node);
                for (side, seen) in [Side::First, Side::Second].into_iter().zip(&mut after.seen) {
                    if self.order != CommitOrder::Sealed || mover == Some(side) {
                        seen.push(Observation::Committed(choice));
                    }
                }
            }
            (Some(first), Action::Choice(second)) => {
                let (first, second) = match self.order {
                    CommitOrder::Reverse => (second, first),
                    CommitOrder::Open | CommitOrder::Sealed => (first, second),
                };
                self.resolve(&mut after, first, second);
            }
            (Some(first), Action::Sealed(sealed)) => {
                after.seen[usize::from(node.leader == Side::First)].push(Observation::Own(sealed));
                let state = node.state.expect("a round is being played");
                let choices = Choices::of(self.game, &state);
                let index = choices
                    .first_choices()
                    .iter()
                    .position(|&other| other == first);
                let taken = choices.unsealed(index.expect("a first choice"), sealed);
                self.resolve(&mut after, first, choices.second_choices()[taken]);
            }
            (None, Action::Sealed(_)) => unreachable!("only the second to commit seals"),
        }
        after
    }

    fn gained(&self, node: &Self::Node) -> i32 {
        node.gained
    }

    fn set(&self, node: &Self::Node) -> Self::Set {
        let side = self.side_to_move(node).expect("the game is not over");
        InformationSet {
            side,
            seen: node.seen[usize::from(side == Side::Second)].clone(),
        }
    }
}
