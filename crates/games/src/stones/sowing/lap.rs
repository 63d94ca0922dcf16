//! A lap as one addition: the tables, and the sowing of both hands up to the next empty hand.

use std::sync::OnceLock;

use super::flight::{Flight, HANDS, PLACES};
use super::landing::Landing;
use super::long::LapTable;
use super::schedule::Schedule;
use crate::stones::board::Board;
use crate::stones::round::Round;
use crate::stones::rules::{BothOut, MAX_HOLES, Rules};

/// The number of steps after which a remaining round is tested for non-termination. Nearly all rounds have ended by
/// then, and sowing so far takes less time than the test.
pub(super) const CHECK_AFTER: u64 = 1_000;

/// The sowing kernel of one variant: tables of whole laps (136 KiB) and the rule options.
///
/// A lap of both hands, up to the moment when one is empty, is two additions of sixteen bytes, whatever its length.
/// Rounds are sown many at a time (see [`Batch`](super::Batch)), because a lap depends on the one before it, but laps
/// of different rounds are independent.
pub struct Sower {
    rules: Rules,
    places: u8,
    both_relay: bool,
    /// The stones that `hand` stones from `place` add to the board, at `hand * PLACES + place`.
    laps: Box<[[u8; MAX_HOLES]; PLACES * HANDS]>,
    /// The place after a sum of a place and steps, at `place + steps`.
    arrival: Box<[u8; 2 * HANDS]>,
    /// Rows of lane masks, two per hole. The first half has 255 in every lane (nothing is lifted), the second half 0 in
    /// the hole's own lane (it is lifted).
    keep: [[u8; MAX_HOLES]; 2 * MAX_HOLES],
    /// Masks for the stones of a hole: 0 if it is not lifted, 255 if it is.
    lifted: [u8; 2],
    /// Tables for rounds sown individually, by the distance between the hands; each is built on first use (256 KiB
    /// each).
    lap_tables: [OnceLock<LapTable>; PLACES],
    schedule: Schedule,
}

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
        for (hole, lanes) in keep.iter_mut().skip(MAX_HOLES).enumerate() {
            lanes[hole] = 0;
        }
        Sower {
            rules: *rules,
            places: places as u8,
            both_relay: rules.both_out == BothOut::Relay,
            laps,
            arrival,
            keep,
            lifted: [0, 255],
            lap_tables: [const { OnceLock::new() }; PLACES],
            schedule: Schedule::new(rules.holes() as u8),
        }
    }

    /// Returns the number of places on the circle.
    #[inline(always)]
    pub(super) fn places(&self) -> u8 {
        self.places
    }

    /// Returns the order in which rounds are sown in step.
    #[inline(always)]
    pub(super) fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the rules of the variant.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline(always)]
    fn hole_of(&self, place: u8) -> usize {
        // A place on the way down is as far from the end of the circle as its hole is from hole 1.
        usize::from(place.min(self.places.wrapping_sub(place))) % MAX_HOLES
    }

    #[inline(always)]
    fn lap(&self, place: u8, hand: u8) -> &[u8; MAX_HOLES] {
        &self.laps[usize::from(hand) * PLACES + usize::from(place) % PLACES]
    }

    /// Returns the place reached after `steps` from `place`, which may exceed one revolution.
    #[inline(always)]
    pub(super) fn arrival(&self, place: u8, steps: u8) -> u8 {
        self.arrival[usize::from(place) + usize::from(steps)]
    }

    /// Starts a round: both sides take up their holes.
    #[inline(always)]
    pub(super) fn start(&self, board: Board, east: u8, west: u8) -> Flight {
        // East walks down from his hole, but up from hole 1. West walks up, but down from the last hole, where up and
        // down are one place.
        let east_place = if east == 0 { 0 } else { self.places - east };
        let (board, [east_hand, west_hand]) = self.take_up(board, east, west);
        Flight {
            board,
            east_place,
            west_place: west,
            east_hand,
            west_hand,
            steps: 0,
        }
    }

    /// Returns the board without the stones of two holes, and these stones, East's first.
    #[inline(always)]
    pub(super) fn take_up(&self, board: Board, east: u8, west: u8) -> (Board, [u8; 2]) {
        let [east, west] = [usize::from(east) % MAX_HOLES, usize::from(west) % MAX_HOLES];
        let left = board
            .masked(&self.keep[MAX_HOLES + east])
            .masked(&self.keep[MAX_HOLES + west]);
        (left, [board.lanes()[east], board.lanes()[west]])
    }

    /// Sows until a hand is empty, then lifts or ends. Returns whether the round continues. Free of branches that
    /// depend on the stones, because no processor can predict them.
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

        // Table look-ups, because the compiler would turn conditions into branches.
        let keep_east = &self.keep[usize::from(east_lifts) * MAX_HOLES + east_hole];
        let keep_west = &self.keep[usize::from(west_lifts) * MAX_HOLES + west_hole];
        flight.board = board.masked(keep_east).masked(keep_west);
        flight.east_hand = east_hand + (east_stones & self.lifted[usize::from(east_lifts)]);
        flight.west_hand = west_hand + (west_stones & self.lifted[usize::from(west_lifts)]);
        flight.east_place = east_place;
        flight.west_place = west_place;
        flight.steps += u32::from(steps);
        (!east_out | east_lifts) & (!west_out | west_lifts)
    }

    /// Returns the final state of a round that has stopped.
    #[inline(always)]
    pub(super) fn landing(&self, flight: &Flight) -> Landing {
        Landing {
            board: flight.board,
            east_hand: flight.east_hand,
            west_hand: flight.west_hand,
            east_hole: self.hole_of(flight.east_place) as u8,
            west_hole: self.hole_of(flight.west_place) as u8,
            steps: flight.steps,
        }
    }

    /// Sows one round. `east` and `west` are the indices of the chosen holes (0 is hole 1).
    ///
    /// # Panics
    /// The holes are equal or out of the rank, or one has fewer than two stones.
    pub fn sow(&self, board: Board, east: usize, west: usize) -> Round {
        self.sow_for(board, east, west, None)
    }

    /// Sows one round as [`sow`](Sower::sow) does, with period 0 if the round is proven non-terminating without
    /// following it. Its period can be too long to find.
    ///
    /// # Panics
    /// As for [`sow`](Sower::sow).
    pub fn sow_without_period(&self, board: Board, east: usize, west: usize) -> Round {
        self.sow_for(board, east, west, Some(CHECK_AFTER))
    }

    fn sow_for(&self, board: Board, east: usize, west: usize, check_after: Option<u64>) -> Round {
        let holes = self.rules.holes();
        assert!(
            east != west && east < holes && west < holes,
            "two different holes of the rank"
        );
        assert!(
            board.get(east) >= 2 && board.get(west) >= 2,
            "a chosen hole holds at least two stones"
        );
        self.sow_on(
            self.start(board, east as u8, west as u8),
            board,
            check_after,
        )
    }

    /// Sows a round to its end. With `check_after`, after that many steps a proof of non-termination suffices. `start`
    /// is the board before the round.
    pub(super) fn sow_on(&self, flight: Flight, start: Board, check_after: Option<u64>) -> Round {
        let [east_place, west_place, ..] = flight.hands();
        let distance = (west_place + self.places - east_place) % self.places;
        let laps = self.lap_tables[usize::from(distance)]
            .get_or_init(|| LapTable::new(self.places.into(), distance.into()));
        laps.sow(&self.rules, flight, start, check_after)
    }

    /// Returns whether both hands lift when both run out over different fuller holes.
    #[inline(always)]
    pub(super) fn both_relay(&self) -> bool {
        self.both_relay
    }
}
