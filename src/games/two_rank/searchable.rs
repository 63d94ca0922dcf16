//! The two-rank family for searches.

use sowlab_solvers::search::{Code, Searchable};

use super::game::TwoRank;
use super::moves::Move;
use super::state::State;
use sowlab_solvers::Turn;

impl Searchable for TwoRank {
    /// The pits of both sides, seen by the mover: the rules are the same for both.
    #[inline]
    fn code(&self, state: &State) -> Code {
        Code {
            bits: state.unmarked(),
            tag: 0,
        }
    }

    /// Another turn first, that of the pit nearest the store before the others; then by the gain,
    /// then the nearest pit first.
    #[inline]
    fn promise(&self, chosen: Move, _: &State, gain: i32, turn: Turn) -> i32 {
        let near = chosen.lane() as i32;
        if turn == Turn::Same {
            1 << 16 | near
        } else {
            gain << 4 | near
        }
    }
}
