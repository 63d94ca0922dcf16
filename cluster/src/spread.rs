//! The distribution of the positions of a layer over processes: blocks in turn, so that the owner of a position follows
//! from its rank alone.

use std::ops::Range;

use sowlab_solvers::table::BLOCK;

const BLOCK_SIZE: u64 = BLOCK as u64;

/// The distribution of every layer over the processes, in the view of one of them.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    processes: u32,
    process: u32,
}

impl Spread {
    /// Creates the distribution over this number of processes, in the view of the process with this number.
    pub fn new(processes: usize, process: usize) -> Spread {
        debug_assert!(process < processes);
        Spread {
            processes: processes as u32,
            process: process as u32,
        }
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.processes as usize
    }

    /// Returns the number of this process.
    pub fn process(&self) -> usize {
        self.process as usize
    }

    /// Returns the owner of a block.
    pub fn owner_of_block(&self, block: u64) -> usize {
        (block % u64::from(self.processes)) as usize
    }

    /// Returns the owner of the position with this rank, and its place there.
    #[inline(always)]
    pub fn owner_and_place(&self, rank: u64) -> (usize, u64) {
        // Layers have at most 2⁴⁰ positions, so 32 bits suffice for blocks, and 32-bit division is faster.
        let block = (rank / BLOCK_SIZE) as u32;
        let place = u64::from(block / self.processes) * BLOCK_SIZE + rank % BLOCK_SIZE;
        ((block % self.processes) as usize, place)
    }

    /// Returns the rank of this process's position at a place.
    #[inline(always)]
    pub fn rank(&self, place: u64) -> u64 {
        let block = place / BLOCK_SIZE * u64::from(self.processes) + u64::from(self.process);
        block * BLOCK_SIZE + place % BLOCK_SIZE
    }

    /// Returns this process's blocks of a layer with this number of positions, in order.
    pub fn blocks(&self, positions: u64) -> impl Iterator<Item = u64> + use<> {
        let first = u64::from(self.process);
        (first..positions.div_ceil(BLOCK_SIZE)).step_by(self.processes as usize)
    }

    /// Returns the number of positions of such a layer that this process owns.
    pub fn held(&self, positions: u64) -> usize {
        let ranks = self
            .blocks(positions)
            .map(|block| block_ranks(block, positions));
        ranks.map(|ranks| (ranks.end - ranks.start) as usize).sum()
    }
}

/// Returns the ranks of the positions in a block of a layer with this number of positions.
pub fn block_ranks(block: u64, positions: u64) -> Range<u64> {
    let from = block * BLOCK_SIZE;
    from..positions.min(from + BLOCK_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_at_one_place_of_one_process() {
        for positions in [0, 1, BLOCK_SIZE, 5 * BLOCK_SIZE + 7, 12 * BLOCK_SIZE] {
            for processes in [1, 2, 3, 7] {
                let mut held = 0;
                for process in 0..processes {
                    let spread = Spread::new(processes, process);
                    held += spread.held(positions) as u64;
                    for place in (0..spread.held(positions) as u64).step_by(777) {
                        let rank = spread.rank(place);
                        assert!(rank < positions);
                        assert_eq!(spread.owner_and_place(rank), (process, place));
                    }
                }
                assert_eq!(held, positions);
            }
        }
    }
}
