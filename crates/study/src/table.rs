//! Tables of results: typed cells below headings that determine the format of their numbers. One table is written as
//! comma-separated values, as Markdown and for a terminal, and gives templates its lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use minijinja::Value;
use minijinja::value::Object;

use super::names::short_name;
use super::text::{grouped, interval, signed, signed_decimal};
use sowlab_findings::Values;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Missing,
    Text(String),
    Whole(i128),
    Number(f64),
    Interval([i32; 2]),
}

/// The format of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Text,
    /// Notation, such as moves, records and options.
    Code,
    /// The full name of a game, which is displayed in its short form.
    Game,
    Count,
    /// A whole number with its sign.
    Margin,
    /// The bounds of a margin.
    Interval,
    /// A number with this many decimals.
    Decimal(usize),
    /// A number with its sign and this many decimals.
    Signed(usize),
    /// A power of ten with one digit.
    Power,
}

/// A column of a table.
#[derive(Clone, Debug)]
struct Column {
    heading: String,
    format: Format,
    /// The text for cells without a value.
    missing: &'static str,
    cells: Vec<Cell>,
}

/// Names of columns in files that stay as they are, each with the heading on pages.
const HEADINGS: [(&str, &str); 38] = [
    ("a most lopsided setup", "a setup of greatest value"),
    (
        "a most lopsided setup of equal sides",
        "a setup of greatest value, sides equal",
    ),
    ("all alike, per cent", "all equal, per cent"),
    ("best", "optimal"),
    (
        "best play repeats, per cent",
        "optimal play repeats, per cent",
    ),
    ("bits a position", "bits per position"),
    ("boards with one", "boards with such a round"),
    ("can come back", "boards that can repeat"),
    ("choice", "move"),
    ("choices that are best, per cent", "optimal moves, per cent"),
    ("endless", "non-terminating"),
    ("endless round is best", "non-terminating round is optimal"),
    ("forced", "infinite play is optimal"),
    ("given away at random", "mean loss of a random move"),
    (
        "given away by the second best",
        "mean loss of the second best",
    ),
    ("greatest worth", "greatest value"),
    ("held", "value kept"),
    ("infinite play matters", "depend on infinite play"),
    ("lower", "margin, infinite play a loss"),
    ("margin given away a game", "mean loss per game"),
    ("mean worth", "mean value"),
    ("moves of best play", "length of optimal play, moves"),
    (
        "one alone is best, per cent",
        "exactly one optimal, per cent",
    ),
    ("pie lower", "with the pie rule, a loss"),
    ("pie upper", "with the pie rule, a win"),
    ("pie zero", "with the pie rule, a draw"),
    ("positions a second", "positions per second"),
    ("price of sente", "cost of committing first"),
    ("searched too", "confirmed by a second search"),
    ("seconds", "wall seconds"),
    (
        "seeing matters, per cent",
        "boards where observing has value, per cent",
    ),
    ("undetermined", "depend on infinite play"),
    ("upper", "margin, infinite play a win"),
    ("value held, per cent", "value kept, per cent"),
    ("worth of seeing", "value of observing"),
    ("wrong, per cent", "moves with a loss, per cent"),
    ("zero", "margin, infinite play a draw"),
    ("µs a decision", "µs per decision"),
];

/// Returns the heading of a column on pages.
fn readable(name: &str) -> &str {
    let mut known = HEADINGS.iter();
    known
        .find(|(column, _)| *column == name)
        .map_or(name, |(_, heading)| heading)
}

/// A table of results.
#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<Column>,
}

/// A table that is built column by column from its lines.
pub(super) struct Columns<Line> {
    lines: Vec<Line>,
    table: Table,
}

impl<Line: Copy> Columns<Line> {
    /// Creates a table of these lines, without columns.
    pub(super) fn of(lines: impl IntoIterator<Item = Line>) -> Columns<Line> {
        Columns {
            lines: lines.into_iter().collect(),
            table: Table::default(),
        }
    }

    /// Adds a column: its heading, its format, and the cell of a line.
    pub(super) fn column<Value: Into<Cell>>(
        mut self,
        heading: &str,
        format: Format,
        cell: impl Fn(Line) -> Value,
    ) -> Self {
        self.table.columns.push(Column {
            heading: heading.to_owned(),
            format,
            missing: "",
            cells: (self.lines.iter()).map(|line| cell(*line).into()).collect(),
        });
        self
    }

    pub(super) fn text<V: Into<Cell>>(self, heading: &str, cell: impl Fn(Line) -> V) -> Self {
        self.column(heading, Format::Text, cell)
    }

    pub(super) fn code<V: Into<Cell>>(self, heading: &str, cell: impl Fn(Line) -> V) -> Self {
        self.column(heading, Format::Code, cell)
    }

    pub(super) fn game<'a>(self, cell: impl Fn(Line) -> &'a String) -> Self {
        self.column("game", Format::Game, cell)
    }

    pub(super) fn count<V: Into<Cell>>(self, heading: &str, cell: impl Fn(Line) -> V) -> Self {
        self.column(heading, Format::Count, cell)
    }

    pub(super) fn interval<V: Into<Cell>>(self, heading: &str, cell: impl Fn(Line) -> V) -> Self {
        self.column(heading, Format::Interval, cell)
    }

    pub(super) fn decimal<V: Into<Cell>>(
        self,
        heading: &str,
        digits: usize,
        cell: impl Fn(Line) -> V,
    ) -> Self {
        self.column(heading, Format::Decimal(digits), cell)
    }

    /// Adds a column for each infinite-play convention, without the pie rule and with it.
    pub(super) fn values_with_pie<'a>(
        self,
        values: impl Fn(Line) -> (&'a Values, Option<&'a Values>),
    ) -> Self {
        self.interval("lower", |line| values(line).0.lower)
            .interval("zero", |line| values(line).0.zero)
            .interval("upper", |line| values(line).0.upper)
            .interval("pie lower", |line| values(line).1.map(|pie| pie.lower))
            .interval("pie zero", |line| values(line).1.map(|pie| pie.zero))
            .interval("pie upper", |line| values(line).1.map(|pie| pie.upper))
    }

    /// Sets the text of the last column for cells without a value.
    pub(super) fn or(mut self, missing: &'static str) -> Self {
        if let Some(column) = self.table.columns.last_mut() {
            column.missing = missing;
        }
        self
    }

    /// Returns the table.
    pub(super) fn table(self) -> Table {
        self.table
    }
}

macro_rules! cell_from {
    ($($number:ty),+) => {
        $(impl From<$number> for Cell {
            fn from(number: $number) -> Cell {
                Cell::Whole(number as i128)
            }
        })+
    };
}

cell_from!(u8, u32, u64, u128, usize, i32);

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Number(number)
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<[i32; 2]> for Cell {
    fn from(interval: [i32; 2]) -> Cell {
        Cell::Interval(interval)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Missing, Into::into)
    }
}

impl Column {
    /// Returns whether the column has numbers, which are aligned to the right.
    fn numeric(&self) -> bool {
        !matches!(self.format, Format::Text | Format::Code | Format::Game)
    }

    /// Returns the cell for comma-separated values; an interval gives two cells, one for each end.
    fn stored(&self, row: usize) -> Vec<String> {
        let text = match (&self.cells[row], self.format) {
            (Cell::Interval([from, to]), _) => return vec![from.to_string(), to.to_string()],
            (Cell::Missing, Format::Interval) => return vec![String::new(), String::new()],
            (Cell::Missing, _) => self.missing.to_owned(),
            (Cell::Text(text), _) => text.clone(),
            (Cell::Whole(number), Format::Margin) => format!("{number:+}"),
            (Cell::Whole(number), _) => number.to_string(),
            (Cell::Number(number), Format::Decimal(digits)) => format!("{number:.digits$}"),
            (Cell::Number(number), Format::Signed(digits)) => format!("{number:+.digits$}"),
            (Cell::Number(number), Format::Power) => format!("{number:.0e}"),
            (Cell::Number(number), _) => number.to_string(),
        };
        vec![text]
    }

    /// Returns the cell for display.
    fn shown(&self, row: usize) -> String {
        match (&self.cells[row], self.format) {
            (Cell::Interval(ends), _) => interval(ends),
            (Cell::Text(text), Format::Game) => short_name(text),
            (Cell::Whole(number), Format::Margin) => signed(*number as i32),
            (Cell::Whole(number), _) if *number >= 0 => grouped(*number as u128),
            (Cell::Number(number), Format::Decimal(digits)) if *number < 0.0 => {
                signed_decimal(*number, digits)
            }
            (Cell::Number(number), Format::Signed(digits)) => signed_decimal(*number, digits),
            _ => self.stored(row).concat(),
        }
    }

    /// Returns the cell as Markdown.
    fn marked(&self, row: usize) -> String {
        let text = self.shown(row);
        match self.format {
            Format::Code | Format::Game if !text.is_empty() => format!("`{text}`"),
            _ => text.replace('|', "\\|"),
        }
    }

    /// Returns the column's name in templates: the heading in lower case, without a unit other than per cent.
    fn key(&self) -> String {
        let name = self.heading.replace(", per cent", " per cent");
        let name = name.split([',', '(']).next().unwrap_or_default();
        let name = name.trim().to_lowercase().replace('µ', "u");
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    }
}

impl From<&Cell> for Value {
    fn from(cell: &Cell) -> Value {
        match cell {
            Cell::Missing => Value::from(()),
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Whole(number) => Value::from(*number),
            Cell::Number(number) => Value::from(*number),
            Cell::Interval(ends) => Value::from(ends.to_vec()),
        }
    }
}

impl Object for Table {}

impl Table {
    /// Creates a table of values from a template; each column has a heading and a flag for numbers.
    pub(super) fn of_text(headings: &[(String, bool)], rows: Vec<Vec<String>>) -> Table {
        let columns = headings.iter().enumerate().map(|(at, (heading, numeric))| {
            let cells = rows.iter().map(|row| Cell::Text(row[at].clone()));
            Column {
                heading: heading.clone(),
                format: if *numeric {
                    Format::Count
                } else {
                    Format::Text
                },
                missing: "",
                cells: cells.collect(),
            }
        });
        Table {
            columns: columns.collect(),
        }
    }

    /// Returns the table as comma-separated values with a line of headings. A column of intervals becomes two columns
    /// of numbers: `lower_min` and `lower_max`.
    ///
    /// # Errors
    /// None in memory; the library can only fail on files.
    pub(super) fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let headings = self.columns.iter().flat_map(|column| match column.format {
            Format::Interval => {
                let name = column.heading.replace(' ', "_");
                vec![format!("{name}_min"), format!("{name}_max")]
            }
            _ => vec![column.heading.clone()],
        });
        writer.write_record(headings)?;
        for row in 0..self.len() {
            writer.write_record(self.columns.iter().flat_map(|column| column.stored(row)))?;
        }
        writer
            .into_inner()
            .map_err(|error| error.into_error().into())
    }

    /// Returns a Markdown table.
    pub(super) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let headings = self
            .columns
            .iter()
            .map(|column| readable(&column.heading).to_owned());
        let mut text = line(headings.collect());
        let marks = self.columns.iter().map(|column| match column.numeric() {
            true => "---:|",
            false => "---|",
        });
        let _ = writeln!(text, "|{}", marks.collect::<String>());
        for row in 0..self.len() {
            let cells = self.columns.iter().map(|column| column.marked(row));
            text += &line(cells.collect());
        }
        text
    }

    /// Returns the table for a terminal, with aligned columns.
    pub fn text(&self) -> String {
        let columns = self.columns.iter().map(|column| {
            let cells = (0..self.len()).map(|row| column.shown(row).replace('`', ""));
            let all: Vec<String> = std::iter::once(column.heading.clone())
                .chain(cells)
                .collect();
            let width = all.iter().map(|cell| cell.chars().count()).max();
            (all, width.unwrap_or(0), column.numeric())
        });
        let columns: Vec<_> = columns.collect();
        let mut text = String::new();
        for row in 0..=self.len() {
            let mut line = String::new();
            for (cells, width, numeric) in &columns {
                let (cell, width) = (&cells[row], *width);
                let _ = match numeric {
                    true => write!(line, "{cell:>width$}  "),
                    false => write!(line, "{cell:width$}  "),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Returns the lines for templates: values by the names of their columns.
    pub(super) fn lines(&self) -> Vec<Value> {
        let keys: Vec<String> = self.columns.iter().map(Column::key).collect();
        let line = |row: usize| {
            let cells = self.columns.iter().map(|column| &column.cells[row]);
            let values: BTreeMap<String, Value> =
                keys.iter().cloned().zip(cells.map(Value::from)).collect();
            Value::from(values)
        };
        (0..self.len()).map(line).collect()
    }

    /// Returns some of the columns and rows. Columns are named as for templates.
    ///
    /// # Errors
    /// The name that no column has.
    pub(super) fn part(&self, names: Option<&[String]>, rows: &[usize]) -> Result<Table, String> {
        let columns: Vec<&Column> = match names {
            None => self.columns.iter().collect(),
            Some(names) => {
                let named = |name: &String| self.columns.iter().find(|one| one.key() == *name);
                let found = names
                    .iter()
                    .map(|name| named(name).ok_or_else(|| name.clone()));
                found.collect::<Result<_, _>>()?
            }
        };
        let columns = columns.into_iter().map(|column| Column {
            cells: rows.iter().map(|&row| column.cells[row].clone()).collect(),
            ..column.clone()
        });
        Ok(Table {
            columns: columns.collect(),
        })
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Line = (&'static str, [i32; 2], Option<[i32; 2]>, f64, Option<u64>);

    fn table() -> Table {
        let lines: [Line; 2] = [
            ("a", [2, 2], Some([-3, 4]), -0.5, None),
            ("b|c", [-1, 0], None, 1.25, Some(1000)),
        ];
        Columns::of(&lines)
            .text("name", |line| line.0)
            .interval("lower", |line| line.1)
            .interval("pie lower", |line| line.2)
            .decimal("mean, stones", 1, |line| line.3)
            .count("boards", |line| line.4)
            .or("-")
            .table()
    }

    #[test]
    fn intervals_are_two_columns_of_numbers_in_files() {
        let csv = String::from_utf8(table().csv().unwrap()).unwrap();
        let expected = "name,lower_min,lower_max,pie_lower_min,pie_lower_max,\"mean, stones\",boards\n\
                        a,2,2,-3,4,-0.5,-\nb|c,-1,0,,,1.2,1000\n";
        assert_eq!(csv, expected);
    }

    #[test]
    fn people_read_grouped_numbers_to_the_right() {
        let shown = table().markdown();
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines[0]
                .starts_with("| name | margin, infinite play a loss | with the pie rule, a loss |")
        );
        assert_eq!(lines[1], "|---|---:|---:|---:|---:|");
        assert_eq!(lines[2], "| a | +2 | −3 to +4 | −0.5 | - |");
        assert_eq!(lines[3], "| b\\|c | −1 to 0 |  | 1.2 | 1,000 |");
        let text = table().text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "name    lower  pie lower  mean, stones  boards");
        assert_eq!(lines[1], "a          +2   −3 to +4          −0.5       -");
    }

    #[test]
    fn templates_name_columns_without_their_units() {
        let line = &table().lines()[0];
        assert_eq!(line.get_attr("mean").unwrap(), Value::from(-0.5));
        assert!(line.get_attr("boards").unwrap().is_none());
        let part = table().part(Some(&["boards".to_owned()]), &[1]).unwrap();
        assert_eq!(part.csv().unwrap(), b"boards\n1000\n");
        assert_eq!(table().part(Some(&["x".to_owned()]), &[]).unwrap_err(), "x");
    }
}
