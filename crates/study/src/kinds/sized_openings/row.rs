//! An opening on a board of a given size.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::kinds::first_moves::MovesOfOpening;
use sowlab_analysis::solve::{OpeningByMoves, exchange_by_value};
use sowlab_findings::{Certainty, Values};

/// The bounds of an opening, for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct SizedOpening {
    pub(in crate::kinds) game: String,
    pub(in crate::kinds) pits: usize,
    pub(in crate::kinds) seeds: usize,
    pub(in crate::kinds) bounds: Values,
    #[serde(
        rename = "sureness",
        serialize_with = "to_word",
        deserialize_with = "of_word"
    )]
    pub(in crate::kinds) certainty: Option<Certainty>,
    /// Optimal first moves.
    pub(in crate::kinds) best: Vec<String>,
    /// The gain of the player who moves second by swapping after the first move.
    pub(super) pie: [i32; 2],
    pub(super) nodes: u64,
}

/// The words in files of results, by the number of searches that proved the value.
const WORDS: [&str; 3] = ["open", "once", "twice"];

fn searches(certainty: Option<Certainty>) -> usize {
    match certainty {
        Some(Certainty::Solved { ways }) => ways,
        _ => 0,
    }
}

fn to_word<S: Serializer>(certainty: &Option<Certainty>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(WORDS[searches(*certainty)])
}

fn of_word<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Certainty>, D::Error> {
    let word = String::deserialize(from)?;
    let searches = WORDS.iter().position(|known| *known == word);
    let searches = searches.ok_or_else(|| D::Error::unknown_variant(&word, &WORDS));
    searches.map(Certainty::solved)
}

impl SizedOpening {
    /// Returns the number of searches that proved the value.
    pub(in crate::kinds) fn searches(&self) -> usize {
        searches(self.certainty)
    }

    pub(super) fn new(found: OpeningByMoves, pits: usize, seeds: usize) -> SizedOpening {
        SizedOpening {
            game: found.game,
            pits,
            seeds,
            bounds: Values::ends(&found.bounds),
            certainty: found.certainty,
            best: found.best,
            pie: [*found.pie.start(), *found.pie.end()],
            nodes: found.nodes,
        }
    }

    /// Narrows the value of the pie rule by the first moves of the opening. Returns whether that changed it.
    pub(super) fn narrow_the_pie(&mut self, moves: &MovesOfOpening) -> bool {
        let ([from, to], [least, most]) = (self.pie(), moves.pie);
        let more = moves.game == self.game && (least > from || most < to);
        if more {
            self.pie = [from.max(least), to.min(most)];
        }
        more
    }

    /// Returns the bounds of the value of the pie rule, narrowed by the value of the opening.
    pub(in crate::kinds) fn pie(&self) -> [i32; 2] {
        let [least, most] = self.bounds.zero;
        let by_value = exchange_by_value(&(least..=most));
        let [from, to] = self.pie;
        [from.max(*by_value.start()), to.min(*by_value.end())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_bounds_what_the_pie_rule_is_worth() {
        let row = |zero| SizedOpening {
            game: "ethiopian:pits=6,seeds=4".into(),
            pits: 6,
            seeds: 4,
            bounds: Values::alike(zero),
            certainty: Certainty::solved(1),
            best: Vec::new(),
            pie: [0, 28],
            nodes: 1,
        };
        for (zero, pie) in [([2, 2], [0, 2]), ([0, 0], [0, 0]), ([-48, 48], [0, 28])] {
            assert_eq!(row(zero).pie(), pie);
        }
    }
}
