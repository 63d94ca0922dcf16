//! The two-rank family for searches.

use sowlab_solvers::search::{Acyclic, Code, Searchable};
use sowlab_solvers::{Game, Side};

use super::game::TwoRank;
use super::moves::Move;
use super::state::State;

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
    fn promise(&self, chosen: Move, gain: i32, again: bool) -> i32 {
        let near = chosen.lane() as i32;
        if again {
            1 << 16 | near
        } else {
            gain << 4 | near
        }
    }
}

/// A two-rank game in which play always ends.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a>(&'a TwoRank);

impl TwoRank {
    /// The game as one in which play always ends; `None` if its rules let play repeat itself.
    pub fn ending(&self) -> Option<Ending<'_>> {
        (!self.rules().can_repeat()).then_some(Ending(self))
    }
}

impl Game for Ending<'_> {
    type State = State;
    type Move = Move;

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        self.0.side_to_move(state)
    }

    #[inline]
    fn terminal(&self, state: &State) -> Option<i32> {
        self.0.terminal(state)
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.0.moves(state, moves);
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> (State, i32) {
        self.0.play(state, chosen)
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        self.0.bound(state)
    }
}

impl Searchable for Ending<'_> {
    #[inline]
    fn code(&self, state: &State) -> Code {
        self.0.code(state)
    }

    #[inline]
    fn promise(&self, chosen: Move, gain: i32, again: bool) -> i32 {
        self.0.promise(chosen, gain, again)
    }
}

impl Acyclic for Ending<'_> {}
