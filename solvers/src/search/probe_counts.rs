//! Counts of the probes of a table.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of probes of a table, and of their hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProbeCounts {
    /// The number of probes.
    pub probes: u64,
    /// The number of probes that found an entry; no more than `probes`.
    pub hits: u64,
}

impl ProbeCounts {
    /// Counts a probe.
    #[inline]
    pub(super) fn count(&mut self, found: bool) {
        self.probes += 1;
        self.hits += u64::from(found);
    }
}

/// Prints the share of hits in per cent.
impl fmt::Display for ProbeCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = (100 * self.hits).checked_div(self.probes);
        write!(f, "{} % of look-ups found", share.unwrap_or(0))
    }
}

/// The counts of all threads together.
#[derive(Debug, Default)]
pub(super) struct SharedProbeCounts {
    probes: AtomicU64,
    hits: AtomicU64,
}

impl SharedProbeCounts {
    pub(super) fn add(&self, more: ProbeCounts) {
        self.probes.fetch_add(more.probes, Ordering::Relaxed);
        self.hits.fetch_add(more.hits, Ordering::Relaxed);
    }

    pub(super) fn total(&self) -> ProbeCounts {
        ProbeCounts {
            probes: self.probes.load(Ordering::Relaxed),
            hits: self.hits.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_was_asked() {
        let all = SharedProbeCounts::default();
        assert_eq!(all.total().to_string(), "0 % of look-ups found");
        let mut own = ProbeCounts::default();
        for number in 0..8 {
            own.count(number % 4 == 0);
        }
        all.add(own);
        all.add(own);
        let total = ProbeCounts {
            probes: 16,
            hits: 4,
        };
        assert_eq!(all.total(), total);
        assert_eq!(total.to_string(), "25 % of look-ups found");
    }
}
