//! Sowing (J. H. Conway): one rank, and who cannot move loses.

use std::sync::Arc;

use sowlab_solvers::Turn;

use super::super::board::{Board, Shape};
use super::super::rules::{Counted, Lap, Move, Rules};
use super::super::sower::Sower;
use super::super::variant::{Declaration, Start};
use crate::options::{Allowed, OptionSpec, Values};
use crate::{Seat, Sentence};

const START: OptionSpec = OptionSpec {
    name: "start",
    allowed: Allowed::Counts {
        least: 2,
        most: 32,
        sides: 1,
        default: "1+2+2+1+1+2+2+1",
    },
    about: "seeds in each pot at the start, from left to right",
};

const FORM: OptionSpec = OptionSpec {
    name: "form",
    allowed: Allowed::Words(&["partisan", "impartial"]),
    about: "Left sows to the right and Right to the left, or both sow in either direction",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "sowing",
    about: "Sowing (J. H. Conway): one rank, the last seed falls into a pot with seeds, who cannot move loses",
    options: &[START, FORM],
    start: Some(&START),
    sizes: &[],
    rules: |values, start| Arc::new(Sowing::of(values, start)),
};

/// The start of the game in Ludii.
const USUAL: [u8; 8] = [1, 2, 2, 1, 1, 2, 2, 1];

#[derive(Debug)]
struct Sowing {
    start: Vec<u8>,
    impartial: bool,
}

/// A direction of sowing, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

/// The memo of a move that sows backward.
const BACKWARD: u8 = 1;

impl Sowing {
    fn of(values: &Values, start: Option<&Start>) -> Sowing {
        Sowing {
            start: start.map_or(&USUAL[..], Start::counts).to_vec(),
            impartial: values.is(FORM.name, "impartial"),
        }
    }

    fn pits(&self) -> usize {
        self.start.len()
    }

    /// Returns the pot of the last seed of a move, if it is on the board.
    fn last(&self, board: &Board, pit: usize, direction: Direction) -> Option<usize> {
        let seeds = usize::from(board.pits[pit]);
        let last = match direction {
            Direction::Forward => pit + seeds,
            Direction::Backward => pit.checked_sub(seeds)?,
        };
        (last < self.pits()).then_some(last)
    }

    fn read(&self, chosen: Move) -> (usize, Direction) {
        let action = usize::from(chosen.0);
        match action.checked_sub(self.pits()) {
            None => (action, Direction::Forward),
            Some(pit) => (pit, Direction::Backward),
        }
    }
}

impl Rules for Sowing {
    fn sentences(&self) -> Vec<Sentence> {
        let directions = match self.impartial {
            false => Sentence::item(
                "rule.sowing.partisan",
                "Lift all seeds of a pot and sow them one by one: Left to the right, Right to the left.",
            ),
            true => Sentence::item(
                "rule.sowing.impartial",
                "Lift all seeds of a pot and sow them one by one, in either direction.",
            ),
        };
        vec![
            Sentence::paragraph(
                "rule.sowing",
                "Sowing (J. H. Conway). Both players use all pots of one rank.",
            ),
            directions,
            Sentence::item(
                "rule.sowing.last",
                "The last seed must fall into a pot of the rank that has seeds.",
            ),
            Sentence::item("rule.sowing.end", "If you cannot move you lose."),
        ]
    }

    fn procedure(&self) -> String {
        let directions = match self.impartial {
            true => "either direction",
            false => "Left: to the right; Right: to the left",
        };
        format!(
            "BOARD: {} pots in a row, used by both players.\n\
             MOVE: choose a pot with k > 0 seeds; pot := 0; the next k pots in the direction += 1 ({directions}).\n\
             LEGAL IF: the last of these pots exists and had seeds.\n\
             END: the player to move has no legal move: that player loses.",
            self.pits()
        )
    }

    fn shape(&self) -> Shape {
        Shape::OneRank { pits: self.pits() }
    }

    fn start(&self) -> Board {
        Board::of(&self.start)
    }

    fn actions(&self) -> usize {
        match self.impartial {
            false => self.pits(),
            true => 2 * self.pits(),
        }
    }

    fn counted(&self) -> Counted {
        Counted::Win
    }

    fn moves(&self, board: &Board, _: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let actions = (0..self.actions() as u8).map(Move);
        moves.extend(actions.filter(|&chosen| {
            let (pit, direction) = self.read(chosen);
            let last = self.last(board, pit, direction);
            board.pits[pit] > 0 && last.is_some_and(|last| board.pits[last] > 0)
        }));
    }

    fn rest(&self, _: &Board) -> i32 {
        -1
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let (pit, direction) = self.read(chosen);
        if direction == Direction::Backward {
            sower.memo = BACKWARD;
        }
        sower.lift(pit, sower.board.pits[pit]);
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        while sower.hand > 0 {
            let next = match sower.memo {
                BACKWARD => sower.at - 1,
                _ => sower.at + 1,
            };
            sower.drop_into(next);
        }
        Lap::Ends(Turn::Other)
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn normal_play(&self) -> bool {
        true
    }

    /// Returns the number of the pot from the left; in the impartial form `+` to the right or `-` to the left.
    fn move_text(&self, mover: Seat, chosen: Move) -> String {
        let (pit, direction) = self.read(chosen);
        let number = self.shape().number(mover, pit);
        let right = (direction == Direction::Forward) == (mover == Seat::Lower);
        match (self.impartial, right) {
            (false, _) => number.to_string(),
            (true, true) => format!("{number}+"),
            (true, false) => format!("{number}-"),
        }
    }
}
