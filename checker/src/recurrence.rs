//! Sowings that recur, in any game.

use crate::certificate::{Claim, Shown};
use crate::error::{CheckError, Result};
use crate::reason::Reason;

/// The steps that a check may take, or the laps where one side sows.
pub(crate) struct Steps {
    left: u64,
    most: u64,
}

impl Steps {
    pub(crate) fn new(most: u64) -> Steps {
        Steps { left: most, most }
    }

    /// Returns the number of steps that are left.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Takes steps of those that are left; `None` stands for more than 64 bits count.
    ///
    /// # Errors
    /// Fewer are left.
    pub(crate) fn take(&mut self, steps: Option<u64>) -> Result<()> {
        let longer = CheckError::Input(Reason::LongPlay { steps: self.most });
        let left = steps.and_then(|steps| self.left.checked_sub(steps));
        self.left = left.ok_or(longer)?;
        Ok(())
    }
}

/// The claim that a sowing recurs.
#[derive(Clone, Copy)]
pub(crate) struct Claimed<'a> {
    /// The round or move, for errors.
    pub(crate) name: &'a str,
    /// The steps before the first state that recurs.
    pub(crate) first: u64,
    /// The least number of steps after which it recurs.
    pub(crate) period: u64,
}

impl<'a> Claimed<'a> {
    /// Returns a claim about a move, whose steps are laps.
    ///
    /// # Errors
    /// The claim is of another kind.
    pub(crate) fn of_move(claim: &'a Claim) -> Result<Claimed<'a>> {
        match claim {
            Claim::EndlessMove {
                r#move,
                first_lap,
                period,
            } => Ok(Claimed {
                name: r#move,
                first: *first_lap,
                period: *period,
            }),
            _ => Err(CheckError::Input(Reason::OtherClaim)),
        }
    }

    /// Checks a claim about a move as [`check`](Claimed::check) does. `lap` returns what ends the move, if anything does.
    ///
    /// # Errors
    /// Those of [`check`](Claimed::check), or the move ends.
    pub(crate) fn check_move<S: Clone + PartialEq, T>(
        self,
        sowing: S,
        mut lap: impl FnMut(&mut S) -> Result<Option<T>>,
    ) -> Result<Shown> {
        let name = || self.name.to_owned();
        self.check(sowing, |sowing| match lap(sowing)? {
            None => Ok(()),
            Some(_) => Err(CheckError::from(Reason::RoundEnds { round: name() })),
        })?;
        Ok(Shown::EndlessMove {
            r#move: name(),
            period: self.period,
        })
    }

    /// Follows a sowing for `first` and `period` steps. Checks that the state after the first steps is the first one that
    /// recurs, and that it recurs after the period and not before.
    ///
    /// # Errors
    /// An error of `step`, or the reason for which the claim is wrong.
    pub(crate) fn check<S: Clone + PartialEq, E>(
        self,
        mut sowing: S,
        mut step: impl FnMut(&mut S) -> Result<(), E>,
    ) -> Result<(), E>
    where
        E: From<Reason>,
    {
        let Claimed {
            name,
            first,
            period,
        } = self;
        let round = || name.to_owned();
        for _ in 1..first {
            step(&mut sowing)?;
        }
        let before = (first > 0).then(|| sowing.clone());
        if before.is_some() {
            step(&mut sowing)?;
        }
        let mark = sowing.clone();
        for since in 1..period {
            step(&mut sowing)?;
            if sowing == mark {
                let wrong = Reason::OtherPeriod {
                    round: round(),
                    found: since,
                    stated: period,
                };
                return Err(wrong.into());
            }
        }
        let last = sowing.clone();
        step(&mut sowing)?;
        if period == 0 || sowing != mark {
            let wrong = Reason::NotRecurring {
                round: round(),
                first,
                period,
            };
            return Err(wrong.into());
        }
        if before.is_some_and(|before| before == last) {
            let wrong = Reason::NotFirst {
                round: round(),
                first,
            };
            return Err(wrong.into());
        }
        Ok(())
    }
}

/// Follows a sowing to its end, which `step` returns. Returns `None` if a state recurs, so that there is no end. A mark
/// moves after 1, 2, 4, … steps (R. P. Brent, BIT 20, 1980).
///
/// # Errors
/// An error of `step`.
pub(crate) fn end_of<S: Clone + PartialEq, T>(
    mut sowing: S,
    mut step: impl FnMut(&mut S) -> Result<Option<T>>,
) -> Result<Option<T>> {
    let (mut mark, mut since, mut power) = (sowing.clone(), 0u64, 1u64);
    loop {
        if let Some(end) = step(&mut sowing)? {
            return Ok(Some(end));
        }
        since += 1;
        if sowing == mark {
            return Ok(None);
        }
        if since == power {
            (mark, since, power) = (sowing.clone(), 0, 2 * power);
        }
    }
}
