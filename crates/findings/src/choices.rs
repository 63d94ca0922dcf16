//! Values of choices and replies.

use std::ops::RangeInclusive;

use serde::Serialize;

use sowlab_analysis::Estimate;
use sowlab_analysis::choices::{Choices, Source, ValuedChoice, ValuedReply};
use sowlab_analysis::solve::{Bounds, exact};

/// Something by each reading of infinite play.
#[derive(Debug, Serialize)]
pub struct Readings<T> {
    /// Infinite play loses what is left.
    pub lower: T,
    /// It counts for nobody.
    pub zero: T,
    /// It wins what is left.
    pub upper: T,
}

impl<T> Readings<T> {
    /// Something of each proven interval.
    pub fn of(bounds: &Bounds, of: impl Fn(&RangeInclusive<i32>) -> T) -> Readings<T> {
        Readings {
            lower: of(&bounds.lower),
            zero: of(&bounds.zero),
            upper: of(&bounds.upper),
        }
    }
}

impl Readings<Option<i32>> {
    /// What is proven exactly.
    pub fn values(bounds: &Bounds) -> Self {
        Readings::of(bounds, exact)
    }
}

impl Readings<[i32; 2]> {
    /// The proven intervals.
    pub fn intervals(bounds: &Bounds) -> Self {
        Readings::of(bounds, |interval| [*interval.start(), *interval.end()])
    }
}

/// A guess, by a search the given number of choices deep.
#[derive(Debug, Serialize)]
pub struct Guess {
    margin: i32,
    depth: u8,
}

impl From<Estimate> for Guess {
    fn from(Estimate { margin, depth }: Estimate) -> Guess {
        Guess { margin, depth }
    }
}

/// A choice, or a reply.
#[derive(Debug, Serialize)]
pub struct WrittenChoice {
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
    estimate: Option<Guess>,
    /// Where `value.zero` comes from, if it is known: `rules`, `table` or `search`.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<Vec<WrittenChoice>>,
}

impl WrittenChoice {
    /// A choice with its value alone.
    pub fn plain(choice: &str, bounds: &Bounds) -> WrittenChoice {
        WrittenChoice {
            choice: choice.to_owned(),
            value: Readings::values(bounds),
            bounds: Readings::intervals(bounds),
            pie: None,
            pie_bounds: None,
            best_reply: None,
            estimate: None,
            source: None,
            replies: None,
        }
    }

    fn reply(reply: &ValuedReply) -> WrittenChoice {
        WrittenChoice {
            pie: reply.pie.as_ref().map(Readings::values),
            pie_bounds: reply.pie.as_ref().map(Readings::intervals),
            estimate: reply.estimate.map(Into::into),
            source: reply.source,
            ..WrittenChoice::plain(&reply.choice, &reply.bounds)
        }
    }

    fn choice(choice: &ValuedChoice, with_replies: bool) -> WrittenChoice {
        let replies = || choice.replies.iter().map(WrittenChoice::reply).collect();
        WrittenChoice {
            pie: choice.pie.as_ref().map(Readings::values),
            pie_bounds: choice.pie.as_ref().map(Readings::intervals),
            best_reply: Some(choice.best_reply.clone()),
            estimate: choice.estimate.map(Into::into),
            source: choice.source,
            replies: with_replies.then(replies),
            ..WrittenChoice::plain(&choice.choice, &choice.bounds)
        }
    }

    /// All choices.
    pub fn all(choices: &Choices, with_replies: bool) -> Vec<WrittenChoice> {
        let all = choices.choices.iter();
        all.map(|choice| WrittenChoice::choice(choice, with_replies))
            .collect()
    }
}
