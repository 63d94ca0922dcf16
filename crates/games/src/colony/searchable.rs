//! The Colony for searches: states in 128 bits.

use sowlab_solvers::{Guide, Key, Keyed, Step};

use super::board::Log;
use super::choice::Choice;
use super::play::Colony;
use super::state::{Phase, State};

/// Writes numbers one after the other.
struct Writer {
    bits: u128,
    used: u32,
}

impl Writer {
    fn put(&mut self, number: u128, width: u32) {
        debug_assert!(number >> width == 0 && self.used + width <= 128);
        self.bits |= number << self.used;
        self.used += width;
    }
}

impl Keyed<State> for Colony {
    /// | bits | hold |
    /// |---|---|
    /// | 0–2 | phase |
    /// | 3–7, 8–13 | log and eggs in hand of the phase |
    /// | 14 | whether the second phase is mandatory |
    /// | 15–45 | a digit of base 3 a log: no ant, one of the mover, one of the other side |
    /// | 46– | for each log as many ones as it holds eggs, and a zero |
    ///
    /// Nineteen logs with 57 eggs take 122 bits. Colours do not matter: only who is to move.
    fn key(&self, state: &State) -> Key {
        let (phase, at, hand): (u128, Log, u8) = match state.phase {
            Phase::Log => (0, 0, 0),
            Phase::Exit { at, hand } => (1, at, hand),
            Phase::Entry { at } => (2, at, 0),
            Phase::Ant => (3, 0, 0),
            Phase::Endless { at, hand } => (4, at, hand),
        };
        let (own, other) = (state.ants(state.mover), state.ants(!state.mover));
        let logs = self.board().logs() as Log;
        let ants = (0..logs).fold(0u128, |ants, log| {
            3 * ants + u128::from(own >> log & 1) + 2 * u128::from(other >> log & 1)
        });
        let mut writer = Writer { bits: 0, used: 0 };
        writer.put(phase, 3);
        writer.put(at.into(), 5);
        writer.put(hand.into(), 6);
        writer.put(state.mandatory.into(), 1);
        writer.put(ants, 31);
        for log in 0..logs {
            let eggs = u32::from(state.eggs(log));
            writer.put((1 << eggs) - 1, eggs + 1);
        }
        Key {
            bits: writer.bits,
            tag: 0,
        }
    }
}

impl Guide<State, Choice> for Colony {
    /// Captures first, then the order of the list.
    #[inline]
    fn order(&self, _: Choice, step: &Step<State>) -> i32 {
        step.gain
    }
}
