//! Hearing of values while they get better.

use sowlab_findings::Choices;
use std::time::{Duration, Instant};

use super::guesses::SharedEstimates;

/// How often a listener hears of values, but for the first ones.
const EVERY: Duration = Duration::from_millis(100);

/// Hears of the values of choices while they get better, or does not.
pub struct Listener<'a> {
    hear: Option<&'a mut dyn FnMut(&Choices)>,
    heard: Option<Instant>,
    /// The estimates so far.
    estimates: SharedEstimates,
}

impl<'a> Listener<'a> {
    /// Nobody listens: only the finding counts.
    pub fn nobody() -> Listener<'a> {
        Listener {
            hear: None,
            heard: None,
            estimates: SharedEstimates::default(),
        }
    }

    /// Calls `hear` with first values at once, and then whenever there are better ones, at most ten times a
    /// second.
    pub fn new(hear: &'a mut dyn FnMut(&Choices)) -> Listener<'a> {
        Listener {
            hear: Some(hear),
            heard: None,
            estimates: SharedEstimates::default(),
        }
    }

    /// Whether anybody listens.
    pub(super) fn listens(&self) -> bool {
        self.hear.is_some()
    }

    /// The estimates so far.
    pub(super) fn estimates(&self) -> SharedEstimates {
        SharedEstimates::clone(&self.estimates)
    }

    /// Whether it is time to tell again.
    pub(super) fn is_due(&self) -> bool {
        self.listens() && self.heard.is_none_or(|heard| heard.elapsed() >= EVERY)
    }

    /// Tells of values.
    pub(super) fn tell(&mut self, choices: &Choices) {
        if let Some(hear) = &mut self.hear {
            hear(choices);
            self.heard = Some(Instant::now());
        }
    }
}
