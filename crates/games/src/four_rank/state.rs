//! The packed board, as the side to move sees it.

use crate::Seat;

/// Bytes of a player's pits: two rows of up to eight pits.
pub const RING: usize = 16;

/// A player's pits in sowing order, a byte a pit; zero past the last one.
pub type Pits = [u8; RING];

/// All that determines the play from here on: the pits of both players and the side to move. Where a
/// move never ends, the state after it is the board before it and the pit that was lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    own: Pits,
    other: Pits,
    mover: Seat,
    endless: Option<u8>,
}

impl State {
    /// A board with the mover's pits, the other player's, and the mover.
    #[inline]
    pub const fn new(mover: Seat, own: Pits, other: Pits) -> State {
        State {
            own,
            other,
            mover,
            endless: None,
        }
    }

    /// This board during an endless sowing of the mover's pit with this index.
    #[inline]
    #[must_use]
    pub(super) const fn sown_for_ever(self, pit: u8) -> State {
        State {
            endless: Some(pit),
            ..self
        }
    }

    /// The side to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The mover's pits.
    #[inline]
    pub const fn own(&self) -> &Pits {
        &self.own
    }

    /// The pits of the player who is not to move.
    #[inline]
    pub const fn other(&self) -> &Pits {
        &self.other
    }

    /// A player's pits.
    #[inline]
    pub fn pits_of(&self, seat: Seat) -> &Pits {
        if seat == self.mover {
            &self.own
        } else {
            &self.other
        }
    }

    /// The index of the mover's pit whose endless sowing the state stands for, if it does.
    #[inline]
    pub const fn endless(&self) -> Option<u8> {
        self.endless
    }

    /// The seeds on the board.
    pub fn seeds(&self) -> u32 {
        let pits = self.own.iter().chain(&self.other);
        pits.map(|&seeds| u32::from(seeds)).sum()
    }
}
