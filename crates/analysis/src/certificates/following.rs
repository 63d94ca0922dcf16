//! Follows a sowing until it ends or a state recurs.

use super::fault::Fault;
use sowlab_solvers::Monitor;

/// The limit on the steps of a check (laps where one side sows), and the monitor that may cancel it.
pub(super) struct Budget<'a> {
    most: u64,
    left: u64,
    monitor: &'a dyn Monitor,
}

/// The number of steps between two checks of the monitor.
const LOOK_EVERY: u64 = 1 << 20;

impl<'a> Budget<'a> {
    pub(super) fn new(most: u64, monitor: &'a dyn Monitor) -> Budget<'a> {
        let left = most;
        Budget {
            most,
            left,
            monitor,
        }
    }

    /// Counts one step.
    ///
    /// # Errors
    /// The limit on steps is exceeded, or the monitor cancelled.
    pub(super) fn spend(&mut self) -> Result<(), Fault> {
        self.left = self.left.checked_sub(1).ok_or(Fault::Steps(self.most))?;
        match self.left.is_multiple_of(LOOK_EVERY) && self.monitor.cancelled() {
            true => Err(Fault::Cancelled),
            false => Ok(()),
        }
    }

    /// Fails at once if more steps are needed than are left.
    fn expect(&self, steps: Option<u64>) -> Result<(), Fault> {
        match steps.is_some_and(|steps| steps <= self.left) {
            true => Ok(()),
            false => Err(Fault::Steps(self.most)),
        }
    }
}

/// The result of a step.
pub(super) enum Step<E> {
    /// The sowing continues.
    On {
        /// Whether the sources leave the step open.
        disputed: bool,
    },
    /// The sowing is over.
    Over(E),
}

/// The result of checking a claimed recurrence.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Recurrence {
    /// The claimed state is the first that recurs, with the claimed period.
    Right {
        /// The number of disputed cases up to its recurrence.
        disputed: u64,
    },
    /// The sowing ends.
    Ends,
    /// The claimed state recurs sooner, after this number of steps.
    Sooner(u64),
    /// The claimed state does not recur after the claimed period.
    Never,
    /// The claimed state recurs after the claimed period, but is not the first that recurs.
    NotFirst,
}

/// Follows a sowing to its end. Returns the end and the number of disputed cases before it, or `None` if the sowing
/// never ends. A mark that moves after 1, 2, 4, 8, … steps detects this when it recurs (R. P. Brent, BIT 20, 1980).
///
/// # Errors
/// The limit on steps is exceeded, or the monitor cancelled.
pub(super) fn to_end<S: Clone + PartialEq, E>(
    mut sowing: S,
    mut step: impl FnMut(&mut S, &mut Budget) -> Result<Step<E>, Fault>,
    budget: &mut Budget,
) -> Result<Option<(E, u64)>, Fault> {
    let (mut mark, mut since, mut moves_after) = (sowing.clone(), 0u64, 1u64);
    let mut disputed = 0;
    loop {
        budget.spend()?;
        match step(&mut sowing, budget)? {
            Step::On { disputed: case } => disputed += u64::from(case),
            Step::Over(end) => return Ok(Some((end, disputed))),
        }
        since += 1;
        if sowing == mark {
            return Ok(None);
        }
        if since == moves_after {
            mark = sowing.clone();
            (since, moves_after) = (0, 2 * moves_after);
        }
    }
}

/// Follows a sowing for `first + period` steps. They show whether the state after `first` steps is the first that
/// recurs. They also show whether `period` is the least number of steps after which it does.
///
/// # Errors
/// The limit on steps is exceeded, or the monitor cancelled.
pub(super) fn recurs<S: Clone + PartialEq, E>(
    mut sowing: S,
    mut step: impl FnMut(&mut S, &mut Budget) -> Result<Step<E>, Fault>,
    (first, period): (u64, u64),
    budget: &mut Budget,
) -> Result<Recurrence, Fault> {
    budget.expect(first.checked_add(period))?;
    let mut disputed = 0;
    let mut goes_on = |sowing: &mut S| {
        budget.spend()?;
        Ok::<bool, Fault>(match step(sowing, budget)? {
            Step::On { disputed: case } => {
                disputed += u64::from(case);
                true
            }
            Step::Over(_) => false,
        })
    };
    let mut before = None;
    for steps in 1..=first {
        if steps == first {
            before = Some(sowing.clone());
        }
        if !goes_on(&mut sowing)? {
            return Ok(Recurrence::Ends);
        }
    }
    let mark = sowing.clone();
    for steps in 1..=period {
        // If the mark is the first state of the cycle, the state before it is not on the cycle.
        let joined_sooner = steps == period && before.as_ref() == Some(&sowing);
        if !goes_on(&mut sowing)? {
            return Ok(Recurrence::Ends);
        }
        if sowing == mark {
            return Ok(match steps < period {
                true => Recurrence::Sooner(steps),
                false if joined_sooner => Recurrence::NotFirst,
                false => Recurrence::Right { disputed },
            });
        }
    }
    Ok(Recurrence::Never)
}
