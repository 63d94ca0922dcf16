//! What engines are set up with where their options do not say, and the least that they may say.

use std::time::Duration;

use sowlab_base::MemorySize;

/// How deep `perfect` and, without any option, `alphabeta` search.
pub(super) const DEPTH: u8 = 6;
/// The least transposition table, in bytes.
pub(super) const LEAST_HASH: usize = 1 << 12;
/// The transposition table of one player.
pub(super) const HASH: MemorySize = MemorySize::new(1 << 22);
/// How long `solved` searches where nothing is secured.
pub(super) const SOLVED_TIME: Duration = Duration::from_secs(1);
/// The transposition table of `solved`.
pub(super) const SOLVED_HASH: MemorySize = MemorySize::new(1 << 26);
/// Playouts a move of `mcts` without any option.
pub(super) const PLAYOUTS: u64 = 1000;
/// The weight of exploration, in thousandths.
pub(super) const EXPLORATION: u32 = 400;
/// The least memory for a tree, in bytes.
pub(super) const LEAST_TREE: usize = 1 << 20;
/// The memory for the tree of one player.
pub(super) const TREE: MemorySize = MemorySize::new(1 << 25);
/// How long another program may be silent when it is to answer.
pub const TIMEOUT: Duration = Duration::from_secs(10);
