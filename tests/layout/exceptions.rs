//! What breaks the order of the house so far. Nothing may be added.

/// Against the direction of the arrows.
pub(crate) const AGAINST_DIRECTION: &[&str] = &[];

/// In circles, in `src`.
pub(crate) const CIRCLES: &[&str] = &[
    "study/kinds/stones_openings/mod.rs",
    "study/kinds/stones_openings/record.rs",
    "study/manifest.rs",
    "study/mod.rs",
    "study/report/chart.rs",
    "study/report/drawing.rs",
    "study/report/page.rs",
    "study/report/sections/commit_orders.rs",
    "study/report/sections/endgame_tables.rs",
    "study/report/sections/endless_boards.rs",
    "study/report/sections/endless_games.rs",
    "study/report/sections/first_rounds.rs",
    "study/report/sections/ladder.rs",
    "study/report/sections/mod.rs",
    "study/report/sections/monte_carlo.rs",
    "study/report/sections/opening_values.rs",
    "study/report/sections/repetitions.rs",
    "study/report/sections/runs.rs",
    "study/report/sections/setups.rs",
    "study/report/sections/small_openings.rs",
    "study/report/stored.rs",
    "study/results.rs",
    "study/sittings.rs",
];

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
pub(crate) const KNOW_FAMILIES: &[&str] = &[
    "study/kinds/all_setups.rs",
    "study/kinds/openings.rs",
    "study/kinds/shared_boards.rs",
    "study/names.rs",
    "study/report/evidence.rs",
    "study/report/frames.rs",
    "study/rule_sets.rs",
];

/// Games that call a solver.
pub(crate) const GAMES_THAT_SOLVE: &[&str] =
    &["games/two_rank/endgame.rs: retrograde::extend_in_memory"];

/// Commands that call a solver.
pub(crate) const COMMANDS_THAT_SOLVE: &[&str] = &[];
