//! What a search found.

use crate::Interval;

/// A move from the state that was searched. Margins are those of the side to move there, from the
/// state on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Child<Move> {
    /// The move.
    pub chosen: Move,
    /// Playouts that began with it.
    pub visits: u32,
    /// The mean margin of these; 0 if there were none.
    pub mean: f64,
    /// What is proven of the margin. It holds whatever it counts for to come back to a state for ever;
    /// a single move that never ends counts for what the game gives out after it.
    pub interval: Interval,
}

/// What a search found. Margins are those of the side to move, from the state on.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<Move> {
    /// The move to play; none if the game is over.
    pub best: Option<Move>,
    /// Every move, in the order of the game.
    pub children: Vec<Child<Move>>,
    /// What is proven of the margin of the state.
    pub interval: Interval,
    /// Playouts of this search; those of earlier ones that the tree still remembers count in
    /// [`Child::visits`].
    pub playouts: u64,
    /// Nodes of the tree.
    pub nodes: u32,
}

impl<Move: Copy> Report<Move> {
    /// The margin, if it is proven.
    pub fn proven(&self) -> Option<i32> {
        self.interval.value()
    }

    /// The margin to expect: what is proven, or else the mean of the best move within the interval.
    pub fn value(&self) -> f64 {
        let best = self.children.iter().max_by_key(|child| child.visits);
        let mean = best.map_or(0.0, |child| child.mean);
        mean.max(self.interval.low.into())
            .min(self.interval.high.into())
    }

    /// The move with most visits among those not proven to be no better than another; but the one
    /// that secures most if that is no less than the other's mean. None that is worth less than the
    /// state is known to be, `least`.
    pub(super) fn choose(children: &[Child<Move>], least: i32) -> Option<Move> {
        // The first of equals.
        let able = || (children.iter().rev()).filter(|child| child.interval.high >= least);
        let secure = able().max_by_key(|child| (child.interval.low, child.visits))?;
        let open = able()
            .filter(|child| child.interval.high > secure.interval.low)
            .max_by_key(|child| child.visits);
        Some(match open {
            Some(open) if open.visits == 0 => secure.chosen,
            Some(open) if open.mean > f64::from(secure.interval.low) => open.chosen,
            _ => secure.chosen,
        })
    }
}
