//! The Colony as arrays of numbers.

use super::choice::Choice;
use super::play::Colony;
use super::position::Position;
use super::state::Phase;
use crate::contest::{Encode, Shape};

/// The numbers after the logs. `phase`: 0 to pick up a log, 1 to choose an exit, 2 to place an ant where the sowing
/// stopped, 3 to use the ants, 4 endless. `log`: the log that the phase is about, counted from 1; 0 for none.
const SCALARS: &[&str] = &[
    "own eggs",
    "other eggs",
    "hand",
    "phase",
    "log",
    "mandatory",
];

/// The index of an action in a list of sections of equal length: pick up each log, sow towards each, place an ant on
/// each. After these come pass, accepting an endless sowing, and moving an ant from each log to each.
impl Encode for Colony {
    fn actions(&self) -> usize {
        let logs = self.board().logs();
        3 * logs + 2 + logs * logs
    }

    fn action(&self, _: &Position, chosen: Choice) -> usize {
        let logs = self.board().logs();
        match chosen {
            Choice::PickUp(log) => log.into(),
            Choice::Exit(log) => logs + usize::from(log),
            Choice::Place(log) => 2 * logs + usize::from(log),
            Choice::Pass => 3 * logs,
            Choice::GoOn => 3 * logs + 1,
            Choice::Move { from, to } => 3 * logs + 2 + usize::from(from) * logs + usize::from(to),
        }
    }

    fn chosen(&self, _: &Position, action: usize) -> Option<Choice> {
        let logs = self.board().logs();
        let log = (action % logs) as u8;
        match action / logs {
            0 => return Some(Choice::PickUp(log)),
            1 => return Some(Choice::Exit(log)),
            2 => return Some(Choice::Place(log)),
            _ => {}
        }
        match action - 3 * logs {
            0 => Some(Choice::Pass),
            1 => Some(Choice::GoOn),
            rest if action < self.actions() => Some(Choice::Move {
                from: ((rest - 2) / logs) as u8,
                to: ((rest - 2) % logs) as u8,
            }),
            _ => None,
        }
    }

    /// The eggs on each log, the own ants, the ants of the other side.
    fn shape(&self) -> Shape {
        Shape {
            rows: 3,
            columns: self.board().logs(),
            scalars: SCALARS,
        }
    }

    fn observe(&self, position: &Position, counts: &mut [u8]) {
        let (state, logs) = (position.state(), self.board().logs());
        let mover = state.mover();
        for log in 0..logs {
            let ant = |colour| (state.ants(colour) >> log & 1) as u8;
            counts[log] = state.eggs(log as u8);
            counts[logs + log] = ant(mover);
            counts[2 * logs + log] = ant(!mover);
        }
        let (phase, log) = match state.phase() {
            Phase::Log => (0, None),
            Phase::Exit { at, .. } => (1, Some(at)),
            Phase::Entry { at } => (2, Some(at)),
            Phase::Ant => (3, None),
            Phase::Endless { at, .. } => (4, Some(at)),
        };
        counts[3 * logs..][..SCALARS.len()].copy_from_slice(&[
            position.captured(mover),
            position.captured(!mover),
            state.hand(),
            phase,
            log.map_or(0, |log| log + 1),
            u8::from(state.mandatory()),
        ]);
    }
}
