//! Choices and replies as a matrix.

use sowlab_findings::{Choices, ValuedChoice};
use std::fmt::Write;

use super::super::draw::DIM;
use super::super::output::WIDTH;
use super::cells::{cell, marked};

/// Returns a matrix with one row per choice and one column per reply, the best reply underlined. Wide matrices are
/// drawn in parts. The text is empty if no choice has a reply.
pub(super) fn matrix(choices: &Choices) -> String {
    let mut columns: Vec<&str> = Vec::new();
    for reply in choices.choices.iter().flat_map(ValuedChoice::replies) {
        if !columns.contains(&reply.choice.as_str()) {
            columns.push(&reply.choice);
        }
    }
    columns.sort_by_key(|text| number(text));
    let rows = choices.choices.iter();
    let label = rows.map(|choice| choice.choice.len()).max().unwrap_or(0) + 2;
    let cells = choices.choices.iter().flat_map(|choice| {
        let replies = choice.replies().iter();
        replies.map(|reply| cell(&reply.bounds, reply.estimate).0.len())
    });
    let widest = cells.chain(columns.iter().map(|text| text.len())).max();
    let width = widest.unwrap_or(0) + 1;
    let mut text = String::new();
    for part in columns.chunks(((WIDTH - label) / width).max(1)) {
        let _ = write!(text, "{:label$}", "");
        for column in part {
            let _ = write!(text, "{DIM}{column:>width$}{DIM:#}");
        }
        text.push('\n');
        for choice in &choices.choices {
            let _ = write!(text, "  {:<1$}", choice.choice, label - 2);
            for column in part {
                let reply = choice
                    .replies()
                    .iter()
                    .find(|reply| reply.choice == **column);
                let Some(reply) = reply else {
                    let _ = write!(text, "{DIM}{:>width$}{DIM:#}", "·");
                    continue;
                };
                let (shown, style) = cell(&reply.bounds, reply.estimate);
                let best = choice.best_reply.as_deref() == Some(*column);
                let style = marked(style, best);
                let gap = " ".repeat(width - shown.len());
                let _ = write!(text, "{gap}{style}{shown}{style:#}");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Returns the number in the text of a move, so that columns are in the order of the holes.
fn number(text: &str) -> u32 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}
