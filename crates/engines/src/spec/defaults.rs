//! Defaults and minimums of engine options.

use std::time::Duration;

use sowlab_base::MemorySize;

/// The search depth of `perfect`, and of `alphabeta` without options, in moves.
pub(super) const DEPTH: u8 = 6;
/// The minimum size of a transposition table, in bytes.
pub(super) const LEAST_HASH: usize = 1 << 12;
/// The size of the transposition table of one player.
pub(super) const HASH: MemorySize = MemorySize::new(1 << 22);
/// The search time of `solved` where nothing is secured.
pub(super) const SOLVED_TIME: Duration = Duration::from_secs(1);
/// The size of the transposition table of `solved`.
pub(super) const SOLVED_HASH: MemorySize = MemorySize::new(1 << 26);
/// The playouts per move of `mcts` without options.
pub(super) const PLAYOUTS: u64 = 1000;
/// The weight of exploration, in thousandths.
pub(super) const EXPLORATION: u32 = 400;
/// The minimum memory for a tree, in bytes.
pub(super) const LEAST_TREE: usize = 1 << 20;
/// The memory for the tree of one player.
pub(super) const TREE: MemorySize = MemorySize::new(1 << 25);
/// The time limit for an answer of an external program.
pub const TIMEOUT: Duration = Duration::from_secs(10);
