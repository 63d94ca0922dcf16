//! The order in which rounds are sown in step.

use super::joint_move::JointMove;
use crate::stones::rules::MAX_HOLES;

/// Joint moves ordered by the distance between their hands, then by the place of East's hand.
pub(super) struct Schedule {
    /// The index of a joint move in this order, at `[east][west]`.
    pub(super) ranks: [[u8; MAX_HOLES]; MAX_HOLES],
    /// The starts, in this order.
    pub(super) starts: [Start; RANKS],
    /// The joint moves, in this order.
    pub(super) moves: Vec<JointMove>,
}

/// The number of joint moves on the longest rank, rounded up to a power of two.
pub(super) const RANKS: usize = 256;
const _: () = assert!(MAX_HOLES * (MAX_HOLES - 1) <= RANKS);

/// The places of the hands at the start of a joint move.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start {
    /// West's place minus East's, around the circle.
    pub(super) distance: u8,
    pub(super) east_place: u8,
}

impl Schedule {
    pub(super) fn new(holes: u8) -> Schedule {
        let places = 2 * (holes - 1);
        let mut moves = Vec::new();
        for east in 0..holes {
            for west in (0..holes).filter(|&west| west != east) {
                let east_place = if east == 0 { 0 } else { places - east };
                let distance = (west + places - east_place) % places;
                let start = Start {
                    distance,
                    east_place,
                };
                moves.push((start, east, west));
            }
        }
        moves.sort_unstable();
        let mut schedule = Schedule {
            ranks: [[0; MAX_HOLES]; MAX_HOLES],
            starts: [Start::default(); RANKS],
            moves: Vec::new(),
        };
        for (rank, (start, east, west)) in moves.into_iter().enumerate() {
            schedule.ranks[usize::from(east)][usize::from(west)] = rank as u8;
            schedule.starts[rank] = start;
            schedule.moves.push(JointMove { east, west });
        }
        schedule
    }
}
