//! The functions of templates: they place tables and drawings, and check statements.

use minijinja::value::{ArgType, Kwargs, Rest, ValueKind};
use minijinja::{Environment, Error, State, Value};

use super::blocks::{Block, Picture};
use super::filters::{self, Calculation, number};
use super::{Blocks, wrong};
use crate::draw::bars::{Bar, Bars};
use crate::draw::heat_map::{Cell, HeatMap};
use crate::draw::plot::{Lines, Series};
use crate::table::Table;
use crate::text::{grouped, interval, signed};

/// Adds the functions; they place blocks in `blocks`.
pub(super) fn add(environment: &mut Environment<'static>, blocks: &Blocks) {
    type Function = fn(&State<'_, '_>, &[Value], &Kwargs) -> Result<Option<Block>, Error>;
    let functions: [(&str, Function); 8] = [
        ("table", table),
        ("grid", grid),
        ("matrix", matrix),
        ("chart", chart),
        ("heat_map", heat_map),
        ("bars", bars),
        ("fold", fold),
        ("end_fold", |_, _, _| Ok(Some(Block::EndOfFold))),
    ];
    for (name, function) in functions {
        add_one(
            environment,
            blocks,
            name,
            move |state, blocks, values, named| {
                let block = function(state, values, named)?;
                named.assert_all_used()?;
                Ok(block.map_or(Value::from(""), |block| blocks.place(block)))
            },
        );
    }
    environment.add_function("assert", |holds: Value, what: &str| match holds.is_true() {
        true => Ok(""),
        false => Err(wrong(format!("this does not hold: {what}"))),
    });
}

/// Adds a function that may place blocks.
pub(super) fn add_one(
    environment: &mut Environment<'static>,
    blocks: &Blocks,
    name: &'static str,
    function: impl Fn(&State<'_, '_>, &Blocks, &[Value], &Kwargs) -> Result<Value, Error>
    + Send
    + Sync
    + 'static,
) {
    let blocks = blocks.clone();
    let called = move |state: &State<'_, '_>, values: Rest<Value>, named: Kwargs| {
        function(state, &blocks, &values, &named)
    };
    environment.add_function(name, called);
}

/// Returns a positional argument.
fn argument<T: for<'a> ArgType<'a, Output = T>>(values: &[Value], at: usize) -> Result<T, Error> {
    T::from_value(values.get(at))
}

/// Converts a pair of a name and a calculation.
fn pair_of(value: &Value) -> Result<[String; 2], Error> {
    let pair = <[String; 2]>::try_from(Vec::<String>::from_value(Some(value))?);
    pair.map_err(|_| wrong("a name and a calculation belong together"))
}

/// Returns a table block with the caption.
fn framed(table: Table, named: &Kwargs) -> Result<Option<Block>, Error> {
    Ok(Some(Block::Table {
        table,
        caption: named.get("caption")?,
    }))
}

/// Implements `table(columns=…, where=…)`: the figures, or some of their columns and lines. Other names are values for
/// `where`.
fn table(state: &State<'_, '_>, _: &[Value], named: &Kwargs) -> Result<Option<Block>, Error> {
    let figures = state.lookup("figures").unwrap_or_default();
    let figures = figures.downcast_object_ref::<Table>();
    let figures = figures.ok_or_else(|| wrong("there are no figures here"))?;
    let columns: Option<Vec<String>> = named.get("columns")?;
    let mut rows: Vec<usize> = (0..figures.len()).collect();
    if let Some(source) = named.get::<Option<String>>("where")? {
        let calculation = Calculation::of(state, &source, Some(named))?;
        let keep: Result<Vec<bool>, Error> = (figures.lines().iter())
            .map(|line| Ok(calculation.value(line)?.is_true()))
            .collect();
        let keep = keep?;
        rows.retain(|&row| keep[row]);
    }
    let part = figures.part(columns.as_deref(), &rows);
    framed(
        part.map_err(|name| wrong(format!("no column is called {name}")))?,
        named,
    )
}

/// Implements `grid(lines, [[heading, calculation], …])`: a table with a calculation over the lines in each column.
/// Other names are values for the calculations. Numbers are aligned to the right, and so are texts if `'number'`
/// follows the calculation.
fn grid(state: &State<'_, '_>, values: &[Value], named: &Kwargs) -> Result<Option<Block>, Error> {
    let lines: Vec<Value> = argument::<Value>(values, 0)?.try_iter()?.collect();
    let (mut headings, mut columns) = (Vec::new(), Vec::new());
    for column in argument::<Value>(values, 1)?.try_iter()? {
        let column = Vec::<String>::from_value(Some(&column))?;
        let (heading, source, marked) = match column.as_slice() {
            [heading, source] => (heading, source, false),
            [heading, source, mark] if mark == "number" => (heading, source, true),
            _ => {
                return Err(wrong(
                    "a column is a heading, a calculation and perhaps 'number'",
                ));
            }
        };
        let calculation = Calculation::of(state, source, Some(named))?;
        let cells = lines.iter().map(|line| calculation.value(line));
        let cells: Vec<Value> = cells.collect::<Result<_, Error>>()?;
        headings.push((heading.clone(), marked || cells.iter().any(is_number)));
        columns.push(cells);
    }
    let row = |at: usize| columns.iter().map(|cells| shown(&cells[at])).collect();
    let rows = (0..lines.len()).map(row);
    framed(Table::of_text(&headings, rows.collect()), named)
}

/// Implements `matrix(lines, row, column, value)`: a table with a line for each value of one calculation and a column
/// for each of another.
fn matrix(state: &State<'_, '_>, values: &[Value], named: &Kwargs) -> Result<Option<Block>, Error> {
    let lines: Vec<Value> = argument::<Value>(values, 0)?.try_iter()?.collect();
    let calculated = |at: usize| -> Result<Vec<Value>, Error> {
        let source: String = argument(values, at)?;
        let calculation = Calculation::of(state, &source, None)?;
        lines.iter().map(|line| calculation.value(line)).collect()
    };
    let [rows, columns, cells] = [calculated(1)?, calculated(2)?, calculated(3)?];
    let (down, across) = (distinct(&rows), distinct(&columns));
    let corner: Option<String> = named.get("corner")?;
    let mut headings = vec![(corner.unwrap_or_default(), false)];
    headings.extend(across.iter().map(|column| (column.to_string(), true)));
    let line = |row: &Value| {
        let found = |column: &Value| {
            let at = (0..lines.len()).find(|&at| rows[at] == *row && columns[at] == *column);
            at.map_or(String::new(), |at| shown(&cells[at]))
        };
        std::iter::once(row.to_string())
            .chain(across.iter().map(found))
            .collect()
    };
    let table = Table::of_text(&headings, down.iter().map(line).collect());
    framed(table, named)
}

/// Returns the distinct values in the order of their first occurrence; numbers in ascending order.
fn distinct(values: &[Value]) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for value in values {
        if !all.contains(value) {
            all.push(value.clone());
        }
    }
    if all.iter().all(Value::is_number) {
        all.sort();
    }
    all
}

/// Returns whether a value is a number or an interval.
fn is_number(value: &Value) -> bool {
    value.is_number() || filters::interval(value).is_ok()
}

/// Formats a value as a cell.
fn shown(value: &Value) -> String {
    match value.kind() {
        ValueKind::None => String::new(),
        ValueKind::Number => match u128::try_from(value.clone()) {
            Ok(count) => grouped(count),
            Err(_) => value.to_string().replace('-', "−"),
        },
        _ => filters::interval(value).map_or_else(|_| value.to_string(), |ends| interval(&ends)),
    }
}

/// Returns the block of a picture, with the name of its file.
fn picture(
    state: &State<'_, '_>,
    values: &[Value],
    picture: Picture,
) -> Result<Option<Block>, Error> {
    let name: String = argument(values, 0)?;
    let text = |name: &str| state.lookup(name).unwrap_or_default().to_string();
    let (id, folder) = (text("id"), text("folder"));
    let file = match name.as_str() {
        "" => format!("{id}.svg"),
        name => format!("{id}-{name}.svg"),
    };
    Ok(Some(Block::Picture {
        link: format!("{folder}{file}"),
        file,
        title: argument(values, 1)?,
        picture,
    }))
}

/// Implements `chart(name, title, lines, x=…, y=…, by=…, across=…, up=…)`: points of calculations, with a line for each
/// value of `by`. If `y` is `[[name, calculation], …]`, each pair has a line.
fn chart(state: &State<'_, '_>, values: &[Value], named: &Kwargs) -> Result<Option<Block>, Error> {
    let (x, y, by): (String, Value, Option<String>) =
        (named.get("x")?, named.get("y")?, named.get("by")?);
    let sources: Vec<(Option<String>, String)> = match y.as_str() {
        None => (y.try_iter()?)
            .map(|pair| {
                let [name, source] = pair_of(&pair)?;
                Ok((Some(name), source))
            })
            .collect::<Result<_, Error>>()?,
        Some(source) => vec![(None, source.to_owned())],
    };
    let x = Calculation::of(state, &x, None)?;
    let by = by
        .as_ref()
        .map(|by| Calculation::of(state, by, None))
        .transpose()?;
    let mut series: Vec<Series> = Vec::new();
    for line in argument::<Value>(values, 2)?.try_iter()? {
        let group = by.as_ref().map(|by| by.value(&line)).transpose()?;
        for (name, source) in &sources {
            let label = match (name, &group) {
                (Some(name), Some(group)) => format!("{name}, {group}"),
                (Some(name), None) => name.clone(),
                (None, Some(group)) => group.to_string(),
                (None, None) => String::new(),
            };
            let y = Calculation::of(state, source, None)?.value(&line)?;
            let at = series.iter().position(|known| known.label == label);
            let at = at.unwrap_or_else(|| {
                series.push(Series {
                    label,
                    points: Vec::new(),
                });
                series.len() - 1
            });
            if !y.is_none() {
                let point = (number(&x.value(&line)?)?, number(&y)?);
                series[at].points.push(point);
            }
        }
    }
    let fewest: Option<usize> = named.get("fewest")?;
    series.retain(|line| line.points.len() >= fewest.unwrap_or(0));
    let lines = Lines {
        title: argument(values, 1)?,
        x: named.get("across")?,
        y: named.get("up")?,
        logarithmic: named.get::<Option<bool>>("logarithmic")?.unwrap_or(false),
        series,
    };
    picture(state, values, Picture::Lines(lines))
}

/// Implements `heat_map(name, title, lines, row=…, column=…, value=…)`: intervals by two names, with the least of each
/// row marked where it is exact.
fn heat_map(
    state: &State<'_, '_>,
    values: &[Value],
    named: &Kwargs,
) -> Result<Option<Block>, Error> {
    let lines: Vec<Value> = argument::<Value>(values, 2)?.try_iter()?.collect();
    let calculated = |name: &str| -> Result<Vec<Value>, Error> {
        let source: String = named.get(name)?;
        let calculation = Calculation::of(state, &source, None)?;
        lines.iter().map(|line| calculation.value(line)).collect()
    };
    let [rows, columns, margins] = ["row", "column", "value"].map(calculated);
    let (rows, columns) = (rows?, columns?);
    let margins: Vec<Option<[i32; 2]>> = (margins?.into_iter())
        .map(|margin| match margin.is_none() {
            true => Ok(None),
            false => Ok(Some(filters::interval(&margin)?)),
        })
        .collect::<Result<_, Error>>()?;
    let (down, mut across) = (distinct(&rows), distinct(&columns));
    across.sort_by_key(|name| (name.to_string().len(), name.to_string()));
    let mut cells = Vec::new();
    for (row, name) in down.iter().enumerate() {
        let of_row = || (0..lines.len()).filter(|&at| rows[at] == *name);
        let least = of_row().filter_map(|at| margins[at]).min();
        for at in of_row() {
            let column = across.iter().position(|column| *column == columns[at]);
            if let (Some(column), Some([from, to])) = (column, margins[at]) {
                cells.push(Cell {
                    row,
                    column,
                    value: f64::from(from + to) / 2.0,
                    text: match from == to {
                        true => signed(from),
                        false => format!("{}…{}", signed(from), signed(to)),
                    },
                    marked: from == to && least == Some([from, to]),
                });
            }
        }
    }
    let map = HeatMap {
        title: argument(values, 1)?,
        rows: down.iter().map(Value::to_string).collect(),
        columns: across.iter().map(Value::to_string).collect(),
        cells,
    };
    picture(state, values, Picture::HeatMap(map))
}

/// Implements `fold(title, anchor, note)`: the start of a folded part of the report, which ends at `end_fold()`. The
/// note is optional.
fn fold(_: &State<'_, '_>, values: &[Value], _: &Kwargs) -> Result<Option<Block>, Error> {
    Ok(Some(Block::Fold {
        title: argument(values, 0)?,
        anchor: argument(values, 1)?,
        note: argument::<Option<String>>(values, 2)?.unwrap_or_default(),
    }))
}

/// Implements `bars(title, lines, label=…, value=…, error=…, text=…)`: a bar for each line that has a value.
fn bars(state: &State<'_, '_>, values: &[Value], named: &Kwargs) -> Result<Option<Block>, Error> {
    let mut bars = Vec::new();
    let sources = ["label", "value", "error", "text"].map(|name| named.get::<String>(name));
    let [label, value, error, text] = sources;
    let (label, value, error, text) = (label?, value?, error?, text?);
    for line in argument::<Value>(values, 1)?.try_iter()? {
        let of = |source: &str| Calculation::of(state, source, None)?.value(&line);
        if !of(&value)?.is_none() {
            bars.push(Bar {
                label: of(&label)?.to_string(),
                value: number(&of(&value)?)?,
                error: number(&of(&error)?)?,
                text: of(&text)?.to_string(),
            });
        }
    }
    let title = argument(values, 0)?;
    Ok(Some(Block::Bars(Bars { title, bars })))
}
