//! `zero` alone, value by value.
//!
//! A position is worth at least v > 0 if a reply that leaves the layer is. It also is if a reply within the layer
//! leads to a position worth at most −v for the other side. A position is worth at most −v if that holds for all
//! replies. From the greatest margin down, the positions worth exactly v or −v are found from their successors, by
//! visiting the predecessors along each reply once. A counter holds the number of unsettled replies of a position. (J.
//! W. Romein and H. E. Bal, *Solving the game of Awari using parallel retrograde analysis*, 2003.) A position that no
//! margin reaches can repeat without end, or is even: 0.

#[path = "marks.rs"]
mod marks;

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

use rayon::prelude::*;

use sowlab_solvers::retrograde::{Layered, Reply, Sink, SolveError, layer_size};
use sowlab_solvers::{Monitor, Turn};

use marks::{Marks, WORD};

/// Positions that are expanded together.
const BATCH: u64 = 64;
/// Positions that a thread takes at a time, whole words of marks.
const SHARE: u64 = 64 * WORD;

/// A game whose replies within a layer can be gone back along, and whose options have one reply
/// each: solvable value by value.
pub(crate) trait Reversible: Layered {
    /// REQUIRED. Visits the predecessors of these positions, whose ranks rise strictly: one visit for each reply of
    /// the layer that leads to one of them. A visit has the rank of the position led to, the rank of the position
    /// before, and whose turn it is in the first, relative to the second.
    fn predecessors_by_rank(
        &self,
        layer: u32,
        ranks: &[u64],
        visit: &mut impl FnMut(u64, u64, Turn),
    );
}

/// Solves `zero` of layers 0 to `most` in memory: 2 1/8 bytes a position of the layer under work, and one for each of
/// the layers below it. The values are those of the side to move, by rank.
///
/// # Errors
/// The game has no such layer, or it does not fit the encoding.
///
/// # Panics
/// If a position has more than 254 replies or an option more than one: see [`Reversible`].
pub(crate) fn solve_zero_in_memory<G: Reversible>(
    game: &G,
    most: u32,
    monitor: &dyn Monitor,
) -> Result<Vec<Vec<i8>>, SolveError> {
    let mut finished = Vec::new();
    for layer in 0..=most {
        let (positions, bound) = layer_size(game, layer)?;
        let work = ZeroWork {
            game,
            layer,
            cells: (0..positions).map(|_| AtomicU16::new(0)).collect(),
            settled: Marks::none(positions),
        };
        monitor.begin(&format!("layer {layer}, zero, replies"), positions);
        work.expand(&finished, monitor);
        for margin in (1..=bound as i8).rev() {
            monitor.begin(&format!("layer {layer}, zero, ±{margin}"), positions);
            work.leave(margin, monitor);
            while !monitor.cancelled() && work.go_back() > 0 {}
        }
        monitor.check()?;
        let cells = work.cells.iter();
        finished.push(
            cells
                .map(|cell| Cell::of(cell.load(Ordering::Relaxed)).zero())
                .collect(),
        );
    }
    Ok(finished)
}

/// The state of a position in the analysis.
#[derive(Clone, Copy)]
struct Cell {
    /// Its value if it is settled; else the best of the replies that leave the layer.
    margin: i8,
    /// The number of replies within the layer that are not settled, or [`SETTLED`].
    open: u8,
}

const SETTLED: u8 = u8::MAX;

impl Cell {
    #[inline(always)]
    fn of(word: u16) -> Cell {
        let [margin, open] = word.to_le_bytes();
        Cell {
            margin: margin as i8,
            open,
        }
    }

    #[inline(always)]
    fn word(self) -> u16 {
        u16::from_le_bytes([self.margin as u8, self.open])
    }

    fn zero(self) -> i8 {
        if self.open == SETTLED { self.margin } else { 0 }
    }
}

struct ZeroWork<'a, G> {
    game: &'a G,
    layer: u32,
    cells: Vec<AtomicU16>,
    /// The positions that were settled at the current margin and whose predecessors were not yet visited.
    settled: Marks,
}

impl<G: Reversible> ZeroWork<'_, G> {
    fn shares(&self) -> impl ParallelIterator<Item = std::ops::Range<u64>> {
        let positions = self.cells.len() as u64;
        (0..positions.div_ceil(SHARE))
            .into_par_iter()
            .map(move |share| share * SHARE..positions.min((share + 1) * SHARE))
    }

    /// Fills the cells.
    fn expand(&self, below: &[Vec<i8>], monitor: &dyn Monitor) {
        self.shares().for_each_init(
            || (self.game.scratch(), Vec::new()),
            |(scratch, ranks), share| {
                if monitor.cancelled() {
                    return;
                }
                for start in share.clone().step_by(BATCH as usize) {
                    ranks.clear();
                    ranks.extend(start..share.end.min(start + BATCH));
                    let mut replies = Expanded {
                        below,
                        cells: self.cells[start as usize..].iter(),
                        cell: Expanded::NONE,
                        replies: 0,
                    };
                    self.game.expand(scratch, self.layer, ranks, &mut replies);
                }
                monitor.advance(share.end - share.start);
            },
        );
    }

    /// Settles the positions that are worth ± this margin by leaving the layer.
    fn leave(&self, margin: i8, monitor: &dyn Monitor) {
        self.shares().for_each(|share| {
            for start in share.clone().step_by(WORD as usize) {
                let ranks = start as usize..share.end.min(start + WORD) as usize;
                let mut marks = 0;
                for (bit, word) in self.cells[ranks].iter().enumerate() {
                    let cell = Cell::of(word.load(Ordering::Relaxed));
                    let wins = cell.margin == margin && cell.open != SETTLED;
                    let loses = cell.margin == -margin && cell.open == 0;
                    if wins | loses {
                        let open = SETTLED;
                        word.store(Cell { open, ..cell }.word(), Ordering::Relaxed);
                        marks |= 1 << bit;
                    }
                }
                self.settled.mark_all(start / WORD, marks);
            }
            monitor.advance(share.end - share.start);
        });
    }

    #[inline(always)]
    fn get(&self, rank: u64) -> Cell {
        Cell::of(self.cells[rank as usize].load(Ordering::Relaxed))
    }

    /// Visits the predecessors of the settled positions, and returns the number of these positions.
    fn go_back(&self) -> u64 {
        let visited = AtomicU64::new(0);
        self.shares().for_each_init(
            || (Vec::new(), Vec::new()),
            |(ranks, noted), share| {
                for word in share.start / WORD..share.end.div_ceil(WORD) {
                    let mut marks = self.settled.take(word);
                    if marks == 0 {
                        continue;
                    }
                    ranks.clear();
                    while marks != 0 {
                        ranks.push(word * WORD + u64::from(marks.trailing_zeros()));
                        marks &= marks - 1;
                    }
                    visited.fetch_add(ranks.len() as u64, Ordering::Relaxed);
                    self.game
                        .predecessors_by_rank(self.layer, ranks, &mut |to, before, turn| {
                            let margin = self.get(to).margin;
                            noted.push((before, turn.convert(margin)));
                        });
                    // A separate loop for the reads lets them overlap; writes that other threads may see wait for each
                    // other.
                    noted.retain(|&(before, _)| self.get(before).open != SETTLED);
                    for (before, found) in noted.drain(..) {
                        if self.reply_settled(before, found) {
                            self.settled.mark(before);
                        }
                    }
                }
            },
        );
        visited.into_inner()
    }

    /// Records that a reply of the position is worth `found`, which is ± the current margin. Returns whether that has
    /// settled the position.
    #[inline(always)]
    fn reply_settled(&self, rank: u64, found: i8) -> bool {
        let settles = |cell: Cell| found > 0 || (cell.open == 1 && cell.margin <= found);
        let noted =
            self.cells[rank as usize].fetch_update(Ordering::Relaxed, Ordering::Relaxed, |word| {
                let cell = Cell::of(word);
                let noted = if settles(cell) {
                    Cell {
                        margin: found,
                        open: SETTLED,
                    }
                } else {
                    Cell {
                        open: cell.open.wrapping_sub(1),
                        ..cell
                    }
                };
                (cell.open != SETTLED).then_some(noted.word())
            });
        noted.is_ok_and(|word| settles(Cell::of(word)))
    }
}

/// Turns the replies of consecutive positions into cells.
struct Expanded<'a> {
    below: &'a [Vec<i8>],
    cells: std::slice::Iter<'a, AtomicU16>,
    cell: Cell,
    /// The replies of the current option.
    replies: u32,
}

impl Expanded<'_> {
    const NONE: Cell = Cell {
        margin: i8::MIN,
        open: 0,
    };
}

impl Sink for Expanded<'_> {
    #[inline(always)]
    fn reply(&mut self, reply: Reply) {
        self.replies += 1;
        let margin = match reply {
            Reply::Same { .. } => {
                self.cell.open = self.cell.open.saturating_add(1);
                return;
            }
            Reply::Below {
                layer,
                rank,
                gain,
                turn,
            } => {
                let margin = i32::from(self.below[layer as usize][rank as usize]);
                turn.margin(gain, margin)
            }
            Reply::Over { margin } => margin,
            Reply::Endless => 0,
        };
        debug_assert!(i8::try_from(margin).is_ok());
        self.cell.margin = self.cell.margin.max(margin as i8);
    }

    #[inline(always)]
    fn end_option(&mut self) {
        assert_eq!(self.replies, 1, "a game whose options have one reply");
        self.replies = 0;
    }

    #[inline(always)]
    fn end_position(&mut self) {
        assert!(self.cell.open < SETTLED, "a game with few replies");
        if let Some(cell) = self.cells.next() {
            cell.store(self.cell.word(), Ordering::Relaxed);
        }
        self.cell = Expanded::NONE;
    }
}
