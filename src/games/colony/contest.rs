//! The Colony for play.

use sowlab_solvers::Side;
use sowlab_solvers::mcts::Simulate;

use super::choice::Choice;
use super::play::Colony;
use super::position::Position;
use super::state::{Colour, Phase, State};
use crate::games::contest::Contest;

impl Simulate for Colony {}

impl Contest for Colony {
    type Position = Position;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Red", "Black"]
    }

    fn opening(&self) -> Position {
        self.start_position()
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        self.parse_position(text).map_err(|error| error.to_string())
    }

    fn position_text(&self, position: &Position) -> String {
        Colony::position_text(self, position)
    }

    fn state(&self, position: &Position) -> State {
        position.state()
    }

    fn lead(&self, position: &Position) -> i32 {
        i32::from(position.captured(Colour::Red)) - i32::from(position.captured(Colour::Black))
    }

    fn outcome(&self, position: &Position) -> Option<[u32; 2]> {
        let (eggs, _) = position.outcome(self)?;
        Some(eggs.map(u32::from))
    }

    /// Who completed a turn last.
    fn level_winner(&self, state: &State) -> Option<Side> {
        Some((!state.mover()).into())
    }

    fn advance(&self, position: &Position, chosen: Choice) -> Position {
        position.play(self, chosen)
    }

    fn move_text(&self, _: &Position, chosen: Choice) -> String {
        chosen.text(self.board())
    }

    fn drawing(&self, position: &Position) -> String {
        Colony::drawing(self, position)
    }

    fn endless(&self, state: &State) -> bool {
        matches!(state.phase(), Phase::Endless { .. })
    }
}
