//! What commit orders are worth.

use serde::{Deserialize, Serialize};

use super::{Label, Named, series};
use crate::analysis::equilibrium::OrderValues;
use crate::games::stones::Board;
use crate::study::plot::Lines;

/// A game under the commit orders.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Compared {
    pub(in crate::study) game: String,
    pub(in crate::study) horizon: u8,
    pub(in crate::study) layers: Vec<Layer>,
    pub(in crate::study) orderings: Vec<Kept>,
}

/// Means over the boards of a layer that are not finished.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Layer {
    pub(in crate::study) stones: u32,
    /// All boards of the layer that were looked at are part of the means: `whole` says whether
    /// these are all there are.
    pub(in crate::study) boards: u64,
    pub(in crate::study) whole: bool,
    pub(in crate::study) open: f64,
    pub(in crate::study) reverse: f64,
    pub(in crate::study) sealed: f64,
    pub(in crate::study) price_of_sente: f64,
    pub(in crate::study) worth_of_seeing: f64,
    /// The share of boards where gote's seeing costs sente something.
    pub(in crate::study) seeing_matters: f64,
}

impl Layer {
    /// Over these boards; `whole` says whether they are all of the layer.
    pub(in crate::study) fn of(stones: u32, found: &[(Board, OrderValues)], whole: bool) -> Layer {
        let boards = found.len() as f64;
        let mean = |of: &dyn Fn(&OrderValues) -> f64| {
            found.iter().map(|(_, values)| of(values)).sum::<f64>() / boards
        };
        Layer {
            stones,
            boards: found.len() as u64,
            whole,
            open: mean(&|values| values.open),
            reverse: mean(&|values| values.reverse),
            sealed: mean(&|values| values.sealed),
            price_of_sente: mean(&OrderValues::price_of_sente),
            worth_of_seeing: mean(&OrderValues::worth_of_seeing),
            seeing_matters: mean(&|values| f64::from(u8::from(values.worth_of_seeing() > 1e-7))),
        }
    }
}

/// How often an ordering holds, over all layers.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Kept {
    pub(in crate::study) ordering: String,
    pub(in crate::study) boards: u64,
    pub(in crate::study) fails: u64,
    /// The board with the fewest stones where it fails.
    pub(in crate::study) first: Option<Example>,
}

/// A board where an ordering fails.
#[derive(Serialize, Deserialize)]
pub(in crate::study) struct Example {
    pub(in crate::study) position: String,
    #[serde(flatten)]
    pub(in crate::study) values: OrderValues,
}

/// More lines than this cannot be told apart.
const MOST_LINES: usize = 4;

/// What is drawn of it: nothing of more games than can be told apart.
pub(in crate::study) fn lines(all: &[Compared], label: Label<'_>) -> Vec<Named> {
    if all.len() > MOST_LINES {
        return Vec::new();
    }
    let series = |value: &dyn Fn(&Layer) -> f64| {
        let games = all
            .iter()
            .map(|compared| (compared.game.as_str(), compared.layers.as_slice()));
        let value = |layer: &Layer| Some(value(layer));
        series(games, label, |layer| layer.stones, value)
    };
    let price = Lines {
        title: "The price of sente: reverse minus open",
        x: "stones on the board",
        y: "stones, mean of the boards",
        logarithmic: false,
        series: series(&|layer| layer.price_of_sente),
    };
    let worth = Lines {
        title: "The worth of seeing: sealed minus open",
        x: "stones on the board",
        y: "stones, mean of the boards",
        logarithmic: false,
        series: series(&|layer| layer.worth_of_seeing),
    };
    vec![Named::new("price", price), Named::new("worth", worth)]
}
