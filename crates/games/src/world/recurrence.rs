//! The first state of a sowing that recurs.

use sowlab_solvers::cycle::Brent;

use super::sower::{LapStart, Sower};

/// When a sowing first recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// One side sows. A state is the start of a lap: the pits, the pit where the lap begins and the seeds in hand.
    Laps {
        /// The laps before the first state that recurs.
        first: u64,
        /// The least number of laps after which it recurs.
        period: u64,
    },
    /// Both sides sow at once. A state is the pits and both hands after a step and the lifts that follow it.
    Steps {
        /// The steps before the first state that recurs.
        first: u64,
        /// The least number of steps after which it recurs.
        period: u64,
    },
}

/// Follows a sequence of states. Returns the number of steps before the first one that recurs, and the period; `None` if
/// the sequence ends, where `next` returns `false`.
pub(super) fn first_recurrence<S: Clone + PartialEq>(
    start: S,
    next: impl Fn(&mut S) -> bool,
) -> Option<(u64, u64)> {
    let mut state = start.clone();
    let mut watch = Brent::new(start.clone(), 0);
    let mut steps = 0;
    let period = loop {
        if !next(&mut state) {
            return None;
        }
        steps += 1;
        if let Some(period) = watch.observe(&state, steps) {
            break period;
        }
    };
    let (mut behind, mut ahead) = (start.clone(), start);
    for _ in 0..period {
        next(&mut ahead);
    }
    let mut first = 0;
    while behind != ahead {
        next(&mut behind);
        next(&mut ahead);
        first += 1;
    }
    Some((first, period))
}

/// The start of a lap, with the laps that the rules have counted.
#[derive(Clone)]
struct CountedStart {
    start: LapStart,
    laps: u32,
}

/// Counted laps do not tell states of a sowing apart.
impl PartialEq for CountedStart {
    fn eq(&self, other: &CountedStart) -> bool {
        self.start.sows_as(&other.start)
    }
}

/// Returns when a sowing of laps first recurs; `None` if it ends, where `lap` returns `false`. While the pits recur,
/// what the rules keep must not change the sowing, except that the first lap may differ in its direction.
pub(super) fn recurrence_of_laps(
    sower: &Sower<'_>,
    lap: impl Fn(&mut Sower<'_>) -> bool,
) -> Option<Recurrence> {
    let counted = |sower: &Sower<'_>| CountedStart {
        start: sower.lap_start(),
        laps: sower.laps,
    };
    let next = |state: &mut CountedStart| {
        let mut sower = Sower::at_start(state.start, state.laps);
        let continues = lap(&mut sower);
        *state = counted(&sower);
        continues
    };
    let (first, period) = first_recurrence(counted(sower), next)?;
    Some(Recurrence::Laps { first, period })
}
