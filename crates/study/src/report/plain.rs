//! The head of the report for a terminal.

use super::page::{Answer, Grid, Page};
use crate::text::{Piece, pieces, wrapped};

/// Characters of a line.
const WIDTH: usize = 78;

/// Each answer with how sure it is, then the table.
pub(super) fn summary(page: &Page) -> Vec<String> {
    let answers = page.head.answers.iter().flat_map(answer);
    let overview = page.head.overview.iter().flat_map(table);
    answers.chain(overview).collect()
}

fn answer(answer: &Answer) -> Vec<String> {
    let (question, text) = (answer.question.text(), plain(&answer.text));
    let sure = format!("{}: {}", answer.label.word(), plain(&answer.sure));
    wrapped(&format!("{question} {text} ({sure}.)"), WIDTH)
}

/// Text without its marks.
fn plain(text: &str) -> String {
    let pieces = pieces(text).into_iter().map(|piece| match piece {
        Piece::Plain(text) | Piece::Code(text) | Piece::Term(text) => text,
        Piece::Link { text, .. } => text,
    });
    pieces.collect()
}

/// The rows in columns.
fn table(grid: &Grid) -> Vec<String> {
    let all = || std::iter::once(&grid.headings).chain(&grid.rows);
    let width = |column: usize| {
        let cells = all().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(column, cell)| format!("{cell:width$}", width = width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    all().map(line).collect()
}
