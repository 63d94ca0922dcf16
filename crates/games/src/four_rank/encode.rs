//! The four-rank family as arrays of numbers.

use super::game::FourRank;
use super::moves::Move;
use super::state::State;
use crate::contest::{Encode, Shape};

/// The number after the pits: the pit of an endless sowing, as an action plus 1; 0 if there is none.
const SCALARS: &[&str] = &["endless"];

/// The own pits in the order of sowing, then to let a sowing continue that never ends.
impl Encode for FourRank {
    fn actions(&self) -> usize {
        self.rules().ring() + 1
    }

    fn action(&self, _: &State, chosen: Move) -> usize {
        match chosen {
            Move::Sow(pit) => pit.into(),
            Move::Continue => self.rules().ring(),
        }
    }

    fn chosen(&self, _: &State, action: usize) -> Option<Move> {
        let ring = self.rules().ring();
        match action {
            _ if action < ring => Some(Move::Sow(action as u8)),
            _ if action == ring => Some(Move::Continue),
            _ => None,
        }
    }

    /// The own outer and inner row, then those of the other side, each in its owner's order of sowing.
    fn shape(&self) -> Shape {
        Shape {
            rows: 4,
            columns: self.rules().pits(),
            scalars: SCALARS,
        }
    }

    fn observe(&self, state: &State, counts: &mut [u8]) {
        let ring = self.rules().ring();
        let (own, rest) = counts.split_at_mut(ring);
        let (other, scalars) = rest.split_at_mut(ring);
        own.copy_from_slice(&state.own()[..ring]);
        other.copy_from_slice(&state.other()[..ring]);
        scalars[0] = state.endless().map_or(0, |pit| pit + 1);
    }
}
