//! Boards drawn one after the other, as SVG: each on its own for a page, or all in one file.

use std::fmt::Write as _;

use super::source::Source;

/// A hand on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// The hole it is at, by index.
    pub(super) at: usize,
    /// Whether it sows toward the last hole.
    pub(super) rising: bool,
    pub(super) stones: u8,
}

/// One board of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) caption: String,
    pub(super) holes: Vec<u8>,
    /// East's hand, drawn above the board.
    pub(super) east: Option<Hand>,
    /// West's hand, drawn below.
    pub(super) west: Option<Hand>,
}

/// Boards in a row.
#[derive(Clone, Debug)]
pub(in crate::study) struct Drawing {
    pub(super) title: String,
    /// How to read it, and what it shows.
    pub(super) note: String,
    /// The name of the file that it makes on its own.
    pub(super) file: String,
    pub(super) frames: Vec<Frame>,
    pub(super) source: Source,
}

/// The colours of the parts, which take them from variables.
pub(super) const CLASSES: &str = include_str!("drawing.css");
/// The variables of a file of its own, on a light ground and on a dark one.
const VARIABLES: &str = "\
svg { --ground: #ffffff; --ink: #1c1f24; --line: #8a9099; --hole: #eef0f3; --east: #b93a22; --west: #1f66ad }
@media (prefers-color-scheme: dark) {
svg { --ground: #16181d; --ink: #e6e8ec; --line: #7b828d; --hole: #262a31; --east: #ff8a70; --west: #74b4f5 }
}
";

const CELL: usize = 29;
const MARGIN: usize = 6;
const HEIGHT: usize = 84;
/// Heights within a frame: caption, East's hand, holes, West's hand.
const LINES: [usize; 4] = [13, 31, 50, 76];

impl Frame {
    fn width(&self) -> usize {
        2 * MARGIN + CELL * self.holes.len()
    }

    /// Drawn from the origin.
    fn parts(&self) -> String {
        let [caption, east, holes, west] = LINES;
        let mut text = format!(
            "<text class=\"sow-text sow-head\" x=\"{MARGIN}\" y=\"{caption}\">{}</text>",
            escaped(&self.caption)
        );
        let middle = |index: usize| MARGIN + CELL * index + CELL / 2;
        for (index, &stones) in self.holes.iter().enumerate() {
            let x = middle(index);
            let faint = if stones == 0 { " sow-faint" } else { "" };
            let _ = write!(
                text,
                "<circle class=\"sow-hole\" cx=\"{x}\" cy=\"{holes}\" r=\"13\"/>\
                 <text class=\"sow-text{faint}\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{stones}</text>",
                holes + 5
            );
        }
        for (hand, side, y, radius) in
            [(self.east, "east", east, 13), (self.west, "west", west, 10)]
        {
            let Some(hand) = hand else { continue };
            let x = middle(hand.at);
            let shown = match (hand.rising, hand.stones) {
                (true, stones) => format!("{stones}▸"),
                (false, stones) => format!("◂{stones}"),
            };
            let _ = write!(
                text,
                "<circle class=\"sow-ring sow-{side}\" cx=\"{x}\" cy=\"{holes}\" r=\"{radius}\"/>\
                 <text class=\"sow-text sow-hand sow-{side}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{shown}</text>"
            );
        }
        text
    }

    /// On its own, for a page that gives the colours.
    pub(super) fn svg(&self) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {HEIGHT}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">{}</svg>",
            self.width(),
            self.parts()
        )
    }
}

impl Drawing {
    /// All boards in one file, with its own colours for light and dark.
    pub(super) fn file_contents(&self) -> String {
        const COLUMNS: usize = 2;
        const GAP: usize = 24;
        let column = self.frames.iter().map(Frame::width).max().unwrap_or(0) + GAP;
        let rows = self.frames.len().div_ceil(COLUMNS);
        let (width, height) = (COLUMNS * column + GAP, rows * (HEIGHT + 12) + GAP);
        let mut text = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n<style>\n{VARIABLES}{CLASSES}</style>\n\
             <rect class=\"sow-ground\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\n",
            escaped(&self.title)
        );
        for (index, frame) in self.frames.iter().enumerate() {
            // Down the first column, then the next.
            let (x, y) = (index / rows * column, index % rows * (HEIGHT + 12));
            let _ = writeln!(
                text,
                "<g transform=\"translate({},{})\">{}</g>",
                x + GAP,
                y + GAP / 2,
                frame.parts()
            );
        }
        text + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
