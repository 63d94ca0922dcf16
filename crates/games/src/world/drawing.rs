//! The board as a picture of text.

use std::fmt::Write;

use super::board::Shape;
use super::game::WorldGame;
use super::position::Position;
use super::rules::Counted;
use crate::Seat;

/// The most pits in a line of a drawing: a terminal has 80 columns.
const MOST_IN_A_LINE: usize = 16;

fn line(text: &mut String, margin: &str, counts: impl Iterator<Item = usize>) {
    let _ = write!(text, "  {margin:8}");
    for count in counts {
        let _ = write!(text, "{count:4}");
    }
    text.push('\n');
}

impl WorldGame {
    /// Draws the board as the first side sees it. Numbers of pits are outside, and `*` marks the side to move.
    pub(super) fn drawn(&self, position: &Position) -> String {
        let board = self.seen_by_first(position.state());
        let pits: Vec<usize> = board.pits[..self.shape().pits()]
            .iter()
            .map(|&seeds| usize::from(seeds))
            .collect();
        let mut text = match self.shape() {
            Shape::OneRank { .. } => self.one_rank(position, &pits),
            Shape::TwoRanks { pits: columns } => {
                let (lower, upper) = pits.split_at(columns);
                let mut text = String::new();
                let numbers = |margin: &str, reversed: bool| {
                    let all: Vec<usize> = match reversed {
                        true => (1..=columns).rev().collect(),
                        false => (1..=columns).collect(),
                    };
                    let mut part = String::new();
                    line(&mut part, margin, all.into_iter());
                    part
                };
                text += &numbers(&self.side(position, Seat::Upper), false);
                line(&mut text, "", upper.iter().rev().copied());
                line(&mut text, "", lower.iter().copied());
                text += &numbers(&self.side(position, Seat::Lower), true);
                text
            }
            Shape::FourRanks { pits: columns } => {
                let ranks: Vec<&[usize]> = pits.chunks(columns).collect();
                let mut text = String::new();
                line(&mut text, "", (1..=columns).rev());
                line(
                    &mut text,
                    &self.side(position, Seat::Upper),
                    ranks[2].iter().rev().copied(),
                );
                let upper = format!("{}..{}", columns + 1, 2 * columns);
                line(&mut text, &upper, ranks[3].iter().copied());
                let _ = writeln!(text, "           {}", "-".repeat(4 * columns - 1));
                let lower = format!("{}..{}", 2 * columns, columns + 1);
                line(&mut text, &lower, ranks[1].iter().rev().copied());
                line(
                    &mut text,
                    &self.side(position, Seat::Lower),
                    ranks[0].iter().copied(),
                );
                line(&mut text, "", 1..=columns);
                text
            }
        };
        let [first, second] = position.stores();
        if self.rules().counted() == Counted::Seeds {
            let _ = writeln!(text, "  Stores: Lower {first}, Upper {second}");
        }
        if let Some(marks) = self.rules().marks_text(board.marks) {
            let _ = writeln!(text, "  {}: {marks}", self.rules().marks_name());
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

    fn one_rank(&self, position: &Position, pits: &[usize]) -> String {
        let mut text = String::new();
        for (part, counts) in pits.chunks(MOST_IN_A_LINE).enumerate() {
            line(&mut text, "", counts.iter().copied());
            let first = part * MOST_IN_A_LINE + 1;
            line(&mut text, "", first..first + counts.len());
        }
        let [left, right] = Seat::BOTH.map(|seat| self.side(position, seat));
        let _ = writeln!(text, "  {left} sows to the right, {right} to the left");
        text
    }

    /// Returns the name of a side, with `*` if it is to move.
    fn side(&self, position: &Position, seat: Seat) -> String {
        let name = self.shape().sides()[seat as usize];
        match position.state().mover() == seat {
            true => format!("{name} *"),
            false => name.to_owned(),
        }
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
