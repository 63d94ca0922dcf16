//! What a table keeps of a state of a joint game.

use crate::Player;
use crate::search::bounds::{pack_ends, unpack_ends};

/// Bounds on the margin of the leader when play is broken off after a number of rounds.
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
    pub(super) fn within(bound: i32, charged: Player) -> Bounds {
        let (for_charged, against) = (0, ANY);
        let (lower_rounds, upper_rounds) = match charged {
            Player::Leader => (for_charged, against),
            Player::Follower => (against, for_charged),
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
    pub(super) fn exact(margin: i32, charged: Player) -> Bounds {
        Bounds {
            lower: margin,
            upper: margin,
            ..Bounds::within(0, charged)
        }
    }

    /// What of it holds for this number of rounds; the rest is loosened to `bound`. Where a bound
    /// against the charged side holds, the flag says whether for all numbers of rounds.
    #[inline]
    pub(super) fn at(self, rounds: u8, bound: i32, charged: Player) -> Bounds {
        let none = Bounds::within(bound, charged);
        let (lower_holds, upper_holds) = match charged {
            Player::Leader => (self.lower_rounds <= rounds, self.upper_rounds >= rounds),
            Player::Follower => (self.lower_rounds >= rounds, self.upper_rounds <= rounds),
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

    /// 48 bits. Bounds past sixteen bits are loosened to what is certain.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(pack_ends(self.lower, self.upper))
            | u64::from(self.lower_rounds) << 32
            | u64::from(self.upper_rounds) << 40
    }

    /// Reads what [`Bounds::pack`] wrote of a state with this bound.
    #[inline]
    pub(super) fn unpack(data: u64, bound: i32) -> Bounds {
        let (lower, upper) = unpack_ends(data as u32, bound);
        Bounds {
            lower,
            upper,
            lower_rounds: (data >> 32) as u8,
            upper_rounds: (data >> 40) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_or_loosens() {
        for lower in [-100_000, -32_769, -32_768, -5, 0, 32_767, 32_768] {
            for upper in [-32_769, -32_768, -5, 0, 7, 32_767, 32_768, 100_000] {
                let bounds = Bounds {
                    lower,
                    lower_rounds: 3,
                    upper,
                    upper_rounds: ANY,
                };
                let read = Bounds::unpack(bounds.pack(), 200_000);
                assert!(read.lower <= lower && read.upper >= upper, "{bounds:?}");
                assert_eq!((read.lower_rounds, read.upper_rounds), (3, ANY));
                if lower.abs() < 32_767 && upper.abs() < 32_767 {
                    assert_eq!(read, bounds);
                }
            }
        }
    }
}
