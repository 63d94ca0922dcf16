//! Rounds in which both players sow at once.

use super::{Agsinnoninka, MOST_LAPS};
use crate::Seat;
use crate::contest::MOST_PITS;

/// The sowing of a round. Pits are as the first player sees them.
#[derive(Clone, PartialEq)]
pub(super) struct Round {
    pits: [u8; MOST_PITS],
    hands: [Hand; 2],
}

/// A player's sowing in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hand {
    at: usize,
    seeds: u8,
    sows: bool,
    /// The pits that are captured after both have stopped.
    owed: Option<usize>,
    gained: u8,
}

impl Round {
    /// Returns whether a hand holds seeds.
    pub(super) fn sows(&self) -> bool {
        self.hands.iter().any(|hand| hand.sows)
    }
}

impl Agsinnoninka {
    /// Applies the rules to an empty hand.
    fn settle(&self, pits: &mut [u8], hand: &mut Hand, seat: Seat) {
        let next = (hand.at + 1) % self.places();
        hand.seeds = std::mem::take(&mut pits[next]);
        if hand.seeds > 0 {
            hand.at = next;
            return;
        }
        hand.sows = false;
        let own = (hand.at < self.pits) == (seat == Seat::Lower);
        if own && self.at_end {
            hand.owed = Some(self.facing(hand.at));
        } else if own {
            hand.gained += std::mem::take(&mut pits[self.facing(hand.at)]);
        }
    }

    /// Lifts both pits of a round.
    pub(super) fn lifted(&self, pits: &[u8; MOST_PITS], chosen: [usize; 2]) -> Round {
        let mut pits = *pits;
        let hands = chosen.map(|pit| Hand {
            at: pit,
            seeds: std::mem::take(&mut pits[pit]),
            sows: true,
            owed: None,
            gained: 0,
        });
        Round { pits, hands }
    }

    /// The players in the order in which their empty hands are settled.
    fn order(&self) -> [Seat; 2] {
        match self.upper_first {
            false => Seat::BOTH,
            true => [Seat::Upper, Seat::Lower],
        }
    }

    /// Drops a seed of each hand that sows, and settles empty hands. Returns the number of laps that begin.
    pub(super) fn step(&self, round: &mut Round) -> u32 {
        let Round { pits, hands } = round;
        for hand in hands.iter_mut().filter(|hand| hand.sows) {
            hand.at = (hand.at + 1) % self.places();
            pits[hand.at] += 1;
            hand.seeds -= 1;
        }
        let mut laps = 0;
        for seat in self.order() {
            let hand = &mut hands[seat as usize];
            if hand.sows && hand.seeds == 0 {
                self.settle(pits, hand, seat);
                laps += u32::from(hand.sows);
            }
        }
        laps
    }

    /// Sows both pits of a round a seed at a time. The board is as the first player sees it, and so are the pits.
    /// Returns the gains of both players; `None` if it takes more than [`MOST_LAPS`] laps.
    pub(super) fn resolve(
        &self,
        pits: &mut [u8; MOST_PITS],
        chosen: [usize; 2],
    ) -> Option<[u8; 2]> {
        let mut round = self.lifted(pits, chosen);
        let mut laps = 2;
        while round.sows() {
            laps += self.step(&mut round);
            if laps > MOST_LAPS {
                return None;
            }
        }
        let Round {
            pits: mut after,
            mut hands,
        } = round;
        for seat in self.order() {
            let hand = &mut hands[seat as usize];
            if let Some(pit) = hand.owed {
                hand.gained += std::mem::take(&mut after[pit]);
            }
        }
        *pits = after;
        Some(hands.map(|hand| hand.gained))
    }
}
