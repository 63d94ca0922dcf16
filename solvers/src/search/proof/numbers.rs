//! Proof and disproof numbers.

use crate::Numbers;
use crate::Player;

impl Numbers {
    /// What is left to do until the leader is known to succeed with what it wants, and until it is known
    /// to fail: to prove the claim, if it is the leader's, or to refute it, if it is the follower's.
    #[inline]
    pub(super) fn of_leader(self, claimant: Player) -> LeaderNumbers {
        match claimant {
            Player::Leader => LeaderNumbers {
                succeed: self.prove,
                fail: self.refute,
            },
            Player::Follower => LeaderNumbers {
                succeed: self.refute,
                fail: self.prove,
            },
        }
    }
}

/// [`Numbers`] seen by the side that chooses first, whoever makes the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeaderNumbers {
    pub(super) succeed: u32,
    pub(super) fail: u32,
}

impl LeaderNumbers {
    #[inline]
    pub(super) fn of_claimant(self, claimant: Player) -> Numbers {
        match claimant {
            Player::Leader => Numbers {
                prove: self.succeed,
                refute: self.fail,
            },
            Player::Follower => Numbers {
                prove: self.fail,
                refute: self.succeed,
            },
        }
    }
}

/// A sum that never reaches [`Numbers::NEVER`], for parts none of which is.
#[inline]
pub(super) fn sum(a: u32, b: u32) -> u32 {
    (a + b).min(Numbers::NEVER - 1)
}
