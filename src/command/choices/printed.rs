//! Values as data.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::analysis::Estimate;
use crate::analysis::choices::{Choices, ValuedChoice, ValuedReply};
use crate::analysis::solve::{Bounds, exact};

/// Something by each reading of infinite play.
#[derive(Serialize)]
pub(in crate::command) struct Readings<T> {
    pub(in crate::command) lower: T,
    pub(in crate::command) zero: T,
    pub(in crate::command) upper: T,
}

impl<T> Readings<T> {
    pub(in crate::command) fn of(
        bounds: &Bounds,
        of: impl Fn(&RangeInclusive<i32>) -> T,
    ) -> Readings<T> {
        Readings {
            lower: of(&bounds.lower),
            zero: of(&bounds.zero),
            upper: of(&bounds.upper),
        }
    }
}

impl Readings<Option<i32>> {
    /// What is proven exactly.
    pub(in crate::command) fn values(bounds: &Bounds) -> Self {
        Readings::of(bounds, exact)
    }
}

impl Readings<[i32; 2]> {
    /// The proven intervals.
    pub(in crate::command) fn intervals(bounds: &Bounds) -> Self {
        Readings::of(bounds, |interval| [*interval.start(), *interval.end()])
    }
}

/// A guess, by a search so many choices deep.
#[derive(Serialize)]
pub(in crate::command) struct PrintedEstimate {
    margin: i32,
    depth: u8,
}

impl From<Estimate> for PrintedEstimate {
    fn from(Estimate { margin, depth }: Estimate) -> PrintedEstimate {
        PrintedEstimate { margin, depth }
    }
}

/// A choice, or a reply.
#[derive(Serialize)]
pub(in crate::command) struct PrintedChoice {
    choice: String,
    value: Readings<Option<i32>>,
    bounds: Readings<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pie: Option<Readings<Option<i32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pie_bounds: Option<Readings<[i32; 2]>>,
    /// Left out of replies; `null` where it is not known or nobody replies.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_reply: Option<Option<String>>,
    /// Where `zero` is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<PrintedEstimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<Vec<PrintedChoice>>,
}

impl PrintedChoice {
    /// A choice with its value alone.
    pub(in crate::command) fn plain(choice: &str, bounds: &Bounds) -> PrintedChoice {
        PrintedChoice {
            choice: choice.to_owned(),
            value: Readings::values(bounds),
            bounds: Readings::intervals(bounds),
            pie: None,
            pie_bounds: None,
            best_reply: None,
            estimate: None,
            replies: None,
        }
    }

    fn reply(reply: &ValuedReply) -> PrintedChoice {
        PrintedChoice {
            pie: reply.pie.as_ref().map(Readings::values),
            pie_bounds: reply.pie.as_ref().map(Readings::intervals),
            estimate: reply.estimate.map(Into::into),
            ..PrintedChoice::plain(&reply.choice, &reply.bounds)
        }
    }

    fn choice(choice: &ValuedChoice, with_replies: bool) -> PrintedChoice {
        let replies = || choice.replies.iter().map(PrintedChoice::reply).collect();
        PrintedChoice {
            pie: choice.pie.as_ref().map(Readings::values),
            pie_bounds: choice.pie.as_ref().map(Readings::intervals),
            best_reply: Some(choice.best_reply.clone()),
            estimate: choice.estimate.map(Into::into),
            replies: with_replies.then(replies),
            ..PrintedChoice::plain(&choice.choice, &choice.bounds)
        }
    }

    /// All choices.
    pub(in crate::command) fn all(choices: &Choices, with_replies: bool) -> Vec<PrintedChoice> {
        let all = choices.choices.iter();
        all.map(|choice| PrintedChoice::choice(choice, with_replies))
            .collect()
    }
}
