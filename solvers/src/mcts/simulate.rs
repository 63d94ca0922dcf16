//! Interfaces of games for Monte Carlo tree search.

use rand::Rng;

use crate::{Game, Guide, Interval, Oracle, Problem, Side};

/// The number of moves after which [`random_playout`] stops a playout in the default of [`Simulate::playout`].
pub const PLAYOUT_MOVES: u32 = 1000;

/// A game with random playouts. Everything has a default, so that an empty implementation is enough.
pub trait Simulate: Game {
    /// OPTIONAL. Plays a random game from a state that is not over, and returns the margin of the side to move from
    /// the state on. It must end in every game. Default: uniformly random moves, at most [`PLAYOUT_MOVES`], after
    /// which the rest is a draw. Override it for playouts that are faster than listing moves.
    fn playout(&self, state: &Self::State, random: &mut impl Rng) -> i32
    where
        Self: Sized,
    {
        random_playout(self, state, PLAYOUT_MOVES, random)
    }

    /// OPTIONAL. Makes a playout from each of these states, none of which is over, and appends their margins in the
    /// same order. Default: one after the other. A game whose moves wait for each other may interleave several
    /// playouts.
    fn playouts(&self, states: &[Self::State], margins: &mut Vec<i32>, random: &mut impl Rng)
    where
        Self: Sized,
    {
        margins.extend(states.iter().map(|state| self.playout(state, random)));
    }
}

/// A source of results of play from states outside the tree: random games, as for every [`Simulate`], or an estimate.
pub trait Playouts<S>: Sync {
    /// REQUIRED. Appends a margin of the side to move for each of these states, none of which is over, in the same
    /// order.
    fn playouts(&self, states: &[S], margins: &mut Vec<i32>, random: &mut impl Rng);
}

impl<G: Simulate> Playouts<G::State> for G {
    #[inline]
    fn playouts(&self, states: &[G::State], margins: &mut Vec<i32>, random: &mut impl Rng) {
        Simulate::playouts(self, states, margins, random);
    }
}

/// A [`Problem`] in the view of Monte Carlo tree search. Nothing else implements it.
pub trait SampledProblem: Game {
    /// Returns the bounds of a state where infinite play is a draw, if the oracle has them.
    fn oracle_bounds(&self, state: &Self::State) -> Option<Interval>;

    /// Returns the prior of a move: [`Guide::prior`].
    fn prior(&self, state: &Self::State, chosen: Self::Move) -> f32;
}

impl<G, K, O, U> SampledProblem for Problem<'_, G, K, O, U>
where
    G: Game,
    K: Sync,
    O: Oracle<G::State>,
    U: Guide<G::State, G::Move>,
{
    #[inline]
    fn oracle_bounds(&self, state: &G::State) -> Option<Interval> {
        self.oracle().interval(state, None)
    }

    #[inline]
    fn prior(&self, state: &G::State, chosen: G::Move) -> f32 {
        self.guide().prior(state, chosen)
    }
}

/// Plays uniformly random moves from a state to the end, at most `most`. Returns the margin of the side to move in the
/// first state. After `most` moves the rest is a draw.
pub fn random_playout<G: Game>(
    game: &G,
    state: &G::State,
    most: u32,
    random: &mut impl Rng,
) -> i32 {
    let mut moves = Vec::new();
    let mut state = *state;
    let side = game.side_to_move(&state);
    let mut margin = 0;
    for _ in 0..most {
        let sign = sign_for(side, game.side_to_move(&state));
        if let Some(rest) = game.terminal(&state) {
            return margin + sign * rest;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        let step = game.play(&state, moves[below(moves.len(), random)]);
        margin += sign * step.gain;
        state = step.state;
    }
    // The game may have ended with the last move.
    let rest = game.terminal(&state).unwrap_or(0);
    margin + sign_for(side, game.side_to_move(&state)) * rest
}

/// Returns 1 if the two sides are equal, otherwise -1.
#[inline]
pub(super) fn sign_for(side: Side, other: Side) -> i32 {
    if side == other { 1 } else { -1 }
}

/// Returns a random number below `count`, uniform to within `count` in 2³².
#[inline]
pub(super) fn below(count: usize, random: &mut impl Rng) -> usize {
    ((u64::from(random.next_u32()) * count as u64) >> 32) as usize
}
