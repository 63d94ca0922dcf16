//! The two-rank family for play.

use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{TableError, TableShapes};

use super::game::TwoRank;
use super::layered::TwoRankLayers;
use super::moves::{Direction, Move};
use super::notation::NotationError;
use super::plain::{PASS, Plain};
use super::position::Position;
use super::state::State;
use crate::contest::{Arbitration, Index, Indexed, Notation, Play, SeedStep};

impl Play for TwoRank {
    type Position = Position;

    fn opening(&self) -> Position {
        self.start_position()
    }

    fn state(&self, position: &Position) -> State {
        position.state()
    }

    fn advance(&self, position: &Position, chosen: Move) -> Position {
        position.play(self, chosen).expect("a legal move")
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        position.outcome(self).unwrap_or_else(|| position.stores())
    }

    fn seed_by_seed(
        &self,
        position: &Position,
        chosen: Move,
    ) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        let choice = match self.is_pass(chosen) {
            true => PASS,
            false => (
                chosen.pit(position.pits()),
                chosen.direction() == Direction::Left,
            ),
        };
        let steps = Plain::of(position).seed_by_seed(self.rules(), choice);
        Box::new(steps.into_iter())
    }
}

impl Notation for TwoRank {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Lower", "Upper"]
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse_position(text)
    }

    fn position_text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn move_text(&self, position: &Position, chosen: Move) -> String {
        TwoRank::move_text(self, position.state().mover(), chosen)
    }

    fn players_move(&self, position: &Position, text: &str) -> Option<Move> {
        let state = position.state();
        let (seat, chosen) = self.read_players_move(state, text)?;
        (seat == state.mover()).then_some(chosen)
    }

    fn drawing(&self, position: &Position) -> String {
        position.drawing()
    }
}

impl Arbitration for TwoRank {}

impl Indexed for TwoRank {
    fn index(&self) -> Result<Option<Index<State>>, TableError> {
        let layers = TwoRankLayers::of_all(self.clone()).map_err(TableError::Unrankable)?;
        Ok(Some(Index {
            shapes: TableShapes::of_boards(layers.name(), 2 * self.rules().pits),
            locate: Box::new(move |&state: &State| {
                (state.seeds() <= layers.most()).then(|| layers.locate(state))
            }),
        }))
    }
}
