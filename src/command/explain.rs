//! `solve --explain`: a line of best play, to be replayed round by round.

use std::fmt::Write;

use serde::Serialize;

use super::draw::DIM;
use crate::analysis::solve::{Line, LineEnd};

#[derive(Serialize)]
pub(super) struct Explanation {
    rounds: Vec<ExplainedRound>,
    /// `over`, `recurs` (the next board was there before) or `stopped` (the time was up).
    ends: &'static str,
}

#[derive(Serialize)]
struct ExplainedRound {
    position: String,
    round: String,
    /// What the round takes, as `sow` wants it.
    east: u8,
    west: u8,
    /// The margin of the side with sente from here on.
    value: i32,
}

impl Explanation {
    pub(super) fn new(line: &Line) -> Explanation {
        let rounds = line.rounds.iter().map(|of_line| ExplainedRound {
            position: of_line.position.to_string(),
            round: of_line.round.to_string(),
            east: of_line.round.east,
            west: of_line.round.west,
            value: of_line.margin,
        });
        Explanation {
            rounds: rounds.collect(),
            ends: match line.end {
                LineEnd::Over => "over",
                LineEnd::Recurs => "recurs",
                LineEnd::Stopped => "stopped",
            },
        }
    }

    /// A round a line, with what it is worth to the side with sente.
    pub(super) fn text(&self, game: &str) -> String {
        let mut text = String::from("\nBest play by both, without turning the board:\n");
        for ExplainedRound {
            position,
            round,
            value,
            ..
        } in &self.rounds
        {
            let _ = writeln!(text, "{round:8} {value:+3}  {DIM}{position}{DIM:#}");
        }
        let _ = writeln!(
            text,
            "{}",
            match self.ends {
                "over" => "The game is over.",
                "recurs" => "Here the board comes back.",
                _ => "Stopped here.",
            }
        );
        if let Some(ExplainedRound {
            position,
            east,
            west,
            ..
        }) = self.rounds.first()
        {
            let _ = writeln!(
                text,
                "{DIM}To see a round: sowlab sow {game} --position \"{position}\" --east {east} --west {west} --trace{DIM:#}"
            );
        }
        text
    }
}
