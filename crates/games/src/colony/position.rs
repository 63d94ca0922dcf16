//! A whole position: the state for solvers, and the captures of each side.

use super::board::MAX_EGGS;
use super::choice::Choice;
use super::play::Colony;
use super::state::{Colour, State};
use sowlab_solvers::{Game, Step};

/// A position with the eggs captured. Its text form is the notation (see
/// [`Colony::parse_position`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    state: State,
    captured: [u8; 2],
}

impl Position {
    /// A position; `captured` are Red's and Black's. `None` if there are more than
    /// [`MAX_EGGS`] eggs.
    pub(super) fn new(state: State, captured: [u8; 2]) -> Option<Position> {
        let eggs = state
            .eggs
            .iter()
            .chain(&captured)
            .map(|&eggs| usize::from(eggs));
        let all = eggs.sum::<usize>() + usize::from(state.hand());
        (all <= MAX_EGGS).then_some(Position { state, captured })
    }

    /// The state for solvers.
    #[inline]
    pub fn state(&self) -> State {
        self.state
    }

    /// The eggs that a side has captured.
    #[inline]
    pub fn captured(&self, colour: Colour) -> u8 {
        self.captured[colour as usize]
    }

    /// All eggs: on the board, in hand and captured.
    pub fn total(&self) -> u8 {
        self.state.left() + self.captured[0] + self.captured[1]
    }

    /// The position after one of the listed choices.
    #[must_use]
    pub fn play(&self, game: &Colony, chosen: Choice) -> Position {
        let Step { state, gain, .. } = game.play(&self.state, chosen);
        let mut captured = self.captured;
        captured[self.state.mover() as usize] += gain as u8;
        Position { state, captured }
    }

    /// The eggs of Red and of Black and the winner, once the game is over.
    pub fn outcome(&self, game: &Colony) -> Option<([u8; 2], Colour)> {
        let winner = game.winner(&self.state, self.captured)?;
        Some((game.count(&self.state, self.captured), winner))
    }
}

impl Colony {
    /// The starting position.
    pub fn start_position(&self) -> Position {
        Position {
            state: self.start(),
            captured: [0; 2],
        }
    }

    /// Plays a record: choices in the notation, separated by spaces.
    ///
    /// # Errors
    /// The error names the first illegal choice.
    pub fn play_record(
        &self,
        from: Position,
        record: &str,
    ) -> Result<Position, super::ChoiceError> {
        record.split_whitespace().try_fold(from, |position, text| {
            let chosen = self.parse_choice(&position.state, text)?;
            Ok(position.play(self, chosen))
        })
    }
}
