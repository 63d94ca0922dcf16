//! The numbering of boards.

use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::{Key, Keyed};

use super::game::TwoRank;
use super::state::{MAX_SEEDS, State};

/// Short keys: the number of a board among all boards of its game, ordered by the number of seeds first. The missing
/// seeds count as an additional hole. Where that exceeds 64 bits, the keys are those of the [game](TwoRank).
pub struct BoardNumbers {
    pits: usize,
    numbers: Option<Ranking>,
}

impl TwoRank {
    /// Returns the numbering of the boards.
    pub fn board_numbers(&self) -> BoardNumbers {
        let pits = self.rules().pits;
        BoardNumbers {
            pits,
            numbers: Ranking::new(2 * pits + 1, MAX_SEEDS).ok(),
        }
    }
}

impl BoardNumbers {
    /// Returns the exclusive upper limit of the numbers of all boards with up to `seeds` seeds, at most 127; `None` if
    /// they do not fit 64 bits.
    pub fn up_to(&self, seeds: u32) -> Option<u64> {
        self.numbers.as_ref()?.boards(seeds as usize).ok()
    }

    /// Returns whether the keys are numbers.
    pub fn numbered(&self) -> bool {
        self.numbers.is_some()
    }

    /// Returns the number of a board, whichever side is to move; `None` if it does not fit 64 bits.
    #[inline]
    pub fn number(&self, state: &State) -> Option<u64> {
        Some(self.numbers.as_ref()?.rank(&state.pits(self.pits)))
    }
}

impl Keyed<State> for BoardNumbers {
    #[inline]
    fn key(&self, state: &State) -> Key {
        Key {
            bits: self
                .number(state)
                .map_or_else(|| state.unmarked(), u128::from),
            tag: 0,
        }
    }
}
