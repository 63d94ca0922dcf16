//! Limits on work: a time, or a number of nodes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::Instant;
use crate::Monitor;
use crate::interrupt::{Interrupt, InterruptEnd};

/// A limit on the work of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time, in seconds in JSON. The result depends on the machine.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    #[schemars(with = "f64")]
    Time(Duration),
    /// The number of nodes. The result of one thread is the same on every machine.
    Nodes(u64),
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Limit {
    /// Returns an equal part of the limit.
    #[must_use]
    pub fn divided_by(self, parts: u32) -> Limit {
        let parts = parts.max(1);
        match self {
            Limit::Time(time) => Limit::Time(time / parts),
            Limit::Nodes(nodes) => Limit::Nodes(nodes / u64::from(parts)),
        }
    }

    /// Returns a multiple of the limit, or the largest limit.
    #[must_use]
    pub fn multiplied_by(self, factor: u32) -> Limit {
        match self {
            Limit::Time(time) => Limit::Time(time.saturating_mul(factor)),
            Limit::Nodes(nodes) => Limit::Nodes(nodes.saturating_mul(factor.into())),
        }
    }

    /// Returns the time of a limit on time.
    pub fn time(self) -> Option<Duration> {
        match self {
            Limit::Time(time) => Some(time),
            Limit::Nodes(_) => None,
        }
    }
}

/// A monitor that passes calls on to another one, and also stops at a limit. Units of work count as nodes.
pub struct Deadline<'a> {
    inner: &'a dyn Monitor,
    end: Option<End>,
    /// A single round that takes longer is stopped too.
    _until: Option<InterruptEnd>,
}

/// The end of the work.
enum End {
    At(Instant),
    After { nodes: u64, spent: AtomicU64 },
}

impl<'a> Deadline<'a> {
    /// Stops when `inner` does or at this moment, if any.
    pub fn new(inner: &'a dyn Monitor, at: Option<Instant>) -> Deadline<'a> {
        Deadline {
            inner,
            end: at.map(End::At),
            _until: at.map(|at| Interrupt::current().stop_at(at)),
        }
    }

    /// Stops when `inner` does or after this limit, if any. A time that no clock can measure is no limit.
    pub fn after(inner: &'a dyn Monitor, limit: Option<Limit>) -> Deadline<'a> {
        match limit {
            Some(Limit::Nodes(nodes)) => Deadline::of_nodes(inner, nodes),
            limit => {
                let time = limit.and_then(Limit::time);
                Deadline::new(
                    inner,
                    time.and_then(|time| Instant::now().checked_add(time)),
                )
            }
        }
    }

    /// Stops when `inner` does or after this number of nodes.
    pub fn of_nodes(inner: &'a dyn Monitor, nodes: u64) -> Deadline<'a> {
        Deadline {
            inner,
            end: Some(End::After {
                nodes,
                spent: AtomicU64::new(0),
            }),
            _until: None,
        }
    }

    /// Returns what is left of the limit; `None` without one.
    pub fn left(&self) -> Option<Limit> {
        Some(match self.end.as_ref()? {
            End::At(at) => Limit::Time(at.saturating_duration_since(Instant::now())),
            End::After { nodes, spent } => {
                Limit::Nodes(nodes.saturating_sub(spent.load(Ordering::Relaxed)))
            }
        })
    }
}

impl Monitor for Deadline<'_> {
    fn inner(&self) -> Option<&dyn Monitor> {
        Some(self.inner)
    }

    fn advance(&self, units: u64) {
        if let Some(End::After { spent, .. }) = &self.end {
            spent.fetch_add(units, Ordering::Relaxed);
        }
        self.inner.advance(units);
    }

    fn cancelled(&self) -> bool {
        let over = match &self.end {
            None => false,
            Some(End::At(at)) => Instant::now() >= *at,
            Some(End::After { nodes, spent }) => spent.load(Ordering::Relaxed) >= *nodes,
        };
        over || self.inner.cancelled()
    }

    fn limited(&self) -> bool {
        self.end.is_some() || self.inner.limited()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_by_every_deadline_around_the_work() {
        let outer = Deadline::after(&(), Some(Limit::Nodes(10)));
        let inner = Deadline::after(&outer, Some(Limit::Nodes(4)));
        inner.advance(3);
        assert_eq!(inner.left(), Some(Limit::Nodes(1)));
        assert_eq!(outer.left(), Some(Limit::Nodes(7)));
        inner.advance(3);
        assert!(inner.cancelled() && !outer.cancelled());
        outer.advance(4);
        assert!(outer.cancelled());
        assert_eq!(outer.left(), Some(Limit::Nodes(0)));
        assert_eq!(Deadline::after(&outer, None).left(), None);
    }

    #[test]
    fn a_time_too_long_for_a_clock_is_no_limit() {
        let deadline = Deadline::after(&(), Some(Limit::Time(Duration::MAX)));
        assert_eq!(deadline.left(), None);
        assert!(!deadline.cancelled());
    }
}
