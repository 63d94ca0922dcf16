//! Cycle detection in constant memory.

use sowlab_base::interrupt::{LOOK_EVERY, check};

/// A detector of repetition in a deterministic sequence of states. It finds the period and stores a single state (R.
/// P. Brent, *An improved Monte Carlo factorization algorithm*, BIT 20, 1980).
///
/// The states may be observed at any points that the sequence itself determines: every step, or every end of a lap.
/// The clock counts steps. The period is exact: the least number of steps after which the state recurs. With `t` steps
/// before the cycle and a period of `p`, it takes at most `2·max(t, p) + p` observations.
///
/// The observations count as steps of a loop that can be [interrupted](sowlab_base::interrupt).
///
/// ```
/// use sowlab_solvers::cycle::Brent;
/// // 0 → 1 → 2 → 3 → 4 → 2: a tail of two and a period of three.
/// let next = |state: u32| if state == 4 { 2 } else { state + 1 };
/// let mut state = 0;
/// let mut watch = Brent::new(state, 0);
/// let mut steps = 0;
/// let period = loop {
///     state = next(state);
///     steps += 1;
///     if let Some(period) = watch.observe(&state, steps) {
///         break period;
///     }
/// };
/// assert_eq!(period, 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Brent<S> {
    saved: S,
    saved_at: u64,
    /// Observations until the next save or the next check of the interrupt, the earlier of the two.
    until_next_turn: u64,
    /// Observations between that moment and the next save.
    then_until_save: u64,
    interval: u64,
}

impl<S: Clone + PartialEq> Brent<S> {
    /// Creates a detector that starts at this state, with the clock at `clock`.
    pub fn new(state: S, clock: u64) -> Self {
        Brent {
            saved: state,
            saved_at: clock,
            until_next_turn: 1,
            then_until_save: 0,
            interval: 1,
        }
    }

    /// Observes the next state. Returns the period, in units of the clock, once the state is known to recur.
    #[inline]
    pub fn observe(&mut self, state: &S, clock: u64) -> Option<u64> {
        if *state == self.saved {
            return Some(clock - self.saved_at);
        }
        self.until_next_turn -= 1;
        if self.until_next_turn == 0 {
            self.turn(state, clock);
        }
        None
    }

    /// Saves the state, or checks the interrupt before the next save.
    #[inline]
    fn turn(&mut self, state: &S, clock: u64) {
        if self.then_until_save == 0 {
            self.saved = state.clone();
            self.saved_at = clock;
            self.interval *= 2;
            self.then_until_save = self.interval;
        } else {
            // Each interval is as long as all before it together.
            check(2 * self.interval - self.then_until_save);
        }
        self.until_next_turn = self.then_until_save.min(LOOK_EVERY);
        self.then_until_save -= self.until_next_turn;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Brent, LOOK_EVERY};
    use sowlab_base::interrupt::{Interrupt, Interrupted};

    /// Every tail and period up to a bound, on the sequence 0, 1, …, t, …, t+p−1, t, …
    #[test]
    fn finds_the_least_period_after_any_tail() {
        for tail in 0..40u64 {
            for period in 1..40u64 {
                let next = |state: u64| {
                    if state + 1 == tail + period {
                        tail
                    } else {
                        state + 1
                    }
                };
                let mut state = 0;
                let mut watch = Brent::new(state, 0);
                let mut clock = 0;
                let found = loop {
                    state = next(state);
                    clock += 7; // units of the clock, not observations
                    if let Some(found) = watch.observe(&state, clock) {
                        break found;
                    }
                };
                assert_eq!(found, 7 * period, "tail {tail}");
                assert!(clock / 7 <= 2 * tail.max(period) + period + 1);
            }
        }
    }

    /// Periods longer than the interval between two checks of the interrupt.
    #[test]
    fn long_periods_are_exact_too() {
        for (tail, period) in [
            (0, 3 * LOOK_EVERY + 1),
            (5 * LOOK_EVERY + 7, 7),
            (9, LOOK_EVERY),
        ] {
            let (mut state, mut clock) = (0u64, 0);
            let mut watch = Brent::new(state, 0);
            let found = loop {
                state = if state + 1 == tail + period {
                    tail
                } else {
                    state + 1
                };
                clock += 1;
                if let Some(found) = watch.observe(&state, clock) {
                    break found;
                }
            };
            assert_eq!(found, period, "tail {tail}");
            assert!(clock <= 2 * tail.max(period) + period + 1);
        }
    }

    #[test]
    fn a_search_for_a_period_can_be_interrupted() {
        let interrupt = Interrupt::new(Duration::ZERO, || true);
        let searched = interrupt.catch(|| {
            let mut watch = Brent::new(0u64, 0);
            (1..u64::MAX).find_map(|state| watch.observe(&state, state))
        });
        assert_eq!(searched, Err(Interrupted::Stopped));
    }

    #[test]
    fn says_nothing_while_no_state_recurs() {
        let mut watch = Brent::new(0u32, 0);
        assert!((1..10_000u32).all(|state| watch.observe(&state, u64::from(state)).is_none()));
    }
}
