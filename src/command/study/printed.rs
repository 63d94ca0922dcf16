//! A finding as the terminal shows it.

use super::super::draw::{BOLD, DIM};
use crate::study::Finding;

/// Rows of a table that are printed; the rest is in the files.
const ROWS: usize = 40;

pub(super) fn text(finding: &Finding) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n\n", finding.title);
    match &finding.drawing {
        Some(drawing) => {
            for line in drawing.lines() {
                text += &format!("  {line}\n");
            }
        }
        None => {
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
        }
    }
    text.push('\n');
    for remark in &finding.remarks {
        text += &format!("  {remark}\n");
    }
    text.push('\n');
    text
}
