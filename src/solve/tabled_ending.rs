//! A two-rank game in which play always ends, over as soon as tables know the rest.

use sowlab_solvers::search::{Acyclic, Code, Searchable};
use sowlab_solvers::{Game, Side, Value};

/// A game that ends where the rest is known. Play that always ends needs no more than one value:
/// the three readings of infinite play are alike.
pub(super) struct TabledEnding<'a, G, K> {
    game: &'a G,
    known: K,
}

impl<'a, G: Searchable + Acyclic, K: Fn(&G::State) -> Option<Value> + Sync> TabledEnding<'a, G, K> {
    pub(super) fn new(game: &'a G, known: K) -> Self {
        TabledEnding { game, known }
    }
}

impl<G: Game, K: Fn(&G::State) -> Option<Value> + Sync> Game for TabledEnding<'_, G, K> {
    type State = G::State;
    type Move = G::Move;

    #[inline]
    fn side_to_move(&self, state: &G::State) -> Side {
        self.game.side_to_move(state)
    }

    #[inline]
    fn terminal(&self, state: &G::State) -> Option<i32> {
        match (self.known)(state) {
            Some(value) => Some(value.zero),
            None => self.game.terminal(state),
        }
    }

    #[inline]
    fn moves(&self, state: &G::State, moves: &mut Vec<G::Move>) {
        if (self.known)(state).is_none() {
            self.game.moves(state, moves);
        }
    }

    #[inline]
    fn play(&self, state: &G::State, chosen: G::Move) -> (G::State, i32) {
        self.game.play(state, chosen)
    }

    #[inline]
    fn bound(&self, state: &G::State) -> i32 {
        self.game.bound(state)
    }
}

impl<G: Searchable, K: Fn(&G::State) -> Option<Value> + Sync> Searchable
    for TabledEnding<'_, G, K>
{
    #[inline]
    fn code(&self, state: &G::State) -> Code {
        self.game.code(state)
    }

    #[inline]
    fn promise(&self, chosen: G::Move, gain: i32, again: bool) -> i32 {
        self.game.promise(chosen, gain, again)
    }
}

impl<G: Acyclic, K: Fn(&G::State) -> Option<Value> + Sync> Acyclic for TabledEnding<'_, G, K> {}
