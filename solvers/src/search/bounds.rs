//! What a table keeps of a state.

/// Proven bounds on the margin of the side to move, and the move that was best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The number of the move in the list of moves.
    pub(super) best: Option<u8>,
}

/// Stands for no best move.
pub(super) const NO_MOVE: u8 = u8::MAX;

impl Bounds {
    /// Nothing is known but that no play gains more than `bound`.
    #[inline]
    pub(super) fn within(bound: i32) -> Bounds {
        Bounds {
            lower: -bound,
            upper: bound,
            best: None,
        }
    }

    /// 64 bits: lower, upper, best move. Bounds past sixteen bits are loosened to what is certain.
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(pack_ends(self.lower, self.upper)) | u64::from(self.best.unwrap_or(NO_MOVE)) << 32
    }

    /// Reads what [`Bounds::pack`] wrote of a state with this bound.
    #[inline]
    pub(super) fn unpack(data: u64, bound: i32) -> Bounds {
        let (lower, upper) = unpack_ends(data as u32, bound);
        let best = (data >> 32) as u8;
        Bounds {
            lower,
            upper,
            best: (best != NO_MOVE).then_some(best),
        }
    }
}

/// A lower and an upper bound in sixteen bits each, loosened where they do not fit.
#[inline]
pub(super) fn pack_ends(lower: i32, upper: i32) -> u32 {
    let lower = lower.min(i16::MAX.into());
    let lower = i16::try_from(lower).unwrap_or(i16::MIN);
    let upper = upper.max(i16::MIN.into());
    let upper = i16::try_from(upper).unwrap_or(i16::MAX);
    u32::from(lower as u16) | u32::from(upper as u16) << 16
}

/// What [`pack_ends`] wrote of a state with this bound.
#[inline]
pub(super) fn unpack_ends(ends: u32, bound: i32) -> (i32, i32) {
    let (lower, upper) = (ends as u16 as i16, (ends >> 16) as u16 as i16);
    (
        if lower == i16::MIN {
            -bound
        } else {
            lower.into()
        },
        if upper == i16::MAX {
            bound
        } else {
            upper.into()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn packing_keeps_or_loosens() {
        for lower in [-100_000, -32_768, -32_767, -5, 0, 32_767, 100_000] {
            for upper in [-100_000, -32_768, -5, 0, 7, 32_766, 32_767, 100_000] {
                for best in [None, Some(0), Some(254)] {
                    let bounds = Bounds { lower, upper, best };
                    let read = Bounds::unpack(bounds.pack(), 200_000);
                    assert!(read.lower <= lower && read.upper >= upper, "{bounds:?}");
                    assert_eq!(read.best, best);
                    if lower.abs() < 32_767 && upper.abs() < 32_767 {
                        assert_eq!(read, bounds);
                    }
                }
            }
        }
    }
}
