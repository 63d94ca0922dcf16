//! The work on one layer by all processes together: passes to the fixed point, first for the ends, then for zero.

use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use sowlab_solvers::retrograde::{
    Cells, Layered, MarginKind, ReplyBounds, SolvedCells, fresh_cells, layer_size,
};

use crate::checkpoint::{Checkpoint, Saving};
use crate::costs::own_memory;
use crate::error::ClusterError;
use crate::finished::FinishedLayers;
use crate::part::OwnedPart;
use crate::spread::Spread;
use crate::step::{Step, Tightened, look_up};
use crate::team::{Outgoing, Team};

/// The effort of this process for a layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Passes over the layer.
    pub sweeps: u64,
    /// Steps, in each of which every process sends one message to every other.
    pub steps: u64,
    /// Probes of replies, including those requested from others.
    pub look_ups: u64,
    /// Probes requested from others.
    pub asked: u64,
    /// The time of expanding positions and probing this process's own part.
    pub expanding: Duration,
    /// The time of answering the requests of others.
    pub answering: Duration,
    /// The time of receiving answers and tightening bounds.
    pub tightening: Duration,
    /// The time of writing checkpoints.
    pub saving: Duration,
    /// The number of table blocks read.
    pub blocks_read: u64,
    /// The maximum anonymous memory of the process at the end of a step, in bytes.
    pub memory: u64,
}

/// The final bounds of this process's positions of a layer.
pub struct Solved {
    bound: i16,
    ends: Vec<AtomicU16>,
    /// The bounds of `zero`, if some position of any process is undetermined.
    zero: Option<Vec<AtomicU16>>,
}

impl Solved {
    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.ends.len() as u64
    }

    /// Returns the values of the positions.
    pub fn values(&self) -> SolvedCells<'_> {
        SolvedCells::new(self.bound, &self.ends, self.zero.as_deref())
    }
}

/// Runs a function, and adds its time to `took`.
fn timed<T>(took: &mut Duration, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let came = run();
    *took += start.elapsed();
    came
}

/// The current layer.
pub struct LayerWork<'a, G> {
    /// The game.
    pub game: &'a G,
    /// The layer.
    pub layer: u32,
    /// The number of its positions.
    pub positions: u64,
    bound: i16,
    below: &'a FinishedLayers,
    /// The number of positions that this process owns.
    held: usize,
    /// The number of open positions that it expands in one step.
    batch: usize,
}

impl<'a, G: Layered> LayerWork<'a, G> {
    /// Creates the work on the layer directly above the finished ones, with `batch` positions per process and step.
    ///
    /// # Errors
    /// The game has no such layer, or it does not fit a table.
    pub fn new(
        game: &'a G,
        below: &'a FinishedLayers,
        spread: Spread,
        batch: usize,
    ) -> Result<LayerWork<'a, G>, ClusterError> {
        let layer = below.count() as u32;
        let (positions, bound) = layer_size(game, layer)?;
        Ok(LayerWork {
            game,
            layer,
            positions,
            bound,
            below,
            held: spread.held(positions),
            batch,
        })
    }

    /// Solves the layer.
    ///
    /// # Errors
    /// A checkpoint cannot be read or written.
    pub fn solve(
        &self,
        team: &mut Team,
        checkpoint: &Checkpoint,
        note: &dyn Fn(&str),
    ) -> Result<(Solved, Effort), ClusterError> {
        let mut effort = Effort::default();
        let mut settle = |kind, cells: &[AtomicU16]| {
            self.settle(team, kind, cells, checkpoint, note, &mut effort)
        };
        let ends = fresh_cells(self.held);
        let zero = match settle(MarginKind::Ends, &ends)? {
            0 => None,
            // The `zero` of a smaller layer lies between its ends. So the ends of this layer enclose its bounds of
            // `zero`, and the equations only tighten them.
            _ => {
                let mut zero = fresh_cells(self.held);
                for (zero, ends) in zero.iter_mut().zip(&ends) {
                    *zero.get_mut() = ends.load(Ordering::Relaxed);
                }
                settle(MarginKind::Zero, &zero)?;
                Some(zero)
            }
        };
        let bound = self.bound;
        Ok((Solved { bound, ends, zero }, effort))
    }

    /// Makes passes to the fixed point. Returns the number of positions of all processes that are still open.
    fn settle(
        &self,
        team: &mut Team,
        kind: MarginKind,
        cells: &[AtomicU16],
        checkpoint: &Checkpoint,
        note: &dyn Fn(&str),
        effort: &mut Effort,
    ) -> Result<u64, ClusterError> {
        let lookup = ReplyBounds {
            kind,
            layer: self.layer,
            cells: Cells::new(cells, self.bound),
            below: self.below.in_memory(),
        };
        let part = OwnedPart {
            spread: team.spread(),
            lookup: &lookup,
            on_disk: self.below.on_disk(),
        };
        let mut saving = checkpoint.of(self.layer, kind, self.bound);
        saving.restore(part)?;
        let mut held_open = lookup.cells.count_open();
        for sweep in 1.. {
            let swept = self.sweep(team, part, held_open, &mut saving, effort)?;
            held_open -= swept.settled;
            let [changed, open] = team.sum([swept.changed, held_open]);
            effort.sweeps += 1;
            note(&format!(
                "layer {}, {}, sweep {sweep}: {changed} changed, {open} open",
                self.layer,
                kind.name()
            ));
            if changed == 0 {
                timed(&mut effort.saving, || saving.end(part))?;
                return Ok(open);
            }
        }
        unreachable!("the sweeps are not counted to their end")
    }

    /// Tightens the bounds of every open position once, in steps that all processes take together. Returns the number
    /// of changes in this process, which has `open` open positions.
    ///
    /// While the keys of one step and the answers of the step before it are in transit, the positions of the next step
    /// are expanded. The bounds that tighten a position are thus one or two steps old.
    fn sweep(
        &self,
        team: &mut Team,
        part: OwnedPart<'_>,
        open: u64,
        saving: &mut Saving,
        effort: &mut Effort,
    ) -> Result<Tightened, ClusterError> {
        let steps = team.greatest(open.div_ceil(self.batch as u64));
        let mut from = 0;
        let mut tightened = Tightened::default();
        let none = || Step::new(part.spread);
        // The steps whose keys are being sent, whose answers are expected, and whose memory is free.
        let (mut asking, mut waiting, mut free) = (none(), none(), none());
        // The answers to the requests of the previous step; at first the request of this process to itself.
        let mut answers = vec![0];
        let mut answer_counts = waiting.counts.clone();
        effort.expanding += self.expand(part, &mut from, &mut asking);
        for step in 1..=steps + 1 {
            let key_counts = team.counts(&asking.counts);
            let expand = || self.expand(part, &mut from, &mut free);
            let keys = Outgoing {
                items: &asking.keys,
                counts: &asking.counts,
            };
            let given = Outgoing {
                items: &answers,
                counts: &answer_counts,
            };
            let (asked, came, took) =
                team.exchange(keys, &key_counts, given, &waiting.counts, expand);
            effort.expanding += took;
            effort.look_ups += asking.asked() + asking.own_look_ups;
            effort.asked += asking.asked();
            effort.steps += u64::from(step <= steps);
            tightened += timed(&mut effort.tightening, || waiting.finish(part, &came));
            effort.blocks_read += timed(&mut effort.answering, || {
                look_up(part, &asked, &mut answers)
            })?;
            effort.memory = effort.memory.max(own_memory());
            answer_counts = key_counts;
            (free, waiting, asking) = (waiting, asking, free);
            timed(&mut effort.saving, || saving.save_if_due(part))?;
        }
        Ok(tightened)
    }

    /// Expands the next open positions from a place on and moves it past them. Returns the time taken.
    fn expand<'p>(&self, part: OwnedPart<'p>, from: &mut u64, step: &mut Step<'p>) -> Duration {
        let start = Instant::now();
        let cells = part.lookup.cells;
        let mut places = Vec::with_capacity(self.batch);
        while places.len() < self.batch && *from < cells.len() {
            if cells.get(*from).is_open() {
                places.push(*from);
            }
            *from += 1;
        }
        step.expand(self.game, part, &places);
        start.elapsed()
    }
}
