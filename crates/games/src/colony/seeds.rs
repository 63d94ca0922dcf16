//! A choice seed by seed, as a board shows it.

use super::choice::Choice;
use super::lap::{Sower, Step};
use super::play::Colony;
use super::position::Position;
use super::state::{Colour, Phase, State};
use crate::contest::{SeedEvent, SeedStep};

/// A sowing in progress, with the board as displayed.
struct Walk<'a> {
    colony: &'a Colony,
    mover: Colour,
    /// `None` where the sowing rests: at its end, or for a choice.
    sower: Option<Sower>,
    step: SeedStep,
}

impl Colony {
    /// Every step of a choice by which eggs are sown.
    pub(super) fn walk(
        &self,
        position: &Position,
        chosen: Choice,
    ) -> Option<impl Iterator<Item = SeedStep> + use<'_>> {
        let mut state = position.state();
        let (at, to, hand) = match (chosen, state.phase) {
            (Choice::PickUp(log), _) => {
                let hand = std::mem::take(&mut state.eggs[usize::from(log)]);
                let to = match *self.board().exits(log) {
                    [only] => Some(only),
                    _ => None,
                };
                (log, to, hand)
            }
            (Choice::Exit(to), Phase::Exit { at, hand }) => (at, Some(to), hand),
            _ => return None,
        };
        let stores = Colour::BOTH.map(|colour| position.captured(colour));
        let start = Walk {
            colony: self,
            mover: state.mover(),
            sower: to.map(|to| Sower {
                state,
                at,
                to,
                hand,
            }),
            step: SeedStep {
                count: self.board().logs() as u8,
                pits: pits(&state),
                stores,
                hand,
                at: Some(at),
                toward: to,
                event: SeedEvent::Start,
                taken: 0,
            },
        };
        Some(std::iter::successors(Some(start), Walk::next).map(|walk| walk.step))
    }
}

impl Walk<'_> {
    fn next(&self) -> Option<Self> {
        let mut sower = self.sower?;
        let before = sower;
        let done = sower.step(self.colony.board());
        let mut stores = self.step.stores;
        let (event, hand, rests) = match done {
            Step::On | Step::Choice => {
                let event = match before.hand {
                    1 => SeedEvent::Relay,
                    _ => SeedEvent::Drop,
                };
                (event, sower.hand, matches!(done, Step::Choice))
            }
            Step::End { captured: 0, .. } => (SeedEvent::Drop, 0, true),
            Step::End { captured, .. } => {
                stores[self.mover as usize] += captured;
                (SeedEvent::Keep, 0, true)
            }
        };
        let step = SeedStep {
            pits: pits(&sower.state),
            stores,
            hand,
            at: Some(before.to),
            toward: (!rests).then_some(sower.to),
            event,
            ..self.step
        };
        Some(Walk {
            sower: (!rests).then_some(sower),
            step,
            ..*self
        })
    }
}

fn pits(state: &State) -> [u8; crate::contest::MOST_PITS] {
    let mut pits = [0; _];
    for (pit, &eggs) in pits.iter_mut().zip(&state.eggs) {
        *pit = eggs;
    }
    pits
}
