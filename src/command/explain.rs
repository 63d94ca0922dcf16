//! `solve --explain`: lines of optimal play, to be replayed round by round.

use std::fmt::Write;

use super::draw::DIM;
use sowlab_analysis::solve::MOST_QUIET_BOARDS;
use sowlab_findings::{Line, LineEnd, LineRound, Lines, Values};

/// Returns lines of optimal play as text.
pub(super) fn text(lines: &Lines, game: &str) -> String {
    if let Some(line) = &lines.explanation {
        let title = "Optimal play by both sides, without a swap";
        return line_text(line, title) + &replay(line, game);
    }
    let Some(Values { lower, zero, upper }) = &lines.explanations else {
        return String::new();
    };
    let mut text = String::new();
    let mut shown = None;
    for (name, line) in [
        ("infinite play loses what is left (lower)", lower),
        ("infinite play is a draw for what is left (zero)", zero),
        ("infinite play wins what is left (upper)", upper),
    ] {
        match line {
            Some(line) => {
                text += &line_text(line, &format!("Optimal play where {name}"));
                shown = shown.or_else(|| Some(replay(line, game)));
            }
            None => {
                let _ = writeln!(
                    text,
                    "\nNo line where {name}:\n\
                         it needs tables that hold the position (`sowlab tables build`), and rounds without\n\
                         a capture that lead to at most {} boards.",
                    MOST_QUIET_BOARDS
                );
            }
        }
    }
    text + &shown.unwrap_or_default()
}

/// Returns a line as text, one round per line with its value for the side with sente.
fn line_text(line: &Line, what: &str) -> String {
    let mut text = format!("\n{what}:\n");
    for LineRound {
        position,
        round,
        value,
        ..
    } in &line.rounds
    {
        let _ = writeln!(text, "{round:8} {value:+3}  {DIM}{position}{DIM:#}");
    }
    let _ = writeln!(
        text,
        "{}",
        match line.ends {
            LineEnd::Over => "The game is over.",
            LineEnd::Endless => "This round never ends.",
            LineEnd::Recurs => "Here the board recurs, and play repeats.",
            LineEnd::Stopped => "Stopped here.",
        }
    );
    text
}

/// Returns the command that shows the first round.
fn replay(line: &Line, game: &str) -> String {
    let mut text = String::new();
    if let Some(LineRound {
        position,
        east,
        west,
        ..
    }) = line.rounds.first()
    {
        let _ = writeln!(
            text,
            "{DIM}To see a round: sowlab sow {game} --position \"{position}\" --east {east} --west {west} --trace{DIM:#}"
        );
    }
    text
}
