//! A two-rank game in which play always ends, with what tables know.

use sowlab_solvers::search::{Acyclic, Code, Searchable};
use sowlab_solvers::{Game, Side, Step, Turn};

use super::TwoRankTables;
use crate::games::two_rank::{Ending, Move, State};

/// A game in which tables say what positions are worth, where there are any. Play that always ends
/// needs no more than one value: the three readings of infinite play are alike.
pub(super) struct TabledEnding<'a> {
    ending: Ending<'a>,
    tables: Option<&'a TwoRankTables>,
}

impl<'a> TabledEnding<'a> {
    pub(super) fn new(ending: Ending<'a>, tables: Option<&'a TwoRankTables>) -> TabledEnding<'a> {
        TabledEnding { ending, tables }
    }
}

impl Game for TabledEnding<'_> {
    type State = State;
    type Move = Move;

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        self.ending.side_to_move(state)
    }

    #[inline]
    fn terminal(&self, state: &State) -> Option<i32> {
        self.ending.terminal(state)
    }

    #[inline]
    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.ending.moves(state, moves);
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> Step<State> {
        self.ending.play(state, chosen)
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        self.ending.bound(state)
    }
}

impl Searchable for TabledEnding<'_> {
    #[inline]
    fn code(&self, state: &State) -> Code {
        self.ending.code(state)
    }

    #[inline]
    fn known(&self, state: &State, code: Code) -> Option<i32> {
        match self.tables {
            None => self.ending.known(state, code),
            Some(tables) => Some(tables.value(*state)?.zero),
        }
    }

    #[inline]
    fn touch(&self, state: &State, code: Code) -> bool {
        self.ending.touch(state, code)
    }

    #[inline]
    fn promise(&self, chosen: Move, after: &State, gain: i32, turn: Turn) -> i32 {
        self.ending.promise(chosen, after, gain, turn)
    }
}

impl Acyclic for TabledEnding<'_> {}
