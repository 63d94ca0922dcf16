//! Any game up to a fixed depth, as a game of its own.

use super::searchable::{Acyclic, Code, Searchable};
use crate::{Game, Side, Step, Turn};

/// A state of a game and how many moves may still be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limited<S> {
    /// The state of the game itself.
    pub state: S,
    /// Moves to the horizon.
    pub left: u8,
}

/// A game that is broken off after a number of moves, extra turns counted as moves, and whose
/// margin from there on is an estimate. Play always ends, whatever the game.
pub struct DepthLimited<'a, G, E> {
    game: &'a G,
    estimate: E,
}

impl<'a, G: Game, E: Fn(&G::State) -> i32 + Sync> DepthLimited<'a, G, E> {
    /// The game with this estimate of the margin from a state on for the side to move. It must not
    /// pass [`Game::bound`].
    pub fn new(game: &'a G, estimate: E) -> Self {
        DepthLimited { game, estimate }
    }

    /// A state with so many moves to the horizon.
    pub fn limit(&self, state: G::State, left: u8) -> Limited<G::State> {
        Limited { state, left }
    }
}

impl<G: Game, E: Fn(&G::State) -> i32 + Sync> Game for DepthLimited<'_, G, E> {
    type State = Limited<G::State>;
    type Move = G::Move;

    #[inline]
    fn side_to_move(&self, limited: &Self::State) -> Side {
        self.game.side_to_move(&limited.state)
    }

    #[inline]
    fn terminal(&self, limited: &Self::State) -> Option<i32> {
        let over = self.game.terminal(&limited.state);
        if over.is_some() || limited.left > 0 {
            return over;
        }
        let estimate = (self.estimate)(&limited.state);
        debug_assert!(estimate.abs() <= self.game.bound(&limited.state));
        Some(estimate)
    }

    #[inline]
    fn moves(&self, limited: &Self::State, moves: &mut Vec<G::Move>) {
        if limited.left > 0 {
            self.game.moves(&limited.state, moves);
        }
    }

    #[inline]
    fn play(&self, limited: &Self::State, chosen: G::Move) -> Step<Self::State> {
        debug_assert!(limited.left > 0, "no move is legal at the horizon");
        let left = limited.left.saturating_sub(1);
        let step = self.game.play(&limited.state, chosen);
        step.map(|state| Limited { state, left })
    }

    #[inline]
    fn bound(&self, limited: &Self::State) -> i32 {
        self.game.bound(&limited.state)
    }
}

impl<G: Searchable, E: Fn(&G::State) -> i32 + Sync> Searchable for DepthLimited<'_, G, E> {
    /// The tag of the game itself must leave its upper eight bits free.
    #[inline]
    fn code(&self, limited: &Self::State) -> Code {
        let Code { bits, tag } = self.game.code(&limited.state);
        debug_assert!(tag < 1 << 8);
        Code {
            bits,
            tag: tag | u16::from(limited.left) << 8,
        }
    }

    /// With one move left.
    #[inline]
    fn quick(&self, limited: &Self::State) -> bool {
        limited.left <= 1
    }

    /// The same state one move nearer to the horizon, as the search before this one met it.
    #[inline]
    fn related(&self, limited: &Self::State) -> Option<Code> {
        let left = limited.left.checked_sub(1)?;
        Some(self.code(&Limited { left, ..*limited }))
    }

    #[inline]
    fn promise(&self, chosen: G::Move, after: &Self::State, gain: i32, turn: Turn) -> i32 {
        self.game.promise(chosen, &after.state, gain, turn)
    }
}

impl<G: Game, E: Fn(&G::State) -> i32 + Sync> Acyclic for DepthLimited<'_, G, E> {}
