//! Byte lanes.

/// One byte per lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in super::super) struct Lanes<const LANES: usize>(pub(in super::super) [u8; LANES]);

#[inline(always)]
pub(in super::super) fn mask(condition: bool) -> u8 {
    if condition { u8::MAX } else { 0 }
}
