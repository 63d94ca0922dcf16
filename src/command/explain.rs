//! `solve --explain`: lines of best play, to be replayed round by round.

use std::fmt::Write;

use serde::Serialize;

use super::draw::DIM;
use sowlab_analysis::solve::{Line, LineEnd, Lines, MOST_QUIET_BOARDS};
use sowlab_findings::Readings;

/// As data: one line, or one for each reading.
#[derive(Serialize)]
pub(super) struct Explanations {
    /// Where infinite play does not matter.
    explanation: Option<Explanation>,
    /// Where it does; `null` where none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanations: Option<Readings<Option<Explanation>>>,
}

impl Explanations {
    pub(super) fn new(lines: &Lines) -> Explanations {
        match lines {
            Lines::One(line) => Explanations {
                explanation: Some(Explanation::new(line)),
                explanations: None,
            },
            Lines::ByReading { lower, zero, upper } => {
                let of = |line: &Option<Line>| line.as_ref().map(Explanation::new);
                Explanations {
                    explanation: None,
                    explanations: Some(Readings {
                        lower: of(lower),
                        zero: of(zero),
                        upper: of(upper),
                    }),
                }
            }
        }
    }

    pub(super) fn text(&self, game: &str) -> String {
        if let Some(explanation) = &self.explanation {
            let title = "Best play by both, without turning the board";
            return explanation.text(title) + &explanation.replay(game);
        }
        let Some(Readings { lower, zero, upper }) = &self.explanations else {
            return String::new();
        };
        let mut text = String::new();
        let mut replay = None;
        for (name, line) in [
            ("infinite play loses what is left (lower)", lower),
            ("infinite play counts for nobody (zero)", zero),
            ("infinite play wins what is left (upper)", upper),
        ] {
            match line {
                Some(line) => {
                    text += &line.text(&format!("Best play where {name}"));
                    replay = replay.or_else(|| Some(line.replay(game)));
                }
                None => {
                    let _ = writeln!(
                        text,
                        "\nNo line where {name}:\n\
                         tables must hold the position (see `sowlab tables build`), and rounds without a\n\
                         capture lead to at most {} boards.",
                        MOST_QUIET_BOARDS
                    );
                }
            }
        }
        text + &replay.unwrap_or_default()
    }
}

#[derive(Serialize)]
struct Explanation {
    rounds: Vec<ExplainedRound>,
    /// `over`, `endless` (the last round), `recurs` (the next board was there before) or `stopped` (the time
    /// was up).
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
    fn new(line: &Line) -> Explanation {
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
                LineEnd::Endless => "endless",
                LineEnd::Recurs => "recurs",
                LineEnd::Stopped => "stopped",
            },
        }
    }

    /// A round a line, with what it is worth to the side with sente.
    fn text(&self, what: &str) -> String {
        let mut text = format!("\n{what}:\n");
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
                "endless" => "This round never ends.",
                "recurs" => "Here the board comes back, and so on for ever.",
                _ => "Stopped here.",
            }
        );
        text
    }

    /// How to replay the first round.
    fn replay(&self, game: &str) -> String {
        let mut text = String::new();
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
