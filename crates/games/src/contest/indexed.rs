//! Where endgame tables keep the states of a game.

use sowlab_solvers::Game;
use sowlab_solvers::table::{TableError, TableShapes};

/// The layer of a state in endgame tables, and its rank there.
pub type Locate<State> = Box<dyn Fn(&State) -> Option<(u32, u64)> + Send + Sync>;

/// How endgame tables find the states of a game.
pub struct Index<State> {
    /// The name and sizes of the tables.
    pub shapes: TableShapes,
    /// Where a state is; `None` for states that no layer holds.
    pub locate: Locate<State>,
}

/// A game that endgame tables may exist for.
pub trait Indexed: Game {
    /// OPTIONAL. How tables find states. Default: there are no tables.
    ///
    /// # Errors
    /// The board is too large for tables.
    fn index(&self) -> Result<Option<Index<Self::State>>, TableError> {
        Ok(None)
    }
}
