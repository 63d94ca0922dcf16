//! A game with whole positions as states, and with margins in fractions of a stone.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::Rng;
use sowlab_solvers::mcts::Playouts;
use sowlab_solvers::{Game, Guide, Key, Keyed, Side, Step};

use super::{Evaluate, EvaluatedError};
use sowlab_games::contest::{Contest, Play};

/// The number of parts of a stone. Evaluations are rounded to such parts.
pub(super) const PARTS: i32 = 64;

/// A position and its state, which determines the rest of the game. Comparisons use the state only.
pub(super) struct Whole<C: Play> {
    pub(super) position: C::Position,
    pub(super) state: C::State,
}

impl<C: Play> Whole<C> {
    pub(super) fn new(game: &C, position: &C::Position) -> Whole<C> {
        Whole {
            position: *position,
            state: game.state(position),
        }
    }
}

impl<C: Play> Clone for Whole<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Play> Copy for Whole<C> {}

impl<C: Play> PartialEq for Whole<C> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl<C: Play> Eq for Whole<C> {}

impl<C: Play> Hash for Whole<C> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

impl<C: Play> fmt::Debug for Whole<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

/// The view of a game for searches with an evaluation. Margins are in [`PARTS`] of a stone, and infinite play is a
/// draw.
pub(super) struct Fine<'a, C: Contest> {
    pub(super) game: &'a C,
    evaluate: &'a Evaluate<'a, C::Position>,
    evaluated: AtomicU64,
    failed: AtomicBool,
}

impl<'a, C: Contest> Fine<'a, C> {
    pub(super) fn new(game: &'a C, evaluate: &'a Evaluate<'a, C::Position>) -> Fine<'a, C> {
        Fine {
            game,
            evaluate,
            evaluated: AtomicU64::new(0),
            failed: AtomicBool::new(false),
        }
    }

    /// Returns the legal moves at the root of a search.
    ///
    /// # Errors
    /// The game is over.
    pub(super) fn root_moves(&self, root: &Whole<C>) -> Result<Vec<C::Move>, EvaluatedError> {
        let mut moves = Vec::new();
        self.moves(root, &mut moves);
        match moves.is_empty() {
            true => Err(EvaluatedError::Over),
            false => Ok(moves),
        }
    }

    /// Returns the number of evaluated positions.
    pub(super) fn evaluated(&self) -> u64 {
        self.evaluated.load(Ordering::Relaxed)
    }

    /// Returns whether the evaluation failed.
    pub(super) fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Returns the margins of states for the side to choose, within the bounds of the states.
    pub(super) fn margins(&self, states: &[Whole<C>]) -> Result<Vec<i32>, EvaluatedError> {
        if self.failed() {
            return Err(EvaluatedError::Evaluation);
        }
        let positions: Vec<C::Position> = states.iter().map(|whole| whole.position).collect();
        self.evaluated
            .fetch_add(positions.len() as u64, Ordering::Relaxed);
        let margins = (self.evaluate)(&positions).filter(|margins| {
            margins.len() == states.len() && margins.iter().all(|margin| margin.is_finite())
        });
        let Some(margins) = margins else {
            self.failed.store(true, Ordering::Relaxed);
            return Err(EvaluatedError::Evaluation);
        };
        let within = |(margin, whole): (f32, &Whole<C>)| {
            let bound = self.bound(whole);
            ((margin * PARTS as f32).round() as i32).clamp(-bound, bound)
        };
        Ok(margins.into_iter().zip(states).map(within).collect())
    }
}

impl<C: Contest> Game for Fine<'_, C> {
    type State = Whole<C>;
    type Move = C::Move;

    fn side_to_move(&self, whole: &Whole<C>) -> Side {
        self.game.side_to_move(&whole.state)
    }

    fn terminal(&self, whole: &Whole<C>) -> Option<i32> {
        if self.game.endless(&whole.state) {
            return Some(0);
        }
        self.game.terminal(&whole.state).map(|rest| rest * PARTS)
    }

    fn moves(&self, whole: &Whole<C>, moves: &mut Vec<C::Move>) {
        if !self.game.endless(&whole.state) {
            self.game.moves(&whole.state, moves);
        }
    }

    fn play(&self, whole: &Whole<C>, chosen: C::Move) -> Step<Whole<C>> {
        let Step { state, gain, turn } = self.game.play(&whole.state, chosen);
        let position = self.game.advance(&whole.position, chosen);
        Step {
            state: Whole { position, state },
            gain: gain * PARTS,
            turn,
        }
    }

    fn bound(&self, whole: &Whole<C>) -> i32 {
        self.game.bound(&whole.state) * PARTS
    }

    fn always_ends(&self) -> bool {
        self.game.always_ends()
    }
}

impl<C: Contest> Keyed<Whole<C>> for Fine<'_, C> {
    fn key(&self, whole: &Whole<C>) -> Key {
        self.game.key(&whole.state)
    }
}

impl<C: Contest> Guide<Whole<C>, C::Move> for Fine<'_, C> {
    fn prior(&self, whole: &Whole<C>, chosen: C::Move) -> f32 {
        self.game.prior(&whole.state, chosen) * PARTS as f32
    }
}

impl<C: Contest> Playouts<Whole<C>> for Fine<'_, C> {
    /// Adds the margins of the evaluation, or 0 after it failed.
    fn playouts(&self, states: &[Whole<C>], margins: &mut Vec<i32>, _: &mut impl Rng) {
        match self.margins(states) {
            Ok(found) => margins.extend(found),
            Err(_) => margins.extend(states.iter().map(|_| 0)),
        }
    }
}
