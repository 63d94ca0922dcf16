//! The options, and what is proven of openings on boards of many sizes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use sowlab_findings::Values;
use sowlab_games::stones::{MIN_HOLES, Rules};

/// The options. Games give the readings; their size makes no difference.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StonesOpenings {
    /// The fewest holes; 2 if it is left out.
    #[serde(default = "fewest_holes")]
    pub least_holes: usize,
    /// The most holes.
    pub holes: usize,
    /// The most stones a hole, from 2 on.
    pub seeds: usize,
    /// The node budget of an opening; tables made on the way are not counted.
    pub nodes: u64,
    /// The most boards in the tables of an opening, all layers together: those with more are searched, with tables
    /// that take no more bytes unpacked.
    pub boards: u64,
    /// The directory of the tables, which is no part of the results.
    pub directory: PathBuf,
}

fn fewest_holes() -> usize {
    MIN_HOLES
}

/// The bounds of an opening.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(super) game: String,
    pub(super) holes: usize,
    /// Stones a hole.
    pub(super) seeds: usize,
    /// For East, who has sente; no pie rule.
    pub(super) value: Values,
    /// For East, who may turn the board after the first round; none where no first round exists.
    pub(super) pie: Option<Values>,
    /// The nodes searched, tables made on the way not counted.
    pub(super) nodes: u64,
    /// Whether a search without tables found the same.
    pub(super) searched_too: bool,
}

impl StonesOpenings {
    /// The rule sets of all sizes.
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
    /// Whether nothing is left to prove.
    pub(super) fn closed(&self) -> bool {
        self.value.closed() && self.pie.as_ref().is_none_or(Values::closed)
    }

    /// Shortens the intervals to what another proof leaves of them.
    pub(super) fn learn(&mut self, bounds: &Values, pie_bounds: Option<&Values>) {
        let value = self.value.and(bounds);
        self.value = value.unwrap_or(self.value);
        if let (Some(known), Some(more)) = (&mut self.pie, pie_bounds) {
            *known = known.and(more).unwrap_or(*known);
        }
    }
}
