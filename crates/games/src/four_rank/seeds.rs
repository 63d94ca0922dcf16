//! A move seed by seed, as a board shows it. The kernel sows whole laps.

use super::game::FourRank;
use super::moves::Move;
use super::rules::{Capture, Rules};
use super::state::{RING, State};
use crate::Seat;
use crate::contest::{SeedEvent, SeedStep};

/// A move on its way.
struct Walk {
    rules: Rules,
    /// The first index of the mover's pits and of the other player's pits in the notation of a position.
    own: usize,
    other: usize,
    step: SeedStep,
}

impl FourRank {
    /// Every step of a move; none where a sowing continues that never ends.
    pub(super) fn walk(
        &self,
        state: &State,
        chosen: Move,
    ) -> Option<impl Iterator<Item = SeedStep> + use<>> {
        let Move::Sow(pit) = chosen else { return None };
        let walk = Walk::start(*self.rules(), state, usize::from(pit) % RING);
        Some(std::iter::successors(Some(walk), Walk::next).map(|walk| walk.step))
    }
}

impl Walk {
    fn start(rules: Rules, state: &State, pit: usize) -> Walk {
        let ring = rules.ring();
        let [own, other] = match state.mover() {
            Seat::Lower => [0, ring],
            Seat::Upper => [ring, 0],
        };
        let mut pits = [0; _];
        pits[own..own + ring].copy_from_slice(&state.own()[..ring]);
        pits[other..other + ring].copy_from_slice(&state.other()[..ring]);
        let step = SeedStep {
            count: 2 * ring as u8,
            hand: std::mem::take(&mut pits[own + pit]),
            pits,
            stores: [0; 2],
            at: Some((own + pit) as u8),
            toward: None,
            event: SeedEvent::Start,
            taken: 0,
        };
        Walk {
            rules,
            own,
            other,
            step,
        }
    }

    /// Sows one more seed; `None` where the last one fell into an empty pit.
    fn next(&self) -> Option<Walk> {
        let before = usize::from(self.step.at?).checked_sub(self.own)?;
        let mut step = self.step;
        step.hand = step.hand.checked_sub(1)?;
        let pit = (before + 1) % self.rules.ring();
        let at = self.own + pit;
        step.pits[at] += 1;
        step.at = Some(at as u8);
        step.event = SeedEvent::Drop;
        step.taken = 0;
        if step.hand == 0 && step.pits[at] > 1 {
            step.taken = self.captured(pit);
            step.event = match step.taken {
                0 => SeedEvent::Relay,
                _ => SeedEvent::Take,
            };
            let lifted = match step.taken {
                0 => 1 << at,
                taken => taken,
            };
            for (place, seeds) in step.pits.iter_mut().enumerate() {
                if lifted >> place & 1 == 1 {
                    step.hand += std::mem::take(seeds);
                }
            }
        }
        Some(Walk { step, ..*self })
    }

    /// The pits of the other player, a bit each, that a lap takes which ends at this own pit.
    fn captured(&self, pit: usize) -> u64 {
        if pit < self.rules.pits() {
            return 0;
        }
        let [facing, behind] = [self.rules.facing(pit), self.rules.behind(pit)];
        let holds = |pit| self.step.pits[self.other + pit] > 0;
        let takes = holds(facing) && (self.rules.capture() == Capture::Inner || holds(behind));
        match takes {
            false => 0,
            true => 1 << (self.other + facing) | 1 << (self.other + behind),
        }
    }
}
