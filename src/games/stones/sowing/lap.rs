//! One lap as one addition: the tables, and the sowing of both hands up to the next empty hand.

use std::sync::OnceLock;

use super::forever::goes_on_forever;
use super::landing::Landing;
use super::long::LapTable;
use crate::games::stones::board::Board;
use crate::games::stones::round::Round;
use crate::games::stones::rules::{BothOut, MAX_HOLES, Rules};

/// Places on the way up and down the longest rank, rounded up to a power of two.
pub(super) const PLACES: usize = 32;
const _: () = assert!(2 * (MAX_HOLES - 1) <= PLACES);
/// Hands of 0 to 255 stones.
pub(super) const HANDS: usize = 256;

/// The steps after which it pays to ask whether a round that outlasted the kernel ever ends: nearly
/// all have ended by then, and sowing so far takes less time than the question.
pub(super) const PATIENCE: u64 = 1_000;

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

impl Flight {
    /// A round on its way, each hand given by the index of the hole where it is, whether it goes
    /// up from there, and its stones.
    pub(super) fn at_holes(
        sower: &Sower,
        board: Board,
        (east_hole, east_rising, east_hand): (u8, bool, u8),
        (west_hole, west_rising, west_hand): (u8, bool, u8),
        steps: u32,
    ) -> Flight {
        let place = |hole: u8, rising: bool| {
            if rising { hole } else { sower.places - hole }
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

    /// The places and hands of both sides.
    #[inline(always)]
    pub(super) fn hands(&self) -> [u8; 4] {
        [
            self.east_place,
            self.west_place,
            self.east_hand,
            self.west_hand,
        ]
    }

    /// The steps sown since the start.
    #[inline(always)]
    pub(super) fn steps(&self) -> u64 {
        u64::from(self.steps)
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
    /// First a row for each hole with 255 in every lane (nothing is lifted), then a row for each
    /// with 0 in its own lane (it is lifted).
    keep: [[u8; MAX_HOLES]; 2 * MAX_HOLES],
    /// 0, and 255: what is lifted of a hole when it is not and when it is.
    lifted: [u8; 2],
    /// For rounds sown one by one, by the distance between the hands, made when first needed (256
    /// KiB each).
    lap_tables: [OnceLock<LapTable>; PLACES],
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
                .masked(&self.keep[MAX_HOLES + east_index])
                .masked(&self.keep[MAX_HOLES + west_index]),
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

        // Look-ups, where the compiler would make branches of conditions.
        let [keep_east, keep_west] = [(east_lifts, east_hole), (west_lifts, west_hole)]
            .map(|(lifts, hole)| &self.keep[usize::from(lifts) * MAX_HOLES + hole]);
        flight.board = board.masked(keep_east).masked(keep_west);
        flight.east_hand = east_hand + (east_stones & self.lifted[usize::from(east_lifts)]);
        flight.west_hand = west_hand + (west_stones & self.lifted[usize::from(west_lifts)]);
        flight.east_place = east_place;
        flight.west_place = west_place;
        flight.steps += u32::from(steps);
        (!east_out | east_lifts) & (!west_out | west_lifts)
    }

    /// The last moment of a round that does not go on.
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

    /// Sows one round. `east` and `west` are the indices of the holes chosen (0 is hole 1).
    ///
    /// # Panics
    /// If the holes are equal or out of the rank, or one holds fewer than two stones.
    pub fn sow(&self, board: Board, east: usize, west: usize) -> Round {
        self.sow_for(board, east, west, None)
    }

    /// As [`sow`](Sower::sow), but the period of an endless round is given as 0 where it was proven to be
    /// endless without following it: a period may be longer than anybody can wait for.
    ///
    /// # Panics
    /// As [`sow`](Sower::sow).
    pub fn sow_without_period(&self, board: Board, east: usize, west: usize) -> Round {
        self.sow_for(board, east, west, Some(PATIENCE))
    }

    fn sow_for(&self, board: Board, east: usize, west: usize, patience: Option<u64>) -> Round {
        let holes = self.rules.holes();
        assert!(
            east != west && east < holes && west < holes,
            "two different holes of the rank"
        );
        assert!(
            board.get(east) >= 2 && board.get(west) >= 2,
            "a chosen hole holds at least two stones"
        );
        self.sow_on(self.start(board, east as u8, west as u8), board, patience)
    }

    /// Sows a round on to its end, for as long as that takes, or for `patience` steps and then until
    /// it is known not to have one; `start` is the board before it.
    pub(super) fn sow_on(&self, flight: Flight, start: Board, patience: Option<u64>) -> Round {
        let [east_place, west_place, ..] = flight.hands();
        let distance = (west_place + self.places - east_place) % self.places;
        let laps = self.lap_tables[usize::from(distance)]
            .get_or_init(|| LapTable::new(self.places.into(), distance.into()));
        laps.sow(self, flight, start, patience)
    }

    /// Whether it is proven that a round on its way never ends.
    pub(super) fn goes_on_forever(&self, flight: &Flight) -> bool {
        goes_on_forever(self.places, self.both_relay, flight)
    }

    /// Whether both hands lift when both run out over different fuller holes.
    #[inline(always)]
    pub(super) fn both_relay(&self) -> bool {
        self.both_relay
    }
}
