//! The two-rank family for searches.

use sowlab_solvers::{Guide, Key, Keyed, Step, Turn};

use super::game::TwoRank;
use super::moves::Move;
use super::state::State;

impl Keyed<State> for TwoRank {
    /// Returns the pits of both sides, in the view of the mover, because the rules are the same for both.
    #[inline]
    fn key(&self, state: &State) -> Key {
        Key {
            bits: state.unmarked(),
            tag: 0,
        }
    }
}

impl Guide<State, Move> for TwoRank {
    /// Orders moves: extra turns first, the pit nearest the store in front; then by the gain, then the nearest pit
    /// first.
    #[inline]
    fn order(&self, chosen: Move, step: &Step<State>) -> i32 {
        let near = chosen.lane() as i32;
        match step.turn {
            Turn::Same => 1 << 16 | near,
            Turn::Other => step.gain << 4 | near,
        }
    }
}
