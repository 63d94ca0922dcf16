//! One lap as one addition: the tables, and the sowing of both hands up to the next empty hand.

use sowlab_solvers::cycle::Brent;

use crate::games::stones::board::Board;
use crate::games::stones::round::{Cups, Ending, Round};
use crate::games::stones::rules::{BothOut, Capture, MAX_HOLES, MixedOut, Rules};

/// Places on the way up and down the longest rank, rounded up to a power of two.
const PLACES: usize = 32;
const _: () = assert!(2 * (MAX_HOLES - 1) <= PLACES);
/// Hands of 0 to 255 stones.
const HANDS: usize = 256;

/// A round on its way. A *place* is a hole together with the direction of the sower in it: the
/// rank of M holes unrolled into a circle of 2M−2 places, 0 to M−1 on the way up from hole 1 and
/// on to 2M−3 on the way down. Both sides walk this circle in the same sense; they differ only in
/// where they enter it, so one table of laps serves both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) board: Board,
    east_place: u8,
    west_place: u8,
    east_hand: u8,
    west_hand: u8,
    /// Steps sown since the start; a round leaves the batch long before this could overflow.
    steps: u32,
}

/// What determines the rest of a sowing.
type Recurring = (Board, [u8; 4]);

impl Flight {
    fn recurring(&self) -> Recurring {
        (
            self.board,
            [
                self.east_place,
                self.west_place,
                self.east_hand,
                self.west_hand,
            ],
        )
    }
}

/// The sowing kernel of one rule set: tables of whole laps (136 KiB) and the readings.
///
/// A lap of both hands, up to the moment where one is empty, is two additions of sixteen bytes,
/// whatever its length. Rounds are sown many at a time (see [`Batch`](super::Batch)), because one
/// lap depends on the one before it, but those of different rounds are independent.
pub struct Sower {
    rules: Rules,
    places: u8,
    both_relay: bool,
    /// What `hand` stones from `place` add to the board, at `hand * PLACES + place`.
    laps: Box<[[u8; MAX_HOLES]; PLACES * HANDS]>,
    /// The place reached after `steps` from `place`, at `place + steps`.
    arrival: Box<[u8; 2 * HANDS]>,
    /// 255 in every lane but the one of the hole with that index; [`KEEP_ALL`] has 255 in all.
    keep: [[u8; MAX_HOLES]; 2 * MAX_HOLES],
}

const KEEP_ALL: usize = MAX_HOLES;

impl Sower {
    /// Builds the tables.
    pub fn new(rules: &Rules) -> Sower {
        let places = 2 * (rules.holes() - 1);
        let hole_of = |place: usize| place.min(places - place);
        let mut laps: Box<[[u8; MAX_HOLES]; PLACES * HANDS]> = vec![[0; MAX_HOLES]; PLACES * HANDS]
            .try_into()
            .expect("the size asked for");
        for place in 0..places {
            let mut added = [0u8; MAX_HOLES];
            for hand in 1..HANDS {
                let hole = hole_of((place + hand) % places);
                added[hole] = added[hole].wrapping_add(1);
                laps[hand * PLACES + place] = added;
            }
        }
        let mut arrival = Box::new([0; 2 * HANDS]);
        for (distance, place) in arrival.iter_mut().enumerate() {
            *place = (distance % places) as u8;
        }
        let mut keep = [[255; MAX_HOLES]; 2 * MAX_HOLES];
        for (hole, lanes) in keep.iter_mut().take(MAX_HOLES).enumerate() {
            lanes[hole] = 0;
        }
        Sower {
            rules: *rules,
            places: places as u8,
            both_relay: rules.both_out == BothOut::Relay,
            laps,
            arrival,
            keep,
        }
    }

    /// The rule set it sows by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline(always)]
    fn hole_of(&self, place: u8) -> usize {
        // A place on the way down is as far from the end of the circle as its hole from hole 1.
        usize::from(place.min(self.places.wrapping_sub(place))) % MAX_HOLES
    }

    #[inline(always)]
    fn lap(&self, place: u8, hand: u8) -> &[u8; MAX_HOLES] {
        &self.laps[usize::from(hand) * PLACES + usize::from(place) % PLACES]
    }

    #[inline(always)]
    fn arrival(&self, place: u8, steps: u8) -> u8 {
        self.arrival[usize::from(place) + usize::from(steps)]
    }

    /// Both sides take up their holes.
    #[inline(always)]
    pub(super) fn start(&self, board: Board, east: u8, west: u8) -> Flight {
        // East walks down from his hole, except from hole 1; West walks up, and from the last
        // hole, where up and down are one place, down.
        let east_place = if east == 0 { 0 } else { self.places - east };
        let (east_index, west_index) =
            (usize::from(east) % MAX_HOLES, usize::from(west) % MAX_HOLES);
        Flight {
            board: board
                .masked(&self.keep[east_index])
                .masked(&self.keep[west_index]),
            east_place,
            west_place: west,
            east_hand: board.lanes()[east_index],
            west_hand: board.lanes()[west_index],
            steps: 0,
        }
    }

    /// Sows until a hand is empty, then lifts or ends. Returns whether the round goes on. Free of
    /// branches that depend on the stones: what follows is a coin toss that no processor predicts.
    #[inline(always)]
    pub(super) fn advance(&self, flight: &mut Flight) -> bool {
        let steps = flight.east_hand.min(flight.west_hand);
        let board = flight
            .board
            .plus(self.lap(flight.east_place, steps))
            .plus(self.lap(flight.west_place, steps));
        let east_place = self.arrival(flight.east_place, steps);
        let west_place = self.arrival(flight.west_place, steps);
        let east_hole = self.hole_of(east_place);
        let west_hole = self.hole_of(west_place);
        let east_stones = board.lanes()[east_hole];
        let west_stones = board.lanes()[west_hole];
        let east_hand = flight.east_hand - steps;
        let west_hand = flight.west_hand - steps;

        let east_out = east_hand == 0;
        let west_out = west_hand == 0;
        let east_fuller = east_stones >= 2;
        let west_fuller = west_stones >= 2;
        let both_lift = self.both_relay & (east_hole != west_hole);
        let east_lifts = east_out & east_fuller & (!west_out | (both_lift & west_fuller));
        let west_lifts = west_out & west_fuller & (!east_out | (both_lift & east_fuller));

        let keep_east = if east_lifts { east_hole } else { KEEP_ALL };
        let keep_west = if west_lifts { west_hole } else { KEEP_ALL };
        flight.board = board
            .masked(&self.keep[keep_east])
            .masked(&self.keep[keep_west]);
        flight.east_hand = east_hand + if east_lifts { east_stones } else { 0 };
        flight.west_hand = west_hand + if west_lifts { west_stones } else { 0 };
        flight.east_place = east_place;
        flight.west_place = west_place;
        flight.steps += u32::from(steps);
        (!east_out | east_lifts) & (!west_out | west_lifts)
    }

    /// The result of a round that does not go on.
    #[inline(always)]
    pub(super) fn finish(&self, flight: &Flight, earlier_steps: u64) -> Round {
        let mut board = flight.board;
        // Whoever stops holds nothing; the other's hand is captured.
        let mut from_east = flight.east_hand;
        let mut from_west = flight.west_hand;
        if self.rules.mixed_out == MixedOut::Forfeit && from_east == 0 && from_west == 0 {
            let east_hole = self.hole_of(flight.east_place);
            let west_hole = self.hole_of(flight.west_place);
            let east_fuller = board.get(east_hole) >= 2;
            let west_fuller = board.get(west_hole) >= 2;
            if east_fuller != west_fuller {
                if east_fuller {
                    from_east = board.get(east_hole);
                    board = board.with(east_hole, 0);
                } else {
                    from_west = board.get(west_hole);
                    board = board.with(west_hole, 0);
                }
            }
        }
        let captured = match self.rules.capture {
            Capture::Normal => Cups {
                east: from_west,
                west: from_east,
            },
            Capture::Reversed => Cups {
                east: from_east,
                west: from_west,
            },
        };
        Round {
            board,
            captured,
            steps: earlier_steps + u64::from(flight.steps),
            ending: if from_east | from_west == 0 {
                Ending::Quiet
            } else {
                Ending::Capture
            },
        }
    }

    /// Sows on a round for as long as it takes, watching for a state that recurs. `None` stands
    /// for a result: an endless round with the period returned.
    #[cold]
    pub(super) fn sow_on(&self, flight: &mut Flight) -> Result<Round, u64> {
        let mut steps = u64::from(std::mem::take(&mut flight.steps));
        let mut watch = Brent::new(flight.recurring(), steps);
        while self.advance(flight) {
            steps += u64::from(std::mem::take(&mut flight.steps));
            if let Some(period) = watch.observe(&flight.recurring(), steps) {
                return Err(period);
            }
        }
        Ok(self.finish(flight, steps))
    }

    /// Sows one round. `east` and `west` are the indices of the holes chosen (0 is hole 1).
    ///
    /// # Panics
    /// If the holes are equal or out of the rank, or one holds fewer than two stones.
    pub fn sow(&self, board: Board, east: usize, west: usize) -> Round {
        let holes = self.rules.holes();
        assert!(
            east != west && east < holes && west < holes,
            "two different holes of the rank"
        );
        assert!(
            board.get(east) >= 2 && board.get(west) >= 2,
            "a chosen hole holds at least two stones"
        );
        let mut flight = self.start(board, east as u8, west as u8);
        self.sow_on(&mut flight)
            .unwrap_or_else(|period| endless(board, period))
    }
}

/// The result of a round that never ends.
pub(super) fn endless(board: Board, period: u64) -> Round {
    Round {
        board,
        captured: Cups::default(),
        steps: 0,
        ending: Ending::Endless { period },
    }
}
