//! The games of the family in which play always ends.

use sowlab_solvers::ranking::Ranking;
use sowlab_solvers::search::{Acyclic, Code, Searchable};
use sowlab_solvers::{Game, Side, Step, Turn};

use super::endgame::Endgame;
use super::game::TwoRank;
use super::moves::Move;
use super::state::{MAX_SEEDS, State};

/// A two-rank game in which play always ends.
#[derive(Clone)]
pub struct Ending<'a> {
    game: &'a TwoRank,
    /// Numbers all boards, the seeds that are gone being in one hole more; `None` where that is a
    /// hole too many.
    numbers: Option<Ranking>,
    endgame: Option<&'a Endgame>,
}

impl TwoRank {
    /// The game as one in which play always ends; `None` if its rules let play repeat itself.
    pub fn ending(&self) -> Option<Ending<'_>> {
        let numbers = Ranking::new(2 * self.rules().pits + 1, MAX_SEEDS);
        (!self.rules().can_repeat()).then_some(Ending {
            game: self,
            numbers: numbers.ok(),
            endgame: None,
        })
    }
}

impl<'a> Ending<'a> {
    /// The same with a table of the boards with few seeds, made for the same rules.
    #[must_use]
    pub fn with_endgame(self, endgame: &'a Endgame) -> Ending<'a> {
        Ending {
            endgame: self.numbers.is_some().then_some(endgame),
            ..self
        }
    }

    /// The codes of all boards with up to so many seeds, at most 127, are below this; `None` if it
    /// does not fit 64 bits.
    pub fn codes(&self, seeds: u32) -> Option<u64> {
        self.numbers.as_ref()?.boards(seeds as usize).ok()
    }
}

impl Game for Ending<'_> {
    type State = State;
    type Move = Move;

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        self.game.side_to_move(state)
    }

    #[inline]
    fn terminal(&self, state: &State) -> Option<i32> {
        self.game.terminal(state)
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.game.moves(state, moves);
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> Step<State> {
        self.game.play(state, chosen)
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        self.game.bound(state)
    }
}

impl Searchable for Ending<'_> {
    /// The number of the board among all boards of the game, by the number of seeds first, if that
    /// fits 64 bits.
    #[inline]
    fn code(&self, state: &State) -> Code {
        match &self.numbers {
            Some(numbers) => Code {
                bits: numbers.rank(&state.pits(self.game.rules().pits)).into(),
                tag: 0,
            },
            None => self.game.code(state),
        }
    }

    #[inline]
    fn known(&self, state: &State, code: Code) -> Option<i32> {
        self.endgame?.get(state.seeds(), code.bits as u64)
    }

    #[inline]
    fn touch(&self, state: &State, code: Code) -> bool {
        self.endgame
            .is_some_and(|endgame| endgame.touch(state.seeds(), code.bits as u64))
    }

    #[inline]
    fn promise(&self, chosen: Move, after: &State, gain: i32, turn: Turn) -> i32 {
        self.game.promise(chosen, after, gain, turn)
    }
}

impl Acyclic for Ending<'_> {}
