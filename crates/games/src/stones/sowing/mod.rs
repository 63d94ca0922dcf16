//! The sowing kernel: whole laps at a time, many rounds at once.
//!
//! A round is a chain of laps, each of which depends on the one before: sown individually it waits for memory and
//! mispredicted branches. Rounds of one board, and of many boards, are independent of each other, so the kernel sows a
//! [`Batch`] of them together:
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
