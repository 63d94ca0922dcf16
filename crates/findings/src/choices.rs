//! The values of choices and replies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::Limit;
use sowlab_solvers::Value;

use super::best::best_by_convention;
use super::bounds::{Bounds, exact, plus};
use super::certainty::Evidence;
use super::pieces::ValuedPiece;
use super::values::{BoundsMembers, PieMembers, bounds_members, letter, pie_members};

/// An estimate: the margin that a search of a few moves expects, where play beyond it gains nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Estimate {
    /// The margin, within what is proven.
    pub margin: i32,
    /// How many moves deep the search looked.
    pub depth: u8,
}

/// The source of a value.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The rules: the game, or the round, ends there or never.
    Rules,
    /// The solved positions that ship with the program.
    Solved,
    /// Endgame tables.
    Table,
    /// A search.
    Search,
}

/// The values of a position and of its choices. All margins are those of the side `margin_of`, from the position on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choices {
    /// The full name of the game.
    #[serde(skip)]
    pub game: String,
    /// The position.
    #[serde(skip)]
    pub position: String,
    /// The side whose margins these are, the first chooser or the side to move; in JSON its letter: E or W, L or U, R or B.
    #[serde(serialize_with = "letter")]
    pub margin_of: &'static str,
    /// The side that chooses; `None` if the game is over.
    #[serde(skip)]
    pub chooser: Option<&'static str>,
    /// The bounds of the position.
    #[serde(flatten, serialize_with = "bounds_members")]
    #[schemars(with = "BoundsMembers")]
    pub bounds: Bounds,
    /// The bounds of an opening under the pie rule, if the decision is still to come.
    #[serde(
        flatten,
        serialize_with = "pie_members",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<PieMembers>")]
    pub pie: Option<Bounds>,
    /// An estimate, where the value is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The choices, in the order of the game.
    pub choices: Vec<ValuedChoice>,
    /// The nodes searched.
    #[serde(skip)]
    pub nodes: u64,
    /// The limit of the search, if there was a search and it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// The values of the positions of a shard, if no more was asked for.
    #[serde(skip)]
    pub piece: Option<ValuedPiece>,
    /// A choice that keeps `zero` and makes progress, where the values of all positions within reach are known, play
    /// can repeat itself, and a side has to force an exit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<String>,
    /// The choice to make with what is known, without the pie rule; of equals the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The choice to make under the pie rule, in an opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pie_advice: Option<String>,
    /// The evidence for values that ship with the program, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// A choice and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValuedChoice {
    /// The choice.
    pub choice: String,
    /// Its bounds.
    #[serde(flatten, serialize_with = "bounds_members")]
    #[schemars(with = "BoundsMembers")]
    pub bounds: Bounds,
    /// Its bounds under the pie rule, in an opening.
    #[serde(
        flatten,
        serialize_with = "pie_members",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<PieMembers>")]
    pub pie: Option<Bounds>,
    /// An estimate under the pie rule, where that value is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pie_estimate: Option<Estimate>,
    /// The best reply of the other side; `null` where it is not known or nobody replies. Replies that keep `zero` come
    /// first, of these the ones that keep the worse and then the better convention.
    pub best_reply: Option<String>,
    /// An estimate, where the value is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The source of the value, if `zero` is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Every reply, if replies were asked for; none where the other side is not to reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<ValuedReply>>,
}

/// A reply and its value, gains of both moves included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValuedReply {
    /// The reply.
    pub choice: String,
    /// Its bounds.
    #[serde(flatten, serialize_with = "bounds_members")]
    #[schemars(with = "BoundsMembers")]
    pub bounds: Bounds,
    /// Its bounds under the pie rule, in an opening.
    #[serde(
        flatten,
        serialize_with = "pie_members",
        skip_serializing_if = "Option::is_none"
    )]
    #[schemars(with = "Option<PieMembers>")]
    pub pie: Option<Bounds>,
    /// An estimate, where the value is not proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The source of the value, if `zero` is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

impl Choices {
    /// Whether the side that chooses wants the greatest margin, not the least: whether the margins are its
    /// own.
    pub fn wants_greatest(&self) -> bool {
        self.chooser == Some(self.margin_of)
    }

    /// Whether every choice is a hole, written as a letter and its number.
    pub fn in_holes(&self) -> bool {
        let hole = |text: &str| {
            text.get(1..)
                .is_some_and(|number| number.parse::<u8>().is_ok())
        };
        self.choices.iter().all(|choice| hole(&choice.choice))
    }

    /// The best choices of the side to choose, and whether these are all that are as good. Where every
    /// value is known, the choices that keep its worst reading, of these those that keep `zero`, of these
    /// those that keep its best reading; otherwise those that are proven best where infinite play counts
    /// for nobody.
    pub fn best(&self) -> (Vec<String>, bool) {
        let own = |bounds: &Bounds| match self.wants_greatest() {
            true => bounds.clone(),
            false => bounds.flipped(),
        };
        if let Some(value) = own(&self.bounds).value() {
            let all = self.choices.iter();
            let options = all.map(|choice| (choice.choice.clone(), own(&choice.bounds)));
            if let Some(options) = exact_values(options) {
                return (best_by_convention(options, value), true);
            }
        }
        let most = |choice: &ValuedChoice| *own(&choice.bounds).zero.start();
        let Some(bar) = self.choices.iter().map(most).max() else {
            return (Vec::new(), true);
        };
        let best = self.choices.iter().filter(|choice| {
            let others = self.choices.iter().filter(|other| other != choice);
            let mut ends = others.map(|other| *own(&other.bounds).zero.end());
            most(choice) == bar && ends.all(|end| end <= bar)
        });
        let best: Vec<String> = best.map(|choice| choice.choice.clone()).collect();
        (best, false)
    }

    /// Returns the same values as margins of the whole game for one side: `lead` is the margin that `margin_of` has
    /// already.
    #[must_use]
    pub fn final_margins(&self, of: &'static str, lead: i32) -> Choices {
        let same = of == self.margin_of;
        let seen = |bounds: &Bounds| {
            let whole = plus(bounds, lead);
            if same { whole } else { whole.flipped() }
        };
        let seen_estimate = |estimate: Estimate| Estimate {
            margin: if same {
                lead + estimate.margin
            } else {
                -(lead + estimate.margin)
            },
            ..estimate
        };
        let reply = |reply: &ValuedReply| ValuedReply {
            bounds: seen(&reply.bounds),
            pie: reply.pie.as_ref().map(seen),
            estimate: reply.estimate.map(seen_estimate),
            ..reply.clone()
        };
        let choices = self.choices.iter().map(|choice| ValuedChoice {
            bounds: seen(&choice.bounds),
            pie: choice.pie.as_ref().map(seen),
            estimate: choice.estimate.map(seen_estimate),
            pie_estimate: choice.pie_estimate.map(seen_estimate),
            replies: (choice.replies.as_ref()).map(|replies| replies.iter().map(reply).collect()),
            ..choice.clone()
        });
        Choices {
            margin_of: of,
            bounds: seen(&self.bounds),
            pie: self.pie.as_ref().map(seen),
            estimate: self.estimate.map(seen_estimate),
            choices: choices.collect(),
            ..self.clone()
        }
    }

    /// Returns the choices that are proven optimal under the pie rule; none where its value is not proven.
    pub fn pie_best(&self) -> Vec<String> {
        let Some(best) = self.pie.as_ref().and_then(|pie| exact(&pie.zero)) else {
            return Vec::new();
        };
        let is_best = |choice: &&ValuedChoice| {
            let pie = choice.pie.as_ref();
            pie.is_some_and(|pie| exact(&pie.zero) == Some(best))
        };
        let all = self.choices.iter().filter(is_best);
        all.map(|choice| choice.choice.clone()).collect()
    }

    /// Returns the choice to make with what is known: an optimal one if one is proven, otherwise the one with the best
    /// value or estimate, the first of equals. Under the pie rule by the values with it.
    pub fn advised(&self, pie: bool) -> Option<&ValuedChoice> {
        let pie = pie && self.pie.is_some();
        let named = |text: &String| self.choices.iter().find(|choice| choice.choice == *text);
        if !pie {
            if let Some(progress) = &self.progress {
                return named(progress);
            }
            if let Some(best) = self.best().0.first() {
                return named(best);
            }
        }
        let own = |choice: &ValuedChoice| {
            let margin = choice.margin_under(pie);
            if self.wants_greatest() {
                margin
            } else {
                -margin
            }
        };
        self.choices.iter().rev().max_by_key(|choice| own(choice))
    }

    /// Fills in [`advice`](Choices::advice) and [`pie_advice`](Choices::pie_advice).
    #[must_use]
    pub fn with_advice(mut self) -> Choices {
        let named = |choice: &ValuedChoice| choice.choice.clone();
        self.advice = self.advised(false).map(named);
        self.pie_advice = self.pie.as_ref().and(self.advised(true).map(named));
        self
    }
}

impl ValuedChoice {
    /// The replies, if they were asked for.
    pub fn replies(&self) -> &[ValuedReply] {
        self.replies.as_deref().unwrap_or_default()
    }

    /// `zero` where it is proven, otherwise the estimate, otherwise the end of the interval nearest to 0.
    pub fn margin(&self) -> i32 {
        margin(&self.bounds, self.estimate)
    }

    /// Returns the margin, under the pie rule if `pie` is set and the decision is still to come.
    pub fn margin_under(&self, pie: bool) -> i32 {
        match &self.pie {
            Some(with_pie) if pie => margin(with_pie, self.pie_estimate),
            _ => self.margin(),
        }
    }
}

fn margin(bounds: &Bounds, estimate: Option<Estimate>) -> i32 {
    let guess = estimate.map(|estimate| estimate.margin);
    let (start, end) = (*bounds.zero.start(), *bounds.zero.end());
    exact(&bounds.zero)
        .or(guess)
        .unwrap_or_else(|| 0.clamp(start, end))
}

/// All values, if all are known.
fn exact_values(options: impl Iterator<Item = (String, Bounds)>) -> Option<Vec<(String, Value)>> {
    options
        .map(|(text, bounds)| Some((text, bounds.value()?)))
        .collect()
}
