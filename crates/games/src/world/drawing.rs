//! The board as a picture of text.

use std::fmt::Write;

use super::board::Shape;
use super::game::WorldGame;
use super::position::Position;
use crate::Seat;
use crate::drawing::{four_ranks, two_ranks};

/// The most pits in a line of a drawing: a terminal has 80 columns.
const MOST_IN_A_LINE: usize = 15;

impl WorldGame {
    /// Draws the board as the first side sees it. Numbers of pits are outside, and `*` marks the side to move.
    pub(super) fn drawn(&self, position: &Position) -> String {
        let board = self.seen_by_first(position.state());
        let pits: Vec<usize> = board.pits[..self.shape().pits()]
            .iter()
            .map(|&seeds| usize::from(seeds))
            .collect();
        let moves = Seat::BOTH.map(|seat| seat == position.state().mover());
        let (lower, upper) = pits.split_at(self.shape().own());
        let mut text = match self.shape() {
            Shape::OneRank { .. } => self.one_rank(&pits, moves),
            Shape::TwoRanks { .. } => {
                two_ranks([lower, upper], position.stores().map(usize::from), moves)
            }
            Shape::FourRanks { .. } => four_ranks([lower, upper], moves),
        };
        if let Some(words) = self.rules().marks_words(board.marks) {
            let _ = writeln!(text, "  {words}.");
        }
        if let Some(chosen) = position.state().endless() {
            let _ = writeln!(
                text,
                "  The sowing of {} never ends.",
                self.text_of(position.state(), chosen)
            );
        }
        text
    }

    /// Draws a rank in lines that are as equal in length as can be, each with the numbers of its pits below.
    fn one_rank(&self, pits: &[usize], moves: [bool; 2]) -> String {
        let lines = pits.len().div_ceil(MOST_IN_A_LINE);
        let most = pits.len().div_ceil(lines);
        let mut text = String::new();
        for (part, counts) in pits.chunks(most).enumerate() {
            let first = part * most + 1;
            for number in counts {
                // Writing to a string cannot fail.
                let _ = write!(text, "{number:5}");
            }
            text.push('\n');
            for number in first..first + counts.len() {
                let _ = write!(text, "{:>5}", format!("({number})"));
            }
            text.push_str("\n\n");
        }
        let [left, right] = self.shape().sides();
        let mark = |moves| if moves { " *" } else { "" };
        let _ = writeln!(
            text,
            "  {left}{}, {right}{}",
            mark(moves[0]),
            mark(moves[1])
        );
        text
    }
}

impl Shape {
    /// Returns the names of the sides.
    pub(super) const fn sides(self) -> [&'static str; 2] {
        match self {
            Shape::OneRank { .. } => ["Left", "Right"],
            Shape::TwoRanks { .. } | Shape::FourRanks { .. } => ["Lower", "Upper"],
        }
    }
}
