//! Any game up to a fixed depth, as a separate game.

use crate::{Game, Key, SequentialProblem, Side, Step};

/// A state of a game and the number of moves that may still be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DepthLimitedState<S> {
    /// The state of the game itself.
    pub state: S,
    /// The number of moves to the horizon.
    pub left: u8,
}

/// A function that estimates the margin from a state on, for the side to move. Searches with this type are compiled
/// once per game, for any estimate.
pub type Estimate<'a, S> = dyn Fn(&S) -> i32 + Sync + 'a;

/// A game that stops after a number of moves, extra turns included, and whose margin from there on is an estimate. Play
/// always ends, in any game.
#[derive(Clone, Copy)]
pub struct DepthLimited<P, E> {
    problem: P,
    estimate: E,
    pace: u8,
}

impl<P: SequentialProblem, E: Fn(&P::State) -> i32 + Sync> DepthLimited<P, E> {
    /// Creates the game with this estimate of the margin from a state on for the side to move. The estimate must not
    /// exceed [`Game::bound`]. At the horizon, an exact margin of the oracle replaces it.
    pub fn new(problem: P, estimate: E) -> Self {
        DepthLimited {
            problem,
            estimate,
            pace: 1,
        }
    }

    /// Sets the number of moves by which each search is deeper than the previous one, at least 1. The best moves of the
    /// previous search are tried first. Default: 1.
    #[must_use]
    pub fn with_pace(self, pace: u8) -> Self {
        DepthLimited { pace, ..self }
    }

    /// Returns a state with the given number of moves to the horizon.
    pub fn limit(&self, state: P::State, left: u8) -> DepthLimitedState<P::State> {
        DepthLimitedState { state, left }
    }
}

impl<P: SequentialProblem, E: Fn(&P::State) -> i32 + Sync> Game for DepthLimited<P, E> {
    type State = DepthLimitedState<P::State>;
    type Move = P::Move;

    #[inline]
    fn side_to_move(&self, limited: &Self::State) -> Side {
        self.problem.side_to_move(&limited.state)
    }

    #[inline]
    fn terminal(&self, limited: &Self::State) -> Option<i32> {
        let DepthLimitedState { state, left } = limited;
        let over = self.problem.terminal(state);
        if over.is_some() || *left > 0 {
            return over;
        }
        let margin = self.problem.oracle_margin(state);
        let margin = margin.unwrap_or_else(|| (self.estimate)(state));
        debug_assert!(margin.abs() <= self.problem.bound(state));
        Some(margin)
    }

    #[inline]
    fn moves(&self, limited: &Self::State, moves: &mut Vec<P::Move>) {
        if limited.left > 0 {
            self.problem.moves(&limited.state, moves);
        }
    }

    #[inline]
    fn play(&self, limited: &Self::State, chosen: P::Move) -> Step<Self::State> {
        debug_assert!(limited.left > 0, "no move is legal at the horizon");
        let left = limited.left.saturating_sub(1);
        let step = self.problem.play(&limited.state, chosen);
        step.map(|state| DepthLimitedState { state, left })
    }

    #[inline]
    fn bound(&self, limited: &Self::State) -> i32 {
        self.problem.bound(&limited.state)
    }

    fn endless(&self, limited: &Self::State) -> bool {
        self.problem.endless(&limited.state)
    }

    fn always_ends(&self) -> bool {
        true
    }
}

impl<P: SequentialProblem, E: Fn(&P::State) -> i32 + Sync> SequentialProblem
    for DepthLimited<P, E>
{
    /// Returns the key of the state, tagged by the number of moves to the horizon. The tag of the game itself must
    /// leave its upper eight bits free.
    #[inline]
    fn key(&self, limited: &Self::State) -> Key {
        let Key { bits, tag } = self.problem.key(&limited.state);
        debug_assert!(tag < 1 << 8);
        Key {
            bits,
            tag: tag | u16::from(limited.left) << 8,
        }
    }

    #[inline]
    fn oracle_margin(&self, limited: &Self::State) -> Option<i32> {
        self.problem.oracle_margin(&limited.state)
    }

    #[inline]
    fn oracle_margin_by_key(&self, limited: &Self::State, key: Key) -> Option<i32> {
        self.problem
            .oracle_margin_by_key(&limited.state, of_the_game(key))
    }

    #[inline]
    fn prefetch(&self, limited: &Self::State, key: Key) -> bool {
        self.problem.prefetch(&limited.state, of_the_game(key))
    }

    #[inline]
    fn order(&self, chosen: P::Move, step: &Step<Self::State>) -> i32 {
        self.problem
            .order(chosen, &step.map(|limited| limited.state))
    }

    /// Returns whether at most one move is left.
    #[inline]
    fn cheap(&self, limited: &Self::State) -> bool {
        limited.left <= 1
    }

    /// Returns the key of the same state nearer to the horizon, under which the previous search stored it.
    #[inline]
    fn related(&self, limited: &Self::State) -> Option<Key> {
        let left = limited.left.checked_sub(self.pace)?;
        Some(self.key(&DepthLimitedState { left, ..*limited }))
    }
}

/// Removes the number of moves to the horizon from a key.
#[inline]
fn of_the_game(key: Key) -> Key {
    Key {
        tag: key.tag & 0xff,
        ..key
    }
}
