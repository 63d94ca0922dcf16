//! What a table keeps of a state of a joint game.

use super::Charged;

/// Bounds on the margin of sente when play is broken off after a number of rounds.
///
/// More rounds never hurt the charged side. So a bound in its favour that holds for some number of
/// rounds holds for every greater one, and a bound against it for every smaller one; if breaking
/// off had no part in it, for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    /// The rounds for which `lower` was proven.
    pub(super) lower_rounds: u8,
    pub(super) upper: i32,
    /// The rounds for which `upper` was proven.
    pub(super) upper_rounds: u8,
}

/// In place of a number of rounds: breaking off had no part in it.
pub(super) const ANY: u8 = u8::MAX;

impl Bounds {
    /// Nothing is known but that no play gains more than `bound`.
    #[inline]
    pub(super) fn within(bound: i32, charged: Charged) -> Bounds {
        let (for_charged, against) = (0, ANY);
        let (lower_rounds, upper_rounds) = match charged {
            Charged::Sente => (for_charged, against),
            Charged::Gote => (against, for_charged),
        };
        Bounds {
            lower: -bound,
            lower_rounds,
            upper: bound,
            upper_rounds,
        }
    }

    /// The margin without any breaking off.
    #[inline]
    pub(super) fn exact(margin: i32, charged: Charged) -> Bounds {
        Bounds {
            lower: margin,
            upper: margin,
            ..Bounds::within(0, charged)
        }
    }

    /// What of it holds for this number of rounds; the rest is loosened to `bound`. Where a bound
    /// against the charged side holds, the flag says whether for all numbers of rounds.
    #[inline]
    pub(super) fn at(self, rounds: u8, bound: i32, charged: Charged) -> Bounds {
        let none = Bounds::within(bound, charged);
        let (lower_holds, upper_holds) = match charged {
            Charged::Sente => (self.lower_rounds <= rounds, self.upper_rounds >= rounds),
            Charged::Gote => (self.lower_rounds >= rounds, self.upper_rounds <= rounds),
        };
        Bounds {
            lower: if lower_holds { self.lower } else { none.lower },
            lower_rounds: if lower_holds {
                self.lower_rounds
            } else {
                none.lower_rounds
            },
            upper: if upper_holds { self.upper } else { none.upper },
            upper_rounds: if upper_holds {
                self.upper_rounds
            } else {
                none.upper_rounds
            },
        }
    }

    /// 48 bits. The bounds fit sixteen bits.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        debug_assert!(i16::try_from(self.lower).is_ok() && i16::try_from(self.upper).is_ok());
        u64::from(self.lower as i16 as u16)
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.lower_rounds) << 32
            | u64::from(self.upper_rounds) << 40
    }

    /// Reads what [`Bounds::pack`] wrote.
    #[inline]
    pub(super) fn unpack(data: u64) -> Bounds {
        Bounds {
            lower: (data as u16 as i16).into(),
            upper: ((data >> 16) as u16 as i16).into(),
            lower_rounds: (data >> 32) as u8,
            upper_rounds: (data >> 40) as u8,
        }
    }
}
