//! Proof search, which determines whether one side can secure a margin, for games of rounds whose play may repeat.
//!
//! The method is depth-first proof-number search (A. Nagai, *Df-pn algorithm for searching AND/OR trees and its
//! applications*, 2002) over the boards of a joint game under the open commit order. A state is one node: the leader
//! has a choice, and the follower has a reply to each.
//!
//! **Cycles.** A claim states that a side, the claimant, gains a margin or more, where infinite play costs it
//! everything left. A search must not store conclusions from treating a repetition as a failure, because they would be
//! wrong elsewhere (the graph-history-interaction problem; A. Kishimoto and M. Müller, *A general solution to the graph
//! history interaction problem*, 2004). This search therefore uses a game in which no state recurs: the claimant fails
//! after a number of consecutive rounds without progress, in which the [bound](crate::JointGame::bound) stays the same.
//! A proof in that game is a finite tree, and holds in the whole game for every path to its root. A refutation that
//! rests on the limit is stored with the limit; any other is final.
//!
//! **The convention *draw***, in which neither side gets the rest after infinite play, is that of [`ByZero`].

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
