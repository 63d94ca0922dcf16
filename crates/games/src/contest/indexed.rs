//! The places of states in endgame tables.

use sowlab_solvers::Game;
use sowlab_solvers::table::{TableError, TableShapes};

/// The layer of a state in endgame tables, and its rank there.
pub type Locate<State> = Box<dyn Fn(&State) -> Option<(u32, u64)> + Send + Sync>;

/// The mapping from the states of a game to its endgame tables.
pub struct Index<State> {
    /// The name and sizes of the tables.
    pub shapes: TableShapes,
    /// Locates a state; `None` for a state that is in no layer.
    pub locate: Locate<State>,
}

/// A game that endgame tables may exist for.
pub trait Indexed: Game {
    /// OPTIONAL. The mapping from states to tables. Default: no tables.
    ///
    /// # Errors
    /// The board is too large for tables.
    fn index(&self) -> Result<Option<Index<Self::State>>, TableError> {
        Ok(None)
    }
}
