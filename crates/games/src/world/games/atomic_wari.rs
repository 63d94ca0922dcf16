//! Atomic Wari (J. Erickson): one rank with captures, and who cannot move loses.

use std::sync::Arc;

use sowlab_solvers::Turn;

use super::super::board::{Board, Shape};
use super::super::rules::{Counted, Lap, Move, Rules};
use super::super::sower::Sower;
use super::super::variant::{Declaration, Start};
use crate::Sentence;
use crate::options::{Allowed, OptionSpec, Values};

const PITS: OptionSpec = OptionSpec {
    name: "pits",
    allowed: Allowed::Number {
        least: 2,
        most: 36,
        default: 36,
    },
    about: "pots of the rank",
};

const SEEDS: OptionSpec = OptionSpec {
    name: "seeds",
    allowed: Allowed::Number {
        least: 1,
        most: 14,
        default: 4,
    },
    about: "seeds in each pot at the start",
};

const START: OptionSpec = OptionSpec {
    name: "start",
    allowed: Allowed::Counts {
        least: 2,
        most: 36,
        sides: 1,
        default: "4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4+4",
    },
    about: "seeds in each pot at the start, from left to right, instead of pits and seeds",
};

/// The declaration of the game.
pub(super) static GAME: Declaration = Declaration {
    name: "atomic-wari",
    about: "Atomic Wari (J. Erickson): one rank, captures of two and three seeds, who cannot move loses",
    options: &[PITS, SEEDS, START],
    start: Some(&START),
    sizes: &[PITS, SEEDS],
    rules: |values, start| Arc::new(AtomicWari::of(values, start)),
};

#[derive(Debug)]
struct AtomicWari {
    start: Vec<u8>,
}

impl AtomicWari {
    fn of(values: &Values, start: Option<&Start>) -> AtomicWari {
        let number = |name| values.get(name).unwrap_or_default() as usize;
        let filled = || vec![number(SEEDS.name) as u8; number(PITS.name)];
        AtomicWari {
            start: start.map_or_else(filled, |start| start.counts().to_vec()),
        }
    }
}

impl Rules for AtomicWari {
    fn sentences(&self) -> Vec<Sentence> {
        vec![
            Sentence::paragraph(
                "rule.atomic-wari",
                "Atomic Wari (J. Erickson). Both players use all pots of one rank.",
            ),
            Sentence::item(
                "rule.atomic-wari.sow",
                "Choose a pot with two seeds or more. Leave one and sow the others one by one into the pots that follow: \
                 Left to the right, Right to the left. There must be enough pots.",
            ),
            Sentence::item(
                "rule.atomic-wari.captures",
                "The last pot then has two or three seeds: they are captured, and so are those of the pots directly \
                 before it that have two or three.",
            ),
            Sentence::item("rule.atomic-wari.end", "If you cannot move you lose."),
        ]
    }

    fn procedure(&self) -> String {
        format!(
            "BOARD: {} pots in a row, used by both players.\n\
             MOVE: choose a pot with k >= 2 seeds; pot := 1; the next k - 1 pots in the direction += 1 (Left: to the \
             right; Right: to the left). All of them must exist.\n\
             CAPTURE: if the last pot now has 2 or 3: it := 0; then the pots directly before it, one by one, as long as \
             they have 2 or 3: := 0.\n\
             END: the player to move has no legal move: that player loses.",
            self.start.len()
        )
    }

    fn shape(&self) -> Shape {
        Shape::OneRank {
            pits: self.start.len(),
        }
    }

    fn start(&self) -> Board {
        Board::of(&self.start)
    }

    fn actions(&self) -> usize {
        self.start.len()
    }

    fn counted(&self) -> Counted {
        Counted::Win
    }

    fn moves(&self, board: &Board, _: &dyn Fn(Move) -> bool, moves: &mut Vec<Move>) {
        let pits = self.start.len();
        let legal = (0..pits).filter(|&pit| {
            let seeds = usize::from(board.pits[pit]);
            seeds >= 2 && pit + seeds <= pits
        });
        moves.extend(legal.map(|pit| Move(pit as u8)));
    }

    fn rest(&self, _: &Board) -> i32 {
        -1
    }

    fn begin(&self, sower: &mut Sower<'_>, chosen: Move) {
        let pit = usize::from(chosen.0);
        sower.lift(pit, sower.board.pits[pit] - 1);
    }

    fn lap(&self, sower: &mut Sower<'_>) -> Lap {
        while sower.hand > 0 {
            sower.drop_into(sower.at + 1);
        }
        let captured: Vec<usize> = (0..=sower.at)
            .rev()
            .take_while(|&pit| matches!(sower.board.pits[pit], 2 | 3))
            .collect();
        if !captured.is_empty() {
            sower.remove(&captured);
        }
        Lap::Ends(Turn::Other)
    }

    fn always_ends(&self) -> bool {
        true
    }

    fn normal_play(&self) -> bool {
        true
    }
}
