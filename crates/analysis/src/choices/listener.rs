//! Reports of values while they improve.

use sowlab_base::Instant;
use sowlab_findings::Choices;
use std::time::Duration;

use super::guesses::SharedEstimates;

/// The minimum time between two reports after the first one.
const EVERY: Duration = Duration::from_millis(100);

/// A receiver of the values of choices while they improve, or none.
pub struct Listener<'a> {
    hear: Option<&'a mut dyn FnMut(&Choices)>,
    heard: Option<Instant>,
    /// The estimates so far.
    estimates: SharedEstimates,
}

impl<'a> Listener<'a> {
    /// Creates a listener without a receiver.
    pub fn nobody() -> Listener<'a> {
        Listener {
            hear: None,
            heard: None,
            estimates: SharedEstimates::default(),
        }
    }

    /// Calls `hear` with first values at once, and then with each improvement, at most ten times a second.
    pub fn new(hear: &'a mut dyn FnMut(&Choices)) -> Listener<'a> {
        Listener {
            hear: Some(hear),
            heard: None,
            estimates: SharedEstimates::default(),
        }
    }

    /// Returns whether there is a receiver.
    pub(super) fn listens(&self) -> bool {
        self.hear.is_some()
    }

    /// The estimates so far.
    pub(super) fn estimates(&self) -> SharedEstimates {
        SharedEstimates::clone(&self.estimates)
    }

    /// Returns whether the next report is due.
    pub(super) fn is_due(&self) -> bool {
        self.listens() && self.heard.is_none_or(|heard| heard.elapsed() >= EVERY)
    }

    /// Reports values.
    pub(super) fn tell(&mut self, choices: &Choices) {
        if let Some(hear) = &mut self.hear {
            hear(choices);
            self.heard = Some(Instant::now());
        }
    }
}
