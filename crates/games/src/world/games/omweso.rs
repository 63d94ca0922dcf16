//! Omweso (Uganda): four ranks, relays, and laps in reverse.

mod setup;

use std::sync::Arc;

use sowlab_solvers::Turn;

use self::setup::{FreeSetup, SETUP};
use super::super::board::{Board, MARKS, Shape};
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
        default: 4,
    },
    about: "seeds in each outer pit at the start",
};

const REVERSE: OptionSpec = OptionSpec {
    name: "reverse",
    allowed: Allowed::Words(&["any-lap", "first-lap", "none"]),
    about: "the laps that may be sown clockwise if they begin in the four leftmost pits and capture",
};

const FIRST_CAPTURE: OptionSpec = OptionSpec {
    name: "first-capture",
    allowed: Allowed::Words(&["yes", "no"]),
    about: "whether the first turn of each player may capture",
};

const ENDLESS: OptionSpec = OptionSpec {
    name: "endless",
    allowed: Allowed::Words(&["annul", "illegal"]),
    about: "a move that never ends annuls the game, which then has no winner, or is illegal",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "omweso",
    about: "Omweso (Uganda): four ranks, sown in relays that capture columns and may never end",
    options: &[PITS, SEEDS, REVERSE, FIRST_CAPTURE, ENDLESS, SETUP],
    start: None,
    sizes: &[],
    rules: |values, _| match values.is(SETUP.name, "free") {
        true => Arc::new(FreeSetup(Omweso::of(values))),
        false => Arc::new(Omweso::of(values)),
    },
};

/// The mark of the pit where a lap begins whose direction is to be chosen, from 1; 0 if none is.
const ORIGIN: usize = 0;
/// The mark of the seeds in hand.
const HAND: usize = 1;
/// The marks of the laps since the last capture, three bytes from the highest; see [`Omweso::was_here`].
const LAPS: usize = 2;
/// The mark of the number of turns without captures that are left.
const QUIET: usize = 5;

/// The memo: the direction of the lap is decided.
const DECIDED: u8 = 1;
/// The memo: the lap goes clockwise.
const CLOCKWISE: u8 = 2;
/// The memo: the lap is not the first of the turn.
const LATER: u8 = 4;
/// The most laps since the last capture that a mark holds.
const MOST_LAPS: u32 = (1 << 24) - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reverse {
    AnyLap,
    FirstLap,
    None,
}

#[derive(Clone, Copy, Debug)]
struct Omweso {
    pits: usize,
    seeds: u8,
    reverse: Reverse,
    first_capture: bool,
    endless: EndlessMove,
}

impl Omweso {
    fn of(values: &Values) -> Omweso {
        let number = |name| values.get(name).unwrap_or_default();
        Omweso {
            pits: number(PITS.name) as usize,
            seeds: number(SEEDS.name) as u8,
            reverse: [Reverse::AnyLap, Reverse::FirstLap, Reverse::None]
                [number(REVERSE.name) as usize],
            first_capture: values.is(FIRST_CAPTURE.name, "yes"),
            endless: [EndlessMove::Annuls, EndlessMove::Illegal][number(ENDLESS.name) as usize],
        }
    }

    /// Returns this game with moves that never end as legal moves.
    fn annuls(self) -> Omweso {
        Omweso {
            endless: EndlessMove::Annuls,
            ..self
        }
    }

    fn ring(&self) -> usize {
        2 * self.pits
    }

    /// The action that sows a lap counterclockwise, or clockwise if `reverse`.
    fn direction(&self, reverse: bool) -> Move {
        Move((self.ring() + usize::from(reverse)) as u8)
    }

    /// Returns the other side's pits of the column of an own inner pit, inner then outer.
    fn column(&self, inner: usize) -> [usize; 2] {
        let facing = 3 * self.pits - 1 - inner;
        [self.ring() + facing, self.ring() + inner - self.pits]
    }

    /// Returns whether a last seed captures in this own pit, where seeds lay before.
    fn captures_at(&self, board: &Board, pit: usize) -> bool {
        pit >= self.pits
            && board.marks[QUIET] == 0
            && self.column(pit).iter().all(|&pit| board.pits[pit] > 0)
    }

    /// Returns whether a lap of these seeds, sown clockwise from a pit, captures.
    fn reverse_captures(&self, board: &Board, pit: usize, hand: u8) -> bool {
        let (hand, ring) = (usize::from(hand), self.ring());
        let last = (pit + ring - hand % ring) % ring;
        let before = usize::from(board.pits[last]) + (hand - 1) / ring;
        before > 0 && self.captures_at(board, last)
    }

    /// Returns whether the direction of the lap that begins now is to be chosen.
    fn is_choice(&self, sower: &Sower<'_>) -> bool {
        let allowed = match self.reverse {
            Reverse::AnyLap => true,
            Reverse::FirstLap => sower.memo & LATER == 0,
            Reverse::None => false,
        };
        let leftmost = sower.at < 2 || sower.at + 2 >= self.ring();
        allowed && leftmost && self.reverse_captures(&sower.board, sower.at, sower.hand)
    }

    /// Sows the seeds in hand.
    fn sow(&self, sower: &mut Sower<'_>, clockwise: bool) {
        let step = if clockwise { self.ring() - 1 } else { 1 };
        while sower.hand > 0 {
            sower.drop_into((sower.at + step) % self.ring());
        }
    }

    /// Returns whether this start of a lap occurred before in the move.
    ///
    /// Between two captures the map from the start of a lap to that of the next can be inverted: walk back from the
    /// emptied pit and take a seed from each pit, to the first empty one. Sowing without choices therefore comes back to
    /// each of its starts after the same number of laps, or never; only a start whose origin has seeds is before the
    /// cycle.
    fn was_here(&self, sower: &Sower<'_>) -> bool {
        let mut later = Sower::new(sower.board, None);
        (later.hand, later.at) = (sower.hand, sower.at);
        for _ in 0..sower.laps {
            self.sow(&mut later, false);
            let last = later.at;
            if later.board.pits[last] == 1 || self.captures_at(&later.board, last) {
                return false;
            }
            later.relay();
            if later.at == sower.at && later.hand == sower.hand && later.board == sower.board {
                return true;
            }
        }
        false
    }
}

impl Rules for Omweso {
    fn sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.omweso",
                "Omweso (Uganda). Each player owns two rows of pits and sows only there, counterclockwise, from a pit \
                 with two seeds or more.",
            ),
            Sentence::item(
                "rule.omweso.ends",
                "The last seed falls into an empty pit: your move ends.",
            ),
            Sentence::item(
                "rule.omweso.captures",
                "It falls into an occupied inner pit, and both pits of the other side in that column have seeds: sow \
                 those on, from the pit where the lap began.",
            ),
            Sentence::item(
                "rule.omweso.relay",
                "It falls into another occupied pit: lift all seeds there and sow on.",
            ),
            Sentence::item(
                "rule.omweso.reverse",
                "A lap that begins in one of your four leftmost pits may go clockwise if it then captures.",
            ),
            Sentence::item(
                "rule.omweso.end",
                "If you have no pit with two seeds you lose. A move that never ends annuls the game.",
            ),
        ]
    }

    fn procedure(&self) -> String {
        let pits = self.pits;
        let reverse = match self.reverse {
            Reverse::AnyLap => "REVERSE: before any lap",
            Reverse::FirstLap => "REVERSE: before the first lap of a turn",
            Reverse::None => "REVERSE: never; otherwise it would be allowed before a lap",
        };
        let first = match self.first_capture {
            true => "",
            false => "In the first turn of each player nothing is captured.\n",
        };
        let endless = match self.endless {
            EndlessMove::Annuls => "annuls the game: nobody wins",
            EndlessMove::Never | EndlessMove::Illegal => "is illegal",
        };
        format!(
            "BOARD: 2 rows x {pits} pits for each player. Own pits in a ring: outer 1..{pits} left to right, inner \
             {}..{} right to left. Start: {} in each outer pit.\n\
             MOVE: choose an own pit with >= 2 seeds; hand := its seeds; pit := 0; o := this pit.\n\
             LAP from o: while hand > 0: next own pit of the ring += 1; hand -= 1. p := the last pit.\n\
             {reverse} from one of the four leftmost own pits: if sowing it in the opposite direction ends in rule 2, the \
             player may choose that (-) instead of the usual direction (+).\n\
             AFTER A LAP:\n\
             1. p was 0: the move ends, the turn passes.\n\
             2. p is inner and both pits of the other player in its column have seeds: hand := all of them; LAP from the \
             same o.\n\
             3. otherwise: hand := p; p := 0; o := p; LAP.\n{first}\
             A move that never ends {endless}.\n\
             END: the player to move has no pit with >= 2 seeds: that player loses.",
            pits + 1,
            2 * pits,
            self.seeds
        )
    }

    fn shape(&self) -> Shape {
        Shape::FourRanks { pits: self.pits }
    }

    fn start(&self) -> Board {
        let mut board = Board::EMPTY;
        for side in [0, self.ring()] {
            board.pits[side..side + self.pits].fill(self.seeds);
        }
        if !self.first_capture {
            board.marks[QUIET] = 2;
        }
        board
    }

    fn actions(&self) -> usize {
        self.ring() + 2
    }

    fn counted(&self) -> Counted {
        Counted::Win
    }

    fn moves(&self, board: &Board, ends: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let legal = |chosen: &Move| self.endless == EndlessMove::Annuls || ends(*chosen);
        if board.marks[ORIGIN] > 0 {
            moves.extend(
                [false, true]
                    .map(|reverse| self.direction(reverse))
                    .iter()
                    .filter(|chosen| legal(chosen)),
            );
            return;
        }
        let pits = (0..self.ring()).filter(|&pit| board.pits[pit] >= 2);
        moves.extend(pits.map(|pit| Move(pit as u8)).filter(legal));
    }

    fn rest(&self, _: &Board) -> i32 {
        -1
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let marks = &mut sower.board.marks;
        if marks[ORIGIN] == 0 {
            let pit = usize::from(chosen.0);
            sower.lift(pit, sower.board.pits[pit]);
            return;
        }
        let [origin, hand] = [marks[ORIGIN], marks[HAND]];
        sower.laps = u32::from_be_bytes([0, marks[LAPS], marks[LAPS + 1], marks[LAPS + 2]]);
        marks[..QUIET].fill(0);
        // Whether it is the first lap no longer matters, because this lap is decided.
        sower.memo = DECIDED;
        if chosen == self.direction(true) {
            sower.memo |= CLOCKWISE;
        }
        sower.resume(usize::from(origin) - 1, hand);
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        let origin = sower.at;
        let before_cycle = sower.board.pits[origin] > 0;
        if sower.memo & DECIDED == 0 && self.is_choice(sower) {
            if sower.laps > MOST_LAPS || self.was_here(sower) {
                return Lap::Endless;
            }
            let [_, high, middle, low] = sower.laps.to_be_bytes();
            let marks = &mut sower.board.marks;
            (marks[ORIGIN], marks[HAND]) = (origin as u8 + 1, sower.hand);
            [marks[LAPS], marks[LAPS + 1], marks[LAPS + 2]] = [high, middle, low];
            sower.hand = 0;
            return Lap::Ends(Turn::Same);
        }
        self.sow(sower, sower.memo & CLOCKWISE != 0);
        let last = sower.at;
        if sower.board.pits[last] == 1 {
            let quiet = &mut sower.board.marks[QUIET];
            *quiet = quiet.saturating_sub(1);
            return Lap::Ends(Turn::Other);
        }
        if self.captures_at(&sower.board, last) {
            sower.take(&self.column(last));
            sower.at = origin;
            sower.laps = 0;
        } else {
            sower.relay();
            sower.laps = match before_cycle {
                true => 0,
                false => sower.laps.saturating_add(1),
            };
        }
        sower.memo = LATER;
        Lap::Continues
    }

    fn greatest_marks(&self) -> [u8; MARKS] {
        let quiet = if self.first_capture { 0 } else { 2 };
        let mut greatest = [0, 0, 0, 0, 0, quiet];
        if self.reverse != Reverse::None {
            greatest[LAPS..QUIET].fill(u8::MAX);
            greatest[ORIGIN] = self.ring() as u8;
            greatest[HAND] = (2 * self.pits).saturating_mul(self.seeds.into()).min(255) as u8;
        }
        greatest
    }

    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        if marks[ORIGIN] == 0 && marks[QUIET] == 0 {
            return None;
        }
        let laps = u32::from_be_bytes([0, marks[LAPS], marks[LAPS + 1], marks[LAPS + 2]]);
        let mut parts = Vec::new();
        if marks[ORIGIN] > 0 {
            parts.push(format!("{}:{}", marks[ORIGIN], marks[HAND]));
            if laps > 0 {
                parts.push(format!("laps:{laps}"));
            }
        }
        if marks[QUIET] > 0 {
            parts.push(format!("quiet:{}", marks[QUIET]));
        }
        Some(parts.join(","))
    }

    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let mut marks = [0; MARKS];
        for part in text.split(',') {
            let (name, number) = part.split_once(':')?;
            let number: u32 = number.parse().ok()?;
            match name {
                "laps" if number <= MOST_LAPS => {
                    let [_, high, middle, low] = number.to_be_bytes();
                    [marks[LAPS], marks[LAPS + 1], marks[LAPS + 2]] = [high, middle, low];
                }
                "quiet" if number <= 2 && !self.first_capture => marks[QUIET] = number as u8,
                _ => {
                    let origin: usize = name.parse().ok()?;
                    let fits = (1..=self.ring()).contains(&origin) && (1..=255).contains(&number);
                    if !fits || self.reverse == Reverse::None {
                        return None;
                    }
                    (marks[ORIGIN], marks[HAND]) = (origin as u8, number as u8);
                }
            }
        }
        Some(marks)
    }

    fn marks_form(&self) -> Option<&'static str> {
        Some(
            "if the direction of a lap is to be chosen, its first pit and the seeds in hand, as in 2:5, and laps: with \
             the laps since the last capture; quiet: with the turns left without captures, joined by commas",
        )
    }

    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        let mut parts = Vec::new();
        if marks[ORIGIN] > 0 {
            let [origin, hand] = [marks[ORIGIN], marks[HAND]];
            parts.push(format!(
                "{hand} in hand at pit {origin}: + counterclockwise, - clockwise"
            ));
        }
        if marks[QUIET] > 0 {
            parts.push(format!("Turns without captures left: {}", marks[QUIET]));
        }
        (!parts.is_empty()).then(|| parts.join(". "))
    }

    fn fits(&self, _: Seat, board: &Board) -> bool {
        let [origin, hand] = [board.marks[ORIGIN], board.marks[HAND]];
        if origin == 0 {
            return hand == 0 && board.marks[LAPS..QUIET].iter().all(|&mark| mark == 0);
        }
        let pit = usize::from(origin) - 1;
        (pit < 2 || pit + 2 >= self.ring()) && self.reverse_captures(board, pit, hand)
    }

    fn mid_move(&self, board: &Board) -> bool {
        board.marks[ORIGIN] > 0
    }

    fn in_hand(&self, board: &Board) -> u8 {
        board.marks[HAND]
    }

    fn endless_moves(&self) -> EndlessMove {
        self.endless
    }

    fn annulling(&self) -> Option<Arc<dyn Rules>> {
        Some(Arc::new(self.annuls()))
    }

    /// A lap whose choice recurs is sown counterclockwise.
    fn recurrence(&self, board: &Board, chosen: Move) -> Option<Recurrence> {
        let mut sower = Sower::new(*board, None);
        self.begin(&mut sower, chosen);
        recurrence_of_laps(&sower, |sower| {
            let mut lap = self.lap(sower);
            if lap == Lap::Endless {
                sower.memo |= DECIDED;
                lap = self.lap(sower);
            }
            lap == Lap::Continues
        })
    }

    /// Returns the number of the pit, or the direction of a lap: `+` counterclockwise or `-`.
    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        match usize::from(chosen.0).checked_sub(self.ring()) {
            None => self.shape().number(mover, chosen.0.into()).to_string(),
            Some(0) => "+".to_owned(),
            Some(_) => "-".to_owned(),
        }
    }
}
