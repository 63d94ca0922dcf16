//! The contents of a transposition table entry.

use crate::Interval;

/// The proven bounds of the margin of the side to move, and its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) interval: Interval,
    /// The number of the move in the list of moves.
    pub(super) best: Option<u8>,
}

/// The number that stands for no best move.
pub(super) const NO_MOVE: u8 = u8::MAX;

impl Entry {
    /// Creates an entry without information, of a state with this bound.
    #[inline]
    pub(super) fn within(bound: i32) -> Entry {
        Entry {
            interval: Interval::within(bound),
            best: None,
        }
    }

    /// Packs the entry into 64 bits: the ends of the interval, and the best move. Ends that exceed sixteen bits are
    /// loosened to valid bounds.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(pack_interval(self.interval)) | u64::from(self.best.unwrap_or(NO_MOVE)) << 32
    }

    /// Unpacks the data of [`Entry::pack`] for a state with this bound.
    #[inline]
    pub(super) fn unpack(data: u64, bound: i32) -> Entry {
        let best = (data >> 32) as u8;
        Entry {
            interval: unpack_interval(data as u32, bound),
            best: (best != NO_MOVE).then_some(best),
        }
    }
}

/// Packs both ends into sixteen bits each, loosened where they do not fit.
#[inline]
pub(super) fn pack_interval(Interval { low, high }: Interval) -> u32 {
    let low = low.min(i16::MAX.into());
    let low = i16::try_from(low).unwrap_or(i16::MIN);
    let high = high.max(i16::MIN.into());
    let high = i16::try_from(high).unwrap_or(i16::MAX);
    u32::from(low as u16) | u32::from(high as u16) << 16
}

/// Unpacks the interval of [`pack_interval`] for a state with this bound.
#[inline]
pub(super) fn unpack_interval(ends: u32, bound: i32) -> Interval {
    Interval {
        low: match ends as u16 as i16 {
            i16::MIN => -bound,
            low => low.into(),
        },
        high: match (ends >> 16) as u16 as i16 {
            i16::MAX => bound,
            high => high.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_or_loosens() {
        for low in [-100_000, -32_768, -32_767, -5, 0, 32_767, 100_000] {
            for high in [-100_000, -32_768, -5, 0, 7, 32_766, 32_767, 100_000] {
                for best in [None, Some(0), Some(254)] {
                    let interval = Interval { low, high };
                    let entry = Entry { interval, best };
                    let read = Entry::unpack(entry.pack(), 200_000);
                    let kept = read.interval;
                    assert!(kept.low <= low && kept.high >= high, "{entry:?}");
                    assert_eq!(read.best, best);
                    if low.abs() < 32_767 && high.abs() < 32_767 {
                        assert_eq!(read, entry);
                    }
                }
            }
        }
    }
}
