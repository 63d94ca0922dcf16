//! Estimates of branches that are not proven, with growing depth.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use sowlab_findings::Estimate;
use sowlab_games::contest::Contest;
use sowlab_solvers::Monitor;

use crate::estimate::{ESTIMATE_NODES, MOST_DEPTH};
use crate::{Estimator, RequestError};

/// A branch: the index of its choice and of its reply.
pub(super) type Place = (usize, Option<usize>);

/// Estimates of all open branches, each by a search of the same depth.
#[derive(Default)]
pub(super) struct Estimates {
    /// The depth; 0 without estimates.
    depth: u8,
    complete: FxHashMap<Place, Estimate>,
    /// The estimates of the next depth, while they are incomplete.
    next: FxHashMap<Place, Estimate>,
}

/// The estimates that all stages of an answer share.
pub(super) type SharedEstimates = Arc<Mutex<Estimates>>;

/// Locks data that threads share, also after a thread that held the lock was interrupted within a round.
pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Estimates {
    /// Returns the estimate of the margin of the side to move after a branch.
    pub(super) fn of(&self, place: Place) -> Option<Estimate> {
        self.complete.get(&place).copied()
    }
}

/// An open branch: its place, its state, and the number of moves by which its search is less deep.
pub(super) type Open<S> = (Place, S, u8);

/// The estimates of branches, with the search that computes them.
pub(super) struct Guesses<'a, C: Contest> {
    game: &'a C,
    /// The search; `None` until it is needed.
    estimator: RefCell<Option<Estimator<'a, C>>>,
    estimates: SharedEstimates,
}

impl<'a, C: Contest> Guesses<'a, C> {
    /// Starts with the estimates of an earlier stage.
    pub(super) fn new(game: &'a C, estimates: SharedEstimates) -> Self {
        Guesses {
            game,
            estimator: RefCell::new(None),
            estimates,
        }
    }

    /// Returns the depth of the estimates; 0 without any.
    pub(super) fn depth(&self) -> u8 {
        locked(&self.estimates).depth
    }

    /// Returns whether a deeper search is possible: the maximum depth is not reached, and fewer than `nodes` nodes were
    /// searched.
    pub(super) fn may_deepen(&self, nodes: u64) -> bool {
        let estimator = self.estimator.borrow();
        let searched = estimator.as_ref().map_or(0, Estimator::nodes);
        self.depth() < MOST_DEPTH && searched < nodes
    }

    /// Creates the search, if it does not exist yet.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn prepare(&self) -> Result<(), RequestError> {
        let mut estimator = self.estimator.borrow_mut();
        if estimator.is_none() {
            *estimator = Some(Estimator::new(self.game).map_err(RequestError::failed)?);
        }
        Ok(())
    }

    /// Searches every open branch one move deeper. Returns whether the search finished before the monitor cancelled.
    /// Estimates of an incomplete depth do not count yet; the next call resumes there.
    ///
    /// # Errors
    /// There is not enough memory.
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

    /// Returns the estimates.
    pub(super) fn estimates(&self) -> &SharedEstimates {
        &self.estimates
    }

    /// Deepens until [`ESTIMATE_NODES`] are searched or the monitor cancels.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn deepen_fully(
        &self,
        open: &[Open<C::State>],
        monitor: &dyn Monitor,
    ) -> Result<(), RequestError> {
        while !open.is_empty() && self.may_deepen(ESTIMATE_NODES) && self.deepen(open, monitor)? {}
        Ok(())
    }
}
