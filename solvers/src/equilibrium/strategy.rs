//! What both sides do in a round.

/// A choice and how often it is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Committing<C> {
    /// The other side's choice that was seen; `None` where nothing is seen.
    pub after: Option<C>,
    /// The choice; sealed by the follower, the wish.
    pub choice: C,
    /// Sealed by the follower: what it takes if the leader made the wish impossible.
    pub otherwise: Option<C>,
    /// Its probability; those after the same choice of the other side add up to 1.
    pub probability: f64,
}

impl<C> Committing<C> {
    /// The only choice after this one of the other side.
    pub(super) fn always(after: Option<C>, choice: C) -> Committing<C> {
        Committing {
            after,
            choice,
            otherwise: None,
            probability: 1.0,
        }
    }
}

/// The value of a state, and the strategies of its round, both parts of an equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<C> {
    /// What the leader wins from the state on.
    pub value: f64,
    /// What the leader does: choices with a probability above zero; in the reverse order a
    /// reply to each of the other's choices.
    pub leader: Vec<Committing<C>>,
    /// What the other side does; in the open order a reply to each choice of the leader.
    pub follower: Vec<Committing<C>>,
}

impl<C> Solved<C> {
    /// Where no round is played any more.
    pub(super) fn settled(value: f64) -> Solved<C> {
        Solved {
            value,
            leader: Vec::new(),
            follower: Vec::new(),
        }
    }
}
