//! Numbers of states, for tables in memory.

use sowlab_solvers::{Guide, Key, Keyed, Step, Turn};

use super::board::{Board, MARKS};
use super::game::WorldGame;
use super::rules::{EndlessMove, Move, Rules};
use super::state::State;

/// A numbering of all boards with at most a given number of seeds.
///
/// The seeds and the ends of the pits form a sequence of zeros and ones. The combinatorial number system numbers such
/// sequences (D. E. Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). The marks and the move that never ends follow
/// as digits.
#[derive(Debug)]
pub(super) struct Numbering {
    pits: usize,
    /// `binomials[i][n]` is the number of ways to choose `i + 1` of `n` places.
    binomials: Vec<Vec<u128>>,
    /// The number of values of each mark.
    marks: [u128; MARKS],
    /// The number of moves that may never end, and one for none.
    moves: u128,
}

impl Numbering {
    /// Creates the numbering for boards of a game; `None` if a number does not fit 128 bits.
    pub(super) fn new(rules: &dyn Rules) -> Option<Numbering> {
        let pits = rules.shape().pits();
        let most = rules.start().seeds() as usize + pits;
        let mut binomials: Vec<Vec<u128>> = Vec::new();
        let mut below = vec![1u128; most + 1];
        for _ in 0..pits {
            let mut row = vec![0u128; most + 1];
            for n in 1..=most {
                row[n] = row[n - 1].checked_add(below[n - 1])?;
            }
            below.clone_from(&row);
            binomials.push(row);
        }
        let marks = rules
            .greatest_marks()
            .map(|greatest| u128::from(greatest) + 1);
        // Other games have no states after a move that never ends.
        let moves = match rules.endless_moves() {
            EndlessMove::Annuls => rules.actions() as u128 + 1,
            EndlessMove::Never | EndlessMove::Illegal => 1,
        };
        let boards = *binomials.last()?.last()?;
        marks
            .iter()
            .chain([&moves])
            .try_fold(boards, |all, &values| all.checked_mul(values))?;
        Some(Numbering {
            pits,
            binomials,
            marks,
            moves,
        })
    }

    /// Returns the number of boards, marks included.
    fn boards(&self) -> u128 {
        let boards = self.binomials.last().and_then(|row| row.last());
        let marks: u128 = self.marks.iter().product();
        boards.copied().unwrap_or(1) * marks
    }

    fn number(&self, board: &Board, endless: Option<Move>) -> u128 {
        let mut end = 0;
        let mut number = 0;
        for (pit, row) in self.binomials.iter().enumerate() {
            end += usize::from(board.pits[pit]);
            number += row[end + pit];
        }
        debug_assert_eq!(self.binomials.len(), self.pits);
        let marks = board.marks.iter().zip(self.marks);
        let number = marks.fold(number, |number, (&mark, values)| {
            number * values + u128::from(mark)
        });
        number * self.moves + endless.map_or(0, |chosen| u128::from(chosen.0) + 1)
    }
}

impl WorldGame {
    /// Returns the number of boards with at most the seeds of the game, marks included; not all can be reached.
    pub fn boards(&self) -> u128 {
        self.numbering().boards()
    }
}

impl Keyed<State> for WorldGame {
    /// The number of the board in the view of the side to move, because the rules are the same for both.
    fn key(&self, state: &State) -> Key {
        Key {
            bits: self.numbering().number(state.board(), state.endless()),
            tag: 0,
        }
    }
}

impl Guide<State, Move> for WorldGame {
    /// Orders moves: extra turns first, then by the gain.
    #[inline]
    fn order(&self, _: Move, step: &Step<State>) -> i32 {
        match step.turn {
            Turn::Same => 1 << 16,
            Turn::Other => step.gain,
        }
    }
}
