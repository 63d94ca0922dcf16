//! The filters of templates: calculations over lines, and formats of numbers and names.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use minijinja::value::{ArgType, Kwargs, Rest, ValueKind, merge_maps};
use minijinja::{Environment, Error, State, Value, context};

use super::wrong;
use crate::html;
use crate::names;
use crate::text;
use sowlab_findings::Values;

/// Adds filters, each with its arguments and its value.
macro_rules! filters {
    ($environment:ident, $($name:literal = |$($argument:ident: $kind:ty),+| $value:expr;)+) => {
        $($environment.add_filter($name, |$($argument: $kind),+| -> Result<_, Error> { Ok($value) });)+
    };
}

/// Adds the filters. Those over lines are `where`, `each`, `total`, `top`, `bottom`, `first`, `last`, `groups` and
/// `expand`; the others format numbers, intervals and names.
pub(super) fn add(environment: &mut Environment<'static>) {
    filters! { environment,
        "where" = |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            let keep = values(state, &lines, source, &named)?;
            let kept = lines.try_iter()?.zip(keep).filter(|(_, keep)| keep.is_true());
            kept.map(|(line, _)| line).collect::<Vec<Value>>()
        };
        "each" = |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            values(state, &lines, source, &named)?
        };
        "total" = |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            total(&values(state, &lines, source, &named)?)?
        };
        "top" = |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            farthest(&lines, values(state, &lines, source, &named)?, Ordering::Greater)?
        };
        "bottom" = |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            farthest(&lines, values(state, &lines, source, &named)?, Ordering::Less)?
        };
        "first" = |lines: Value| lines.try_iter()?.next().unwrap_or(Value::from(()));
        "last" = |lines: Value| lines.try_iter()?.last().unwrap_or(Value::from(()));
        "of" = |number: i128, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{} {noun}s", grouped(number)),
        };
        "grouped" = |number: Value| match i128::try_from(number.clone()) {
            Ok(whole) => grouped(whole),
            Err(_) => grouped(self::number(&number)? as i128),
        };
        "signed" = |number: Value, digits: Rest<usize>| {
            text::signed_decimal(self::number(&number)?, digits.first().copied().unwrap_or(0))
        };
        "decimal" = |number: Value, digits: usize| {
            format!("{:.digits$}", self::number(&number)?).replace('-', "−")
        };
        "log10" = |number: Value| self::number(&number)?.log10();
        "interval" = |ends: Value| text::interval(&interval(&ends)?);
        "span" = |ends: Value| match interval(&ends)? {
            [from, to] if from == to => from.to_string(),
            [from, to] => format!("{from} to {to}"),
        };
        "margin" = |value: Value| text::margin(&by_convention(&value)?);
        "margin_within" = |value: Value, most: i32| text::margin_within(&by_convention(&value)?, most);
        "closed" = |value: Value| by_convention(&value)?.closed();
        "listed" = |all: Vec<Value>| {
            text::listed(&all.iter().map(Value::to_string).collect::<Vec<String>>())
        };
        "anchor" = |title: &str| html::anchor(title);
        "code" = |text: String| if text.is_empty() { text } else { format!("`{text}`") };
        "short" = |name: &str| names::short_name(name);
        "board" = |name: &str| names::board_name(name);
        "tables_name" = |name: &str| names::tables_name(name);
        "number_name" = |name: &str| names::number_name(name);
        "options_of" = |name: &str| names::reading(name);
        "stem" = |name: &str| names::file_stem(name);
        "stones_rules" = |name: &str| names::stones_rules(name);
        "two_rank_rules" = |name: &str| names::two_rank_rules(name);
        "last_round" = |record: &str| names::last_round(record);
        "without_memory" = |engine: &str| names::engine_without_memory(engine);
    }
    environment.add_filter("groups", groups);
    environment.add_filter("expand", expand);
}

/// A calculation in the language of templates over the fields of a line, which is also named `it`.
pub(super) struct Calculation<'s> {
    source: &'s str,
    expression: minijinja::Expression<'s, 's>,
    named: Value,
}

impl<'s> Calculation<'s> {
    pub(super) fn of(
        state: &'s State<'_, '_>,
        source: &'s str,
        named: Option<&Kwargs>,
    ) -> Result<Calculation<'s>, Error> {
        let failed = |error: Error| wrong(format!("`{source}`: {error}"));
        let mut values: Vec<(&str, Value)> = Vec::new();
        if let Some(named) = named {
            for name in named.args() {
                values.push((name, named.get(name)?));
            }
        }
        Ok(Calculation {
            source,
            expression: state.env().compile_expression(source).map_err(failed)?,
            named: Value::from(values.into_iter().collect::<BTreeMap<_, _>>()),
        })
    }

    pub(super) fn value(&self, line: &Value) -> Result<Value, Error> {
        let mut maps = vec![self.named.clone(), context! { it => line }];
        if line.kind() == ValueKind::Map {
            maps.push(line.clone());
        }
        // The last of several maps takes precedence.
        let found = self.expression.eval(merge_maps(maps));
        found.map_err(|error| wrong(format!("`{}`: {error}", self.source)))
    }
}

/// Returns the value of a calculation for each line.
fn values(
    state: &State<'_, '_>,
    lines: &Value,
    source: &str,
    named: &Kwargs,
) -> Result<Vec<Value>, Error> {
    let calculation = Calculation::of(state, source, Some(named))?;
    lines
        .try_iter()?
        .map(|line| calculation.value(&line))
        .collect()
}

/// Returns the sum of numbers, as a whole number if all are.
fn total(values: &[Value]) -> Result<Value, Error> {
    if values.iter().all(Value::is_integer) {
        let whole = values.iter().map(|one| i128::try_from(one.clone()));
        return whole.sum::<Result<i128, Error>>().map(Value::from);
    }
    let numbers = values.iter().map(number);
    numbers.sum::<Result<f64, Error>>().map(Value::from)
}

/// Returns the first line with the greatest or the least value; none if there are no lines.
fn farthest(lines: &Value, values: Vec<Value>, order: Ordering) -> Result<Value, Error> {
    let mut farthest: Option<(Value, Value)> = None;
    for (line, value) in lines.try_iter()?.zip(values) {
        if farthest
            .as_ref()
            .is_none_or(|(known, _)| value.cmp(known) == order)
        {
            farthest = Some((value, line));
        }
    }
    Ok(farthest.map_or(Value::from(()), |(_, line)| line))
}

/// Groups lines with equal values of a calculation, in the order of the first of each: `key` and `lines`.
fn groups(state: &State<'_, '_>, lines: Value, source: &str) -> Result<Vec<Value>, Error> {
    let calculation = Calculation::of(state, source, None)?;
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for line in lines.try_iter()? {
        let key = calculation.value(&line)?;
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((key, vec![line])),
        }
    }
    let groups = groups
        .into_iter()
        .map(|(key, lines)| context! { key, lines });
    Ok(groups.collect())
}

/// Returns a line for each entry of a field of a line, with the fields of both. For counts by whole numbers, each
/// number from 0 to the greatest has an entry: `key` and `value`.
fn expand(lines: Value, field: &str) -> Result<Vec<Value>, Error> {
    let mut all = Vec::new();
    for line in lines.try_iter()? {
        let entries = line.get_attr(field)?;
        if entries.kind() != ValueKind::Map {
            all.extend(
                entries
                    .try_iter()?
                    .map(|entry| merge_maps([line.clone(), entry])),
            );
            continue;
        }
        let keys = entries
            .try_iter()?
            .map(|key| key.to_string().parse::<u64>());
        let keys: Result<Vec<u64>, _> = keys.collect();
        let keys = keys.map_err(|_| wrong("counts are by whole numbers"))?;
        for key in 0..=keys.into_iter().max().unwrap_or(0) {
            let counted = entries.get_item(&Value::from(key.to_string()))?;
            let value = if counted.is_undefined() {
                Value::from(0)
            } else {
                counted
            };
            all.push(merge_maps([line.clone(), context! { key, value }]));
        }
    }
    Ok(all)
}

/// Converts a number, whole or not.
pub(super) fn number(value: &Value) -> Result<f64, Error> {
    f64::try_from(value.clone())
}

fn grouped(number: i128) -> String {
    let digits = text::grouped(number.unsigned_abs());
    match number < 0 {
        true => format!("−{digits}"),
        false => digits,
    }
}

/// Converts an interval: a list of two whole numbers.
pub(super) fn interval(value: &Value) -> Result<[i32; 2], Error> {
    let ends = Vec::<i32>::from_value(Some(value))?;
    let ends = ends.try_into();
    ends.map_err(|_| wrong("an interval has two ends"))
}

/// Converts intervals by infinite-play convention.
fn by_convention(value: &Value) -> Result<Values, Error> {
    let known = |name: &str| interval(&value.get_attr(name)?);
    Ok(Values {
        lower: known("lower")?,
        zero: known("zero")?,
        upper: known("upper")?,
    })
}
