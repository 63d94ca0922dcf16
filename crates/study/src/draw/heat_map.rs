//! Values by two choices as a square of coloured cells.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::plot::{INK, INK_WRITTEN};
use crate::text::wrapped;

/// The colour of text on cells, independent of the background.
const ON_CELLS: RGBColor = RGBColor(25, 25, 25);
const POSITIVE: RGBColor = RGBColor(96, 160, 222);
const NEGATIVE: RGBColor = RGBColor(232, 126, 98);
const LEVEL: RGBColor = RGBColor(236, 232, 220);

const CELL: i32 = 44;
/// The space for the names of the rows, and for the title and the names of the columns.
const LEFT: i32 = 52;
const TOP: i32 = 66;
const MARGIN: i32 = 10;
/// The height of a line of the title, and the mean width of its characters.
const LINE: i32 = 20;
const TITLE_CHARACTER: i32 = 9;

/// A value at a row and a column.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) row: usize,
    pub(crate) column: usize,
    /// The number that determines the colour.
    pub(crate) value: f64,
    pub(crate) text: String,
    /// Whether the cell has a frame.
    pub(crate) marked: bool,
}

/// A square of values. Positive values are blue, negative ones red; the colour is stronger the farther the value is
/// from 0.
#[derive(Clone, Debug)]
pub(crate) struct HeatMap {
    pub(crate) title: String,
    pub(crate) rows: Vec<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) cells: Vec<Cell>,
}

impl HeatMap {
    /// Draws the map as a file; `None` if there is nothing to draw.
    pub(crate) fn file(&self) -> Option<String> {
        self.svg(true)
    }

    /// Draws the map as a part of a page, which shows the title itself. Names have the colour of the surrounding text.
    pub(crate) fn part(&self) -> Option<String> {
        Some(self.svg(false)?.replace(INK_WRITTEN, "currentColor"))
    }

    fn svg(&self, alone: bool) -> Option<String> {
        let strongest = self.cells.iter().map(|cell| cell.value.abs());
        let strongest = strongest.reduce(f64::max)?.max(1.0);
        let width = LEFT + CELL * self.columns.len() as i32 + MARGIN;
        let title = wrapped(&self.title, (width / TITLE_CHARACTER) as usize);
        let top = match alone {
            true => TOP + LINE * (title.len() as i32 - 1),
            false => TOP - 30,
        };
        let height = top + CELL * self.rows.len() as i32 + MARGIN;
        let mut text = String::new();
        {
            let size = (width as u32, height as u32);
            let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
            let centred = Pos::new(HPos::Center, VPos::Center);
            let ink = ("sans-serif", 15).into_font().color(&INK).pos(centred);
            if alone {
                let left = Pos::new(HPos::Left, VPos::Center);
                let style = ("sans-serif", 16).into_font().color(&INK).pos(left);
                for (index, line) in title.iter().enumerate() {
                    let at = (MARGIN, 18 + LINE * index as i32);
                    area.draw(&Text::new(line.as_str(), at, style.clone()))
                        .ok()?;
                }
            }
            let middle = |index: usize| CELL * index as i32 + CELL / 2;
            for (column, name) in self.columns.iter().enumerate() {
                let at = (LEFT + middle(column), top - 14);
                area.draw(&Text::new(name.as_str(), at, ink.clone())).ok()?;
            }
            for (row, name) in self.rows.iter().enumerate() {
                let at = (LEFT / 2, top + middle(row));
                area.draw(&Text::new(name.as_str(), at, ink.clone())).ok()?;
            }
            for cell in &self.cells {
                let (x, y) = (
                    LEFT + CELL * cell.column as i32,
                    top + CELL * cell.row as i32,
                );
                let ends = [(x + 1, y + 1), (x + CELL - 1, y + CELL - 1)];
                let colour = colour(cell.value / strongest);
                area.draw(&Rectangle::new(ends, colour.filled())).ok()?;
                if cell.marked {
                    let frame = [(x + 3, y + 3), (x + CELL - 3, y + CELL - 3)];
                    area.draw(&Rectangle::new(frame, ON_CELLS.stroke_width(2)))
                        .ok()?;
                }
                let at = (x + CELL / 2, y + CELL / 2);
                let font = ("sans-serif", font_size(&cell.text)).into_font();
                let style = font.color(&ON_CELLS).pos(centred);
                area.draw(&Text::new(cell.text.as_str(), at, style)).ok()?;
            }
            area.present().ok()?;
        }
        Some(text)
    }
}

/// Returns the font size at which a text fits into a cell.
fn font_size(text: &str) -> i32 {
    const LARGEST: i32 = 15;
    const LONGEST: i32 = 4;
    let length = text.chars().count() as i32;
    LARGEST.min(LARGEST * LONGEST / length.max(1))
}

/// Returns the colour of a value from −1 to 1.
fn colour(value: f64) -> RGBColor {
    let towards = if value < 0.0 { NEGATIVE } else { POSITIVE };
    let share = value.abs().min(1.0);
    let mix = |from: u8, to: u8| (f64::from(from) * (1.0 - share) + f64::from(to) * share) as u8;
    RGBColor(
        mix(LEVEL.0, towards.0),
        mix(LEVEL.1, towards.1),
        mix(LEVEL.2, towards.2),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_gives_the_hue_and_the_size_the_strength() {
        let RGBColor(red, _, blue) = colour(-1.0);
        assert!(red > blue);
        let RGBColor(red, _, blue) = colour(1.0);
        assert!(blue > red);
        let level = colour(0.0);
        assert_eq!((level.0, level.1, level.2), (LEVEL.0, LEVEL.1, LEVEL.2));
        assert!(colour(0.2).2 < colour(1.0).2 || colour(0.2).0 > colour(1.0).0);
    }

    #[test]
    fn every_cell_is_drawn_where_it_belongs() {
        let cell = |row, column, value: f64, marked| Cell {
            row,
            column,
            value,
            text: format!("{value:+}"),
            marked,
        };
        let map = HeatMap {
            title: "A title".into(),
            rows: vec!["E1".into(), "E2".into()],
            columns: vec!["W1".into(), "W2".into()],
            cells: vec![cell(0, 1, 3.0, true), cell(1, 0, -2.0, false)],
        };
        let svg = map.file().unwrap();
        let shown = ["A title", "E1", "E2", "W1", "W2", "+3", "-2", "#7D7D7D"];
        assert!(shown.iter().all(|text| svg.contains(text)));
        // Two cells, and the frame of one of them.
        assert_eq!(svg.matches("<rect").count(), 3);
        assert_eq!(["+3", "−9…+11"].map(font_size), [15, 10]);
        let part = map.part().unwrap();
        assert!(part.contains("currentColor") && !part.contains("A title"));
        let empty = HeatMap {
            cells: Vec::new(),
            ..map
        };
        assert!(empty.file().is_none());
    }
}
