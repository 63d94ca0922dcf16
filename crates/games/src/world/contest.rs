//! The family for play.

use sowlab_solvers::mcts::Simulate;
use sowlab_solvers::{Game, Side};

use super::board::Shape as Ranks;
use super::game::WorldGame;
use super::notation::NotationError;
use super::position::Position;
use super::rules::Move;
use super::state::State;
use crate::contest::{Arbitration, Encode, Indexed, Notation, Play, SeedStep, Shape};

impl Simulate for WorldGame {}

impl Play for WorldGame {
    type Position = Position;

    fn opening(&self) -> Position {
        Position::new(self.start(), [0; 2])
    }

    fn state(&self, position: &Position) -> State {
        *position.state()
    }

    fn advance(&self, position: &Position, chosen: Move) -> Position {
        self.position_after(position, chosen)
    }

    fn score(&self, position: &Position) -> [u32; 2] {
        self.winnings(position)
    }

    fn given_out(&self, position: &Position) -> i32 {
        let state = position.state();
        if self.endless(state) {
            return 0;
        }
        let rest = self.terminal(state).unwrap_or(0);
        match self.side_to_move(state) {
            Side::First => rest,
            Side::Second => -rest,
        }
    }

    fn seed_by_seed(
        &self,
        position: &Position,
        chosen: Move,
    ) -> Box<dyn Iterator<Item = SeedStep> + '_> {
        Box::new(self.steps(position.state(), position.stores(), chosen))
    }
}

impl Notation for WorldGame {
    type PositionError = NotationError;

    fn full_name(&self) -> String {
        self.name().to_owned()
    }

    fn sides(&self) -> [&'static str; 2] {
        Ranks::sides(self.shape())
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.read(text)
    }

    fn position_text(&self, position: &Position) -> String {
        self.written(position)
    }

    fn move_text(&self, position: &Position, chosen: Move) -> String {
        self.text_of(position.state(), chosen)
    }

    fn players_move(&self, position: &Position, text: &str) -> Option<Move> {
        let state = position.state();
        self.rules()
            .players_move(state.board(), state.mover(), text)
    }

    fn drawing(&self, position: &Position) -> String {
        self.drawn(position)
    }
}

impl Arbitration for WorldGame {
    fn mid_round(&self, state: &State) -> bool {
        state.endless().is_none() && self.rules().mid_move(state.board())
    }
}

impl Indexed for WorldGame {}

/// The names of the numbers after the pits.
const SCALARS: &[&str] = &[
    "own store",
    "other store",
    "mark 1",
    "mark 2",
    "mark 3",
    "mark 4",
    "mark 5",
    "mark 6",
    "endless",
];

impl Encode for WorldGame {
    fn actions(&self) -> usize {
        self.rules().actions()
    }

    fn action(&self, _: &Position, chosen: Move) -> usize {
        chosen.0.into()
    }

    fn chosen(&self, _: &Position, action: usize) -> Option<Move> {
        (action < self.rules().actions()).then_some(Move(action as u8))
    }

    fn shape(&self) -> Shape {
        Shape {
            rows: WorldGame::shape(self).ranks(),
            columns: WorldGame::shape(self).columns(),
            scalars: SCALARS,
        }
    }

    fn observe(&self, position: &Position, counts: &mut [u8]) {
        let state = position.state();
        let pits = WorldGame::shape(self).pits();
        let (cells, scalars) = counts.split_at_mut(pits);
        cells.copy_from_slice(&state.board().pits[..pits]);
        let mover = state.mover();
        scalars[..2].copy_from_slice(&[position.store(mover), position.store(!mover)]);
        scalars[2..8].copy_from_slice(&state.board().marks);
        scalars[8] = state.endless().map_or(0, |chosen| chosen.0 + 1);
    }

    fn cell_count(&self) -> usize {
        let marks = self.rules().greatest_marks();
        WorldGame::shape(self).pits() + marks.iter().filter(|&&most| most > 0).count()
    }

    /// Writes the pits, then the marks that the game has.
    fn cells(&self, state: &State, cells: &mut [u8]) -> bool {
        if state.endless().is_some() || cells.len() != self.cell_count() {
            return false;
        }
        let board = state.board();
        let (pits, marks) = cells.split_at_mut(WorldGame::shape(self).pits());
        pits.copy_from_slice(&board.pits[..pits.len()]);
        let greatest = self.rules().greatest_marks();
        let used = board
            .marks
            .iter()
            .zip(greatest)
            .filter(|(_, most)| *most > 0);
        for (cell, (&mark, _)) in marks.iter_mut().zip(used) {
            *cell = mark;
        }
        true
    }
}
