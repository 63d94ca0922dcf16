//! Findings as the terminal shows them.

use super::super::draw::{BOLD, DIM};
use sowlab_study::{Finding, wrapped};

/// The maximum number of printed rows of a table; the rest is in the files.
const ROWS: usize = 40;

/// The number of lines of a summary.
const LINES: usize = 40;
/// The number of characters of a line.
const WIDTH: usize = 78;

/// A finding and its name.
type Named = (String, Box<Finding>);

/// Returns all findings, as tables and sentences.
pub(super) fn whole(found: &[Named], kept: &[String], time: &str) -> String {
    let mut text: String = found.iter().map(|(_, finding)| table_of(finding)).collect();
    if !kept.is_empty() {
        text += &format!("Kept as they are: {}.\n", kept.join(", "));
    }
    text + &format!("{DIM}{time}{DIM:#}\n")
}

/// Returns the experiments, with as many of their sentences as fit, then the findings of the report.
pub(super) fn summary(found: &[Named], kept: &[String], report: &[String], time: &str) -> String {
    // Two empty lines, the list of kept results, and the time.
    let room = LINES.saturating_sub(report.len() + 4);
    let shown = found.len().min(room.saturating_sub(1));
    let mut left = room - shown;
    let mut text = String::new();
    for (index, (name, finding)) in found[..shown].iter().enumerate() {
        let line = shortened(&format!("{name}: {}", finding.title));
        text += &format!("{line}\n");
        let share = left / (shown - index);
        let sentences = finding
            .remarks
            .iter()
            .map(|remark| wrapped(remark, WIDTH - 2));
        let mut used = 0;
        for sentence in sentences.take_while(|lines| {
            used += lines.len();
            used <= share
        }) {
            left -= sentence.len();
            text.extend(
                sentence
                    .iter()
                    .map(|line| format!("  {DIM}{line}{DIM:#}\n")),
            );
        }
    }
    let others = found.len() - shown;
    let mut rest = Vec::new();
    if others > 0 {
        rest.push(format!("{others} more"));
    }
    if !kept.is_empty() {
        let are = if kept.len() == 1 { "it is" } else { "they are" };
        rest.push(format!("{} kept as {are}", kept.len()));
    }
    if !rest.is_empty() {
        text += &format!("… {}\n", rest.join(", "));
    }
    text += &format!("{DIM}{time}; tables: --verbose{DIM:#}\n");
    if !report.is_empty() {
        text.push('\n');
        text.extend(report.iter().map(|line| format!("{line}\n")));
    }
    text
}

/// Returns a line that fits, cut at its end.
fn shortened(line: &str) -> String {
    match line.chars().count() <= WIDTH {
        true => line.to_owned(),
        false => line.chars().take(WIDTH - 1).chain(['…']).collect(),
    }
}

fn table_of(finding: &Finding) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n\n", finding.title);
    let table = finding.table.text();
    for (index, line) in table.lines().take(ROWS + 1).enumerate() {
        text += &match index {
            0 => format!("  {DIM}{line}{DIM:#}\n"),
            _ => format!("  {line}\n"),
        };
    }
    if finding.table.len() > ROWS {
        text += &format!("  {DIM}… {} rows in all{DIM:#}\n", finding.table.len());
    }
    text.push('\n');
    for remark in &finding.remarks {
        text += &format!("  {remark}\n");
    }
    text.push('\n');
    text
}
