//! Whole games, from the opening to the final score.

use sowlab_solvers::{Game, Side};

use super::seeds::SeedStep;

/// A game with whole positions: states with the winnings of each side.
pub trait Play: Game {
    /// A whole position.
    type Position: Copy + Send + Sync;

    /// REQUIRED. The opening.
    fn opening(&self) -> Self::Position;

    /// REQUIRED. What solvers and engines see of a position.
    fn state(&self, position: &Self::Position) -> Self::State;

    /// REQUIRED. The position after a legal move.
    fn advance(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// REQUIRED. The winnings of each side, in stones or seeds, [`Side::First`] first. Once the game is over, they
    /// include the stones given out at its end.
    fn score(&self, position: &Self::Position) -> [u32; 2];

    /// OPTIONAL. The stones given to [`Side::First`] at the end of a finished game, less those given to the other side.
    /// It is 0 while a move is legal, and where play never ends. Default: the margin of the state.
    fn given_out(&self, position: &Self::Position) -> i32 {
        let state = self.state(position);
        let rest = self.terminal(&state).unwrap_or(0);
        match self.side_to_move(&state) {
            Side::First => rest,
            Side::Second => -rest,
        }
    }

    /// OPTIONAL. The steps of a legal move seed by seed, the lifting first; without end for a move that never ends.
    /// Default: none, and boards show only the resulting position.
    fn seed_by_seed(
        &self,
        position: &Self::Position,
        chosen: Self::Move,
    ) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        let _ = (position, chosen);
        Box::new(std::iter::empty())
    }
}

/// The legal moves of a position.
pub fn legal_moves<G: Play>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(&game.state(position), &mut moves);
    moves
}

/// The winnings of [`Side::First`] from moves so far, less those of the other side. Stones given out at the end of a
/// game do not count.
pub fn lead<G: Play>(game: &G, position: &G::Position) -> i32 {
    let state = game.state(position);
    let rest = game.terminal(&state).unwrap_or(0);
    margin(game.score(position))
        - match game.side_to_move(&state) {
            Side::First => rest,
            Side::Second => -rest,
        }
}

/// The final score, [`Side::First`] before; `None` while a move is legal, and where play never ends.
pub fn outcome<G: Play>(game: &G, position: &G::Position) -> Option<[u32; 2]> {
    let state = game.state(position);
    let over = game.terminal(&state).is_some() && !game.endless(&state);
    over.then(|| game.score(position))
}

fn margin([one, other]: [u32; 2]) -> i32 {
    one as i32 - other as i32
}
