//! The stones family as arrays of numbers.

use sowlab_solvers::order::{OpenState, PieState};

use super::board::Board;
use super::contest::StonesPlace;
use super::position::{Phase, Position};
use super::round::{Cups, Seat};
use super::turns::{StonesMove, StonesTurns, TurnState};
use crate::contest::{Encode, Shape};

/// The names of the numbers after the holes. `sente` and `pie` are 0 or 1: whether the observed side has sente, and
/// whether the pie decision is open. `taken` is the hole that the other side has taken, as an action plus 1, or 0.
const SCALARS: &[&str] = &["own cup", "other cup", "sente", "taken", "pie"];

/// Converts the index of a hole to the view of a side, in which 0 is the farthest hole; and back.
#[inline]
fn seen(side: Seat, holes: usize, hole: usize) -> usize {
    match side {
        Seat::East => hole,
        Seat::West => holes - 1 - hole,
    }
}

impl Position {
    /// Writes the observation of a side: the holes, the farthest one first, then both cups, its own first, and three
    /// more numbers. These tell whether it has sente, which hole the other side has taken, and whether a pie decision
    /// is open. The taken hole is counted from 1 in the order of the holes; 0: none.
    ///
    /// # Panics
    /// `counts` has less room than holes plus five.
    #[inline]
    pub fn observe(&self, side: Seat, taken: Option<u8>, counts: &mut [u8]) {
        let holes = self.holes();
        let board = match side {
            Seat::East => self.board(),
            Seat::West => self.board().turned(holes),
        };
        let lanes = board.lanes();
        match counts.first_chunk_mut() {
            // One copy of all lanes is faster; the scalars overwrite the excess.
            Some(first) => *first = *lanes,
            None => counts[..holes].copy_from_slice(&lanes[..holes]),
        }
        let scalars = &mut counts[holes..];
        let cups = self.cups();
        let taken = taken.map_or(0, |hole| seen(side, holes, hole.into()) as u8 + 1);
        scalars[..SCALARS.len()].copy_from_slice(&[
            cups[side],
            cups[!side],
            u8::from(self.sente() == side),
            taken,
            u8::from(self.phase() == Phase::Pie),
        ]);
    }
}

/// Actions: the holes in the view of the side to choose, 0 the farthest; with the pie rule also swap, then stay.
impl Encode for StonesTurns {
    fn actions(&self) -> usize {
        self.game().rules().holes() + if self.has_pie() { 2 } else { 0 }
    }

    fn action(&self, place: &StonesPlace, chosen: StonesMove) -> usize {
        let (position, holes) = (&place.position, self.game().rules().holes());
        match chosen {
            StonesMove::Choice(hole) => {
                let hole = position.index_for_sente(hole);
                seen(position.to_choose(), holes, hole.into())
            }
            StonesMove::Swap => holes,
            StonesMove::Stay => holes + 1,
        }
    }

    fn chosen(&self, place: &StonesPlace, action: usize) -> Option<StonesMove> {
        let (position, holes) = (&place.position, self.game().rules().holes());
        match action.checked_sub(holes) {
            None => {
                let hole = seen(position.to_choose(), holes, action);
                Some(StonesMove::Choice(position.index_for_sente(hole as u8)))
            }
            Some(0) if self.has_pie() => Some(StonesMove::Swap),
            Some(1) if self.has_pie() => Some(StonesMove::Stay),
            Some(_) => None,
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            rows: 1,
            columns: self.game().rules().holes(),
            scalars: SCALARS,
        }
    }

    fn observe(&self, place: &StonesPlace, counts: &mut [u8]) {
        let position = &place.position;
        let taken = match position.phase() {
            Phase::Gote { taken } => Some(taken),
            Phase::Sente | Phase::Pie => None,
        };
        position.observe(position.to_choose(), taken, counts);
    }

    fn cell_count(&self) -> usize {
        self.shape().cells()
    }

    /// Writes the cells from the view of the side with sente, before it chooses: hole 1 first where that is East.
    #[inline]
    fn cells(&self, state: &TurnState, cells: &mut [u8]) -> bool {
        let PieState::Play(OpenState::Leader { state: board, .. }) = state else {
            return false;
        };
        let Some(lanes) = board.lanes().get(..cells.len()) else {
            return false;
        };
        cells.copy_from_slice(lanes);
        true
    }

    /// Accepts any number of stones; East has sente.
    fn board(&self, cells: &[u8]) -> Option<StonesPlace> {
        if cells.len() != self.game().rules().holes() {
            return None;
        }
        let board = Board::from_holes(cells)?;
        let (cups, phase) = (Cups::default(), Phase::Sente);
        let position =
            Position::of_any_stones(self.game().rules(), board, cups, Seat::East, phase, 2);
        Some(StonesPlace::new(self.game().rules(), position.ok()?))
    }
}
