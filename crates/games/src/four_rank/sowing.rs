//! A move, lap by lap, to its end or to the proof that it has none.
//!
//! Between two captures a lap is a map of the mover's ring: lift the pit where the last seed fell, sow its seeds. This
//! map can be inverted. Go backwards from the pit of the last seed and take one seed from each pit: every sown pit
//! holds at least one, and the first empty pit is the lifted one. So the map is a permutation of the pairs (ring, pit
//! of the last seed). A sowing that neither ends nor captures therefore returns to its first such pair. One comparison
//! per lap finds the exact period, and only that pair is stored.

use sowlab_base::interrupt::{LOOK_EVERY, check};

use super::rules::{Capture, MAX_SEEDS, Rules};
use super::state::{Pits, RING};

/// The most seeds that a lap may sow.
const MAX_HAND: usize = MAX_SEEDS;

/// The period of an endless sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least number of laps after which board and pit of the last seed recur.
    pub laps: u64,
    /// The number of laps, at least 1, before the first recurring pair. The pit that the move lifts is not the pit of a
    /// last seed: returning to it may capture.
    pub first_lap: u64,
}

/// The outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move ends on this board.
    Ends {
        /// The mover's pits.
        own: Pits,
        /// The other player's pits.
        other: Pits,
    },
    /// The move never ends.
    Endless(Period),
}

/// The laps and the outcome of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Laps sown until it ended, or until a pair recurred.
    pub laps: u64,
    /// The outcome.
    pub outcome: Outcome,
}

/// The lap tables: the change of the ring for each pit and number of seeds.
#[derive(Clone, Debug)]
pub(super) struct Sower {
    rules: Rules,
    /// Added to the ring, sows the given number of seeds from the pit after this one on.
    sow: Box<[[u128; MAX_HAND + 1]; RING]>,
    /// The change of the ring when the pit itself is lifted as well: wrapping.
    relay: Box<[[u128; MAX_HAND + 1]; RING]>,
    /// The pit where the last seed falls.
    last: Box<[[u8; MAX_HAND + 1]; RING]>,
}

/// The seeds of a pit of a ring.
#[inline(always)]
fn seeds(ring: u128, pit: usize) -> usize {
    usize::from((ring >> (8 * pit)) as u8)
}

impl Sower {
    pub(super) fn new(rules: Rules) -> Sower {
        let mut sower = Sower {
            rules,
            sow: Box::new([[0; MAX_HAND + 1]; RING]),
            relay: Box::new([[0; MAX_HAND + 1]; RING]),
            last: Box::new([[0; MAX_HAND + 1]; RING]),
        };
        for pit in 0..rules.ring() {
            let mut sown: Pits = [0; RING];
            let mut at = pit;
            for hand in 0..=MAX_HAND {
                if hand > 0 {
                    at = (at + 1) % rules.ring();
                    sown[at] += 1;
                }
                let sum = u128::from_le_bytes(sown);
                sower.sow[pit][hand] = sum;
                sower.relay[pit][hand] = sum.wrapping_sub((hand as u128) << (8 * pit));
                sower.last[pit][hand] = at as u8;
            }
        }
        sower
    }

    /// The own pits, a bit each, at which a lap captures that ends in a pit with seeds.
    #[inline]
    fn capturing(&self, other: &Pits) -> u32 {
        let rules = &self.rules;
        let captures = |&inner: &usize| {
            other[rules.facing(inner)] > 0
                && (rules.capture() == Capture::Inner || other[rules.behind(inner)] > 0)
        };
        (rules.pits()..rules.ring())
            .filter(captures)
            .fold(0, |set, pit| set | 1 << pit)
    }

    /// Takes the capture of a lap that ends at this own inner pit.
    #[inline]
    fn capture(&self, other: &mut Pits, inner: usize) -> usize {
        let both = [self.rules.facing(inner), self.rules.behind(inner)];
        let taken = both.map(|pit| usize::from(std::mem::take(&mut other[pit])));
        taken[0] + taken[1]
    }

    /// Follows the move that lifts a pit of at least two seeds.
    #[inline]
    pub(super) fn follow(&self, own: &Pits, other: &Pits, pit: usize) -> Course {
        let mut other = *other;
        let mut at = pit % RING;
        let mut hand = usize::from(own[at]).min(MAX_HAND);
        let mut ring = u128::from_le_bytes(*own).wrapping_add(self.relay[at][hand]);
        at = usize::from(self.last[at][hand]) % RING;
        let mut laps = 1;
        loop {
            let capturing = self.capturing(&other);
            // The first pair that a sowing without further captures comes back to.
            let (first, first_at, first_lap) = (ring, at, laps);
            loop {
                hand = seeds(ring, at);
                if hand == 1 {
                    let own = ring.to_le_bytes();
                    let outcome = Outcome::Ends { own, other };
                    return Course { laps, outcome };
                }
                if capturing >> at & 1 == 1 {
                    break;
                }
                let hand = hand.min(MAX_HAND);
                ring = ring.wrapping_add(self.relay[at][hand]);
                at = usize::from(self.last[at][hand]) % RING;
                laps += 1;
                if laps.is_multiple_of(LOOK_EVERY) {
                    check(laps);
                }
                if ring == first && at == first_at {
                    let period = Period {
                        laps: laps - first_lap,
                        first_lap,
                    };
                    let outcome = Outcome::Endless(period);
                    return Course { laps, outcome };
                }
            }
            let taken = self.capture(&mut other, at).min(MAX_HAND);
            ring = ring.wrapping_add(self.sow[at][taken]);
            at = usize::from(self.last[at][taken]) % RING;
            laps += 1;
        }
    }
}
