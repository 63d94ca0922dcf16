//! Monte Carlo tree search.
//!
//! [`Uct`] is for games of perfect information in which one side moves at a time (L. Kocsis and C. Szepesvári, *Bandit
//! based Monte-Carlo planning*, 2006). Proven results are backed up the tree (M. Winands, Y. Björnsson and J.-T. Saito,
//! *Monte-Carlo tree search solver*, 2008), here as bounds on the margin.

mod allocator;
mod arena;
mod descent;
mod front;
mod index;
mod node;
mod options;
pub mod sealed;
mod select;
mod simulate;
mod slab;
mod tree;
mod uct;
mod worker;

pub use options::{Limits, Options};
pub use simulate::{PLAYOUT_MOVES, Playouts, SampledProblem, Simulate, random_playout};
pub use uct::{Child, Report, Uct};
