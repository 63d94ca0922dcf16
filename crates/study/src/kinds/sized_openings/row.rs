//! What is known of an opening on a board of a given size.

use serde::{Deserialize, Serialize};

use crate::kinds::every_opening::{OpeningLine, UNKNOWN, known_of};
use crate::readings::Readings;
use crate::text::interval;
use sowlab_analysis::solve::{OpeningByMoves, Sureness, exchange_by_value};
use sowlab_games::two_rank::Variant;

/// What is known of an opening, for the player who moves first.
#[derive(Serialize, Deserialize)]
pub(crate) struct SizedOpening {
    pub(super) game: String,
    pub(super) pits: usize,
    pub(super) seeds: usize,
    pub(super) bounds: Readings,
    pub(super) sureness: Sureness,
    /// Best first moves.
    pub(super) best: Vec<String>,
    /// What the player who moves second gains if he may exchange the sides after the first move.
    pub(super) pie: [i32; 2],
    pub(super) nodes: u64,
}

impl SizedOpening {
    pub(super) fn new(found: OpeningByMoves, pits: usize, seeds: usize) -> SizedOpening {
        SizedOpening {
            game: found.game,
            pits,
            seeds,
            bounds: Readings::of(&found.bounds),
            sureness: found.sureness,
            best: found.best,
            pie: [*found.pie.start(), *found.pie.end()],
            nodes: found.nodes,
        }
    }

    /// What is proven of the worth of the pie rule, also by the value of the opening.
    pub(super) fn pie(&self) -> [i32; 2] {
        let [least, most] = self.bounds.zero;
        let by_value = exchange_by_value(&(least..=most));
        let [from, to] = self.pie;
        [from.max(*by_value.start()), to.min(*by_value.end())]
    }

    /// How many searches found the value, in words.
    pub(super) fn searches(&self) -> &'static str {
        ["", "one", "two"][self.sureness.searches()]
    }

    /// The game without the size of its board.
    pub(super) fn name(&self) -> String {
        let variant: Result<Variant, _> = self.game.parse();
        variant.map_or_else(|_| self.game.clone(), |variant| variant.name_without_size())
    }

    /// The opening in the table of every opening.
    pub(super) fn line(&self) -> OpeningLine {
        let most = (2 * self.pits * self.seeds) as i32;
        let sure = match self.sureness {
            Sureness::Twice => "searched, 2 searches",
            Sureness::Once => "searched, 1 search",
            Sureness::Open => "open",
        };
        OpeningLine {
            game: format!("`{}`, {} × {}", self.name(), self.pits, self.seeds),
            margin: known_of(&self.bounds, most),
            sure: sure.to_owned(),
            best: self.best.first().cloned(),
            pie: match self.pie() {
                [0, greatest] if greatest == most => UNKNOWN.to_owned(),
                pie => interval(&pie),
            },
        }
    }

    /// Value or interval, a best first move, and what the pie rule is worth.
    pub(super) fn written(&self) -> String {
        let mut text = self.bounds.written();
        if let Some(best) = self.best.first() {
            text += &format!(", `{best}`");
        }
        text += &format!("; {}", interval(&self.pie()));
        if self.sureness == Sureness::Once {
            text += " (one search)";
        }
        text
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
            bounds: Readings {
                lower: zero,
                zero,
                upper: zero,
            },
            sureness: Sureness::Once,
            best: Vec::new(),
            pie: [0, 28],
            nodes: 1,
        };
        for (zero, pie) in [([2, 2], [0, 2]), ([0, 0], [0, 0]), ([-48, 48], [0, 28])] {
            assert_eq!(row(zero).pie(), pie);
        }
        assert_eq!(row([2, 2]).line().pie, "0 to +2");
        assert_eq!(row([2, 2]).written(), "+2; 0 to +2 (one search)");
    }
}
