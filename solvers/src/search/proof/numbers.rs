//! Proof and disproof numbers.

use super::{Charged, Numbers};

impl Numbers {
    /// What is left to do until sente is known to succeed with what it wants, and until it is known
    /// to fail: to prove the claim, if it is sente's, or to refute it, if it is gote's.
    #[inline]
    pub(super) fn of_sente(self, claimant: Charged) -> Sente {
        match claimant {
            Charged::Sente => Sente {
                succeed: self.prove,
                fail: self.refute,
            },
            Charged::Gote => Sente {
                succeed: self.refute,
                fail: self.prove,
            },
        }
    }
}

/// [`Numbers`] seen by the side that chooses first, whoever makes the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sente {
    pub(super) succeed: u32,
    pub(super) fail: u32,
}

impl Sente {
    #[inline]
    pub(super) fn of_claimant(self, claimant: Charged) -> Numbers {
        match claimant {
            Charged::Sente => Numbers {
                prove: self.succeed,
                refute: self.fail,
            },
            Charged::Gote => Numbers {
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
