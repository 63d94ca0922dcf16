//! The three commit orders side by side.

use serde::{Deserialize, Serialize};
use sowlab_solvers::equilibrium::{EquilibriumError, Horizon, Solver};
use sowlab_solvers::order::CommitOrder;
use sowlab_solvers::search::TranspositionTable;
use sowlab_solvers::{Monitor, Problem};

use sowlab_games::stones::{Board, StonesGame};

/// Values that differ by no more than this are equal but for rounding.
const ROUNDING: f64 = 1e-7;

/// What a board is worth to the side with sente under each commit order, in stones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderValues {
    /// Sente commits, gote sees it.
    pub open: f64,
    /// Gote commits, sente sees it.
    pub reverse: f64,
    /// Neither sees the other's choice.
    pub sealed: f64,
}

impl OrderValues {
    /// The values of a board, turned so that sente is East, up to a horizon. The table is for one
    /// game and may be used again.
    ///
    /// # Errors
    /// The solver failed, or was cancelled.
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

    /// What committing first costs the side with sente: reverse minus open.
    pub fn price_of_sente(&self) -> f64 {
        self.reverse - self.open
    }

    /// What it costs the side with sente that gote sees its choice: sealed minus open.
    pub fn worth_of_seeing(&self) -> f64 {
        self.sealed - self.open
    }

    /// Whether an ordering holds.
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

/// A statement about the values of the commit orders.
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
    /// All of them.
    pub const ALL: [Ordering; 4] = [
        Ordering::OpenSealed,
        Ordering::SealedReverse,
        Ordering::OpenReverse,
        Ordering::SealedBetter,
    ];

    /// The statement in writing.
    pub const fn statement(self) -> &'static str {
        match self {
            Ordering::OpenSealed => "open ≤ sealed",
            Ordering::SealedReverse => "sealed ≤ reverse",
            Ordering::OpenReverse => "open ≤ reverse",
            Ordering::SealedBetter => "sealed ≤ max(open, reverse)",
        }
    }
}
