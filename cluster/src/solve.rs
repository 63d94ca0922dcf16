//! The work on one layer, by all processes together: sweeps until nothing changes, for the ends, then for zero.

use sowlab_solvers::retrograde::{Finished, Layered, layer_size};
use sowlab_solvers::{Interval, Value};

use crate::checkpoint::{Checkpoint, Saving};
use crate::error::ClusterError;
use crate::part::{Lens, Part, packed, unpacked, value};
use crate::step::{Step, look_up};
use crate::team::Team;

/// What a layer took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Sweeps over the layer.
    pub sweeps: u64,
    /// Replies that were looked at, by all processes.
    pub replies: u64,
    /// Those of them that another process was asked for.
    pub asked: u64,
}

/// The layer under work.
pub struct LayerWork<'a, G> {
    /// The game.
    pub game: &'a G,
    /// The layer.
    pub layer: u32,
    /// Its positions.
    pub positions: u64,
    bound: i16,
    below: &'a [Finished<Vec<u8>>],
    /// Positions of this process in one step.
    batch: usize,
}

impl<'a, G: Layered> LayerWork<'a, G> {
    /// Work on the layer right above the finished ones, `batch` positions a process and step.
    ///
    /// # Errors
    /// The game has no such layer, or it does not fit a table.
    pub fn new(
        game: &'a G,
        below: &'a [Finished<Vec<u8>>],
        batch: usize,
    ) -> Result<LayerWork<'a, G>, ClusterError> {
        let layer = below.len() as u32;
        let (positions, bound) = layer_size(game, layer)?;
        Ok(LayerWork {
            game,
            layer,
            positions,
            bound,
            below,
            batch,
        })
    }

    /// Solves the layer, and returns the values of the positions that this process holds.
    ///
    /// # Errors
    /// A checkpoint cannot be read or written.
    pub fn solve(
        &self,
        team: &mut Team,
        checkpoint: &Checkpoint,
        note: &dyn Fn(&str),
    ) -> Result<(Vec<Value>, Effort), ClusterError> {
        let mut effort = Effort::default();
        let held = team.spread().held(self.positions);
        let unknown = vec![packed(Interval::within(self.bound)); held];
        let (ends, undetermined) =
            self.settle(team, Lens::Ends, unknown, checkpoint, note, &mut effort)?;
        let zero = match undetermined {
            0 => ends.clone(),
            // Zero of a smaller layer lies between its ends, so that the ends of this layer enclose its bounds
            // of zero and the equations only tighten them.
            _ => {
                let from = ends.clone();
                self.settle(team, Lens::Zero, from, checkpoint, note, &mut effort)?
                    .0
            }
        };
        let values = ends.iter().zip(&zero);
        let values = values.map(|(&ends, &zero)| value(ends, zero)).collect();
        Ok((values, effort))
    }

    /// Sweeps until nothing changes anywhere, and returns the bounds and how many positions are open then, of all
    /// processes.
    fn settle(
        &self,
        team: &mut Team,
        lens: Lens,
        cells: Vec<u16>,
        checkpoint: &Checkpoint,
        note: &dyn Fn(&str),
        effort: &mut Effort,
    ) -> Result<(Vec<u16>, u64), ClusterError> {
        let mut part = Part {
            spread: team.spread(),
            layer: self.layer,
            bound: self.bound,
            lens,
            cells,
            below: self.below,
        };
        let mut saving = checkpoint.of(self.layer, lens, self.bound);
        saving.restore(&mut part)?;
        for sweep in 1.. {
            let [changed, replies, asked] = {
                let swept = self.sweep(team, &mut part, &mut saving)?;
                team.sum(swept)
            };
            effort.sweeps += 1;
            effort.replies += replies;
            effort.asked += asked;
            let [open] = team.sum([part.open()]);
            note(&format!(
                "layer {}, {}, sweep {sweep}: {changed} changed, {open} open",
                self.layer,
                lens.name()
            ));
            if changed == 0 {
                saving.end(&part)?;
                return Ok((part.cells, open));
            }
        }
        unreachable!("the sweeps are not counted to their end")
    }

    /// Tightens the bounds of every open position once, in steps that all processes take together. Returns how many
    /// changed, how many replies were looked at, and for how many of them others were asked, by this process.
    fn sweep(
        &self,
        team: &mut Team,
        part: &mut Part<'_>,
        saving: &mut Saving,
    ) -> Result<[u64; 3], ClusterError> {
        let steps = team.greatest(part.open().div_ceil(self.batch as u64));
        let mut from = 0;
        let [mut changed, mut replies, mut asked] = [0; 3];
        let mut next = (steps > 0).then(|| self.expand(part, &mut from));
        for step in 1..=steps {
            let Some(mut now) = next.take() else {
                break;
            };
            let keys = std::mem::take(&mut now.keys);
            let counts = team.counts(&now.counts);
            let expand = || (step < steps).then(|| self.expand(part, &mut from));
            let (for_this, expanded) = team.exchange(&keys, &now.counts, &counts, expand);
            next = expanded;
            let answers = look_up(part, &for_this);
            let asked_of = now.counts.clone();
            let look_up_own = || now.look_up_own(part);
            let (answers, ()) = team.exchange(&answers, &counts, &asked_of, look_up_own);
            now.answered(&answers);
            replies += now.replies;
            // All but the one that it asks itself for.
            asked += keys.len() as u64 - 1;
            for (place, bounds) in now.tightened(&part.cells) {
                part.cells[place] = bounds;
                changed += 1;
            }
            saving.save_if_due(part)?;
        }
        Ok([changed, replies, asked])
    }

    /// The next open positions from a place on, which is moved past them.
    fn expand(&self, part: &Part<'_>, from: &mut usize) -> Step {
        let mut places = Vec::with_capacity(self.batch);
        while places.len() < self.batch && *from < part.cells.len() {
            if unpacked(part.cells[*from]).is_open() {
                places.push(*from);
            }
            *from += 1;
        }
        Step::expand(self.game, part, &places)
    }
}
