//! What breaks the order of the house so far. Nothing may be added.

/// Against the direction of the arrows.
pub(crate) const AGAINST_DIRECTION: &[&str] = &[];

/// In circles, in `src`.
pub(crate) const CIRCLES: &[&str] = &[];

/// In circles, in `solvers/src`.
pub(crate) const CIRCLES_OF_SOLVERS: &[&str] = &[
    "equilibrium/cells.rs",
    "equilibrium/oracle.rs",
    "equilibrium/serialized.rs",
    "equilibrium/solver.rs",
    "matrix/dominance.rs",
    "matrix/mod.rs",
    "matrix/programme.rs",
    "mcts/descent.rs",
    "mcts/worker.rs",
    "reach/disk/mod.rs",
    "reach/disk/sections.rs",
    "reach/disk/witness.rs",
    "reachable/graph.rs",
    "reachable/mod.rs",
    "reachable/values.rs",
    "search/proof/file.rs",
    "search/proof/follow.rs",
    "search/proof/verify.rs",
];

/// In circles, in `checker/src`.
pub(crate) const CIRCLES_OF_CHECKER: &[&str] = &[];

/// Match on a family.
pub(crate) const KNOW_FAMILIES: &[&str] = &[];

/// Games that call a solver.
pub(crate) const GAMES_THAT_SOLVE: &[&str] =
    &["games/two_rank/endgame.rs: retrograde::extend_in_memory"];

/// Commands that call a solver.
pub(crate) const COMMANDS_THAT_SOLVE: &[&str] = &[];
