//! What a referee asks.

use sowlab_solvers::{Game, Side};

/// What a referee asks of a game beyond its moves. The defaults fit a game in which every move
/// stands for itself and equal scores are a draw.
pub trait Arbitration: Game {
    /// OPTIONAL. Whether a round is under way: the next move decides what the last one led to, as
    /// where both sides choose before anything happens. Default: never.
    fn mid_round(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// OPTIONAL. How many moves a round takes, at least 1: the moves after which
    /// [`mid_round`](Arbitration::mid_round) is as before. Default: 1.
    fn moves_of_a_round(&self) -> u8 {
        1
    }

    /// OPTIONAL. The winner of a game that ended in this state with equal scores; `None`: a draw.
    /// Default: a draw.
    fn tie_break(&self, state: &Self::State) -> Option<Side> {
        let _ = state;
        None
    }
}
