//! Agsinnoninka, or chuncajon (northern Luzon): both players sow at the same time.

mod round;

use std::sync::Arc;

use sowlab_solvers::Turn;

use crate::options::{Allowed, OptionSpec, Values};
use crate::world::board::{Board, MARKS, Shape};
use crate::world::recurrence::{Recurrence, first_recurrence, recurrence_of_laps};
use crate::world::rules::{Counted, EndlessMove, JointRules, Lap, Move, Rules};
use crate::world::sower::Sower;
use crate::world::variant::Declaration;
use crate::{Seat, Sentence};
use round::Round;

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 1,
        most: 9,
        default: 5,
    },
    about: "pits on each side",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: 14,
        default: 5,
    },
    about: "seeds in each pit at the start",
};

const MODE: OptionSpec = OptionSpec {
    name: "mode",
    allowed: Allowed::Words(&["simultaneous", "alternate"]),
    about: "both players lift a pit at once, here chosen in turn, or they sow in turn",
};

const CAPTURE: OptionSpec = OptionSpec {
    name: "capture",
    allowed: Allowed::Words(&["at-stop", "at-end"]),
    about: "a sowing that stops captures at once, or after both have stopped",
};

const TIE: OptionSpec = OptionSpec {
    name: "tie",
    allowed: Allowed::Words(&["lower", "upper"]),
    about: "the player whose hand is dealt with first where both are empty at once",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "agsinnoninka",
    about: "Agsinnoninka, or chuncajon (northern Luzon): both players sow at the same time",
    options: &[PITS, SEEDS, MODE, CAPTURE, TIE],
    start: None,
    sizes: &[],
    rules: |values, _| Arc::new(Agsinnoninka::of(values)),
};

/// The mark of the first player's choice, from 1, while the second chooses.
const CHOICE: usize = 0;

/// The most laps of a sowing, of both players together. With more it counts as one that never ends.
const MOST_LAPS: u32 = 1000;

#[derive(Clone, Copy, Debug)]
struct Agsinnoninka {
    pits: usize,
    seeds: u8,
    simultaneous: bool,
    at_end: bool,
    upper_first: bool,
    endless: EndlessMove,
}

impl Agsinnoninka {
    fn of(values: &Values) -> Agsinnoninka {
        let number = |name| values.get(name).unwrap_or_default();
        Agsinnoninka {
            pits: number(PITS.name) as usize,
            seeds: number(SEEDS.name) as u8,
            simultaneous: values.is(MODE.name, "simultaneous"),
            at_end: values.is(CAPTURE.name, "at-end"),
            upper_first: values.is(TIE.name, "upper"),
            endless: EndlessMove::Illegal,
        }
    }

    fn places(&self) -> usize {
        2 * self.pits
    }

    fn is_side_empty(&self, board: &Board) -> bool {
        let (own, other) = board.pits[..self.places()].split_at(self.pits);
        [own, other]
            .iter()
            .any(|side| side.iter().all(|&seeds| seeds == 0))
    }

    /// Returns the pit that faces another.
    fn facing(&self, pit: usize) -> usize {
        self.places() - 1 - pit
    }

    /// Returns both pits of a round as the first player sees them, and the board, also as that player sees it.
    fn chosen(&self, board: &Board, second: usize) -> (Board, [usize; 2]) {
        let start = Board {
            pits: self.shape().turned(board.pits),
            marks: [0; MARKS],
        };
        let first = usize::from(board.marks[CHOICE]) - 1;
        (start, [first, self.pits + second])
    }

    /// Returns the board after a round, in the view of the second player, and what that player gained.
    fn reply(&self, board: &Board, second: usize) -> Option<(Board, i32)> {
        let (mut after, chosen) = self.chosen(board, second);
        let [lower, upper] = self.resolve(&mut after.pits, chosen)?;
        after.pits = self.shape().turned(after.pits);
        Some((after, i32::from(upper) - i32::from(lower)))
    }

    /// Sows a lap of one player, and lifts the next pit. Returns whether there is a next lap.
    fn sow_lap(&self, sower: &mut Sower<'_>) -> bool {
        while sower.hand > 0 {
            sower.drop_into((sower.at + 1) % self.places());
        }
        let next = (sower.at + 1) % self.places();
        let full = sower.board.pits[next] > 0;
        if full {
            sower.relay_from(next);
        }
        full
    }

    fn full(&self, board: &Board) -> impl Iterator<Item = Move> + use<> {
        let pits = board.pits;
        (0..self.pits as u8)
            .filter(move |&pit| pits[usize::from(pit)] > 0)
            .map(Move)
    }
}

impl JointRules for Agsinnoninka {
    fn choices(&self, board: &Board, side: Seat) -> Vec<Move> {
        if self.is_side_empty(board) {
            return Vec::new();
        }
        let from = match side {
            Seat::Lower => 0,
            Seat::Upper => self.pits,
        };
        let full = (0..self.pits).filter(|pit| board.pits[from + pit] > 0);
        full.map(|pit| Move(pit as u8)).collect()
    }

    fn round(&self, board: &Board, [first, second]: [Move; 2]) -> Option<(Board, i32)> {
        let mut after = *board;
        let chosen = [usize::from(first.0), self.pits + usize::from(second.0)];
        let [lower, upper] = self.resolve(&mut after.pits, chosen)?;
        Some((after, i32::from(lower) - i32::from(upper)))
    }
}

impl Rules for Agsinnoninka {
    fn sentences(&self) -> Vec<Sentence> {
        let turns = match self.simultaneous {
            true => Sentence::item(
                "rule.agsinnoninka.simultaneous",
                "Both players lift one of their pits and sow at the same time, a seed each. Lower chooses first, and \
                 Upper knows it.",
            ),
            false => Sentence::item(
                "rule.agsinnoninka.alternate",
                "The players lift one of their pits and sow in turn.",
            ),
        };
        vec![
            Sentence::paragraph(
                "rule.agsinnoninka",
                "Agsinnoninka (northern Luzon). Players sow counterclockwise over both sides.",
            ),
            turns,
            Sentence::item(
                "rule.agsinnoninka.relay",
                "After the last seed of a lap, the seeds of the next pit are lifted and sown on. If that pit is empty, \
                 the sowing stops.",
            ),
            Sentence::item(
                "rule.agsinnoninka.captures",
                "The last seed is then in a pit of yours: you take the seeds in the facing pit.",
            ),
            Sentence::item(
                "rule.agsinnoninka.endless",
                "A choice by which the sowing takes more than 1000 laps of both players counts as one that never ends and \
                 is illegal.",
            ),
            Sentence::item(
                "rule.agsinnoninka.end",
                "The game ends when a side is empty before a move; the other seeds go to the player on whose side they \
                 are.",
            ),
        ]
    }

    fn procedure(&self) -> String {
        let (pits, seeds) = (self.pits, self.seeds);
        let mode = match self.simultaneous {
            true => {
                "Lower chooses an own pit with seeds, then Upper. Both sow at once, a seed each a step."
            }
            false => "the player to move chooses an own pit with seeds and sows.",
        };
        let capture = match self.at_end {
            true => "after both have stopped",
            false => "at once",
        };
        format!(
            "BOARD: a ring of 2 x {pits} pits; {seeds} seeds in each; two stores outside the ring.\n\
             ROUND: {mode}\n\
             LAP: hand := pit; pit := 0; while hand > 0: next pit += 1; hand -= 1.\n\
             AFTER A LAP at p: q := the pit after p. If q > 0: LAP from q. If q = 0: the sowing stops; if p is an own \
             pit, own store += the facing pit, facing pit := 0 ({capture}).\n\
             A choice by which a sowing takes more than {MOST_LAPS} laps of both players counts as one that never ends and \
             is illegal.\n\
             END: a side is empty before a choice; each player adds the seeds in his own pits. More seeds win."
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

    fn moves(&self, board: &Board, ends: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let all = self.endless == EndlessMove::Annuls;
        if board.marks[CHOICE] > 0 {
            let ends = |second: &Move| all || self.reply(board, second.0.into()).is_some();
            moves.extend(self.full(board).filter(ends));
            return;
        }
        if self.is_side_empty(board) {
            return;
        }
        if all {
            moves.extend(self.full(board));
            return;
        }
        if !self.simultaneous {
            moves.extend(self.full(board).filter(|&chosen| ends(chosen)));
            return;
        }
        // The other player needs a reply.
        moves.extend(self.full(board).filter(|chosen| {
            let mut after = Board {
                pits: self.shape().turned(board.pits),
                ..*board
            };
            after.marks[CHOICE] = chosen.0 + 1;
            self.full(&after)
                .any(|second| self.reply(&after, second.0.into()).is_some())
        }));
    }

    fn rest(&self, board: &Board) -> i32 {
        board.lead(self.pits)
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let pit = usize::from(chosen.0);
        match self.simultaneous {
            false => sower.lift(pit, sower.board.pits[pit]),
            true => sower.at = pit,
        }
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        if self.simultaneous && sower.board.marks[CHOICE] == 0 {
            sower.board.marks[CHOICE] = sower.at as u8 + 1;
            return Lap::Ends(Turn::Other);
        }
        if self.simultaneous {
            let Some((board, gained)) = self.reply(&sower.board, sower.at) else {
                return Lap::Endless;
            };
            (sower.board, sower.gained) = (board, gained);
            return Lap::Ends(Turn::Other);
        }
        if self.sow_lap(sower) {
            sower.laps += 1;
            return match sower.laps >= MOST_LAPS {
                true => Lap::Endless,
                false => Lap::Continues,
            };
        }
        let facing = self.facing(sower.at);
        if sower.at < self.pits && sower.board.pits[facing] > 0 {
            sower.capture(&[facing]);
        }
        Lap::Ends(Turn::Other)
    }

    fn greatest_marks(&self) -> [u8; MARKS] {
        let mut greatest = [0; MARKS];
        if self.simultaneous {
            greatest[CHOICE] = self.pits as u8;
        }
        greatest
    }

    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        let pit = usize::from(marks[CHOICE]).checked_sub(1)?;
        Some(format!("L{}", self.pits - pit))
    }

    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let number: usize = text.strip_prefix('L')?.parse().ok()?;
        let known = self.simultaneous && (1..=self.pits).contains(&number);
        let mut marks = [0; MARKS];
        marks[CHOICE] = (self.pits + 1).checked_sub(number)? as u8;
        known.then_some(marks)
    }

    fn marks_form(&self) -> Option<&'static str> {
        self.simultaneous.then_some(
            "Lower's choice as in L3 while Upper chooses; Lower chooses first, and the chosen pit has seeds",
        )
    }

    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        let pit = self.marks_text(marks)?;
        Some(format!("Lower has chosen {pit}"))
    }

    fn fits(&self, mover: Seat, board: &Board) -> bool {
        if !self.simultaneous {
            return true;
        }
        match usize::from(board.marks[CHOICE]).checked_sub(1) {
            None => mover == Seat::Lower,
            Some(pit) => mover == Seat::Upper && board.pits[self.pits + pit] > 0,
        }
    }

    fn mid_move(&self, board: &Board) -> bool {
        board.marks[CHOICE] > 0
    }

    fn endless_moves(&self) -> EndlessMove {
        self.endless
    }

    fn annulling(&self) -> Option<Arc<dyn Rules>> {
        Some(Arc::new(Agsinnoninka {
            endless: EndlessMove::Annuls,
            ..*self
        }))
    }

    fn recurrence(&self, board: &Board, chosen: Move) -> Option<Recurrence> {
        if self.simultaneous {
            let second = board.marks[CHOICE] > 0;
            let (start, pits) = second.then(|| self.chosen(board, chosen.0.into()))?;
            let next = |round: &mut Round| {
                self.step(round);
                round.sows()
            };
            let (first, period) = first_recurrence(self.lifted(&start.pits, pits), next)?;
            return Some(Recurrence::Steps { first, period });
        }
        let mut sower = Sower::new(*board, None);
        self.begin(&mut sower, chosen);
        recurrence_of_laps(&sower, |sower| self.sow_lap(sower))
    }

    fn awards_all(&self) -> bool {
        true
    }

    fn joint(&self) -> Option<&dyn JointRules> {
        self.simultaneous.then_some(self)
    }
}
