//! Kalah(6,4) in which the sides alternate: after a move that gives another turn the other side
//! passes. A pass is a move like any other, also for the depth, because the crate `minimax` knows no
//! game in which a side moves twice.

use std::sync::LazyLock;

use sowlab_games::two_rank::{BoardNumbers, KALAH, Move, State, TwoRank};
use sowlab_solvers::{Game, Guide, Key, Keyed, Side, Step, Turn};

pub static KALAH_6_4: LazyLock<TwoRank> =
    LazyLock::new(|| KALAH.build(None).expect("the defaults of a declared game"));

/// A position, and whether the side that is not to move in it passes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub state: State,
    pub passes: bool,
}

/// A move; `None` for a pass.
pub type Choice = Option<Move>;

impl Node {
    pub fn start() -> Node {
        Node {
            state: KALAH_6_4.start(),
            passes: false,
        }
    }

    /// Returns the margin at the end for the side that chooses, if the game is over.
    pub fn end(self) -> Option<i32> {
        let margin = KALAH_6_4.terminal(&self.state)?;
        Some(if self.passes { -margin } else { margin })
    }

    pub fn after(self, choice: Choice) -> (Node, i32) {
        let Some(chosen) = choice else {
            let passes = false;
            return (Node { passes, ..self }, 0);
        };
        let (state, gained) = KALAH_6_4.after(self.state, chosen);
        let passes = state.mover() == self.state.mover();
        (Node { state, passes }, gained as i32)
    }
}

/// The game for the search of this project.
pub struct Alternating(pub BoardNumbers);

impl Game for Alternating {
    type State = Node;
    type Move = Choice;

    #[inline]
    fn side_to_move(&self, node: &Node) -> Side {
        let side = KALAH_6_4.side_to_move(&node.state);
        if node.passes { !side } else { side }
    }

    #[inline]
    fn terminal(&self, node: &Node) -> Option<i32> {
        node.end()
    }

    #[inline]
    fn moves(&self, node: &Node, moves: &mut Vec<Choice>) {
        if node.passes {
            moves.push(None);
        } else {
            moves.extend(KALAH_6_4.legal(node.state).map(Some));
        }
    }

    #[inline]
    fn play(&self, node: &Node, choice: Choice) -> Step<Node> {
        let (state, gain) = node.after(choice);
        Step {
            state,
            gain,
            turn: Turn::Other,
        }
    }

    #[inline]
    fn bound(&self, node: &Node) -> i32 {
        KALAH_6_4.bound(&node.state)
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl Keyed<Node> for Alternating {
    #[inline]
    fn key(&self, node: &Node) -> Key {
        Key {
            tag: node.passes.into(),
            ..self.0.key(&node.state)
        }
    }
}

impl Guide<Node, Choice> for Alternating {
    #[inline]
    fn order(&self, choice: Choice, step: &Step<Node>) -> i32 {
        let Node { state, passes } = step.state;
        let turn = if passes { Turn::Same } else { Turn::Other };
        let sown = Step {
            state,
            gain: step.gain,
            turn,
        };
        choice.map_or(0, |chosen| KALAH_6_4.order(chosen, &sown))
    }
}
