//! The rounds of a batch, as kernels read and write them.

use super::flight::Long;
use super::joint_move::JointMove;
use super::landing::Landing;
use crate::stones::board::Board;

/// A board of a batch, with the end of its joint moves in the lists of the batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchBoard {
    pub(super) board: Board,
    pub(super) moves_end: usize,
}

/// The input and the output of a kernel.
#[derive(Default)]
pub(super) struct Rounds {
    pub(super) boards: Vec<BatchBoard>,
    /// The joint moves of all boards, board by board.
    pub(super) moves: Vec<JointMove>,
    /// The landing of each round, one per joint move; meaningless for rounds in `long`.
    pub(super) landings: Vec<Landing>,
    /// Rounds that outlasted the kernel, still in progress.
    pub(super) long: Vec<Long>,
}
