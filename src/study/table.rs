//! A table of results, as comma-separated values, as Markdown and for a terminal.

use std::fmt::Write as _;

/// A table of results: text cells under column headings.
#[derive(Clone, Debug)]
pub struct Table {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(super) fn new(headings: &[&'static str]) -> Table {
        Table {
            headings: headings.to_vec(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    /// As comma-separated values with a line of headings.
    ///
    /// # Errors
    /// None in memory; the library that writes can fail on files.
    pub(super) fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.headings)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer
            .into_inner()
            .map_err(|error| error.into_error().into())
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |\n", self.headings.join(" | "));
        let _ = writeln!(text, "|{}", "---|".repeat(self.headings.len()));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }

    /// For a terminal: columns aligned.
    pub fn text(&self) -> String {
        let mut widths: Vec<usize> = self.headings.iter().map(|cell| cell.len()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.len());
            }
        }
        let line = |cells: Vec<&str>| {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = match cell.parse::<f64>() {
                    Ok(_) => write!(line, "{cell:>width$}  "),
                    Err(_) => write!(line, "{cell:width$}  "),
                };
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut text = line(self.headings.clone());
        for row in &self.rows {
            text += &line(row.iter().map(String::as_str).collect());
        }
        text
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
