//! The four-rank family for play.

use sowlab_solvers::Game;
use sowlab_solvers::mcts::Simulate;

use super::game::FourRank;
use super::moves::Move;
use super::notation::NotationError;
use super::state::State;
use crate::Seat;
use crate::contest::{Arbitration, Indexed, Notation, Play, SeedStep};

impl Simulate for FourRank {}

impl Play for FourRank {
    type Position = State;

    fn opening(&self) -> State {
        self.start()
    }

    fn state(&self, state: &State) -> State {
        *state
    }

    fn advance(&self, state: &State, chosen: Move) -> State {
        self.after(state, chosen)
    }

    /// One for the winner, once the game is over.
    fn score(&self, state: &State) -> [u32; 2] {
        let over = self.terminal(state).is_some();
        Seat::BOTH.map(|seat| u32::from(over && seat != state.mover()))
    }

    fn seed_by_seed(&self, state: &State, chosen: Move) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        Box::new(self.walk(state, chosen).into_iter().flatten())
    }
}

impl Notation for FourRank {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        ["Lower", "Upper"]
    }

    fn read_position(&self, text: &str) -> Result<State, NotationError> {
        self.parse_position(text)
    }

    fn position_text(&self, state: &State) -> String {
        FourRank::position_text(self, state)
    }

    fn move_text(&self, state: &State, chosen: Move) -> String {
        chosen.text(state.mover())
    }

    fn drawing(&self, state: &State) -> String {
        FourRank::drawing(self, state)
    }
}

impl Arbitration for FourRank {}

impl Indexed for FourRank {}
