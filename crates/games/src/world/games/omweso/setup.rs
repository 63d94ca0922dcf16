//! The free set-up of omweso: before the game Lower, then Upper, arranges the own seeds at will.
//!
//! At first all seeds of a side lie in its pit 1. A choice leaves a number of them in a pit and moves the others to the
//! next pit, so that the last pit gets the rest.

use std::sync::Arc;

use sowlab_solvers::Turn;

use super::super::super::board::{Board, MARKS, Shape};
use super::super::super::recurrence::Recurrence;
use super::super::super::rules::{Counted, EndlessMove, Lap, Move, Rules};
use super::super::super::sower::Sower;
use super::{LAPS, ORIGIN, Omweso};
use crate::options::{Allowed, OptionSpec};
use crate::{Seat, Sentence};

pub(super) const SETUP: OptionSpec = OptionSpec {
    name: "setup",
    allowed: Allowed::Words(&["standard", "free"]),
    about: "the seeds at the start: in the outer pits, or where each player puts them before the game",
};

/// The mark of the number of choices that are left in the set-up, if no direction is to be chosen.
const LEFT: usize = LAPS;

/// The game with a free set-up.
#[derive(Clone, Copy, Debug)]
pub(super) struct FreeSetup(pub(super) Omweso);

impl FreeSetup {
    /// Returns the number of choices of each side.
    fn each(&self) -> usize {
        self.0.ring() - 1
    }

    /// Returns the number of choices that are left.
    fn left(&self, marks: &[u8; MARKS]) -> usize {
        match marks[ORIGIN] {
            0 => marks[LEFT].into(),
            _ => 0,
        }
    }

    /// Returns the pit whose seeds are to be chosen; `None` once the board is set up.
    fn pit(&self, marks: &[u8; MARKS]) -> Option<usize> {
        match self.left(marks) {
            0 => None,
            left => (2 * self.each())
                .checked_sub(left)?
                .checked_rem(self.each()),
        }
    }

    /// Returns the seeds of a side.
    fn seeds(&self) -> u8 {
        self.0.pits as u8 * self.0.seeds
    }

    /// Returns the number of seeds that a choice leaves in the pit; `None` for moves of the game.
    fn put(&self, chosen: Move) -> Option<u8> {
        chosen.0.checked_sub(self.0.actions() as u8)
    }
}

impl Rules for FreeSetup {
    fn sentences(&self) -> Vec<Sentence> {
        let mut sentences = self.0.sentences();
        let setup = Sentence::item(
            "rule.omweso.setup",
            "Before the game Lower, then Upper, arranges all own seeds, pit by pit. Then Lower moves first.",
        );
        sentences.insert(1, setup);
        sentences
    }

    fn procedure(&self) -> String {
        let setup = format!(
            "SETUP (instead of the start): {} seeds of each player in pit 1. Lower, then Upper, for pits k = 1..{}: leave \
             any number of the seeds there (putN leaves N); the others go to pit k + 1. Then Lower moves.",
            self.seeds(),
            self.each()
        );
        format!("{setup}\n{}", self.0.procedure())
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn start(&self) -> Board {
        let mut board = self.0.start();
        for side in [0, self.0.ring()] {
            board.pits[side..side + self.0.ring()].fill(0);
            board.pits[side] = self.seeds();
        }
        board.marks[LEFT] = 2 * self.each() as u8;
        board
    }

    /// The actions of the game, then the choices of the set-up by the number of seeds.
    fn actions(&self) -> usize {
        self.0.actions() + usize::from(self.seeds()) + 1
    }

    fn counted(&self) -> Counted {
        self.0.counted()
    }

    fn moves(&self, board: &Board, ends: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let Some(pit) = self.pit(&board.marks) else {
            return self.0.moves(board, ends, moves);
        };
        let first = self.0.actions() as u8;
        moves.extend((0..=board.pits[pit]).map(|seeds| Move(first + seeds)));
    }

    fn rest(&self, board: &Board) -> i32 {
        self.0.rest(board)
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let board = &mut sower.board;
        let (Some(pit), Some(seeds)) = (self.pit(&board.marks), self.put(chosen)) else {
            return self.0.begin(sower, chosen);
        };
        board.pits[pit + 1] = board.pits[pit] - seeds;
        board.pits[pit] = seeds;
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        let Some(pit) = self.pit(&sower.board.marks) else {
            return self.0.lap(sower);
        };
        sower.board.marks[LEFT] -= 1;
        Lap::Ends(match pit + 1 == self.each() {
            true => Turn::Other,
            false => Turn::Same,
        })
    }

    fn greatest_marks(&self) -> [u8; MARKS] {
        let mut greatest = self.0.greatest_marks();
        greatest[LEFT] = greatest[LEFT].max(2 * self.each() as u8);
        greatest
    }

    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        let text = self.0.marks_text(marks);
        let setup = match self.left(&marks) {
            0 => return text,
            left => format!("setup:{left}"),
        };
        let parts: Vec<String> = [setup].into_iter().chain(text).collect();
        Some(parts.join(","))
    }

    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let Some(setup) = text.strip_prefix("setup:") else {
            let marks = self.0.read_marks(text)?;
            return (self.left(&marks) == 0).then_some(marks);
        };
        let (left, quiet) = match setup.split_once(',') {
            Some((left, quiet)) => (left, Some(quiet)),
            None => (setup, None),
        };
        let mut marks = match quiet {
            Some(quiet) => self.0.read_marks(quiet)?,
            None => [0; MARKS],
        };
        let left = left.parse().ok()?;
        (1..=2 * self.each()).contains(&left).then(|| {
            marks[LEFT] = left as u8;
            marks
        })
    }

    fn marks_form(&self) -> Option<&'static str> {
        Some(
            "before the game setup: with the number of choices that are left, each side at most its seeds, and all that \
             are not placed in the next pit; if the direction of a lap is to be chosen, its first pit and the seeds in \
             hand, as in 2:5, and laps: with the laps since the last capture; quiet: with the turns left without \
             captures, joined by commas",
        )
    }

    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        let words = self.0.marks_words(marks);
        let Some(pit) = self.pit(&marks) else {
            return words;
        };
        let number = pit + 1;
        let setup = format!(
            "Set-up: putN leaves N seeds in pit {number} and moves the others to pit {}",
            number + 1
        );
        let parts: Vec<String> = [setup].into_iter().chain(words).collect();
        Some(parts.join(". "))
    }

    fn fits(&self, mover: Seat, board: &Board) -> bool {
        let Some(pit) = self.pit(&board.marks) else {
            return self.0.fits(mover, board);
        };
        let first = self.left(&board.marks) > self.each();
        let own = &board.pits[..self.0.ring()];
        let other = &board.pits[self.0.ring()..2 * self.0.ring()];
        let few = |pits: &[u8]| {
            pits.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() <= self.seeds().into()
        };
        let empty = |pits: &[u8]| pits.iter().all(|&seeds| seeds == 0);
        let mut other_marks = board.marks;
        other_marks[LEFT] = 0;
        first == (mover == Seat::Lower)
            && other_marks == self.0.start().marks
            && few(own)
            && few(other)
            && empty(&own[pit + 1..])
            && (!first || empty(&other[1..]))
    }

    fn mid_move(&self, board: &Board) -> bool {
        self.0.mid_move(board)
    }

    fn in_hand(&self, board: &Board) -> u8 {
        self.0.in_hand(board)
    }

    fn endless_moves(&self) -> EndlessMove {
        self.0.endless_moves()
    }

    fn annulling(&self) -> Option<Arc<dyn Rules>> {
        Some(Arc::new(FreeSetup(self.0.annuls())))
    }

    fn recurrence(&self, board: &Board, chosen: Move) -> Option<Recurrence> {
        match self.put(chosen) {
            None => self.0.recurrence(board, chosen),
            Some(_) => None,
        }
    }

    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        match self.put(chosen) {
            None => self.0.move_text(mover, chosen),
            Some(seeds) => format!("put{seeds}"),
        }
    }
}
