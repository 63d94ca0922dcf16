//! What breaks the order of the house so far. Nothing may be added.

/// Against the direction of the arrows.
pub(crate) const AGAINST_DIRECTION: &[&str] = &[];

/// In circles, in `src`.
pub(crate) const CIRCLES: &[&str] = &[];

/// In circles, in `solvers/src`.
pub(crate) const CIRCLES_OF_SOLVERS: &[&str] = &[];

/// In circles, in `checker/src`.
pub(crate) const CIRCLES_OF_CHECKER: &[&str] = &[];

/// Match on a family.
pub(crate) const KNOW_FAMILIES: &[&str] = &[];

/// Games that call a solver.
pub(crate) const GAMES_THAT_SOLVE: &[&str] = &[];

/// Commands that call a solver.
pub(crate) const COMMANDS_THAT_SOLVE: &[&str] = &[];

/// Studies that call a solver.
pub(crate) const STUDIES_THAT_SOLVE: &[&str] = &[];
