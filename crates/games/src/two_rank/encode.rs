//! The two-rank family as arrays of numbers.

use super::game::TwoRank;
use super::moves::{Direction, Move, MoveSet};
use super::position::Position;
use super::rules::{Directions, End};
use super::state::{Seat, State};
use crate::contest::{Encode, Shape, Stepped};

/// The names of the numbers after the pits.
const SCALARS: &[&str] = &["own store", "other store"];

impl Position {
    /// Writes the pits of the side to move, those of the other side, each in the order of sowing, and both stores, own
    /// first.
    #[inline]
    pub(super) fn observe(&self, counts: &mut [u8]) {
        let (pits, state) = (self.pits(), self.state());
        let (own, rest) = counts.split_at_mut(pits);
        let (other, scalars) = rest.split_at_mut(pits);
        own.copy_from_slice(&state.mover_pits()[..pits]);
        other.copy_from_slice(&state.other_pits()[..pits]);
        let mover = state.mover();
        scalars[0] = self.store(mover);
        scalars[1] = self.store(!mover);
    }
}

/// Converts a margin of one side to a margin of Lower.
#[inline]
fn lead(side: Seat, margin: i32) -> i32 {
    margin * (1 - 2 * side as i32)
}

impl TwoRank {
    /// Returns a set of moves as bits, one per action.
    #[inline]
    fn numbered(&self, moves: MoveSet) -> u64 {
        let (right, left) = moves.lanes();
        u64::from(right) | u64::from(left) << self.rules().pits
    }
}

/// Actions: the own pits in the order of sowing; with two directions, then the own pits sown to the left; where a
/// side without seeds passes, then the pass.
impl Encode for TwoRank {
    #[inline]
    fn actions(&self) -> usize {
        match (self.rules().directions, self.rules().end) {
            (Directions::Right, End::AllEmpty) => self.rules().pits + 1,
            (Directions::Right, End::NoMove | End::EmptySide) => self.rules().pits,
            (Directions::RightOrLeft, _) => 2 * self.rules().pits,
        }
    }

    #[inline]
    fn action(&self, _: &Position, chosen: Move) -> usize {
        match chosen.direction() {
            Direction::Right => chosen.lane(),
            Direction::Left => self.rules().pits + chosen.lane(),
        }
    }

    #[inline]
    fn chosen(&self, _: &Position, action: usize) -> Option<Move> {
        if action >= self.actions() {
            return None;
        }
        match action.checked_sub(self.rules().pits) {
            None => Move::new(action, Direction::Right),
            Some(lane) => Move::new(lane, Direction::Left),
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            rows: 2,
            columns: self.rules().pits,
            scalars: SCALARS,
        }
    }

    #[inline]
    fn observe(&self, position: &Position, counts: &mut [u8]) {
        position.observe(counts);
    }

    #[inline]
    fn step(&self, position: &Position, chosen: Move) -> Stepped<Position> {
        let mover = position.state().mover();
        let (after, gained) = position.play_legal(self, chosen);
        let legal = self.legal(after.state());
        let mut gain = lead(mover, gained as i32);
        if legal.is_empty() {
            let (own, other) = self.rest(after.state());
            gain += lead(after.state().mover(), own as i32 - other as i32);
        }
        Stepped {
            position: after,
            gain,
            over: legal.is_empty(),
            endless: false,
            legal: Some(self.numbered(legal)),
        }
    }

    #[inline]
    fn legal_actions(&self, position: &Position) -> Option<u64> {
        Some(self.numbered(self.legal(position.state())))
    }

    fn cell_count(&self) -> usize {
        self.shape().cells()
    }

    /// Writes the own pits, then those of the other side, each in the order of sowing.
    #[inline]
    fn cells(&self, state: &State, cells: &mut [u8]) -> bool {
        let pits = state.pits(self.rules().pits);
        let Some(pits) = pits.get(..cells.len()) else {
            return false;
        };
        cells.copy_from_slice(pits);
        true
    }

    /// Accepts any number of seeds; Lower is to move.
    fn board(&self, cells: &[u8]) -> Option<Position> {
        let pits = self.rules().pits;
        if cells.len() != 2 * pits {
            return None;
        }
        let state = State::from_pits(Seat::Lower, cells)?;
        Position::new(state, pits, [0; 2])
    }
}
