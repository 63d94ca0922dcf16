//! Bao la kujifunza (East Africa): bao for beginners.

use std::sync::Arc;

use sowlab_solvers::Turn;

use super::super::board::{Board, Shape};
use super::super::recurrence::{Recurrence, recurrence_of_laps};
use super::super::rules::{Counted, EndlessMove, Lap, Move, Rules};
use super::super::sower::Sower;
use super::super::variant::Declaration;
use crate::options::{Allowed, OptionSpec, Values};
use crate::{Seat, Sentence};

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 2,
        most: 8,
        default: 8,
    },
    about: "pits of a row; each player has two rows",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: 7,
        default: 2,
    },
    about: "seeds in each pit at the start",
};

const BIG: OptionSpec = OptionSpec {
    name: "big",
    allowed: Allowed::Words(&["on", "off"]),
    about: "whether a pit with as many seeds as a player has pits, or more, may not begin a capturing move",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "bao",
    about: "Bao la kujifunza (East Africa): four ranks, captures are sown on from the ends of the inner row",
    options: &[PITS, SEEDS, BIG],
    start: None,
    sizes: &[],
    rules: |values, _| Arc::new(Bao::of(values)),
};

/// The memo of a move: whether laps go clockwise, against the numbers of pits, and whether they may capture.
const CLOCKWISE: u8 = 1;
const CAPTURING: u8 = 2;

#[derive(Clone, Copy, Debug)]
struct Bao {
    pits: usize,
    seeds: u8,
    big: bool,
    endless: EndlessMove,
}

impl Bao {
    fn of(values: &Values) -> Bao {
        let number = |name| values.get(name).unwrap_or_default();
        Bao {
            pits: number(PITS.name) as usize,
            seeds: number(SEEDS.name) as u8,
            big: values.is(BIG.name, "on"),
            endless: EndlessMove::Illegal,
        }
    }

    fn ring(&self) -> usize {
        2 * self.pits
    }

    /// Returns the pit after this one in a direction.
    fn next(&self, pit: usize, clockwise: bool) -> usize {
        let step = if clockwise { self.ring() - 1 } else { 1 };
        (pit + step) % self.ring()
    }

    /// Returns the pit of the last seed of a lap.
    fn last(&self, pit: usize, seeds: usize, clockwise: bool) -> usize {
        let way = seeds % self.ring();
        let forward = if clockwise { self.ring() - way } else { way };
        (pit + forward) % self.ring()
    }

    /// Returns the other side's inner pit that faces an own inner pit.
    fn facing(&self, inner: usize) -> usize {
        5 * self.pits - 1 - inner
    }

    fn inner(&self) -> std::ops::Range<usize> {
        self.pits..self.ring()
    }

    fn is_inner_row_empty(&self, board: &Board) -> bool {
        board.pits[self.inner()].iter().all(|&seeds| seeds == 0)
    }

    fn may_capture_at(&self, board: &Board, pit: usize) -> bool {
        pit >= self.pits && board.pits[self.facing(pit)] > 0
    }

    /// Returns whether a move begins with a lap that captures.
    fn captures(&self, board: &Board, pit: usize, clockwise: bool) -> bool {
        let seeds = usize::from(board.pits[pit]);
        if self.big && seeds >= self.ring() {
            return false;
        }
        let last = self.last(pit, seeds, clockwise);
        // The seeds there before the last one: those of earlier circuits included.
        let kept = match last == pit {
            true => 0,
            false => usize::from(board.pits[last]),
        };
        let before = kept + (seeds - 1) / self.ring();
        before > 0 && self.may_capture_at(board, last)
    }

    /// Returns whether the rules allow a move without captures from this pit.
    fn may_sow(&self, board: &Board, pit: usize, clockwise: bool) -> bool {
        let others = || {
            self.inner()
                .any(|other| other != pit && board.pits[other] > 0)
        };
        // From the ends of the inner row, one direction leads to the outer row.
        let outward = (pit == self.pits && clockwise) || (pit + 1 == self.ring() && !clockwise);
        !outward || others()
    }

    fn read(chosen: Move) -> (usize, bool) {
        (usize::from(chosen.0 / 2), chosen.0 % 2 == 1)
    }

    /// Goes on with captured seeds: from the end of the inner row that the pit and the direction determine.
    fn enter(&self, sower: &mut Sower<'_>, pit: usize) {
        let zone = (self.pits / 4).max(1);
        // Columns from the right; the inner row is numbered from there.
        let column = pit - self.pits;
        let clockwise = match column {
            _ if column < zone => false,
            _ if column >= self.pits - zone => true,
            _ => sower.memo & CLOCKWISE != 0,
        };
        // The pit before the end where the first seed falls.
        (sower.at, sower.memo) = match clockwise {
            true => (0, CAPTURING | CLOCKWISE),
            false => (self.pits - 1, CAPTURING),
        };
    }
}

impl Rules for Bao {
    fn sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.bao",
                "Bao la kujifunza (East Africa). Each player owns two rows of pits and sows only there, in either \
                 direction, from a pit with two seeds or more.",
            ),
            Sentence::item(
                "rule.bao.captures",
                "The first lap ends in an occupied inner pit of yours that faces an occupied one: you capture the seeds \
                 in the facing pit and sow them from an end of your inner row. If you can begin so you must.",
            ),
            Sentence::item(
                "rule.bao.ends",
                "The end is that of the captured pit's side; from the four middle columns it is the one that keeps the \
                 direction. Later laps may capture too.",
            ),
            Sentence::item(
                "rule.bao.relay",
                "A lap that ends in another occupied pit goes on with its seeds; in an empty pit your move ends.",
            ),
            Sentence::item(
                "rule.bao.takasa",
                "If no capture is possible you sow from the inner row, if a pit there has two seeds, and capture \
                 nothing.",
            ),
            Sentence::item(
                "rule.bao.end",
                "A player whose inner row is empty, or who cannot move, loses.",
            ),
        ]
    }

    fn procedure(&self) -> String {
        let (pits, seeds, ring) = (self.pits, self.seeds, self.ring());
        let big = match self.big {
            true => format!(" with < {ring} seeds"),
            false => String::new(),
        };
        format!(
            "BOARD: 2 rows x {pits} pits for each player, {seeds} seeds in each. Own pits in a ring: outer 1..{pits} left to \
             right, inner {}..{ring} right to left. Directions: + with the numbers, - against them.\n\
             LAP: from the pit after the lifted one in the direction, one seed in each own pit. p := the last pit.\n\
             CAPTURE: p is inner, had seeds, and the facing inner pit of the other player has seeds.\n\
             MOVE: choose an own pit with >= 2 seeds and a direction.\n\
             1. If a pit{big} exists whose first lap ends in a CAPTURE, the move must be one of these. Then each CAPTURE \
             takes the seeds of the facing pit and sows them, beginning in an end pit of the own inner row: in the {} \
             column(s) at a side, in the end pit of that side; elsewhere, in the end pit that keeps the direction. A lap \
             from an end pit goes along the inner row.\n\
             2. Otherwise nothing is captured, and the pit must be inner if an inner pit has >= 2. If the only inner pit \
             with seeds is an end pit it may not be sown outward.\n\
             AFTER A LAP without CAPTURE: p was 0: the move ends. Otherwise lift p and LAP in the same direction.\n\
             A move that never ends is illegal.\n\
             END: a player whose inner row is empty after a seed or a capture loses; so does a player without a move.",
            pits + 1,
            (pits / 4).max(1)
        )
    }

    fn shape(&self) -> Shape {
        Shape::FourRanks { pits: self.pits }
    }

    fn start(&self) -> Board {
        Board::of(&vec![self.seeds; 4 * self.pits])
    }

    fn actions(&self) -> usize {
        2 * self.ring()
    }

    fn counted(&self) -> Counted {
        Counted::Win
    }

    fn moves(&self, board: &Board, ends: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        if self.is_inner_row_empty(board) {
            return;
        }
        let all = || {
            let actions = (0..self.actions() as u8).map(Move);
            actions.filter(|&chosen| board.pits[Bao::read(chosen).0] >= 2)
        };
        let captures = |chosen: &Move| {
            let (pit, clockwise) = Bao::read(*chosen);
            self.captures(board, pit, clockwise)
        };
        let before = moves.len();
        moves.extend(all().filter(|chosen| captures(chosen) && ends(*chosen)));
        let must_capture = moves.len() > before;
        let from_inner = self.inner().any(|pit| board.pits[pit] >= 2);
        let sows = |chosen: &Move| {
            let (pit, clockwise) = Bao::read(*chosen);
            !must_capture
                && (pit >= self.pits) == from_inner
                && self.may_sow(board, pit, clockwise)
                // It would capture, and then it never ends.
                && !captures(chosen)
        };
        moves.extend(all().filter(|chosen| sows(chosen) && ends(*chosen)));
        if self.endless == EndlessMove::Annuls {
            let begins = |chosen: &Move| captures(chosen) || sows(chosen);
            moves.extend(all().filter(|chosen| begins(chosen) && !ends(*chosen)));
        }
    }

    fn rest(&self, _: &Board) -> i32 {
        -1
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let (pit, clockwise) = Bao::read(chosen);
        sower.memo = match self.captures(&sower.board, pit, clockwise) {
            true => CAPTURING,
            false => 0,
        };
        if clockwise {
            sower.memo |= CLOCKWISE;
        }
        sower.lift(pit, sower.board.pits[pit]);
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        let clockwise = sower.memo & CLOCKWISE != 0;
        while sower.hand > 0 {
            sower.drop_into(self.next(sower.at, clockwise));
            if self.is_inner_row_empty(&sower.board) {
                return Lap::Ends(Turn::Same);
            }
        }
        let last = sower.at;
        if sower.board.pits[last] == 1 {
            return Lap::Ends(Turn::Other);
        }
        if sower.memo & CAPTURING == 0 || !self.may_capture_at(&sower.board, last) {
            sower.relay();
            return Lap::Continues;
        }
        sower.take(&[self.facing(last)]);
        let theirs = self.ring() + self.pits..2 * self.ring();
        if sower.board.pits[theirs].iter().all(|&seeds| seeds == 0) {
            return Lap::Ends(Turn::Other);
        }
        self.enter(sower, last);
        Lap::Continues
    }

    fn endless_moves(&self) -> EndlessMove {
        self.endless
    }

    fn annulling(&self) -> Option<Arc<dyn Rules>> {
        Some(Arc::new(Bao {
            endless: EndlessMove::Annuls,
            ..*self
        }))
    }

    fn recurrence(&self, board: &Board, chosen: Move) -> Option<Recurrence> {
        let mut sower = Sower::new(*board, None);
        self.begin(&mut sower, chosen);
        recurrence_of_laps(&sower, |sower| self.lap(sower) == Lap::Continues)
    }

    /// Returns the number of the pit and the direction: `+` counterclockwise, in the order of the numbers, or `-`.
    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        let (pit, clockwise) = Bao::read(chosen);
        let number = self.shape().number(mover, pit);
        format!("{number}{}", if clockwise { '-' } else { '+' })
    }

    /// Reads `P1i3+`: player 1 or 2, the inner or outer row, the column from Lower's left, and `+` for clockwise on
    /// Lower's side and counterclockwise on Upper's, so that inner seeds go to higher columns.
    fn players_move(&self, _: &Board, mover: Seat, text: &str) -> Option<Move> {
        let (player, row, column, sign) = match *text.as_bytes() {
            [b'P', player, row, column, sign] => (player, row, column, sign),
            _ => return None,
        };
        let column = usize::from(column.checked_sub(b'1')?);
        if column >= self.pits {
            return None;
        }
        let (own, from_left) = match player {
            b'1' => (Seat::Lower, column),
            b'2' => (Seat::Upper, self.pits - 1 - column),
            _ => return None,
        };
        let pit = match row {
            b'o' => from_left,
            b'i' => self.ring() - 1 - from_left,
            _ => return None,
        };
        let up = match sign {
            b'+' => true,
            b'-' => false,
            _ => return None,
        };
        let clockwise = up == (own == Seat::Lower);
        (own == mover).then_some(Move((2 * pit + usize::from(clockwise)) as u8))
    }
}
