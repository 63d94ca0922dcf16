//! Sequential games of perfect information.

use std::fmt::Debug;
use std::hash::Hash;

use super::side::{Side, Turn};
use super::value::Value;

/// A game of two sides with perfect information in which one side moves at a time. A side may move several times in a
/// row.
///
/// All scores are *margins from the state on*: the gain of one side over the other after this state, in the game's own
/// unit. Past gains do not count.
pub trait Game: Sync {
    /// A position with everything that determines the play from here on, and nothing else, so
    /// that equal states are transpositions.
    type State: Copy + Eq + Hash + Debug + Send + Sync;
    /// A choice of the side to move.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// REQUIRED. Returns the side to move. Solvers never assume that it alternates.
    fn side_to_move(&self, state: &Self::State) -> Side;

    /// REQUIRED. Returns the margin that the side to move gains by the end of the game, if it is over: the awarded
    /// rest, or 0. `None` if at least one move is legal.
    fn terminal(&self, state: &Self::State) -> Option<i32>;

    /// REQUIRED. Appends every legal move, always in the same order; none if the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// REQUIRED. Plays a legal move. The turn agrees with [`side_to_move`](Game::side_to_move) before
    /// and after.
    fn play(&self, state: &Self::State, chosen: Self::Move) -> Step<Self::State>;

    /// OPTIONAL. Returns whether this state stands for a non-terminating move, which is infinite play. The moves of
    /// such a state lead back to it. If infinite play is a draw in the game, the state may be
    /// [terminal](Game::terminal) with a margin of 0. Default: no state does.
    fn endless(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// REQUIRED. Returns a bound on the margin from this state on for either side: no play gains more. Infinite play
    /// that is won or lost counts as plus or minus this bound.
    fn bound(&self, state: &Self::State) -> i32;

    /// OPTIONAL. Returns whether all margins from a state on have the parity of its bound. It halves the claims of a
    /// proof search. Default: nothing is assumed.
    fn margins_have_parity_of_bound(&self) -> bool {
        false
    }

    /// OPTIONAL. Returns whether play always ends: no state can be reached again from itself. A value then does not
    /// depend on the path to a state, and searches may store it in a table. Only searches that handle infinite play
    /// accept a game without it.
    fn always_ends(&self) -> bool {
        false
    }
}

/// The result of a move, or of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<S> {
    /// The state after it, in the view of the side that has the turn there.
    pub state: S,
    /// The gain over the other side, by the move itself, of the side that had the turn before.
    pub gain: i32,
    /// The side that has the turn in `state`, relative to the one that had it before.
    pub turn: Turn,
}

impl<S> Step<S> {
    /// Returns [`Turn::margin`] of this move.
    #[inline]
    pub fn margin(&self, rest: i32) -> i32 {
        self.turn.margin(self.gain, rest)
    }

    /// Returns [`Turn::window`] of this move.
    #[inline]
    pub fn window(&self, beta: i32) -> i32 {
        self.turn.window(self.gain, beta)
    }

    /// Returns [`Turn::value`] of this move.
    #[must_use]
    pub const fn value(&self, rest: Value) -> Value {
        self.turn.value(self.gain, rest)
    }

    /// Replaces the state by a function of it.
    #[inline]
    pub fn map<T>(self, state: impl FnOnce(S) -> T) -> Step<T> {
        Step {
            state: state(self.state),
            gain: self.gain,
            turn: self.turn,
        }
    }
}
