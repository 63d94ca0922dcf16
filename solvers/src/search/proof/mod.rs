//! Proof search: whether one side can secure a margin, for games of rounds whose play may repeat.
//!
//! Depth-first proof-number search (A. Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002) over the boards of a joint game under the open commit order. A state is one
//! node: the leader has a choice, for each of which the follower has a reply.
//!
//! **Cycles.** A claim says that a side, the claimant, gains a margin or more, where infinite play
//! costs it everything left. A search that treats a repetition as a failure of the claimant and
//! keeps what it concludes from that would be wrong elsewhere (the graph-history-interaction problem;
//! A. Kishimoto and M. Müller, *A general solution to the graph history interaction problem*,
//! 2004). Here no state recurs in what is searched: it is the game in which the claimant fails after
//! a number of rounds in a row without progress, that is, in which the
//! [bound](crate::JointGame::bound) stays the same. A proof in that game is a
//! finite tree, and holds in the whole game however its root was reached; a refutation in which the
//! limit had a part is kept with the limit, one in which it had none is final.
//!
//! **The third reading**, in which infinite play counts for nobody, is that of [`ByZero`].

mod claim_set;
mod complete;
mod complete_file;
mod expand;
mod file;
mod goal;
mod lemmas;
mod narrowing;
mod search;
mod settled;
mod table;
mod unlimited;
mod worker;
mod zero;

pub use complete_file::{Claims, CompleteProof, RankedGroup, StatedClaim};
pub use file::{Lemma, PROOF_FORMAT, Proof, ProofFileError, ProvenClaim};
pub use narrowing::Narrowing;
pub use search::{Claim, Limits, ProofSearch, Verdict};
pub use settled::ClaimGroup;
pub use table::{KeyedClaim, ProofTable};
pub use unlimited::{Confirmation, LimitedVerdict, UnlimitedVerdict};
pub use zero::ByZero;

use super::intervals::Intervals;
