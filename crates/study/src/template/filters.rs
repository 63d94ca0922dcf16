//! The filters of templates: calculations over lines, and numbers and names as people read them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use minijinja::value::{ArgType, Kwargs, Rest, ValueKind, merge_maps};
use minijinja::{Environment, Error, State, Value, context};

use super::wrong;
use crate::by_convention::ByConvention;
use crate::names;
use crate::text;

/// Adds them.
pub(super) fn add(environment: &mut Environment<'static>) {
    let all = environment;
    all.add_filter(
        "where",
        |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            let calculation = Calculation::of(state, source, Some(&named))?;
            let kept = lines
                .try_iter()?
                .map(|line| Ok((calculation.value(&line)?.is_true(), line)));
            let kept: Vec<(bool, Value)> = kept.collect::<Result<_, Error>>()?;
            Ok::<_, Error>(
                kept.into_iter()
                    .filter(|(keep, _)| *keep)
                    .map(|(_, line)| line)
                    .collect::<Vec<_>>(),
            )
        },
    );
    all.add_filter(
        "each",
        |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            values(state, &lines, source, &named)
        },
    );
    all.add_filter(
        "total",
        |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            let all = values(state, &lines, source, &named)?;
            match all.iter().all(Value::is_integer) {
                true => all
                    .iter()
                    .map(|one| i128::try_from(one.clone()))
                    .sum::<Result<i128, Error>>()
                    .map(Value::from),
                false => all
                    .iter()
                    .map(number)
                    .sum::<Result<f64, Error>>()
                    .map(Value::from),
            }
        },
    );
    all.add_filter(
        "top",
        |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            farthest(state, &lines, source, &named, Ordering::Greater)
        },
    );
    all.add_filter(
        "bottom",
        |state: &State<'_, '_>, lines: Value, source: &str, named: Kwargs| {
            farthest(state, &lines, source, &named, Ordering::Less)
        },
    );
    all.add_filter("first", |lines: Value| {
        Ok::<_, Error>(lines.try_iter()?.next().unwrap_or(Value::from(())))
    });
    all.add_filter("last", |lines: Value| {
        Ok::<_, Error>(lines.try_iter()?.last().unwrap_or(Value::from(())))
    });
    all.add_filter("groups", groups);
    all.add_filter("expand", expand);
    all.add_filter("of", |number: i128, noun: &str| match number {
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", grouped(number)),
    });
    all.add_filter("grouped", |number: Value| {
        match i128::try_from(number.clone()) {
            Ok(whole) => Ok(grouped(whole)),
            Err(_) => Ok::<_, Error>(grouped(self::number(&number)? as i128)),
        }
    });
    all.add_filter("signed", |number: Value, digits: Rest<usize>| {
        Ok::<_, Error>(text::signed_decimal(
            self::number(&number)?,
            digits.first().copied().unwrap_or(0),
        ))
    });
    all.add_filter("decimal", |number: Value, digits: usize| {
        let number = self::number(&number)?;
        Ok::<_, Error>(format!("{number:.digits$}").replace('-', "−"))
    });
    all.add_filter("log10", |number: Value| {
        Ok::<_, Error>(self::number(&number)?.log10())
    });
    all.add_filter("interval", |ends: Vec<i32>| {
        Ok::<_, Error>(text::interval(&self::ends(&ends)?))
    });
    all.add_filter("margin", |value: Value| {
        Ok::<_, Error>(by_convention(&value)?.written())
    });
    all.add_filter("margin_within", |value: Value, most: i32| {
        Ok::<_, Error>(by_convention(&value)?.written_within(most))
    });
    all.add_filter("closed", |value: Value| {
        Ok::<_, Error>(by_convention(&value)?.closed())
    });
    all.add_filter("span", |ends: Vec<i32>| {
        let [from, to] = self::ends(&ends)?;
        Ok::<_, Error>(match from == to {
            true => from.to_string(),
            false => format!("{from} to {to}"),
        })
    });
    all.add_filter("listed", |all: Vec<Value>| {
        let all: Vec<String> = all.iter().map(Value::to_string).collect();
        text::listed(&all)
    });
    all.add_filter("code", |text: String| match text.is_empty() {
        true => text,
        false => format!("`{text}`"),
    });
    all.add_filter("short", |name: &str| names::short_name(name));
    all.add_filter("board", |name: &str| names::board_name(name));
    all.add_filter("tables_name", |name: &str| names::tables_name(name));
    all.add_filter("number_name", |name: &str| names::number_name(name));
    all.add_filter("options_of", |name: &str| names::reading(name));
    all.add_filter("stem", |name: &str| names::file_stem(name));
    all.add_filter("stones_rules", |name: &str| names::stones_rules(name));
    all.add_filter("two_rank_rules", |name: &str| names::two_rank_rules(name));
    all.add_filter("last_round", |record: &str| names::last_round(record));
    all.add_filter("without_memory", |engine: &str| {
        names::engine_without_memory(engine)
    });
}

/// A calculation in the language of templates over the fields of a line, which it also calls `it`.
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
        // Of two maps the last counts.
        let found = self.expression.eval(merge_maps(maps));
        found.map_err(|error| wrong(format!("`{}`: {error}", self.source)))
    }
}

/// The value of each line.
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

/// The first line with the greatest or the least value; none of no lines.
fn farthest(
    state: &State<'_, '_>,
    lines: &Value,
    source: &str,
    named: &Kwargs,
    order: Ordering,
) -> Result<Value, Error> {
    let calculation = Calculation::of(state, source, Some(named))?;
    let mut farthest: Option<(Value, Value)> = None;
    for line in lines.try_iter()? {
        let value = calculation.value(&line)?;
        if farthest
            .as_ref()
            .is_none_or(|(known, _)| value.cmp(known) == order)
        {
            farthest = Some((value, line));
        }
    }
    Ok(farthest.map_or(Value::from(()), |(_, line)| line))
}

/// Lines with the same value of a calculation together, in the order of the first of each: `key` and `lines`.
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

/// A line for each entry of a field of a line, with the fields of both. Of counts by whole numbers each number from 0 to
/// the greatest has an entry: `key` and `value`.
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

/// A number, whole or not.
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

/// An interval: a list of two whole numbers.
pub(super) fn interval(value: &Value) -> Result<[i32; 2], Error> {
    ends(&Vec::<i32>::from_value(Some(value))?)
}

fn ends(ends: &[i32]) -> Result<[i32; 2], Error> {
    ends.try_into()
        .map_err(|_| wrong("an interval has two ends"))
}

/// Intervals by the infinite-play conventions.
fn by_convention(value: &Value) -> Result<ByConvention, Error> {
    let known = |name: &str| interval(&value.get_attr(name)?);
    Ok(ByConvention {
        lower: known("lower")?,
        zero: known("zero")?,
        upper: known("upper")?,
    })
}
