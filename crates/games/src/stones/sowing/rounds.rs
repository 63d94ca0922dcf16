//! The rounds of a batch as kernels read and fill them.

use super::flight::Long;
use super::joint_move::JointMove;
use super::landing::Landing;
use crate::stones::board::Board;

/// A board of a batch and where its joint moves end in the lists of the batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchBoard {
    pub(super) board: Board,
    pub(super) moves_end: usize,
}

/// What a kernel reads and fills.
#[derive(Default)]
pub(super) struct Rounds {
    pub(super) boards: Vec<BatchBoard>,
    /// The joint moves of all boards, one board after the other.
    pub(super) moves: Vec<JointMove>,
    /// How each round stopped, one a joint move; without meaning where it is in `long`.
    pub(super) landings: Vec<Landing>,
    /// Rounds that outlasted the kernel, still on their way.
    pub(super) long: Vec<Long>,
}
