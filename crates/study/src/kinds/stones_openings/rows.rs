//! The options and the bounds of openings on boards of many sizes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use sowlab_findings::Values;
use sowlab_games::stones::{MIN_HOLES, Rules};

/// The options of the experiment. The games determine the rule options; their size is ignored.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StonesOpenings {
    /// The minimum number of holes [default: 2].
    #[serde(default = "fewest_holes")]
    pub least_holes: usize,
    /// The maximum number of holes.
    pub holes: usize,
    /// The maximum number of stones per hole, at least 2.
    pub seeds: usize,
    /// The node budget of an opening, without the nodes of tables built during the search.
    pub nodes: u64,
    /// The maximum number of boards in the tables of an opening, all layers together. Larger openings are searched,
    /// with tables of at most that size in unpacked bytes.
    pub boards: u64,
    /// The directory of the tables, which does not affect the results.
    pub directory: PathBuf,
}

fn fewest_holes() -> usize {
    MIN_HOLES
}

/// The bounds of an opening.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(in crate::kinds) game: String,
    pub(super) holes: usize,
    /// The stones per hole.
    pub(super) seeds: usize,
    /// The bounds for East, who has sente, without the pie rule.
    pub(in crate::kinds) value: Values,
    /// The bounds for East, who may swap after the first round; `None` if no first round exists.
    pub(in crate::kinds) pie: Option<Values>,
    /// The nodes searched, without those of tables built during the search.
    pub(super) nodes: u64,
    /// Whether a search without tables found the same value.
    pub(super) searched_too: bool,
}

impl StonesOpenings {
    /// Returns the variants of all sizes.
    pub(super) fn sizes(&self, rules: &[Rules]) -> Vec<Rules> {
        let mut all = Vec::new();
        for readings in rules {
            for seeds in 2..=self.seeds {
                for holes in self.least_holes..=self.holes {
                    if let Ok(size) = Rules::new(holes, seeds) {
                        all.push(size.read_as(readings));
                    }
                }
            }
        }
        all
    }
}

impl Opening {
    /// Returns whether all bounds are exact.
    pub(super) fn closed(&self) -> bool {
        self.value.closed() && self.pie.as_ref().is_none_or(Values::closed)
    }

    /// Narrows the bounds by those of another proof. Returns whether that changed them.
    pub(super) fn learn(&mut self, bounds: &Values, pie_bounds: Option<&Values>) -> bool {
        let before = (self.value, self.pie);
        let value = self.value.and(bounds);
        self.value = value.unwrap_or(self.value);
        if let (Some(known), Some(more)) = (&mut self.pie, pie_bounds) {
            *known = known.and(more).unwrap_or(*known);
        }
        before != (self.value, self.pie)
    }
}
