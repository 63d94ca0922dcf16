//! Togyz kumalak, or toguz korgool (Kazakhstan, Kyrgyzstan).

use std::sync::Arc;

use sowlab_solvers::Turn;

use super::super::board::{Board, MARKS, Shape};
use super::super::rules::{Counted, Lap, Move, Rules};
use super::super::sower::Sower;
use super::super::variant::Declaration;
use crate::options::{Allowed, OptionSpec, Values};
use crate::{Seat, Sentence};

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: 9,
        default: 9,
    },
    about: "pits on each side",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: 14,
        default: 9,
    },
    about: "seeds in each pit at the start",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "togyz",
    about: "Togyz kumalak (Central Asia): even captures, and one pit of the other side can be won for good",
    options: &[PITS, SEEDS],
    start: None,
    sizes: &[],
    rules: |values, _| Arc::new(Togyz::of(values)),
};

/// The mark of the own tuzdik: its place on the other side, from 1; 0 if there is none.
const OWN: usize = 0;
/// The mark of the other side's tuzdik: its place on the own side, from 1.
const OTHER: usize = 1;

/// The number of seeds that makes a pit a tuzdik.
const WINNING: u8 = 3;

#[derive(Debug)]
struct Togyz {
    pits: usize,
    seeds: u8,
}

impl Togyz {
    fn of(values: &Values) -> Togyz {
        let number = |name| values.get(name).unwrap_or_default();
        Togyz {
            pits: number(PITS.name) as usize,
            seeds: number(SEEDS.name) as u8,
        }
    }

    /// Returns the index of the own tuzdik, then that of the other side's.
    fn tuzdiks(&self, board: &Board) -> [Option<usize>; 2] {
        let place = |mark: usize| usize::from(board.marks[mark]).checked_sub(1);
        [place(OWN).map(|place| self.pits + place), place(OTHER)]
    }

    /// Returns whether the sower may win this pit of the other side.
    fn may_win(&self, board: &Board, pit: usize) -> bool {
        let place = pit - self.pits;
        let same = usize::from(board.marks[OTHER]) == place + 1;
        board.marks[OWN] == 0 && place + 1 < self.pits && !same
    }

    /// Returns the number of seeds that a player lifts from a pit.
    fn lifted(seeds: u8) -> u8 {
        if seeds == 1 { 1 } else { seeds - 1 }
    }
}

impl Rules for Togyz {
    fn sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.togyz",
                "Togyz kumalak (Kazakhstan), toguz korgool (Kyrgyzstan). Players sow counterclockwise over both sides.",
            ),
            Sentence::item(
                "rule.togyz.sow",
                "Choose one of your pits. Leave one seed in it and sow the others one by one from the next pit on. \
                 A single seed moves to the next pit.",
            ),
            Sentence::item(
                "rule.togyz.captures",
                "The last seed makes an even number in a pit of the other side: you capture the seeds there.",
            ),
            Sentence::item(
                "rule.togyz.tuzdik",
                "It makes exactly three there: the pit becomes your tuzdik, and seeds in it are yours, now and later. \
                 You can have one, not the last pit of the other side, and not opposite in number to the other \
                 player's tuzdik.",
            ),
            Sentence::item(
                "rule.togyz.end",
                "A player who cannot move ends the game; the other seeds go to the player on whose side they are.",
            ),
        ]
    }

    fn procedure(&self) -> String {
        let (pits, seeds) = (self.pits, self.seeds);
        format!(
            "BOARD: a ring of 2 x {pits} pits, the mover's {pits} first; {seeds} seeds in each pit; two stores.\n\
             MOVE: choose an own pit with seeds. If it has 1: hand := 1, pit := 0. Else: hand := seeds - 1, pit := 1.\n\
             SOW: while hand > 0: next pit of the ring; hand -= 1; if that pit is a tuzdik its owner's store += 1, else \
             pit += 1.\n\
             LAST PIT p on the other side, not a tuzdik:\n\
             1. seeds(p) even: own store += seeds(p); p := 0.\n\
             2. seeds(p) = 3 AND the mover has no tuzdik AND p is not the last pit of that side AND the other player's \
             tuzdik has another place in its row: p becomes the mover's tuzdik; own store += 3; p := 0.\n\
             TURN: passes after each move.\n\
             END: the player to move has no seeds in his pits; each player adds the seeds in his own pits. More seeds win."
        )
    }

    fn shape(&self) -> Shape {
        Shape::TwoRanks { pits: self.pits }
    }

    fn start(&self) -> Board {
        Board::of(&vec![self.seeds; 2 * self.pits])
    }

    fn actions(&self) -> usize {
        self.pits
    }

    fn counted(&self) -> Counted {
        Counted::Seeds
    }

    fn moves(&self, board: &Board, _: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let pits = 0..self.pits as u8;
        moves.extend(
            pits.filter(|&pit| board.pits[usize::from(pit)] > 0)
                .map(Move),
        );
    }

    fn rest(&self, board: &Board) -> i32 {
        board.lead(self.pits)
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let pit = usize::from(chosen.0);
        sower.lift(pit, Togyz::lifted(sower.board.pits[pit]));
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        let [own, other] = self.tuzdiks(&sower.board);
        while sower.hand > 0 {
            let pit = (sower.at + 1) % (2 * self.pits);
            match Some(pit) {
                tuzdik if tuzdik == own => sower.drop_through(pit, true),
                tuzdik if tuzdik == other => sower.drop_through(pit, false),
                _ => sower.drop_into(pit),
            }
        }
        let last = sower.at;
        let seeds = sower.board.pits[last];
        if last >= self.pits && seeds > 0 {
            if seeds.is_multiple_of(2) {
                sower.capture(&[last]);
            } else if seeds == WINNING && self.may_win(&sower.board, last) {
                sower.board.marks[OWN] = (last - self.pits) as u8 + 1;
                sower.capture(&[last]);
            }
        }
        Lap::Ends(Turn::Other)
    }

    fn turned_marks(&self, mut marks: [u8; MARKS]) -> [u8; MARKS] {
        marks.swap(OWN, OTHER);
        marks
    }

    fn greatest_marks(&self) -> [u8; MARKS] {
        let mut greatest = [0; MARKS];
        greatest[OWN] = self.pits as u8;
        greatest[OTHER] = self.pits as u8;
        greatest
    }

    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        if marks[OWN] == 0 && marks[OTHER] == 0 {
            return None;
        }
        let text = |mark: u8| match mark {
            0 => "-".to_owned(),
            place => (self.pits + 1 - usize::from(place)).to_string(),
        };
        Some(format!("{}/{}", text(marks[OWN]), text(marks[OTHER])))
    }

    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let (own, other) = text.split_once('/')?;
        let read = |text: &str| match text {
            "-" => Some(0),
            _ => {
                let number: usize = text.parse().ok()?;
                // The last pit, number 1, cannot be won.
                let known = (2..=self.pits).contains(&number) && !text.starts_with('+');
                known.then(|| (self.pits + 1 - number) as u8)
            }
        };
        let mut marks = [0; MARKS];
        (marks[OWN], marks[OTHER]) = (read(own)?, read(other)?);
        Some(marks)
    }

    fn marks_form(&self) -> Option<&'static str> {
        Some(
            "Lower's and Upper's tuzdik as in 6/-: the number of the pit on the other side, 2 or more, or - if there \
             is none; the numbers differ, and no seeds lie there",
        )
    }

    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        let named = |mark: u8, side: &str, letter: char| {
            let number = (self.pits + 1).checked_sub(usize::from(mark))?;
            (mark > 0).then(|| format!("Tuzdik of {side}: {letter}{number}"))
        };
        let own = named(marks[OWN], "Lower", 'U');
        let other = named(marks[OTHER], "Upper", 'L');
        let words: Vec<String> = [own, other].into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(". "))
    }

    fn fits(&self, _: Seat, board: &Board) -> bool {
        let empty = |tuzdik: Option<usize>| tuzdik.is_none_or(|pit| board.pits[pit] == 0);
        let differ = board.marks[OWN] == 0 || board.marks[OWN] != board.marks[OTHER];
        differ && self.tuzdiks(board).into_iter().all(empty)
    }

    fn awards_all(&self) -> bool {
        true
    }

    /// Reads the number of the pit in the order of sowing, from 1. The number of the pit of the last seed may follow.
    fn players_move(&self, board: &Board, _: Seat, text: &str) -> Option<Move> {
        let digit = |text: u8| usize::from(text.wrapping_sub(b'1'));
        let (pit, last) = match *text.as_bytes() {
            [pit] => (digit(pit), None),
            [pit, last] => (digit(pit), Some(digit(last))),
            _ => return None,
        };
        if pit >= self.pits || board.pits[pit] == 0 {
            return None;
        }
        let end = (pit + usize::from(Togyz::lifted(board.pits[pit]))) % (2 * self.pits);
        last.is_none_or(|last| last == end % self.pits)
            .then_some(Move(pit as u8))
    }
}
