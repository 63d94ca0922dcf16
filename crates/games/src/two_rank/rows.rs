//! The order of the positions of a layer: rows of one side's halves.

use std::ops::Range;

use sowlab_solvers::ranking::{Holes, Ranking, RankingError};
use sowlab_solvers::retrograde::Ordered;

use super::halves::{Halves, HalvesBySeeds, distance};
use super::state::{State, sum};

/// All positions with one half of the side that is not to move. Their ranks are consecutive, in the order of the
/// mover's halves.
pub(super) struct Row<'a> {
    other: u64,
    ranks: Range<u64>,
    movers: &'a Halves,
}

impl Row<'_> {
    /// Returns the position of this rank, with Lower to move, if it is in the row.
    #[inline(always)]
    pub(super) fn position(&self, rank: u64) -> Option<State> {
        if !self.ranks.contains(&rank) {
            return None;
        }
        let mover = self.movers.lanes[(rank - self.ranks.start) as usize];
        Some(State::from_halves(mover, self.other))
    }
}

/// The ranking of the boards of a game.
pub(super) struct Rows {
    pits: usize,
    pub(super) ranking: Ranking,
    halves: HalvesBySeeds,
}

/// The number of rows in a shard.
const ROWS: u64 = 64;

impl Rows {
    pub(super) fn new(pits: usize, most: usize) -> Result<Rows, RankingError> {
        Ok(Rows {
            pits,
            ranking: Ranking::new(2 * pits, most)?,
            halves: HalvesBySeeds::new(pits)?,
        })
    }

    /// Returns the row with a rank of a layer; `None` if the rank is out of range.
    #[inline]
    pub(super) fn row_of(&self, layer: u32, rank: u64) -> Option<Row<'_>> {
        let mut holes = self.ranking.unrank(layer as usize, rank).ok()?;
        holes[..self.pits].fill(0);
        let other = u128::from_le_bytes(holes) >> (8 * self.pits);
        Some(self.row(layer, other as u64))
    }

    fn row(&self, layer: u32, other: u64) -> Row<'_> {
        let seeds = layer as usize - sum(other) as usize;
        let movers = self.halves.get(seeds);
        let first = State::from_halves(movers.lanes[0], other);
        let holes: Holes = first.pits(self.pits);
        let start = self.ranking.rank(&holes);
        Row {
            other,
            ranks: start..start + movers.lanes.len() as u64,
            movers,
        }
    }

    fn parts_of_rows(&self, seeds: usize) -> u64 {
        (self.halves.get(seeds).lanes.len() as u64).div_ceil(ROWS)
    }

    /// Returns the ranks of the halves with the given number of seeds at the distance of the step.
    fn nearer(&self, seeds: usize, step: u64) -> &[u32] {
        self.halves.get(seeds).at_distance((step / 2) as usize)
    }
}

impl Ordered for Rows {
    /// Returns the number of steps of the order of a layer. Without a gain the turn passes and seeds on the mover's
    /// side come nearer to the store. So (X, Y), X to move, leads to (Y, X') with X' at a smaller distance. The order
    /// goes through the halves X of the side with fewer seeds, by ascending distance. For each X, first come all
    /// positions with X to move, which lead to those with Y to move against some X' before X. Then come all with Y to
    /// move against X, which lead to those with X to move. Where both sides have equally many seeds, X is the one at
    /// the smaller distance, and at equal distance both are of the first kind.
    fn steps(&self, layer: u32) -> u64 {
        let fewer = layer as usize / 2;
        2 * (self.pits * fewer + 1) as u64
    }

    fn shard_count(&self, layer: u32, step: u64) -> u64 {
        let fewer = 0..=layer as usize / 2;
        let parts = |seeds| match step % 2 {
            0 => self.parts_of_rows(layer as usize - seeds),
            _ => self.nearer(seeds, step).len() as u64,
        };
        fewer.map(parts).sum()
    }

    fn push_shard(&self, layer: u32, step: u64, mut part: u64, ranks: &mut Vec<u64>) {
        for fewer in 0..=layer as usize / 2 {
            let more = layer as usize - fewer;
            let even = fewer == more;
            let at = (step / 2) as usize;
            let nearer = self.nearer(fewer, step);
            if step.is_multiple_of(2) {
                let parts = self.parts_of_rows(more);
                if part < parts {
                    let others = &self.halves.get(more).lanes;
                    let from = part * ROWS;
                    let to = (from + ROWS).min(others.len() as u64);
                    for &other in &others[from as usize..to as usize] {
                        if !nearer.is_empty() && (!even || distance(other, self.pits) >= at) {
                            let start = self.row(layer, other).ranks.start;
                            ranks.extend(nearer.iter().map(|&rank| start + u64::from(rank)));
                        }
                    }
                    return;
                }
                part -= parts;
            } else {
                if let Some(&rank) = nearer.get(part as usize) {
                    let other = self.halves.get(fewer).lanes[rank as usize];
                    let Row {
                        ranks: all, movers, ..
                    } = self.row(layer, other);
                    let farther = |mover| !even || distance(mover, self.pits) > at;
                    let row = all.zip(&movers.lanes);
                    ranks.extend(
                        row.filter(|&(_, &mover)| farther(mover))
                            .map(|(rank, _)| rank),
                    );
                    return;
                }
                part -= nearer.len() as u64;
            }
        }
    }
}
