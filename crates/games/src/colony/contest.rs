//! The Colony for play.

use sowlab_solvers::Side;
use sowlab_solvers::mcts::Simulate;

use super::choice::Choice;
use super::notation::NotationError;
use super::play::Colony;
use super::position::Position;
use super::state::{Colour, State};
use crate::contest::{Arbitration, Indexed, Notation, Play, SeedStep};

impl Simulate for Colony {}

impl Indexed for Colony {}

impl Play for Colony {
    type Position = Position;

    fn opening(&self) -> Position {
        self.start_position()
    }

    fn state(&self, position: &Position) -> State {
        position.state()
    }

    fn advance(&self, position: &Position, chosen: Choice) -> Position {
        position.play(self, chosen)
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        match position.outcome(self) {
            Some((eggs, _)) => eggs.map(u32::from),
            None => [Colour::Red, Colour::Black].map(|colour| position.captured(colour).into()),
        }
    }

    fn seed_by_seed(
        &self,
        position: &Position,
        chosen: Choice,
    ) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        Box::new(self.walk(position, chosen).into_iter().flatten())
    }
}

impl Notation for Colony {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Red", "Black"]
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(text)
    }

    fn position_text(&self, position: &Position) -> String {
        Colony::position_text(self, position)
    }

    fn move_text(&self, _: &Position, chosen: Choice) -> String {
        chosen.text(self.board())
    }

    fn drawing(&self, position: &Position) -> String {
        Colony::drawing(self, position)
    }
}

impl Arbitration for Colony {
    /// The side that completed a turn last.
    fn tie_break(&self, state: &State) -> Option<Side> {
        Some((!state.mover()).into())
    }
}
