//! Guesses at what is not proven.

use std::ops::RangeInclusive;

use sowlab_solvers::search::{self, AlphaBeta, DepthLimited, TableSizeError, TranspositionTable};
use sowlab_solvers::{Cancelled, Monitor, Problem};

use sowlab_findings::Estimate;
use sowlab_games::contest::Contest;

/// How many choices deep a guess looks: a fraction of a second for all choices of 55Stones.
pub const ESTIMATE_DEPTH: u8 = 5;
/// The bytes of the transposition table.
const TABLE: usize = 1 << 24;

/// Searches a few choices deep; play beyond gains nothing.
pub struct Estimator<'a, C: Contest> {
    game: &'a C,
    table: TranspositionTable,
    monitor: &'a dyn Monitor,
}

impl<'a, C: Contest> Estimator<'a, C> {
    /// A search with a small table of its own. There should be a time limit: some positions have moves that
    /// take millions of laps.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(game: &'a C, monitor: &'a dyn Monitor) -> Result<Self, TableSizeError> {
        Ok(Estimator {
            game,
            table: TranspositionTable::new(TABLE)?,
            monitor,
        })
    }

    /// The margin of the side to move. The depth makes it the same on any number of threads.
    ///
    /// # Errors
    /// The monitor cancelled.
    pub fn margin(&self, state: &C::State, depth: u8) -> Result<i32, Cancelled> {
        let problem = Problem::new(self.game).with_guide(self.game);
        let nothing: &search::Estimate<'_, C::State> = &|_| 0;
        let horizon = DepthLimited::new(problem, nothing);
        let search = AlphaBeta::new(horizon, &self.table, self.monitor);
        let root = horizon.limit(*state, depth);
        search.value(&root, 0, &mut |_| ())
    }
}

impl<C: Contest> Estimator<'_, C> {
    /// A guess at the margin of the side to move in a position, within an interval that is proven of it: by
    /// the deepest search that there is time for.
    pub fn estimate(&self, state: &C::State, proven: &RangeInclusive<i32>) -> Option<Estimate> {
        let by_depth = (1..=ESTIMATE_DEPTH).map_while(|depth| {
            let margin = self.margin(state, depth).ok()?;
            Some(Estimate {
                margin: margin.clamp(*proven.start(), *proven.end()),
                depth,
            })
        });
        by_depth.last()
    }
}
