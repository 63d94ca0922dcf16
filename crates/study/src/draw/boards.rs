//! Boards drawn one after the other, as an animated SVG that needs no other file and no script.

use std::fmt::Write as _;

/// A hand on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// The hole it is at, by index.
    pub(crate) at: usize,
    /// Whether it sows toward the last hole.
    pub(crate) rising: bool,
    pub(crate) stones: u8,
}

/// One board of a drawing.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) caption: String,
    pub(crate) holes: Vec<u8>,
    /// East's hand, drawn above the board.
    pub(crate) east: Option<Hand>,
    /// West's hand, drawn below.
    pub(crate) west: Option<Hand>,
    /// How long it is shown, in ticks.
    pub(crate) ticks: u32,
}

/// Boards shown one after the other, again and again.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) title: String,
    /// How to read it, and what it shows.
    pub(crate) note: String,
    /// The name of the file that it makes on its own.
    pub(crate) file: String,
    pub(crate) frames: Vec<Frame>,
    /// A page that plays the same, which the report as HTML has in its place.
    pub(crate) player: Option<String>,
}

/// The colours of the parts, which take them from variables.
pub(crate) const CLASSES: &str = include_str!("boards.css");
/// The variables of a file of its own, on a light ground and on a dark one.
const VARIABLES: &str = "\
svg { --ground: #ffffff; --ink: #1c1f24; --line: #8a9099; --hole: #eef0f3; --east: #b93a22; --west: #1f66ad }
@media (prefers-color-scheme: dark) {
svg { --ground: #16181d; --ink: #e6e8ec; --line: #7b828d; --hole: #262a31; --east: #ff8a70; --west: #74b4f5 }
}
";

const CELL: usize = 29;
const MARGIN: usize = 6;
const HEIGHT: usize = 98;
/// Heights within a frame: caption, East's hand, holes, West's hand, numbers of the holes.
const LINES: [usize; 5] = [13, 31, 50, 78, 93];
/// How long a tick takes, in seconds.
const TICK: f64 = 0.4;

fn middle(index: usize) -> usize {
    MARGIN + CELL * index + CELL / 2
}

impl Frame {
    /// What changes from board to board, drawn from the origin.
    fn parts(&self) -> String {
        let [caption, east, holes, west, _] = LINES;
        let mut text = format!(
            "<text class=\"sow-text sow-head\" x=\"{MARGIN}\" y=\"{caption}\">{}</text>",
            escaped(&self.caption)
        );
        for (index, &stones) in self.holes.iter().enumerate() {
            let faint = if stones == 0 { " sow-faint" } else { "" };
            let (x, y) = (middle(index), holes + 5);
            let _ = write!(
                text,
                "<text class=\"sow-text sow-mid{faint}\" x=\"{x}\" y=\"{y}\">{stones}</text>"
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
                 <text class=\"sow-text sow-mid sow-hand sow-{side}\" x=\"{x}\" y=\"{y}\">{shown}</text>"
            );
        }
        text
    }
}

impl Drawing {
    fn width(&self) -> usize {
        2 * MARGIN + CELL * self.holes()
    }

    fn holes(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.holes.len())
    }

    /// The board itself: holes and their numbers.
    fn board(&self) -> String {
        let [_, _, holes, _, numbers] = LINES;
        (0..self.holes())
            .map(|index| {
                let x = middle(index);
                format!(
                    "<circle class=\"sow-hole\" cx=\"{x}\" cy=\"{holes}\" r=\"13\"/>\
                     <text class=\"sow-text sow-mid sow-number\" x=\"{x}\" y=\"{numbers}\">{}</text>",
                    index + 1
                )
            })
            .collect()
    }

    /// When each board is shown. A reader who wants no motion, and a program that draws none, sees one board.
    fn timing(&self) -> String {
        let name = self.file.trim_end_matches(".svg");
        let all: u32 = self.frames.iter().map(|frame| frame.ticks).sum();
        let seconds = f64::from(all) * TICK;
        let percent = |ticks: u32| 100.0 * f64::from(ticks) / f64::from(all.max(1));
        let mut text = format!(
            ".{name} {{ visibility: hidden; animation-duration: {seconds:.1}s; animation-timing-function: step-end; \
             animation-iteration-count: infinite }}\n"
        );
        let mut shown = 0;
        for (index, frame) in self.frames.iter().enumerate() {
            let (from, to) = (percent(shown), percent(shown + frame.ticks));
            let before = if shown == 0 {
                ""
            } else {
                "0% { visibility: hidden } "
            };
            let _ = writeln!(
                text,
                "@keyframes {name}-{index} {{ {before}{from:.2}% {{ visibility: visible }} {to:.2}% {{ visibility: hidden }} }}"
            );
            shown += frame.ticks;
        }
        text + &format!(
            ".{name}-still {{ visibility: visible }}\n\
             @media (prefers-reduced-motion: reduce) {{ .{name} {{ animation: none !important }} }}\n"
        )
    }

    /// The board that is seen where nothing moves: the last of those that are shown longest.
    fn still(&self) -> usize {
        let longest = self.frames.iter().map(|frame| frame.ticks).max();
        let last = self
            .frames
            .iter()
            .rposition(|frame| Some(frame.ticks) == longest);
        last.unwrap_or(0)
    }

    fn animated(&self) -> String {
        let name = self.file.trim_end_matches(".svg");
        let still = self.still();
        let frames = self.frames.iter().enumerate().map(|(index, frame)| {
            let mark = if index == still {
                format!(" {name}-still")
            } else {
                String::new()
            };
            let parts = frame.parts();
            format!(
                "<g class=\"{name}{mark}\" style=\"animation-name: {name}-{index}\">{parts}</g>\n"
            )
        });
        frames.collect()
    }

    /// For a page that gives the colours.
    pub(crate) fn svg(&self) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {HEIGHT}\" role=\"img\" aria-label=\"{}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
             <style>\n{}</style>\n{}\n{}</svg>",
            self.width(),
            escaped(&self.title),
            self.timing(),
            self.board(),
            self.animated()
        )
    }

    /// As a file of its own, with its own colours for light and dark.
    pub(crate) fn file_contents(&self) -> String {
        const EDGE: usize = 12;
        let (width, height) = (self.width() + 2 * EDGE, HEIGHT + 2 * EDGE);
        format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
             <title>{}</title>\n<style>\n{VARIABLES}{CLASSES}{}</style>\n\
             <rect class=\"sow-ground\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\n\
             <g transform=\"translate({EDGE},{EDGE})\">\n{}\n{}</g>\n</svg>\n",
            2 * width,
            2 * height,
            escaped(&self.title),
            self.timing(),
            self.board(),
            self.animated()
        )
    }
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_follow_each_other_without_a_gap() {
        let frame = |ticks| Frame {
            caption: String::new(),
            holes: vec![1, 0, 2],
            east: None,
            west: None,
            ticks,
        };
        let drawing = Drawing {
            title: "a < b".to_owned(),
            note: String::new(),
            file: "x.svg".to_owned(),
            frames: vec![frame(1), frame(3), frame(1)],
            player: None,
        };
        let text = drawing.file_contents();
        assert!(text.contains("animation-duration: 2.0s"), "{text}");
        for (index, [from, to]) in [["0.00", "20.00"], ["20.00", "80.00"], ["80.00", "100.00"]]
            .into_iter()
            .enumerate()
        {
            let shown = format!("{from}% {{ visibility: visible }} {to}% {{ visibility: hidden }}");
            let line = text
                .lines()
                .find(|line| line.starts_with(&format!("@keyframes x-{index} ")));
            assert!(line.is_some_and(|line| line.contains(&shown)), "{text}");
        }
        assert_eq!(text.matches("class=\"x x-still\"").count(), 1);
        assert!(text.contains("a &lt; b") && !text.contains("<script"));
    }
}
