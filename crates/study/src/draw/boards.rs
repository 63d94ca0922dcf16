//! Boards in sequence, as an animated SVG without other files or scripts.

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::rendered;

/// A hand while sowing.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Hand {
    /// The index of its hole.
    pub(crate) at: usize,
    /// Whether it sows toward the last hole.
    pub(crate) rising: bool,
    pub(crate) stones: u8,
}

/// One board of a drawing.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Frame {
    pub(crate) caption: String,
    pub(crate) holes: Vec<u8>,
    /// East's hand, drawn above the board.
    pub(crate) east: Option<Hand>,
    /// West's hand, drawn below.
    pub(crate) west: Option<Hand>,
    /// The duration of the frame, in ticks.
    pub(crate) ticks: u32,
}

/// A sequence of boards, shown in a loop.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) title: String,
    /// An explanation of the drawing.
    pub(crate) note: String,
    /// The name of the drawing as a separate file.
    pub(crate) file: String,
    pub(crate) frames: Vec<Frame>,
    /// A page with an interactive player, which replaces the drawing in the HTML report.
    pub(crate) player: Option<String>,
}

const TEMPLATE: &str = include_str!("../../templates/boards.svg");
/// The colours of the parts, as variables.
const CLASSES: &str = include_str!("boards.css");
/// The width of a hole, and of both margins together.
const WIDTHS: [usize; 2] = [29, 12];
/// The duration of a tick, in seconds.
const TICK: f64 = 0.4;

impl Drawing {
    /// Returns the index of the frame for displays without animation: the last of the longest frames.
    fn still(&self) -> usize {
        let longest = self.frames.iter().map(|frame| frame.ticks).max();
        let mut frames = self.frames.iter();
        let last = frames.rposition(|frame| Some(frame.ticks) == longest);
        last.unwrap_or(0)
    }

    fn drawn(&self, alone: bool) -> String {
        let all: u32 = self.frames.iter().map(|frame| frame.ticks).sum();
        let percent =
            |ticks: u32| format!("{:.2}", 100.0 * f64::from(ticks) / f64::from(all.max(1)));
        let mut shown = 0;
        let frames = self.frames.iter().map(|frame| {
            let from = percent(shown);
            shown += frame.ticks;
            context! { from, to => percent(shown), ..Value::from(Serde(frame.clone())) }
        });
        let [hole, margins] = WIDTHS;
        let values = context! {
            alone,
            title => &self.title,
            name => self.file.trim_end_matches(".svg"),
            classes => CLASSES,
            width => margins + hole * self.frames.first().map_or(0, |frame| frame.holes.len()),
            seconds => format!("{:.1}", f64::from(all) * TICK),
            still => self.still(),
            frames => frames.collect::<Vec<_>>(),
        };
        rendered(TEMPLATE, values)
    }

    /// Draws the boards for a page that defines the colours.
    pub(crate) fn svg(&self) -> String {
        self.drawn(false)
    }

    /// Draws the boards for a separate file, with its own colours for light and dark.
    pub(crate) fn file_contents(&self) -> String {
        self.drawn(true)
    }
}

/// Escapes a text for HTML.
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
