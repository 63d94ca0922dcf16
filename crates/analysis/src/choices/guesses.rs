//! Estimates of branches that are not proven, deeper and deeper.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use sowlab_findings::Estimate;
use sowlab_games::contest::Contest;
use sowlab_solvers::Monitor;

use crate::estimate::{ESTIMATE_NODES, MOST_DEPTH};
use crate::{Estimator, RequestError};

/// A branch: the number of its choice, and of its reply.
pub(super) type Place = (usize, Option<usize>);

/// Estimates of all branches that were open, each by a search of the same depth.
#[derive(Default)]
pub(super) struct Estimates {
    /// The depth; 0 where there are none yet.
    depth: u8,
    complete: FxHashMap<Place, Estimate>,
    /// Those of the next depth, while that is not complete.
    next: FxHashMap<Place, Estimate>,
}

/// Estimates that all stages of an answer share.
pub(super) type SharedEstimates = Arc<Mutex<Estimates>>;

/// Locks what threads share, also after a thread that had it was stopped in the middle of a round.
pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Estimates {
    /// The estimate of the margin of the side to move after a branch.
    pub(super) fn of(&self, place: Place) -> Option<Estimate> {
        self.complete.get(&place).copied()
    }
}

/// An open branch: its place, its state, and the moves by which it is searched less deep.
pub(super) type Open<S> = (Place, S, u8);

/// Estimates branches.
pub(super) struct Guesses<'a, C: Contest> {
    game: &'a C,
    /// `None` until one is needed.
    estimator: RefCell<Option<Estimator<'a, C>>>,
    estimates: SharedEstimates,
}

impl<'a, C: Contest> Guesses<'a, C> {
    /// Begins with estimates of an earlier stage.
    pub(super) fn new(game: &'a C, estimates: SharedEstimates) -> Self {
        Guesses {
            game,
            estimator: RefCell::new(None),
            estimates,
        }
    }

    /// The depth of the estimates there are; 0 without any.
    pub(super) fn depth(&self) -> u8 {
        locked(&self.estimates).depth
    }

    /// Returns whether a deeper search is worth its time: within the depth, and with nodes left.
    pub(super) fn may_deepen(&self, nodes: u64) -> bool {
        let estimator = self.estimator.borrow();
        let searched = estimator.as_ref().map_or(0, Estimator::nodes);
        self.depth() < MOST_DEPTH && searched < nodes
    }

    /// Gets ready to search.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn prepare(&self) -> Result<(), RequestError> {
        let mut estimator = self.estimator.borrow_mut();
        if estimator.is_none() {
            *estimator = Some(Estimator::new(self.game).map_err(RequestError::failed)?);
        }
        Ok(())
    }

    /// Searches every open branch one move deeper. Returns whether the monitor let it finish; what was found by then
    /// counts only once all are, and the next call resumes there.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn deepen(
        &self,
        open: &[Open<C::State>],
        monitor: &dyn Monitor,
    ) -> Result<bool, RequestError> {
        self.prepare()?;
        let estimator = self.estimator.borrow();
        let Some(estimator) = &*estimator else {
            return Ok(false);
        };
        let depth = self.depth() + 1;
        for (place, state, less) in open {
            let before = {
                let estimates = locked(&self.estimates);
                if estimates.next.contains_key(place) {
                    continue;
                }
                estimates.of(*place)
            };
            let wanted = depth.saturating_sub(*less).max(1);
            let estimate = match before {
                Some(before) if before.depth >= wanted => before,
                before => {
                    let guess = before.map_or(0, |before| before.margin);
                    match estimator.margin(state, wanted, guess, monitor) {
                        Ok(estimate) => estimate,
                        Err(_) => return Ok(false),
                    }
                }
            };
            locked(&self.estimates).next.insert(*place, estimate);
        }
        let estimates = &mut *locked(&self.estimates);
        estimates.depth = depth;
        estimates.complete = std::mem::take(&mut estimates.next);
        Ok(true)
    }

    /// The estimates there are.
    pub(super) fn estimates(&self) -> &SharedEstimates {
        &self.estimates
    }

    /// Deepens until [`ESTIMATE_NODES`] are searched or the monitor cancels.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn deepen_fully(
        &self,
        open: &[Open<C::State>],
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        while !open.is_empty() && self.may_deepen(ESTIMATE_NODES) && self.deepen(open, monitor)? {}
        Ok(())
    }
}
