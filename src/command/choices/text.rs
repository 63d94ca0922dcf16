//! Values as text.

use sowlab_findings::{
    Bounds, Certainty, Choices, Estimate, Evidence, ValuedChoice, Values, exact,
};
use std::fmt::Write;
use std::ops::RangeInclusive;

use indicatif::HumanCount;

use super::super::amount::counted;
use super::super::draw::{BOLD, DIM};
use super::super::output::WIDTH;
use super::cells::{cell, marked};
use super::matrix::matrix;
use sowlab_games::catalog::HoleColumns;

/// Returns the proven margin of an interval, or its bounds.
pub(in crate::command) fn interval_text(interval: &RangeInclusive<i32>) -> String {
    match exact(interval) {
        Some(margin) => format!("{BOLD}{margin:+}{BOLD:#}"),
        None => format!("not proven, {:+} to {:+}", interval.start(), interval.end()),
    }
}

/// Returns the three readings on one line, or the value that they have in common.
pub(in crate::command) fn readings_text(bounds: &Bounds) -> String {
    let Values { lower, zero, upper } = Values::of(bounds, interval_text);
    match lower == zero && zero == upper {
        true => lower,
        false => format!("lower {lower}, zero {zero}, upper {upper}"),
    }
}

/// Returns an estimate, labelled as one.
pub(in crate::command) fn estimate_text(estimate: Estimate) -> String {
    let Estimate { margin, depth } = estimate;
    format!(
        "estimate {margin:+} (a search {} deep, not proven)",
        counted(depth.into(), "move")
    )
}

/// How sure a value is that ships with the program, where it comes from, and how to compute it again.
pub(in crate::command) fn evidence_text(evidence: &Evidence) -> String {
    let Evidence {
        certainty,
        file,
        recompute,
    } = evidence;
    let detail = match certainty {
        Certainty::Verified { claims } => {
            format!(": a checker confirmed {} claims", HumanCount(*claims))
        }
        Certainty::Solved { ways } if *ways > 1 => format!(": {ways} independent ways agree"),
        _ => String::new(),
    };
    format!(
        "How sure: {certainty}{detail}\n{DIM}From {file}; to compute it again:\n{recompute}{DIM:#}\n"
    )
}

/// Returns a value in a column: `+3`, `-1/0/+4` by the three readings, or the interval.
fn value(bounds: &Bounds, estimate: Option<Estimate>) -> String {
    if let Some(value) = bounds.value() {
        return match bounds.one_value() {
            Some(margin) => format!("{margin:+}"),
            None => format!("{:+}/{:+}/{:+}", value.lower, value.zero, value.upper),
        };
    }
    let (low, high) = (bounds.lower.start(), bounds.upper.end());
    let guess = estimate.map_or(String::new(), |estimate| format!(" ~{:+}", estimate.margin));
    format!("{low:+} to {high:+}{guess}")
}

/// Returns the values under the holes of a drawn board, where choices are holes.
pub(in crate::command) fn row_under_holes(choices: &Choices, columns: HoleColumns) -> String {
    let HoleColumns { holes, left, width } = columns;
    let in_hole = |hole: usize| {
        let all = choices.choices.iter();
        let mut named = all.filter(|choice| choice.choice.get(1..) == Some(&hole.to_string()));
        named.next()
    };
    let (best, _) = choices.best();
    let mut text = format!("{:<left$}", format!("  {}", choices.margin_of));
    for hole in 1..=holes {
        let Some(choice) = in_hole(hole) else {
            let _ = write!(text, "{DIM}{:^width$}{DIM:#}", "·");
            continue;
        };
        let (shown, style) = cell(&choice.bounds, choice.estimate);
        let style = marked(style, best.contains(&choice.choice));
        let gap = width.saturating_sub(shown.chars().count());
        let (before, after) = (" ".repeat(gap / 2), " ".repeat(gap - gap / 2));
        let _ = write!(text, "{before}{style}{shown}{style:#}{after}");
    }
    text.push('\n');
    text
}

/// Returns the value of every choice in as few lines as fit, the optimal choices in bold.
pub(in crate::command) fn in_line(choices: &Choices) -> String {
    let (best, _) = choices.best();
    let mut text = String::new();
    let mut width = WIDTH;
    for ValuedChoice {
        choice,
        bounds,
        estimate,
        ..
    } in &choices.choices
    {
        let (shown, style) = cell(bounds, *estimate);
        let style = marked(style, best.contains(choice));
        let needed = 3 + choice.len() + shown.len();
        if width + needed > WIDTH {
            text += if text.is_empty() { " " } else { "\n " };
            width = 1;
        }
        width += needed;
        let _ = write!(text, "  {choice} {style}{shown}{style:#}");
    }
    text + "\n"
}

/// The values as the side that chooses sees them: its margins of the whole game. `lead` is the margin that the first side
/// has already.
pub(in crate::command) fn of_chooser(choices: &Choices, first: &str, lead: i32) -> Choices {
    let lead = if choices.margin_of == first {
        lead
    } else {
        -lead
    };
    choices.final_margins(choices.chooser.unwrap_or(choices.margin_of), lead)
}

/// The table of choices, and the matrix where replies were asked for.
pub(in crate::command) fn text(choices: &Choices) -> String {
    let Some(chooser) = choices.chooser else {
        return String::new();
    };
    let margin_of = choices.margin_of;
    let mut text = format!(
        "{chooser} chooses. Values are {margin_of}'s final margin: + means that {margin_of} wins.\n"
    );
    let (best, _) = choices.best();
    let shown: Vec<[String; 4]> = choices.choices.iter().map(row).collect();
    let pie = choices.pie.is_some();
    let heads = ["choice", "value", "with pie", "best reply"];
    let width = |column: usize| {
        let cells = shown.iter().map(|row| row[column].len());
        cells.chain([heads[column].len()]).max().unwrap_or(0)
    };
    let columns: Vec<usize> = (0..4).filter(|&column| column != 2 || pie).collect();
    let line = |text: &mut String, cells: &[String; 4], bold: bool| {
        let style = if bold { BOLD } else { anstyle::Style::new() };
        for &column in &columns {
            let (cell, width) = (&cells[column], width(column));
            let gap = " ".repeat(width - cell.len());
            let _ = write!(text, "  {style}{cell}{style:#}{gap}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    };
    text.push('\n');
    let mut heading = String::new();
    line(&mut heading, &heads.map(str::to_owned), false);
    let _ = writeln!(text, "{DIM}{}{DIM:#}", heading.trim_end());
    for (choice, cells) in choices.choices.iter().zip(&shown) {
        line(&mut text, cells, best.contains(&choice.choice));
    }
    text.push('\n');
    let replies = choices
        .choices
        .iter()
        .any(|choice| !choice.replies().is_empty());
    if replies {
        let _ = writeln!(text, "Replies, the best of each row underlined:\n");
        text += &matrix(choices);
    }
    text + &legend(choices, replies)
}

fn row(choice: &ValuedChoice) -> [String; 4] {
    [
        choice.choice.clone(),
        value(&choice.bounds, choice.estimate),
        choice
            .pie
            .as_ref()
            .map_or(String::new(), |pie| value(pie, choice.pie_estimate)),
        choice.best_reply.clone().unwrap_or_default(),
    ]
}

/// Returns the explanation of the marks that were used.
fn legend(choices: &Choices, replies: bool) -> String {
    let of_replies = choices.choices.iter().flat_map(ValuedChoice::replies);
    let of_pie = choices
        .choices
        .iter()
        .filter_map(|choice| choice.pie.as_ref());
    let all: Vec<&Bounds> = (choices.choices.iter().map(|choice| &choice.bounds))
        .chain(of_replies.map(|reply| &reply.bounds))
        .chain(of_pie)
        .collect();
    let mut text = String::new();
    if all
        .iter()
        .any(|bounds| bounds.closed() && bounds.one_value().is_none())
    {
        text += "a/b/c: infinite play loses what is left, is a draw for it, wins it";
        text += if replies {
            "; * marks b alone.\n"
        } else {
            ".\n"
        };
    }
    let guess = choices.choices.iter().find_map(|choice| choice.estimate);
    if let Some(Estimate { depth, .. }) = guess {
        let _ = writeln!(
            text,
            "~: an estimate, not proven: a search {} deep.",
            counted(depth.into(), "move")
        );
    }
    text
}
