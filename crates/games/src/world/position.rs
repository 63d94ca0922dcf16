//! Whole positions: states with the seeds that each side has won.

use sowlab_solvers::Game;

use super::game::WorldGame;
use super::rules::{Counted, Move};
use super::state::State;
use crate::Seat;

/// A position with its stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    state: State,
    stores: [u8; 2],
}

impl Position {
    /// Creates a position; the stores are those of the first and the second side.
    pub(super) const fn new(state: State, stores: [u8; 2]) -> Position {
        Position { state, stores }
    }

    /// Returns the state for solvers.
    #[inline]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the seeds in the stores of the first and the second side.
    pub const fn stores(&self) -> [u8; 2] {
        self.stores
    }

    /// Returns the seeds in a side's store.
    pub const fn store(&self, seat: Seat) -> u8 {
        self.stores[seat as usize]
    }

    /// Returns the seeds in pits and stores.
    pub fn total(&self) -> u32 {
        self.state.board().seeds() + self.stores.map(u32::from).iter().sum::<u32>()
    }
}

impl WorldGame {
    /// Returns the position after a legal move.
    pub(super) fn position_after(&self, position: &Position, chosen: Move) -> Position {
        let mover = position.state.mover();
        let step = self.after(&position.state, chosen);
        let mut stores = position.stores;
        if self.rules().counted() == Counted::Seeds && step.state.endless().is_none() {
            // What has left the board is in the stores.
            let before = position.state.board().seeds() as i32;
            let left = before - step.state.board().seeds() as i32;
            let own = (left + step.gain) / 2;
            for (seat, seeds) in [(mover, own), (!mover, left - own)] {
                let store = &mut stores[seat as usize];
                *store = store.saturating_add(seeds.clamp(0, 255) as u8);
            }
        }
        Position::new(step.state, stores)
    }

    /// Returns the winnings of each side; once the game is over they include the seeds given out at its end.
    pub(super) fn winnings(&self, position: &Position) -> [u32; 2] {
        let state = &position.state;
        let end = match state.endless() {
            None => self.terminal(state),
            Some(_) => None,
        };
        let mover = state.mover();
        match (self.rules().counted(), end) {
            (Counted::Win, None) => [0; 2],
            (Counted::Win, Some(margin)) => {
                let winner = if margin > 0 { mover } else { !mover };
                Seat::BOTH.map(|seat| u32::from(margin != 0 && seat == winner))
            }
            (Counted::Seeds, end) => {
                let mut won = position.stores.map(u32::from);
                if let Some(margin) = end {
                    let left = match self.rules().awards_all() {
                        true => state.board().seeds() as i32,
                        false => margin.abs(),
                    };
                    let own = (left + margin) / 2;
                    won[mover as usize] += own as u32;
                    won[!mover as usize] += (left - own) as u32;
                }
                won
            }
        }
    }
}
