//! How long work is watched and stopped from outside.

use std::sync::atomic::AtomicBool;

/// The parts of the work on a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A table made earlier is unpacked.
    Unpack,
    /// Lower and upper: this sweep, counted from 1.
    Ends(u32),
    /// Zero: this sweep, counted from 1.
    Zero(u32),
    /// The table is written.
    Write,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The layer under work.
    pub layer: u32,
    /// What is being done.
    pub phase: Phase,
    /// Positions done in this phase.
    pub done: u64,
    /// Positions of the layer.
    pub positions: u64,
}

/// The way to stop long work, and to hear of it.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Once set, the work stops soon; what is finished is kept.
    pub stop: &'a AtomicBool,
    /// Called now and then, from any thread.
    pub report: &'a (dyn Fn(Progress) + Sync),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Control<'static> {
    /// Work that is not stopped and not reported.
    pub fn none() -> Control<'static> {
        Control {
            stop: &NEVER,
            report: &|_| (),
        }
    }
}
