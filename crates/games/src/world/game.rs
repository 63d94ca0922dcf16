//! A game of the family: legal moves, play and the end.

use std::sync::Arc;

use sowlab_solvers::cycle::Brent;
use sowlab_solvers::{Game, Side, Step, Turn};

use super::board::{Board, Shape};
use super::key::Numbering;
use super::rules::{Counted, EndlessMove, Lap, Move, Rules};
use super::sower::{Sower, Steps};
use super::state::State;
use crate::Seat;

/// The laps of a move before repetitions are looked for.
const FIRST_LAPS: u64 = 64;

/// The outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move ends.
    Ends {
        /// The board after it, in the view of the sower.
        board: Board,
        /// The seeds that the sower has gained, less those that the other side has.
        gained: i32,
        /// The side that has the next turn.
        turn: Turn,
    },
    /// The move never ends: board, hand and pit recur.
    Endless,
}

/// A game of the family under rules with all options set.
#[derive(Clone, Debug)]
pub struct WorldGame {
    name: String,
    rules: Arc<dyn Rules>,
    numbering: Arc<Numbering>,
    shape: Shape,
}

impl WorldGame {
    /// Creates a game. Results refer to it by this name. `None` if its states do not fit a key.
    pub(super) fn new(name: String, rules: Arc<dyn Rules>) -> Option<WorldGame> {
        let numbering = Numbering::new(&*rules)?;
        Some(WorldGame {
            name,
            shape: rules.shape(),
            numbering: Arc::new(numbering),
            rules,
        })
    }

    /// Returns the full name: the game and every option.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the game in which every move that never ends is legal and annuls the game. It has the same name. `None` if
    /// such moves are not searched for.
    pub fn annulling(&self) -> Option<WorldGame> {
        match self.rules.endless_moves() {
            EndlessMove::Annuls => Some(self.clone()),
            EndlessMove::Never | EndlessMove::Illegal => {
                WorldGame::new(self.name.clone(), self.rules.annulling()?)
            }
        }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &dyn Rules {
        &*self.rules
    }

    /// Returns the shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub(super) fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns the starting state.
    pub fn start(&self) -> State {
        State::new(Seat::Lower, self.rules.start())
    }

    /// Returns the seeds at the start.
    pub fn seeds(&self) -> u32 {
        self.rules.start().seeds()
    }

    /// Returns the board in the view of the other side.
    #[inline]
    pub fn turned(&self, board: &Board) -> Board {
        Board {
            pits: self.shape.turned(board.pits),
            marks: self.rules.turned_marks(board.marks),
        }
    }

    /// Plays a legal move to its end, or until it is known to have none.
    #[inline]
    pub fn outcome(&self, board: &Board, chosen: Move) -> Outcome {
        let mut sower = Sower::new(*board, None);
        self.rules.begin(&mut sower, chosen);
        for _ in 0..FIRST_LAPS {
            match self.rules.lap(&mut sower) {
                Lap::Continues => {}
                Lap::Ends(turn) => return ended(&sower, turn),
                Lap::Endless => return Outcome::Endless,
            }
        }
        let mut laps = FIRST_LAPS;
        let mut watch = Brent::new(sower.lap_start(), laps);
        loop {
            match self.rules.lap(&mut sower) {
                Lap::Continues => {}
                Lap::Ends(turn) => return ended(&sower, turn),
                Lap::Endless => return Outcome::Endless,
            }
            laps += 1;
            if watch.observe(&sower.lap_start(), laps).is_some() {
                return Outcome::Endless;
            }
        }
    }

    /// Returns the steps of a legal move seed by seed; without end for a move that never ends.
    pub(super) fn steps(
        &self,
        state: &State,
        stores: [u8; 2],
        chosen: Move,
    ) -> impl Iterator<Item = crate::contest::SeedStep> + use<> {
        let rules = Arc::clone(&self.rules);
        let mut steps = Steps::new(self.shape, state.mover(), stores);
        let mut sower = Sower::new(*state.board(), Some(&mut steps));
        rules.begin(&mut sower, chosen);
        let mut next = Some((sower.lap_start(), sower.laps));
        let first = steps.take();
        let laps = std::iter::from_fn(move || {
            let mut sower = Sower::new(Board::EMPTY, Some(&mut steps));
            let (start, laps) = next.take()?;
            sower.set(start, laps);
            if rules.lap(&mut sower) != Lap::Ends(Turn::Other) && sower.hand > 0 {
                next = Some((sower.lap_start(), sower.laps));
            }
            Some(steps.take())
        });
        std::iter::once(first).chain(laps).flatten()
    }

    /// Returns the state after a legal move, and the seeds that the mover gained.
    #[inline]
    pub fn after(&self, state: &State, chosen: Move) -> Step<State> {
        match self.outcome(state.board(), chosen) {
            Outcome::Ends {
                board,
                gained,
                turn,
            } => Step {
                state: match turn {
                    Turn::Same => State::new(state.mover(), board),
                    Turn::Other => State::new(!state.mover(), self.turned(&board)),
                },
                gain: gained,
                turn,
            },
            Outcome::Endless => Step {
                state: state.with_endless(chosen),
                gain: 0,
                turn: Turn::Same,
            },
        }
    }

    /// Appends the legal moves.
    fn append_moves(&self, state: &State, moves: &mut Vec<Move>) {
        if state.endless().is_some() {
            return;
        }
        self.append_moves_of(state.board(), moves);
    }

    pub(super) fn append_moves_of(&self, board: &Board, moves: &mut Vec<Move>) {
        let ends = |chosen| self.can_end(board, chosen);
        self.rules.moves(board, &ends, moves);
    }

    /// Returns whether a move ends, or can end if it leads to a choice in its middle.
    fn can_end(&self, board: &Board, chosen: Move) -> bool {
        match self.outcome(board, chosen) {
            Outcome::Endless => false,
            Outcome::Ends { board, turn, .. } => {
                if turn == Turn::Other || !self.rules.mid_move(&board) {
                    return true;
                }
                let mut moves = Vec::new();
                self.append_moves_of(&board, &mut moves);
                !moves.is_empty()
            }
        }
    }
}

#[inline]
fn ended(sower: &Sower<'_>, turn: Turn) -> Outcome {
    Outcome::Ends {
        board: sower.board,
        gained: sower.gained,
        turn,
    }
}

impl Game for WorldGame {
    type State = State;
    type Move = Move;

    #[inline]
    fn side_to_move(&self, state: &State) -> Side {
        state.mover().into()
    }

    fn terminal(&self, state: &State) -> Option<i32> {
        if state.endless().is_some() {
            return Some(0);
        }
        let mut moves = Vec::new();
        self.append_moves(state, &mut moves);
        moves.is_empty().then(|| self.rules.rest(state.board()))
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        self.append_moves(state, moves);
    }

    #[inline]
    fn play(&self, state: &State, chosen: Move) -> Step<State> {
        self.after(state, chosen)
    }

    fn endless(&self, state: &State) -> bool {
        state.endless().is_some()
    }

    #[inline]
    fn bound(&self, state: &State) -> i32 {
        match self.rules.counted() {
            Counted::Seeds => state.board().seeds() as i32,
            Counted::Win => 1,
        }
    }

    fn margins_have_parity_of_bound(&self) -> bool {
        self.rules.counted() == Counted::Seeds && self.rules.awards_all()
    }

    fn always_ends(&self) -> bool {
        self.rules.always_ends()
    }
}
