//! The 2-tuple network: a weight for the counts of each pair of cells.

use super::file::Description;

/// The maximum number of cells of a board.
pub(super) const MOST_CELLS: usize = 24;

/// The margin of the side to move as a sum of weights: one for the stones on the board, and one for each pair of cells
/// by the counts in both.
///
/// The pairs are systematic 2-tuples. M. Szubert and W. Jaśkowski use longer tuples in *Temporal difference learning of
/// n-tuple networks for the game 2048*, 2014.
#[derive(Clone, Debug)]
pub(super) struct PairTables {
    cells: usize,
    levels: usize,
    /// The weights by number of stones on the board.
    of_stones: Box<[i16]>,
    /// The weights by pair of cells, where the first cell varies slowest, then by count of the first cell, then by
    /// count of the second.
    of_pairs: Box<[i16]>,
}

impl PairTables {
    /// Creates the tables with as many weights as described.
    pub(super) fn new(description: &Description, mut weights: Vec<i16>) -> PairTables {
        let of_pairs = weights.split_off(description.stones + 1);
        PairTables {
            cells: description.cells,
            levels: description.levels,
            of_stones: weights.into(),
            of_pairs: of_pairs.into(),
        }
    }

    /// Returns the margin of the side to move, in [parts](Description::parts) of a stone.
    ///
    /// # Panics
    /// The number of cells is not the described one.
    #[inline]
    pub(super) fn parts(&self, cells: &[u8]) -> i32 {
        let (count, levels) = (self.cells, self.levels);
        assert_eq!(cells.len(), count);
        let mut capped = [0; MOST_CELLS];
        let mut all = 0;
        for (capped, &cell) in capped.iter_mut().zip(cells) {
            *capped = usize::from(cell).min(levels - 1);
            all += usize::from(cell);
        }
        let capped = &capped[..count];
        let mut sum = i32::from(self.of_stones[all.min(self.of_stones.len() - 1)]);
        let mut tables = self.of_pairs.chunks_exact(levels * levels);
        for (place, &first) in capped.iter().enumerate() {
            for (&second, table) in capped[place + 1..].iter().zip(&mut tables) {
                sum += i32::from(table[first * levels + second]);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::small;
    use super::*;

    #[test]
    fn weights_are_added() {
        let (description, weights) = small();
        let tables = PairTables::new(&description, weights);
        assert_eq!(tables.parts(&[0, 0, 0]), 5);
        // The counts of the pairs: 1 0, 1 0, 0 0.
        assert_eq!(tables.parts(&[1, 0, 0]), 7 + 2 + 20);
        // Counts above the greatest are treated as the greatest: 1 0, 1 1, 0 1.
        assert_eq!(tables.parts(&[9, 0, 4]), -20 + 2 + 30 + 100);
    }
}
