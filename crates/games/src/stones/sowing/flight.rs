//! A round in progress.

use crate::stones::board::Board;
use crate::stones::rules::MAX_HOLES;

/// The number of places on the way up and down the longest rank, rounded up to a power of two.
pub(super) const PLACES: usize = 32;
const _: () = assert!(2 * (MAX_HOLES - 1) <= PLACES);
/// The number of hands, 0 to 255 stones.
pub(super) const HANDS: usize = 256;

/// A round in progress. A *place* is a hole together with the direction of the sower in it. The rank of M holes is thus
/// unrolled into a circle of 2M−2 places. Places 0 to M−1 are on the way up from hole 1, those on to 2M−3 on the way
/// down. Both sides walk this circle in the same sense and differ only in where they enter it, so one table of laps
/// serves both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) board: Board,
    pub(super) east_place: u8,
    pub(super) west_place: u8,
    pub(super) east_hand: u8,
    pub(super) west_hand: u8,
    /// The number of steps since the start; a round leaves the batch long before this could overflow.
    pub(super) steps: u32,
}

impl Flight {
    /// Creates a round in progress. Each hand is given by the index of its hole, its direction (true: up from there)
    /// and its stones.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn at_holes(
        places: u8,
        board: Board,
        (east_hole, east_rising, east_hand): (u8, bool, u8),
        (west_hole, west_rising, west_hand): (u8, bool, u8),
        steps: u32,
    ) -> Flight {
        let place = |hole: u8, rising: bool| {
            if rising { hole } else { places - hole }
        };
        Flight {
            board,
            east_place: place(east_hole, east_rising),
            west_place: place(west_hole, west_rising),
            east_hand,
            west_hand,
            steps,
        }
    }

    /// Creates a round in progress from the places of the hands.
    #[inline(always)]
    pub(super) fn at_places(
        board: Board,
        [east_place, west_place]: [u8; 2],
        [east_hand, west_hand]: [u8; 2],
        steps: u32,
    ) -> Flight {
        Flight {
            board,
            east_place,
            west_place,
            east_hand,
            west_hand,
            steps,
        }
    }

    /// Returns the places and the hands of both sides.
    #[inline(always)]
    pub(super) fn hands(&self) -> [u8; 4] {
        [
            self.east_place,
            self.west_place,
            self.east_hand,
            self.west_hand,
        ]
    }

    /// Returns the number of steps since the start.
    #[inline(always)]
    pub(super) fn steps(&self) -> u64 {
        u64::from(self.steps)
    }
}

/// A round to be sown further: its index in the batch, the board before it, and its state.
pub(super) struct Long {
    pub(super) index: usize,
    pub(super) board: Board,
    pub(super) flight: Flight,
}
