//! Congkak, sungka or dakon (South-East Asia): one round.

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
        default: 7,
    },
    about: "houses on each side",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: 14,
        default: 7,
    },
    about: "seeds in each house at the start",
};

const END: OptionSpec = OptionSpec {
    name: "end",
    allowed: Allowed::Words(&["pass", "mover-empty", "any-empty"]),
    about: "a player without seeds passes until all houses are empty; or the round ends when the player to move, or \
            any player, has none, and the owners get the rest",
};

const LONE: OptionSpec = OptionSpec {
    name: "lone",
    allowed: Allowed::Words(&["stay", "store"]),
    about: "a last seed in an own empty house that faces an empty one stays, or goes to the own store",
};

const FOREIGN: OptionSpec = OptionSpec {
    name: "foreign",
    allowed: Allowed::Words(&["stay", "forfeit"]),
    about: "a last seed in an empty house of the other side stays, or goes to the other side's store",
};

const LOOP: OptionSpec = OptionSpec {
    name: "capture-requires-loop",
    allowed: Allowed::Words(&["no", "yes"]),
    about: "whether captures require that the sowing has passed the own store",
};

const OPENING: OptionSpec = OptionSpec {
    name: "opening",
    allowed: Allowed::Words(&["sequential", "lockstep", "lockstep-fixed"]),
    about: "the first player moves alone; or both choose a house and sow at once; or both begin with the house \
            nearest to their store",
};

const NEXT: OptionSpec = OptionSpec {
    name: "next-after",
    allowed: Allowed::Words(&["first-finisher", "other"]),
    about: "the player to move after a common opening if not one alone ended in his store: the one who finished \
            first, or the other",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "congkak",
    about: "Congkak, sungka or dakon (South-East Asia): relays over both sides and the own store",
    options: &[PITS, SEEDS, END, LONE, FOREIGN, LOOP, OPENING, NEXT],
    start: None,
    sizes: &[],
    rules: |values, _| Arc::new(Congkak::of(values)),
};

/// The mark of the phase: 0 in the sequential part, then as the constants.
const PHASE: usize = 0;
/// The first player is to choose his house of the common opening.
const FIRST_CHOOSES: u8 = 1;
/// The second player is to choose.
const SECOND_CHOOSES: u8 = 2;
/// The mark of the first player's choice, from 1.
const CHOICE: usize = 1;

/// The memo of a move whose sowing has passed the own store.
const PASSED: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Pass,
    MoverEmpty,
    AnyEmpty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Sequential,
    Lockstep,
    LockstepFixed,
}

#[derive(Debug)]
struct Congkak {
    pits: usize,
    seeds: u8,
    end: End,
    lone_to_store: bool,
    forfeits: bool,
    requires_loop: bool,
    opening: Opening,
    other_is_next: bool,
}

/// A player's part in a common opening.
struct Hand {
    sower: Sower<'static>,
    /// The seeds sown so far.
    sown: u32,
    /// Set when the sowing has stopped: whether it ended in the own store.
    stopped: Option<bool>,
}

impl Congkak {
    fn of(values: &Values) -> Congkak {
        let number = |name| values.get(name).unwrap_or_default();
        Congkak {
            pits: number(PITS.name) as usize,
            seeds: number(SEEDS.name) as u8,
            end: [End::Pass, End::MoverEmpty, End::AnyEmpty][number(END.name) as usize],
            lone_to_store: values.is(LONE.name, "store"),
            forfeits: values.is(FOREIGN.name, "forfeit"),
            requires_loop: values.is(LOOP.name, "yes"),
            opening: [
                Opening::Sequential,
                Opening::Lockstep,
                Opening::LockstepFixed,
            ][number(OPENING.name) as usize],
            other_is_next: values.is(NEXT.name, "other"),
        }
    }

    /// The action of a player without seeds.
    fn pass(&self) -> Move {
        Move(self.pits as u8)
    }

    fn empty(&self, board: &Board) -> [bool; 2] {
        let (own, other) = board.pits[..2 * self.pits].split_at(self.pits);
        [own, other].map(|side| side.iter().all(|&seeds| seeds == 0))
    }

    /// Sows one seed in the next place. Returns whether it fell into the own store. At the store, `at` is the last own
    /// house, and the memo has the mark for the house after it.
    fn sow(&self, sower: &mut Sower<'_>) -> bool {
        let from_store = sower.memo & IN_STORE != 0;
        if sower.at + 1 == self.pits && !from_store {
            sower.drop_into_store();
            sower.memo |= IN_STORE | PASSED;
            return true;
        }
        sower.memo &= !IN_STORE;
        sower.drop_into((sower.at + 1) % (2 * self.pits));
        false
    }

    /// Applies the rules to a hand that is empty after a seed. Returns how the sowing ends; `None` if it goes on.
    fn settle(&self, sower: &mut Sower<'_>) -> Option<bool> {
        if sower.memo & IN_STORE != 0 {
            return Some(true);
        }
        let last = sower.at;
        if sower.board.pits[last] > 1 {
            sower.relay();
            return None;
        }
        if last >= self.pits {
            if self.forfeits {
                sower.forfeit();
            }
            return Some(false);
        }
        let facing = 2 * self.pits - 1 - last;
        if !self.requires_loop || sower.memo & PASSED != 0 {
            if sower.board.pits[facing] > 0 {
                sower.capture(&[facing, last]);
            } else if self.lone_to_store {
                sower.capture(&[last]);
            }
        }
        Some(false)
    }

    /// Sows both houses of a common opening, a seed of each player at a time. Returns whether the second player, who is
    /// the sower here, has the next turn.
    fn resolve(&self, sower: &mut Sower<'_>, second: usize) -> bool {
        let shape = self.shape();
        let turned = |board: Board| Board {
            pits: shape.turned(board.pits),
            ..board
        };
        // The view of the first player, then that of the second.
        let first = usize::from(sower.board.marks[CHOICE]) - 1;
        let mut board = turned(sower.board);
        board.marks = [0; MARKS];
        let mut hands = [first, second].map(|_| Hand {
            sower: Sower::new(Board::EMPTY, None),
            sown: 0,
            stopped: None,
        });
        for (hand, house) in hands.iter_mut().zip([first, second]) {
            hand.sower.board = board;
            hand.sower.lift(house, board.pits[house]);
            board = turned(hand.sower.board);
        }
        while hands.iter().any(|hand| hand.stopped.is_none()) {
            for hand in &mut hands {
                if hand.stopped.is_none() {
                    hand.sower.board = board;
                    self.sow(&mut hand.sower);
                    hand.sown += 1;
                    board = hand.sower.board;
                }
                board = turned(board);
            }
            for hand in &mut hands {
                if hand.stopped.is_none() && hand.sower.hand == 0 {
                    hand.sower.board = board;
                    hand.stopped = self.settle(&mut hand.sower);
                    board = hand.sower.board;
                }
                board = turned(board);
            }
        }
        let [first, second] = hands;
        sower.board = turned(board);
        sower.gained = second.sower.gained - first.sower.gained;
        match [first.stopped, second.stopped] {
            [Some(true), Some(false)] => false,
            [Some(false), Some(true)] => true,
            _ => (second.sown < first.sown) != (self.other_is_next && first.sown != second.sown),
        }
    }
}

/// The memo of a hand over the own store.
const IN_STORE: u8 = 2;

impl Rules for Congkak {
    fn sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.congkak",
                "Congkak (Malaysia), sungka (Philippines), dakon (Java). Players sow over the own houses, the own store \
                 and the other side's houses, and round again; the other store is left out.",
            ),
            Sentence::item(
                "rule.congkak.store",
                "The last seed falls into your store: you move again.",
            ),
            Sentence::item(
                "rule.congkak.relay",
                "It falls into a house with seeds, on either side: lift them all and sow on.",
            ),
            Sentence::item(
                "rule.congkak.captures",
                "It falls into an empty house of yours: it and the seeds in the facing house go to your store, if that \
                 house has seeds. Your turn ends.",
            ),
            Sentence::item(
                "rule.congkak.foreign",
                "It falls into an empty house of the other side: your turn ends.",
            ),
            Sentence::item(
                "rule.congkak.end",
                "A player without seeds in his houses passes. The round ends when all houses are empty; more seeds win.",
            ),
        ]
    }

    fn procedure(&self) -> String {
        let (pits, seeds) = (self.pits, self.seeds);
        let end = match self.end {
            End::Pass => "all houses are 0; a player without seeds must pass",
            End::MoverEmpty => "the player to move has no seeds; the other adds the rest",
            End::AnyEmpty => "a player has no seeds; the other adds the rest",
        };
        let lone = match self.lone_to_store {
            true => "otherwise own store += 1, p := 0",
            false => "otherwise nothing",
        };
        let foreign = match self.forfeits {
            true => "p := 0, the other store += 1",
            false => "nothing",
        };
        let after = match self.requires_loop {
            true => " AND this move has passed the own store",
            false => "",
        };
        let opening = match self.opening {
            Opening::Sequential => "",
            Opening::Lockstep => {
                "OPENING: both players choose a house and sow at once, a seed each a step.\n"
            }
            Opening::LockstepFixed => {
                "OPENING: both players sow the house nearest to their store at once, a seed each a step.\n"
            }
        };
        format!(
            "BOARD: a ring of {pits} own houses, the own store, {pits} houses of the other side; {seeds} seeds in each \
             house. The other store is not in the ring.\n{opening}\
             MOVE: choose an own house with seeds; hand := its seeds; house := 0.\n\
             SOW: while hand > 0: next place of the ring += 1; hand -= 1.\n\
             LAST PLACE p:\n\
             1. own store: the same player moves again.\n\
             2. a house that had seeds: hand := p; p := 0; SOW.\n\
             3. an empty house of the other side: {foreign}; the turn passes.\n\
             4. an empty own house{after}: if the facing house has seeds, own store += facing + 1, both := 0; {lone}. \
             The turn passes.\n\
             END: {end}. More seeds win."
        )
    }

    fn shape(&self) -> Shape {
        Shape::TwoRanks { pits: self.pits }
    }

    fn start(&self) -> Board {
        let mut board = Board::of(&vec![self.seeds; 2 * self.pits]);
        if self.opening != Opening::Sequential {
            board.marks[PHASE] = FIRST_CHOOSES;
        }
        board
    }

    fn actions(&self) -> usize {
        self.pits + 1
    }

    fn counted(&self) -> Counted {
        Counted::Seeds
    }

    fn moves(&self, board: &Board, _: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let fixed = board.marks[PHASE] != 0 && self.opening == Opening::LockstepFixed;
        let houses = match fixed {
            true => self.pits - 1..self.pits,
            false => 0..self.pits,
        };
        let [own, other] = self.empty(board);
        if own && !other && self.end == End::Pass {
            moves.push(self.pass());
        }
        if own || other && self.end == End::AnyEmpty {
            return;
        }
        let full = houses.filter(|&house| board.pits[house] > 0);
        moves.extend(full.map(|house| Move(house as u8)));
    }

    fn rest(&self, board: &Board) -> i32 {
        board.lead(self.pits)
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let house = usize::from(chosen.0);
        if sower.board.marks[PHASE] == 0 && chosen != self.pass() {
            sower.lift(house, sower.board.pits[house]);
        } else {
            sower.at = house;
        }
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        match sower.board.marks[PHASE] {
            FIRST_CHOOSES => {
                sower.board.marks[PHASE] = SECOND_CHOOSES;
                sower.board.marks[CHOICE] = sower.at as u8 + 1;
                return Lap::Ends(Turn::Other);
            }
            SECOND_CHOOSES => {
                let second_next = self.resolve(sower, sower.at);
                return Lap::Ends(if second_next { Turn::Same } else { Turn::Other });
            }
            _ => {}
        }
        if sower.hand == 0 {
            return Lap::Ends(Turn::Other);
        }
        while sower.hand > 0 {
            self.sow(sower);
        }
        match self.settle(sower) {
            None => Lap::Continues,
            Some(true) => Lap::Ends(Turn::Same),
            Some(false) => Lap::Ends(Turn::Other),
        }
    }

    fn greatest_marks(&self) -> [u8; MARKS] {
        let mut greatest = [0; MARKS];
        if self.opening != Opening::Sequential {
            (greatest[PHASE], greatest[CHOICE]) = (SECOND_CHOOSES, self.pits as u8);
        }
        greatest
    }

    fn marks_text(&self, marks: [u8; MARKS]) -> Option<String> {
        match marks[PHASE] {
            FIRST_CHOOSES => Some("opening".to_owned()),
            SECOND_CHOOSES => {
                let house = usize::from(marks[CHOICE]) - 1;
                Some(format!("L{}", self.pits - house))
            }
            _ => None,
        }
    }

    fn read_marks(&self, text: &str) -> Option<[u8; MARKS]> {
        let mut marks = [0; MARKS];
        if self.opening == Opening::Sequential {
            return None;
        }
        if text == "opening" {
            marks[PHASE] = FIRST_CHOOSES;
            return Some(marks);
        }
        let number: usize = text.strip_prefix('L')?.parse().ok()?;
        if !(1..=self.pits).contains(&number) {
            return None;
        }
        marks[PHASE] = SECOND_CHOOSES;
        marks[CHOICE] = (self.pits - number) as u8 + 1;
        Some(marks)
    }

    fn marks_form(&self) -> Option<&'static str> {
        (self.opening != Opening::Sequential).then_some(
            "opening while Lower chooses his house of the common opening, or that house, as in L3, while Upper chooses; \
             the house has seeds",
        )
    }

    fn marks_words(&self, marks: [u8; MARKS]) -> Option<String> {
        match marks[PHASE] {
            FIRST_CHOOSES => Some("Common opening: Lower chooses a house".to_owned()),
            SECOND_CHOOSES => {
                let house = self.marks_text(marks)?;
                Some(format!("Common opening: Lower has chosen {house}"))
            }
            _ => None,
        }
    }

    fn fits(&self, mover: Seat, board: &Board) -> bool {
        let chosen = || {
            let house = usize::from(board.marks[CHOICE]) - 1;
            board.pits[self.pits + house] > 0
        };
        match board.marks[PHASE] {
            FIRST_CHOOSES => mover == Seat::Lower,
            SECOND_CHOOSES => mover == Seat::Upper && chosen(),
            _ => true,
        }
    }

    fn mid_move(&self, board: &Board) -> bool {
        board.marks[PHASE] == SECOND_CHOOSES
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn awards_all(&self) -> bool {
        true
    }

    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        match chosen == self.pass() {
            true => "pass".to_owned(),
            false => self.shape().number(mover, chosen.0.into()).to_string(),
        }
    }
}
