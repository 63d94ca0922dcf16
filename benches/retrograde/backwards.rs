//! Two-rank games solved value by value, going back along moves.

#[path = "../../solvers/tests/support/zero.rs"]
mod zero;

use sowlab::games::two_rank::TwoRankLayers;
use sowlab_solvers::Turn;

pub(crate) use zero::{Reversible, solve_zero_in_memory};

impl Reversible for TwoRankLayers {
    #[inline]
    fn predecessors_by_rank(
        &self,
        layer: u32,
        ranks: &[u64],
        visit: &mut impl FnMut(u64, u64, Turn),
    ) {
        TwoRankLayers::predecessors_by_rank(self, layer, ranks, visit);
    }
}
