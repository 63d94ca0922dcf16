//! A state with its joint moves resolved.

use super::Horizon;
use crate::order::Choices;
use crate::{Interval, JointProblem, Resolution, Step, Turn};

/// The result of a joint move, for the leader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<S> {
    /// The gain of the move; the whole margin if no state follows.
    pub(super) gain: i32,
    /// The state after it with the turn there, if that state counts.
    pub(super) next: Option<(S, Turn)>,
}

/// Returns the value of a state at the horizon: the exact value of the oracle where infinite play is a draw, or else 0.
pub(super) fn horizon_value<J: JointProblem>(game: &J, state: &J::State) -> i32 {
    let known = game.interval(state, None).and_then(Interval::value);
    known.unwrap_or(0)
}

/// A state, its choices and its cells.
pub(super) struct Node<S, C> {
    pub(super) choices: Choices<C>,
    /// The cells by first choice, then by second choice; an illegal move has an empty cell.
    pub(super) cells: Vec<Cell<S>>,
    /// The horizon of the states after the round.
    pub(super) horizon_after: Horizon,
}

impl<S: Copy, C: Copy + PartialEq> Node<S, C> {
    /// Resolves all joint moves of a state that is not over, with at least one round left.
    pub(super) fn new<J>(game: &J, state: &S, left: Horizon) -> Node<S, C>
    where
        J: JointProblem<State = S, Choice = C>,
    {
        let choices = Choices::of(game, state);
        let after = left.after_a_round();
        let nothing = Cell {
            gain: 0,
            next: None,
        };
        let mut cells =
            vec![nothing; choices.first_choices().len() * choices.second_choices().len()];
        let index = |list: &[C], choice: C| {
            let place = list.iter().position(|&other| other == choice);
            place.expect("a batch has the choices of the lists")
        };
        game.expand(&[*state], &mut |_, first, second, resolution| {
            let row = index(choices.first_choices(), first);
            let column = index(choices.second_choices(), second);
            cells[row * choices.second_choices().len() + column] = match resolution {
                Resolution::Over { margin } => Cell {
                    gain: margin,
                    next: None,
                },
                Resolution::Endless => nothing,
                Resolution::Next(Step { state, gain, turn }) => {
                    let rest = game.terminal(&state);
                    match rest.or_else(|| after.is_reached().then(|| horizon_value(game, &state))) {
                        Some(rest) => Cell {
                            gain: turn.margin(gain, rest),
                            next: None,
                        },
                        None => Cell {
                            gain,
                            next: Some((state, turn)),
                        },
                    }
                }
            };
        });
        Node {
            choices,
            cells,
            horizon_after: after,
        }
    }

    /// Returns the index of a cell.
    #[inline]
    pub(super) fn cell_index(&self, first: usize, second: usize) -> usize {
        first * self.choices.second_choices().len() + second
    }
}
