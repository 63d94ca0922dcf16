//! Random Mancala for play.

use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::search::{Code, Searchable};

use super::super::contest::lead;
use super::super::state::Seat;
use super::{RandomMancala, RandomMove, RandomPosition, RandomState};
use crate::games::contest::Contest;

impl Searchable for RandomMancala {
    /// The board of the base game, and whether the choice is open.
    #[inline]
    fn code(&self, state: &RandomState) -> Code {
        let (state, open) = match state {
            RandomState::Choosing(state) => (state, 1),
            RandomState::Playing(state) => (state, 0),
        };
        let Code { bits, tag } = self.base().code(state);
        Code {
            bits,
            tag: tag << 1 | open,
        }
    }
}

impl Simulate for RandomMancala {}

impl Contest for RandomMancala {
    type Position = RandomPosition;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Lower", "Upper"]
    }

    fn opening(&self) -> RandomPosition {
        self.start_position()
    }

    fn read_position(&self, text: &str) -> Result<RandomPosition, String> {
        self.parse_position(text).map_err(|error| error.to_string())
    }

    fn position_text(&self, position: &RandomPosition) -> String {
        position.to_string()
    }

    fn state(&self, position: &RandomPosition) -> RandomState {
        position.state()
    }

    fn lead(&self, position: &RandomPosition) -> i32 {
        lead(&position.position())
    }

    fn outcome(&self, position: &RandomPosition) -> Option<[u32; 2]> {
        match position {
            RandomPosition::Choosing(_) => None,
            RandomPosition::Playing(position) => position.outcome(self.base()),
        }
    }

    fn advance(&self, position: &RandomPosition, chosen: RandomMove) -> RandomPosition {
        let text = Contest::move_text(self, position, chosen);
        self.play_text(*position, &text).expect("a legal move")
    }

    fn move_text(&self, position: &RandomPosition, chosen: RandomMove) -> String {
        let mover = match position {
            RandomPosition::Choosing(_) => Seat::Lower,
            RandomPosition::Playing(position) => position.state().mover(),
        };
        RandomMancala::move_text(self, mover, chosen)
    }

    fn drawing(&self, position: &RandomPosition) -> String {
        position.position().drawing()
    }

    fn can_repeat(&self) -> bool {
        self.base().rules().can_repeat()
    }
}
