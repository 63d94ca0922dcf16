//! States in 128 bits.

use sowlab_solvers::{Guide, Key, Keyed, Step};

use super::game::FourRank;
use super::moves::Move;
use super::state::State;

/// Bits for the pit of a sowing that never ends: its number, 0 if there is none.
const ENDLESS_BITS: u32 = 5;

impl Keyed<State> for FourRank {
    /// The board in unary: for each pit, the mover's first, one zero for each seed, and a one. That takes one bit for
    /// each seed and each pit, 80 on the largest board. The names of the sides do not matter.
    #[inline]
    fn key(&self, state: &State) -> Key {
        let ring = self.rules().ring();
        let pits = state.own()[..ring].iter().chain(&state.other()[..ring]);
        let mut bits = state.endless().map_or(0, |pit| u128::from(pit) + 1);
        let mut end = ENDLESS_BITS;
        for &seeds in pits {
            end += u32::from(seeds);
            bits |= 1 << end;
            end += 1;
        }
        Key { bits, tag: 0 }
    }
}

impl Guide<State, Move> for FourRank {
    /// First the moves that leave the opponent the fewest seeds.
    #[inline]
    fn order(&self, _: Move, step: &Step<State>) -> i32 {
        let after = &step.state;
        let seeds = |pits: &[u8]| pits.iter().map(|&seeds| i32::from(seeds)).sum::<i32>();
        match after.endless() {
            None => -seeds(after.own()),
            Some(_) => i32::MIN,
        }
    }
}
