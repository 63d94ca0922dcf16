//! A table of results, as comma-separated values, as Markdown and for a terminal.

use std::fmt::Write as _;

/// A table of results: text cells under column headings.
#[derive(Clone, Debug)]
pub struct Table {
    headings: Vec<String>,
    /// The columns of proven intervals.
    intervals: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(super) fn new(headings: &[impl AsRef<str>]) -> Table {
        let headings = headings.iter().map(|heading| heading.as_ref().to_owned());
        Table {
            headings: headings.collect(),
            intervals: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Names the columns of proven intervals, written `+1` or `-2 to +3`.
    pub(super) fn with_intervals(mut self, headings: &[&'static str]) -> Table {
        self.intervals = headings.to_vec();
        self
    }

    pub(super) fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.headings.len());
        self.rows.push(cells);
    }

    /// As comma-separated values with a line of headings. A column of intervals is two columns of numbers:
    /// `lower_min` and `lower_max`.
    ///
    /// # Errors
    /// None in memory; the library that writes can fail on files.
    pub(super) fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let is_interval = |heading: &String| self.intervals.contains(&heading.as_str());
        let headings = self.headings.iter().flat_map(|heading| {
            let name = heading.replace(' ', "_");
            match is_interval(heading) {
                true => vec![format!("{name}_min"), format!("{name}_max")],
                false => vec![heading.clone()],
            }
        });
        writer.write_record(headings)?;
        for row in &self.rows {
            let cells = self.headings.iter().zip(row).flat_map(|(heading, cell)| {
                if !is_interval(heading) {
                    return vec![cell.as_str()];
                }
                let (from, to) = cell.split_once(" to ").unwrap_or((cell, cell));
                vec![from.trim_start_matches('+'), to.trim_start_matches('+')]
            });
            writer.write_record(cells)?;
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
        let mut text = line(self.headings.iter().map(String::as_str).collect());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_two_columns_of_numbers() {
        let mut table = Table::new(&["game", "lower", "pie lower"]);
        table = table.with_intervals(&["lower", "pie lower"]);
        table.row(["a", "+2", "-3 to +4"].map(str::to_owned));
        table.row(["b", "-1 to +0", ""].map(str::to_owned));
        let csv = String::from_utf8(table.csv().unwrap()).unwrap();
        let expected =
            "game,lower_min,lower_max,pie_lower_min,pie_lower_max\na,2,2,-3,4\nb,-1,0,,\n";
        assert_eq!(csv, expected);
        assert!(table.markdown().contains("| -1 to +0 |"));
    }
}
