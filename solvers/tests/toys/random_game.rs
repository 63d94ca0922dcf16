//! Random games to compare searches on, and their values by definition.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use sowlab_solvers::{Game, Side, Step, Turn};

pub(crate) fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// A random game without cycles on the numbers up to `size`. Moves lead to a few greater numbers, so that paths meet
/// again. The side to move is drawn, so that a side moves twice about half the time.
#[derive(Clone, Copy)]
pub(crate) struct RandomGame {
    pub(crate) seed: u64,
    pub(crate) size: u32,
}

impl RandomGame {
    fn draw(&self, what: &str, number: u32, further: u32, below: u64) -> i32 {
        (hash((self.seed, what, number, further)) % below) as i32
    }
}

impl Game for RandomGame {
    type State = u32;
    type Move = u32;

    fn side_to_move(&self, number: &u32) -> Side {
        match self.draw("side", *number, 0, 2) {
            0 => Side::First,
            _ => Side::Second,
        }
    }

    fn terminal(&self, number: &u32) -> Option<i32> {
        let over = *number >= self.size || self.draw("over", *number, 0, 16) == 0;
        over.then(|| self.draw("margin", *number, 0, 21) - 10)
    }

    fn moves(&self, number: &u32, moves: &mut Vec<u32>) {
        if self.terminal(number).is_none() {
            moves.extend(0..1 + self.draw("moves", *number, 0, 5) as u32);
        }
    }

    fn play(&self, number: &u32, chosen: u32) -> Step<u32> {
        let state = number + 1 + self.draw("step", *number, chosen, 6) as u32;
        Step {
            state,
            gain: self.draw("gain", *number, chosen, 7) - 2,
            turn: Turn::between(self.side_to_move(number), self.side_to_move(&state)),
        }
    }

    /// A gain is 4 at most, and the end gives 10 at most.
    fn bound(&self, number: &u32) -> i32 {
        4 * self.size.saturating_sub(*number) as i32 + 10
    }

    fn always_ends(&self) -> bool {
        true
    }
}

/// The value by definition.
pub(crate) fn negamax<G: Game>(
    game: &G,
    state: G::State,
    memo: &mut HashMap<G::State, i32>,
) -> i32 {
    if let Some(margin) = game.terminal(&state) {
        return margin;
    }
    if let Some(&known) = memo.get(&state) {
        return known;
    }
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let value = moves
        .into_iter()
        .map(|chosen| {
            let Step {
                state: after, gain, ..
            } = game.play(&state, chosen);
            let reply = negamax(game, after, memo);
            if game.side_to_move(&after) == game.side_to_move(&state) {
                gain + reply
            } else {
                gain - reply
            }
        })
        .max()
        .expect("a state that is not over has moves");
    memo.insert(state, value);
    value
}
