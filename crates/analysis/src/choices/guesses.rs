//! Guesses at the worth of branches, deeper and deeper.

use sowlab_findings::Estimate;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use sowlab_solvers::Monitor;

use crate::{Estimator, RequestError};
use sowlab_games::contest::Contest;

/// A branch: the number of its choice, and of its reply.
pub(super) type Place = (usize, Option<usize>);

/// The guesses that were made. All who answer the same question share them, so that none is lost where time
/// for more runs out.
pub(super) type Made = Rc<RefCell<FxHashMap<Place, Estimate>>>;

/// The guesses that there are, each made once for a depth.
pub(super) struct Guesses<'a, C: Contest> {
    game: &'a C,
    monitor: &'a dyn Monitor,
    /// `None` until one is needed.
    estimator: RefCell<Option<Estimator<'a, C>>>,
    /// Whether there are to be any.
    wanted: bool,
    made: Made,
}

impl<'a, C: Contest> Guesses<'a, C> {
    /// Those that were made. The monitor ends the search for more.
    pub(super) fn new(game: &'a C, monitor: &'a dyn Monitor, made: Made) -> Self {
        Guesses {
            game,
            monitor,
            estimator: RefCell::new(None),
            wanted: true,
            made,
        }
    }

    /// None, and there will be none.
    pub(super) fn none(game: &'a C) -> Self {
        Guesses {
            wanted: false,
            ..Guesses::new(game, &(), Made::default())
        }
    }

    /// Gets ready to guess.
    ///
    /// # Errors
    /// There is no memory.
    pub(super) fn prepare(&self) -> Result<(), RequestError> {
        let mut estimator = self.estimator.borrow_mut();
        if self.wanted && estimator.is_none() {
            let new = Estimator::new(self.game, self.monitor);
            *estimator = Some(new.map_err(RequestError::failed)?);
        }
        Ok(())
    }

    /// The margin of the side to move in a state by a search so deep, or by the deepest one that there was
    /// time for.
    pub(super) fn margin(&self, place: Place, state: &C::State, depth: u8) -> Option<Estimate> {
        let mut made = self.made.borrow_mut();
        let before = made.get(&place).copied();
        if before.is_some_and(|before| before.depth >= depth) {
            return before;
        }
        let estimator = self.estimator.borrow();
        let Ok(margin) = estimator.as_ref()?.margin(state, depth) else {
            return before;
        };
        let estimate = Estimate { margin, depth };
        made.insert(place, estimate);
        Some(estimate)
    }
}
