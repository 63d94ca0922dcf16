//! The sowing kernel: whole laps at a time, many rounds at once.
//!
//! A round is a chain of laps, each of which depends on the one before, and whether a lap lifts or stops is a coin
//! toss. Sown individually, a round waits for memory and mispredicted branches. Rounds of one board, and of many
//! boards, are independent of each other, so the kernel sows a [`Batch`] of them together:
//!
//! - `lanes`: 64 rounds in the byte lanes of AVX-512 registers, one register per hole; every few steps, ended rounds
//!   are removed and the others moved up;
//! - `in_step`: rounds with equal distances between their hands, which drop into the same two holes at each step;
//!   vectors of AVX2 or of the baseline;
//! - `ranked`: `in_step` for retrograde analysis, which needs the ranks of the boards after the rounds: they are
//!   computed while the rounds still lie in columns;
//! - `flights`: for small batches without AVX-512, one table look-up per hand and lap, free of branches that depend on
//!   the stones, the rounds taking turns;
//! - `long`: rounds that outlast these, individually, with cycle detection;
//! - `forever`: where periods are not needed, a proof that such a round never ends.
//!
//! All give the same results as the one-stone stepper ([`super::stepper`]).
//!
//! # Choice of the kernel
//!
//! [`Batch::new`] uses `lanes` if the processor has AVX-512 with VBMI and VBMI2. Otherwise it uses `in_step`, compiled
//! for AVX2 if the processor has that, and `flights` for batches of fewer than 300 rounds. Few rounds of one board have
//! the same distance between their hands, but some 90 in 64 boards have. About ten boards reach most of the gain; with
//! fewer, the tail of long rounds fills few lanes. [`Batch::with_kernel`] selects a kernel for comparisons, and the
//! benchmark `kernel` measures them.
//!
//! # Steps in vectors
//!
//! A step of 64 rounds is one comparison and one addition per hole and hand in `lanes`. It sows single stones: a whole
//! lap per lane would compare distances with all places of the circle, 20 for eleven holes, instead of 11 holes. There
//! are eight mask registers, so the masks are computed again in the second loop over the holes rather than stored.
//! Filling and emptying the lanes is a large part of the time. The columns of a board are filled by one broadcast per
//! hole, stopped rounds leave by one transposition of the block every four steps, and `vpcompressb` closes the gaps.
//! A step of `in_step` touches two rows of bytes instead of eleven, because all rounds of a block drop into the same two
//! holes. A step is a chain of some fifteen operations, so two registers of 32 rounds are sown at a time and overlap.
//!
//! # Builds without LTO
//!
//! With `lto = "off"` the compiler inlines nothing across codegen units. Of the standard library it then inlines
//! neither `zip` nor `copy_from_slice` nor `map` of arrays, so hot loops use indices. Users of this crate get Cargo's
//! release profile, with LTO within a package only, so no hot loop may depend on more.

mod batch;
mod column;
mod flight;
mod flights;
mod forever;
mod in_step;
mod joint_move;
mod kernel;
mod landing;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod lap;
mod long;
#[cfg(target_arch = "x86_64")]
mod processor;
mod ranked;
mod rounds;
mod schedule;
mod terms;

pub use batch::Batch;
pub use joint_move::JointMove;
pub use kernel::Kernel;
pub use lap::Sower;
pub(super) use ranked::{Expansion, RoundResult, Visit};
pub(super) use terms::Terms;
