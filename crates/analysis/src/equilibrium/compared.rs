//! Comparison of the three commit orders.

use serde::{Deserialize, Serialize};
use sowlab_solvers::equilibrium::{EquilibriumError, Horizon, Solver};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Problem};

use sowlab_games::stones::{Board, StonesGame};

/// The maximum difference between values that are equal except for rounding.
const ROUNDING: f64 = 1e-7;

/// The values of a board for the side with sente under each commit order, in stones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderValues {
    /// Sequential commitment: sente commits, and gote sees the choice.
    pub open: f64,
    /// Reversed commitment: gote commits, and sente sees the choice.
    pub reverse: f64,
    /// Simultaneous commitment: neither sees the other's choice.
    pub sealed: f64,
}

impl OrderValues {
    /// Computes the values of a board up to a horizon. The board is turned so that sente is East. A
    /// table belongs to one game and can be reused.
    ///
    /// # Errors
    /// The solver failed, or the monitor cancelled.
    pub fn of(
        game: &StonesGame,
        board: &Board,
        horizon: Horizon,
        table: &TranspositionTable,
        monitor: &dyn Monitor,
    ) -> Result<OrderValues, EquilibriumError> {
        let value =
            |order| Solver::new(Problem::new(game), order, table, monitor).value(board, horizon);
        Ok(OrderValues {
            open: value(CommitOrder::Open)?,
            reverse: value(CommitOrder::Reverse)?,
            sealed: value(CommitOrder::Sealed)?,
        })
    }

    /// Returns the cost of committing first for the side with sente: reverse minus open.
    pub fn price_of_sente(&self) -> f64 {
        self.reverse - self.open
    }

    /// Returns the value of observing for gote, which is the cost for sente: sealed minus open.
    pub fn worth_of_seeing(&self) -> f64 {
        self.sealed - self.open
    }

    /// Returns whether an ordering holds.
    pub fn keep(&self, ordering: Ordering) -> bool {
        let (less, more) = match ordering {
            Ordering::OpenSealed => (self.open, self.sealed),
            Ordering::SealedReverse => (self.sealed, self.reverse),
            Ordering::OpenReverse => (self.open, self.reverse),
            Ordering::SealedBetter => (self.sealed, self.open.max(self.reverse)),
        };
        less <= more + ROUNDING
    }
}

/// A statement about the order of the three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// open ≤ sealed.
    OpenSealed,
    /// sealed ≤ reverse.
    SealedReverse,
    /// open ≤ reverse.
    OpenReverse,
    /// sealed ≤ the greater of open and reverse.
    SealedBetter,
}

impl Ordering {
    /// All statements.
    pub const ALL: [Ordering; 4] = [
        Ordering::OpenSealed,
        Ordering::SealedReverse,
        Ordering::OpenReverse,
        Ordering::SealedBetter,
    ];

    /// Returns the statement as text.
    pub const fn statement(self) -> &'static str {
        match self {
            Ordering::OpenSealed => "open ≤ sealed",
            Ordering::SealedReverse => "sealed ≤ reverse",
            Ordering::OpenReverse => "open ≤ reverse",
            Ordering::SealedBetter => "sealed ≤ max(open, reverse)",
        }
    }
}
