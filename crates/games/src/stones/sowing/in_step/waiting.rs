//! A round before sowing.

/// A round to be sown.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct UnsownRound {
    pub(in super::super) index: u32,
    pub(in super::super) board: u32,
    pub(in super::super) east: u8,
    pub(in super::super) west: u8,
    /// The position of its joint move in the [`Schedule`](super::Schedule).
    pub(in super::super) rank: u8,
}
