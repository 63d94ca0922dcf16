//! The facts that a referee needs.

use sowlab_solvers::{Game, Side};

/// The facts about a game that a referee needs beyond its moves. The defaults fit a game in which every move is a round
/// and equal scores are a draw.
pub trait Arbitration: Game {
    /// OPTIONAL. Returns whether a round is incomplete: the next move decides the effect of the last one, as where both
    /// sides choose before sowing. Default: never.
    fn mid_round(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. The number of moves in a round, at least 1: after these, [`mid_round`](Arbitration::mid_round) has its
    /// earlier value again. Default: 1.
    fn moves_of_a_round(&self) -> u8 {
        1
    }

    /// OPTIONAL. Returns whether the pie decision follows the first round. Default: no.
    fn has_pie(&self) -> bool {
        false
    }

    /// OPTIONAL. The winner of a game that ended in this state with equal scores; `None`: a draw.
    /// Default: a draw.
    fn tie_break(&self, state: &Self::State) -> Option<Side> {
        let _ = state;
        None
    }
}
