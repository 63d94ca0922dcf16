//! The progress of a stage of some work.

use std::time::{Duration, Instant};

use super::amount::{count, time};

/// The duration and the share before which no time left is shown.
const TOO_EARLY: Duration = Duration::from_secs(2);
const TOO_LITTLE: f64 = 0.02;

/// A stage: the unit that is counted, the total, and the start.
pub(super) struct Stage {
    what: String,
    /// The total number of units; 0 where it is unknown.
    units: u64,
    begun: Instant,
    done: u64,
    /// The number of units completed by an earlier process, which do not count for the rate.
    before: u64,
    /// The last announced end. Later estimates do not move it back.
    end: Option<Instant>,
}

impl Stage {
    pub(super) fn new(what: String, units: u64) -> Stage {
        Stage {
            what,
            units,
            begun: Instant::now(),
            done: 0,
            before: 0,
            end: None,
        }
    }

    pub(super) fn advance(&mut self, units: u64) {
        self.done += units;
    }

    pub(super) fn resume(&mut self, units: u64) {
        self.done += units;
        self.before += units;
    }

    pub(super) fn what(&self) -> &str {
        &self.what
    }

    /// Returns the completed share, 0 to 1; `None` where the total is unknown, or turned out to be too small.
    pub(super) fn share(&self) -> Option<f64> {
        (0 < self.units && self.done <= self.units).then(|| self.done as f64 / self.units as f64)
    }

    /// Returns the completed amount, the rate, and the time left, as far as they are known.
    pub(super) fn numbers(&mut self) -> String {
        self.numbers_at(Instant::now())
    }

    fn numbers_at(&mut self, now: Instant) -> String {
        let passed = now.duration_since(self.begun);
        let now_done = (self.done - self.before) as f64;
        let rate = format!("{}/s", count(now_done / passed.as_secs_f64().max(1e-3)));
        let Some(share) = self.share() else {
            return format!("{}, {rate}", count(self.done as f64));
        };
        let mut text = format!(
            "{:.0} % of {}, {rate}",
            100.0 * share,
            count(self.units as f64)
        );
        let to_do = (self.units - self.before) as f64;
        let share_of_now = now_done / to_do.max(1.0);
        if passed >= TOO_EARLY && share_of_now >= TOO_LITTLE {
            let left = passed.mul_f64((1.0 - share_of_now).max(0.0) / share_of_now);
            let end = now + left;
            let end = self.end.map_or(end, |earlier| earlier.min(end));
            self.end = Some(end);
            // After the announced end no time left is shown.
            if end > now {
                text += &format!(", {} left", time(end - now));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_estimate_grows_and_no_total_is_exceeded() {
        let mut stage = Stage::new("boards".into(), 1000);
        let at = |stage: &mut Stage, seconds| {
            let now = stage.begun + Duration::from_secs(seconds);
            stage.numbers_at(now)
        };
        stage.advance(10);
        assert_eq!(at(&mut stage, 1), "1 % of 1.0 k, 10/s");
        stage.advance(240);
        assert_eq!(at(&mut stage, 5), "25 % of 1.0 k, 50/s, 15 s left");
        // The rate has fallen, but the announced end stays.
        stage.advance(50);
        assert_eq!(at(&mut stage, 15), "30 % of 1.0 k, 20/s, 5 s left");
        assert_eq!(at(&mut stage, 30), "30 % of 1.0 k, 10/s");
        stage.advance(900);
        assert_eq!(at(&mut stage, 60), "1.2 k, 20/s");
    }

    #[test]
    fn only_what_is_done_now_has_a_rate() {
        let mut stage = Stage::new("games".into(), 1000);
        let at = |stage: &mut Stage, seconds| {
            let now = stage.begun + Duration::from_secs(seconds);
            stage.numbers_at(now)
        };
        stage.resume(500);
        assert_eq!(at(&mut stage, 10), "50 % of 1.0 k, 0/s");
        stage.advance(50);
        assert_eq!(at(&mut stage, 10), "55 % of 1.0 k, 5/s, 1 min 30 s left");
        stage.advance(450);
        assert_eq!(at(&mut stage, 60), "100 % of 1.0 k, 8/s");
    }
}
