//! Random Mancala for play.

use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::{Guide, Key, Keyed};

use super::super::notation::NotationError;
use super::super::state::Seat;
use super::{RandomMancala, RandomMove, RandomPosition, RandomState};
use crate::contest::{Arbitration, Indexed, Notation, Play, SeedStep};

impl Keyed<RandomState> for RandomMancala {
    /// Returns the key of the board in the base game, with a tag that tells whether the choice is open.
    #[inline]
    fn key(&self, state: &RandomState) -> Key {
        let (state, open) = match state {
            RandomState::Choosing(state) => (state, 1),
            RandomState::Playing(state) => (state, 0),
        };
        let Key { bits, tag } = self.base().key(state);
        Key {
            bits,
            tag: tag << 1 | open,
        }
    }
}

impl Simulate for RandomMancala {}

impl Guide<RandomState, RandomMove> for RandomMancala {}

impl Indexed for RandomMancala {}

impl Play for RandomMancala {
    type Position = RandomPosition;

    fn opening(&self) -> RandomPosition {
        self.start_position()
    }

    fn state(&self, position: &RandomPosition) -> RandomState {
        position.state()
    }

    fn advance(&self, position: &RandomPosition, chosen: RandomMove) -> RandomPosition {
        let text = Notation::move_text(self, position, chosen);
        self.play_text(*position, &text).expect("a legal move")
    }

    fn score(&self, position: &RandomPosition) -> [u32; 2] {
        match position {
            RandomPosition::Choosing(setup) => setup.stores(),
            RandomPosition::Playing(position) => self.base().score(position),
        }
    }

    fn seed_by_seed(
        &self,
        position: &RandomPosition,
        chosen: RandomMove,
    ) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        match (position, chosen) {
            (RandomPosition::Playing(position), RandomMove::Sow(chosen)) => {
                self.base().seed_by_seed(position, chosen)
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl Notation for RandomMancala {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Lower", "Upper"]
    }

    fn read_position(&self, text: &str) -> Result<RandomPosition, NotationError> {
        self.parse_position(text)
    }

    fn position_text(&self, position: &RandomPosition) -> String {
        position.to_string()
    }

    fn move_text(&self, position: &RandomPosition, chosen: RandomMove) -> String {
        let mover = match position {
            RandomPosition::Choosing(_) => Seat::Lower,
            RandomPosition::Playing(position) => position.state().mover(),
        };
        RandomMancala::move_text(self, mover, chosen)
    }

    fn players_move(&self, position: &RandomPosition, text: &str) -> Option<RandomMove> {
        match position {
            RandomPosition::Choosing(_) => None,
            RandomPosition::Playing(position) => self
                .base()
                .players_move(position, text)
                .map(RandomMove::Sow),
        }
    }

    fn drawing(&self, position: &RandomPosition) -> String {
        position.position().drawing()
    }
}

impl Arbitration for RandomMancala {}
