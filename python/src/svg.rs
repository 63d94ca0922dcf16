//! Boards as SVG.

use std::fmt::Write;

/// The side of a cell, in pixels.
const CELL: usize = 48;
/// The margin around the board, in pixels.
const MARGIN: usize = 12;
/// The height of the line below the board, in pixels.
const LINE: usize = 26;

/// Returns the cells of a position's first field, row by row in the view from the first side's seat.
fn rows(text: &str) -> Vec<Vec<String>> {
    let field = text.split_whitespace().next().unwrap_or_default();
    let rows = field.split('/');
    let mut rows: Vec<Vec<String>> = rows
        .map(|row| row.split(',').map(str::to_owned).collect())
        .collect();
    let equal = rows.iter().all(|row| row.len() == rows[0].len());
    match rows.len() {
        // The opposite side, which sows in the other direction, is above.
        2 if equal => {
            rows[1].reverse();
            rows.swap(0, 1);
        }
        // Each side has an outer and an inner row; inner rows are sown backwards.
        4 if equal => {
            rows[1].reverse();
            rows[2].reverse();
            // From above: the opposite outer row, its inner row, the own inner row, the own outer row.
            rows.swap(0, 2);
            rows.swap(1, 3);
            rows.swap(2, 3);
        }
        _ => {}
    }
    rows
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Draws a position of a game as an image: its cells, and the other fields in a line below.
pub(crate) fn svg(title: &str, text: &str) -> String {
    let rows = rows(text);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
    let (width, height) = (
        columns * CELL + 2 * MARGIN,
        rows.len() * CELL + 2 * MARGIN + LINE,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\" text-anchor=\"middle\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#f3ead9\"/>",
        escaped(&format!("{title}: {text}"))
    );
    for (row, cells) in rows.iter().enumerate() {
        // Rows of unequal lengths are centred.
        let left = MARGIN + (columns - cells.len()) * CELL / 2;
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (
                left + column * CELL + CELL / 2,
                MARGIN + row * CELL + CELL / 2,
            );
            let fill = match cell.as_str() {
                "0" => "#e6d8bd",
                _ => "#cfb58a",
            };
            let _ = write!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"#7a5c33\"/>\
                 <text x=\"{x}\" y=\"{}\" font-size=\"17\" fill=\"#2b1d0b\">{}</text>",
                CELL / 2 - 3,
                y + 6,
                escaped(cell)
            );
        }
    }
    let rest: Vec<&str> = text.split_whitespace().skip(1).collect();
    let _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"14\" fill=\"#2b1d0b\">{}</text></svg>",
        width / 2,
        height - MARGIN,
        escaped(&rest.join(" "))
    );
    out
}
