//! The work on one layer, value by value or in passes: for the ends, then for zero.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU16, Ordering};

use rayon::prelude::*;

use super::by_value::ByValue;
use super::cells::Cells;
use super::finished::{FinishedLayer, FinishedWriter, Layout};
use super::layered::Layered;
use super::pass::{follow_order, run_pass};
use super::reply_queue::{MarginKind, ReplyBounds};
use super::watches::Watches;
use crate::memory::with_large_pages;
use crate::{Cancelled, Monitor, Value};

/// The maximum bound on margins: a value is one byte.
pub const MOST_MARGIN: i32 = 127;

/// The maximum number of positions of a layer, whose cells would take two terabytes.
pub(super) const MOST_POSITIONS: u64 = 1 << 40;

/// The highest layer that can be solved: the layers below it are numbered by one byte.
pub const MOST_LAYER: u32 = 256;

/// The reason why a layer is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The game has no such layer.
    #[error("there is no layer {0} that can be numbered")]
    NoLayer(u32),
    /// There are too many layers below it.
    #[error("layer {0}: only layers 0 to {MOST_LAYER} can be solved")]
    TooManyLayers(u32),
    /// The margins or ranks are too large for a table.
    #[error(
        "layer {layer}: margins up to {bound} and {positions} positions; at most {MOST_MARGIN} and {MOST_POSITIONS} fit a table"
    )]
    TooLarge {
        /// The layer.
        layer: u32,
        /// Its bound on margins.
        bound: i32,
        /// The number of its positions.
        positions: u64,
    },
}

/// Returns the number of positions of a layer, and the bound on its margins.
///
/// # Errors
/// An error if the game has no such layer, or if it does not fit a table. It is also an error if a layer below it does
/// not fit a byte.
pub fn layer_size<G: Layered>(game: &G, layer: u32) -> Result<(u64, i16), SolveError> {
    if layer > MOST_LAYER {
        return Err(SolveError::TooManyLayers(layer));
    }
    let positions = game.positions(layer).ok_or(SolveError::NoLayer(layer))?;
    let bound = game.bound(layer);
    if !(0..=MOST_MARGIN).contains(&bound) || positions > MOST_POSITIONS {
        return Err(SolveError::TooLarge {
            layer,
            bound,
            positions,
        });
    }
    Ok((positions, bound as i16))
}

/// The work on one layer, and the finished layers below it.
pub(crate) struct LayerWork<'a, G, B> {
    game: &'a G,
    layer: u32,
    positions: u64,
    bound: i16,
    below: &'a [FinishedLayer<B>],
}

impl<'a, G: Layered, B: AsRef<[u8]> + Sync> LayerWork<'a, G, B> {
    /// Creates the work on the layer right above the finished ones.
    pub(crate) fn new(
        game: &'a G,
        below: &'a [FinishedLayer<B>],
    ) -> Result<LayerWork<'a, G, B>, SolveError> {
        let layer = below.len() as u32;
        let (positions, bound) = layer_size(game, layer)?;
        Ok(LayerWork {
            game,
            layer,
            positions,
            bound,
            below,
        })
    }

    pub(crate) fn layer(&self) -> u32 {
        self.layer
    }

    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the layout of the finished layer with this number of undetermined positions.
    pub(crate) fn layout(&self, undetermined: u64) -> Layout {
        Layout::new(self.positions, undetermined, self.bound.into())
    }

    /// Returns whether a cell can belong to this layer: bounds within the margins that do not cross.
    pub(crate) fn possible(&self, cell: u16) -> bool {
        Cells::possible(cell, self.bound)
    }

    /// Solves lower and upper in `cells`. These are zero at first, or the result of an earlier call that was cancelled.
    /// Returns the number of undetermined positions.
    pub(crate) fn solve_ends(
        &self,
        cells: &[AtomicU16],
        monitor: &dyn Monitor,
    ) -> Result<u64, SolveError> {
        self.tighten_all(cells, MarginKind::Ends, monitor)?;
        Ok(Cells::new(cells, self.bound).count_open())
    }

    /// Solves the bounds of zero in `cells`, given the solved ends. The cells are zero at first, or the result of an
    /// earlier call.
    ///
    /// The ends are the start: the zero of a smaller layer lies between its ends. The ends of this layer therefore
    /// enclose its bounds of zero, and the equations only tighten them.
    pub(crate) fn solve_zero(
        &self,
        ends: &[AtomicU16],
        cells: &[AtomicU16],
        monitor: &dyn Monitor,
    ) -> Result<(), SolveError> {
        for (cell, end) in cells.iter().zip(ends) {
            if cell.load(Ordering::Relaxed) == 0 {
                cell.store(end.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        self.tighten_all(cells, MarginKind::Zero, monitor)
    }

    /// Tightens all bounds until nothing changes.
    fn tighten_all(
        &self,
        cells: &[AtomicU16],
        kind: MarginKind,
        monitor: &dyn Monitor,
    ) -> Result<(), SolveError> {
        let lookup = ReplyBounds {
            kind,
            layer: self.layer,
            cells: Cells::new(cells, self.bound),
            below: self.below,
        };
        if let Some(order) = self.game.ordered() {
            let what = format!("layer {}, in order", self.layer);
            monitor.begin(&what, self.positions);
            follow_order(self.game, order, &lookup, monitor);
        }
        if let Some(work) = ByValue::new(self.game, &lookup) {
            return Ok(work.solve(monitor)?);
        }
        let mut watches: Option<Watches> = None;
        for passes in 1.. {
            let what = format!("layer {}, {}, pass {passes}", self.layer, kind.name());
            monitor.begin(&what, self.positions);
            let counts = match &mut watches {
                Some(watches) => watches.run_pass(self.game, &lookup, monitor),
                None => run_pass(self.game, &lookup, monitor),
            };
            monitor.check()?;
            if counts.changed == 0 {
                return Ok(());
            }
            if watches.is_none() {
                watches = Watches::after(counts, self.game, &lookup);
            }
        }
        unreachable!("the passes are not counted to their end")
    }

    /// Returns the solved values by rank; `zero` may be left out if no position is undetermined.
    pub(crate) fn values<'c>(
        &self,
        ends: &'c [AtomicU16],
        zero: Option<&'c [AtomicU16]>,
    ) -> SolvedCells<'c> {
        SolvedCells::new(self.bound, ends, zero)
    }
}

/// Allocates the cells of `positions` positions, all with unknown bounds, in memory.
pub fn fresh_cells(positions: usize) -> Vec<AtomicU16> {
    let mut cells = with_large_pages(positions);
    cells.resize_with(positions, || AtomicU16::new(0));
    cells
}

/// The values of a solved layer, still in its cells.
#[derive(Clone, Copy)]
pub struct SolvedCells<'c> {
    ends: Cells<'c>,
    zero: Cells<'c>,
}

impl<'c> SolvedCells<'c> {
    /// Creates the values of a layer with this bound on its margins. `zero` may be left out if no position is
    /// undetermined.
    pub fn new(
        bound: i16,
        ends: &'c [AtomicU16],
        zero: Option<&'c [AtomicU16]>,
    ) -> SolvedCells<'c> {
        let ends = Cells::new(ends, bound);
        let zero = zero.map_or(ends, |cells| Cells::new(cells, bound));
        SolvedCells { ends, zero }
    }

    /// Returns the value of a position.
    #[inline(always)]
    pub fn get(&self, rank: u64) -> Value {
        let ends = self.ends.get(rank);
        let between = self.zero.get(rank);
        Value {
            lower: ends.low.into(),
            // The remaining margin nearest to 0.
            zero: 0.clamp(between.low, between.high).into(),
            upper: ends.high.into(),
        }
    }

    /// Writes the layer in the form of a [`FinishedLayer`].
    pub(crate) fn write<W: Write>(&self, writer: W, layout: Layout) -> io::Result<W> {
        let mut values = FinishedWriter::new(writer, layout);
        for rank in 0..self.ends.len() {
            values.value(self.get(rank))?;
        }
        let mut undetermined = values.end_values()?;
        if undetermined.is_needed() {
            for rank in 0..self.ends.len() {
                undetermined.value(self.get(rank))?;
            }
        }
        undetermined.end()
    }
}

/// Solves layers 0 to `most` in memory. The layer in progress takes 2 bytes per position, 2 more if any is
/// undetermined, and about 2 1/4 more if the game has predecessors. Each finished layer takes one to three.
///
/// # Errors
/// An error if the game has no such layer, if the layer does not fit the encoding (see [`SolveError`]), or if the
/// monitor cancelled.
pub fn solve_in_memory<G: Layered>(
    game: &G,
    most: u32,
    monitor: &dyn Monitor,
) -> Result<Vec<FinishedLayer<Vec<u8>>>, SolveError> {
    let mut finished = Vec::new();
    for _ in 0..=most {
        extend_in_memory(game, &mut finished, monitor)?;
    }
    Ok(finished)
}

/// Solves the layer above the finished ones, as [`solve_in_memory`] does.
///
/// # Errors
/// The errors of [`solve_in_memory`]; nothing is added then.
pub fn extend_in_memory<G: Layered>(
    game: &G,
    finished: &mut Vec<FinishedLayer<Vec<u8>>>,
    monitor: &dyn Monitor,
) -> Result<(), SolveError> {
    let work = LayerWork::new(game, finished)?;
    let ends = fresh_cells(work.positions() as usize);
    let undetermined = work.solve_ends(&ends, monitor)?;
    if undetermined == 0 {
        let cells = Cells::new(&ends, work.bound);
        let margins = (0..ends.len()).into_par_iter();
        let margins = margins.map(|rank| cells.get(rank as u64).low as u8);
        finished.push(FinishedLayer::from_margins(margins));
        return Ok(());
    }
    let zero = fresh_cells(work.positions() as usize);
    work.solve_zero(&ends, &zero, monitor)?;
    let values = work.values(&ends, Some(&zero));
    let layer = FinishedLayer::of_ranks(work.layout(undetermined), |rank| values.get(rank));
    finished.push(layer.map_err(|_| SolveError::NoLayer(work.layer()))?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::layered::{Reply, Sink};
    use super::*;
    use crate::Turn;

    /// Each position leads to the one before it; the first is won.
    struct Chain;

    impl Layered for Chain {
        type Scratch = ();

        fn name(&self) -> String {
            "chain".into()
        }

        fn positions(&self, _: u32) -> Option<u64> {
            Some(100)
        }

        fn bound(&self, _: u32) -> i32 {
            1
        }

        fn scratch(&self) {}

        fn expand(&self, (): &mut (), _: u32, ranks: &[u64], sink: &mut impl Sink) {
            for &rank in ranks {
                sink.reply(match rank.checked_sub(1) {
                    Some(rank) => Reply::Same {
                        rank,
                        turn: Turn::Other,
                    },
                    None => Reply::Over { margin: 1 },
                });
                sink.end_option();
                sink.end_position();
            }
        }
    }

    /// Two layers, one of the maximum allowed size and one larger; then too many layers.
    struct Large;

    impl Layered for Large {
        type Scratch = ();

        fn name(&self) -> String {
            "large".into()
        }

        fn positions(&self, layer: u32) -> Option<u64> {
            Some(MOST_POSITIONS + u64::from(layer))
        }

        fn scratch(&self) {}

        fn expand(&self, (): &mut (), _: u32, _: &[u64], _: &mut impl Sink) {}
    }

    #[test]
    fn sizes_are_refused_past_what_the_errors_say() {
        assert_eq!(layer_size(&Large, 0), Ok((MOST_POSITIONS, 0)));
        assert_eq!(
            layer_size(&Large, 1),
            Err(SolveError::TooLarge {
                layer: 1,
                bound: 1,
                positions: MOST_POSITIONS + 1,
            })
        );
        assert_eq!(layer_size(&Chain, MOST_LAYER), Ok((100, 1)));
        assert_eq!(
            layer_size(&Chain, MOST_LAYER + 1),
            Err(SolveError::TooManyLayers(MOST_LAYER + 1))
        );
    }
}
