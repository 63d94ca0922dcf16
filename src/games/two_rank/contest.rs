//! The two-rank family for play.

use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::TableError;

use super::game::TwoRank;
use super::layered::TwoRankLayers;
use super::moves::Move;
use super::position::Position;
use super::state::{Seat, State};
use crate::games::contest::{Contest, Tabled};

/// Lower's store less Upper's.
pub(super) fn lead(position: &Position) -> i32 {
    i32::from(position.store(Seat::Lower)) - i32::from(position.store(Seat::Upper))
}

impl Contest for TwoRank {
    type Position = Position;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Lower", "Upper"]
    }

    fn opening(&self) -> Position {
        self.start_position()
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        self.parse_position(text).map_err(|error| error.to_string())
    }

    fn position_text(&self, position: &Position) -> String {
        position.to_string()
    }

    fn state(&self, position: &Position) -> State {
        position.state()
    }

    fn lead(&self, position: &Position) -> i32 {
        lead(position)
    }

    fn outcome(&self, position: &Position) -> Option<[u32; 2]> {
        position.outcome(self)
    }

    fn advance(&self, position: &Position, chosen: Move) -> Position {
        position.play(self, chosen).expect("a legal move")
    }

    fn move_text(&self, position: &Position, chosen: Move) -> String {
        TwoRank::move_text(self, position.state().mover(), chosen)
    }

    fn drawing(&self, position: &Position) -> String {
        position.drawing()
    }

    fn can_repeat(&self) -> bool {
        self.rules().can_repeat()
    }

    fn tabled(&self) -> Result<Option<Tabled<State>>, TableError> {
        let layers = TwoRankLayers::of_all(self.clone()).map_err(TableError::Unrankable)?;
        Ok(Some(Tabled {
            name: layers.name(),
            locate: Box::new(move |&state: &State| {
                (state.seeds() <= layers.most()).then(|| layers.locate(state))
            }),
        }))
    }
}
