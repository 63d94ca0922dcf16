//! The contents of a transposition table entry for a state of a joint game.

use crate::search::entry::{pack_interval, unpack_interval};
use crate::{Interval, Player};

/// Proven bounds of the margin of the leader when play stops after a number of rounds.
///
/// More rounds never hurt the loser of infinite play. A bound in its favour for some number of rounds holds for every
/// greater number, and a bound against it for every smaller one. A bound that does not rest on stopping holds for all
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoundsEntry {
    pub(super) interval: Interval,
    /// The number of rounds for which the low end was proven.
    pub(super) low_rounds: u8,
    /// The number of rounds for which the high end was proven.
    pub(super) high_rounds: u8,
}

/// The mark of any number of rounds: the bound does not rest on stopping.
pub(super) const ANY: u8 = u8::MAX;

impl RoundsEntry {
    /// Creates an entry without information, of a state with this bound.
    #[inline]
    pub(super) fn within(bound: i32, loser: Player) -> RoundsEntry {
        let (for_loser, against) = (0, ANY);
        let (low_rounds, high_rounds) = match loser {
            Player::Leader => (for_loser, against),
            Player::Follower => (against, for_loser),
        };
        RoundsEntry {
            interval: Interval::within(bound),
            low_rounds,
            high_rounds,
        }
    }

    /// Creates the entry of an exact margin, which does not rest on stopping.
    #[inline]
    pub(super) fn exact(margin: i32, loser: Player) -> RoundsEntry {
        RoundsEntry {
            interval: Interval::exact(margin),
            ..RoundsEntry::within(0, loser)
        }
    }

    /// Returns the bounds that hold for this number of rounds; others are loosened to `bound`. The number of rounds of
    /// a bound against the loser of infinite play shows whether it holds for all numbers.
    #[inline]
    pub(super) fn at_rounds(self, rounds: u8, bound: i32, loser: Player) -> RoundsEntry {
        let none = RoundsEntry::within(bound, loser);
        let (low_holds, high_holds) = match loser {
            Player::Leader => (self.low_rounds <= rounds, self.high_rounds >= rounds),
            Player::Follower => (self.low_rounds >= rounds, self.high_rounds <= rounds),
        };
        RoundsEntry {
            interval: Interval {
                low: if low_holds { self.interval.low } else { -bound },
                high: if high_holds {
                    self.interval.high
                } else {
                    bound
                },
            },
            low_rounds: if low_holds {
                self.low_rounds
            } else {
                none.low_rounds
            },
            high_rounds: if high_holds {
                self.high_rounds
            } else {
                none.high_rounds
            },
        }
    }

    /// Packs the entry into 48 bits. Ends that exceed sixteen bits are loosened to valid bounds.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(pack_interval(self.interval))
            | u64::from(self.low_rounds) << 32
            | u64::from(self.high_rounds) << 40
    }

    /// Unpacks the data of [`RoundsEntry::pack`] for a state with this bound.
    #[inline]
    pub(super) fn unpack(data: u64, bound: i32) -> RoundsEntry {
        RoundsEntry {
            interval: unpack_interval(data as u32, bound),
            low_rounds: (data >> 32) as u8,
            high_rounds: (data >> 40) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_or_loosens() {
        for low in [-100_000, -32_769, -32_768, -5, 0, 32_767, 32_768] {
            for high in [-32_769, -32_768, -5, 0, 7, 32_767, 32_768, 100_000] {
                let entry = RoundsEntry {
                    interval: Interval { low, high },
                    low_rounds: 3,
                    high_rounds: ANY,
                };
                let read = RoundsEntry::unpack(entry.pack(), 200_000);
                let kept = read.interval;
                assert!(kept.low <= low && kept.high >= high, "{entry:?}");
                assert_eq!((read.low_rounds, read.high_rounds), (3, ANY));
                if low.abs() < 32_767 && high.abs() < 32_767 {
                    assert_eq!(read, entry);
                }
            }
        }
    }
}
