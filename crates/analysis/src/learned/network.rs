//! A network of two hidden layers.

use super::file::Description;
use super::pair_tables::MOST_CELLS;
use super::seen::Seen;

/// The maximum of a hidden cell.
const ONE: i16 = 256;
/// The binary logarithm of the weight 1 between the two hidden layers.
const UNIT_BITS: u32 = 6;

/// A network with one-hot counts as input and two hidden layers, whose cells are 0 to [`ONE`]. The output is the
/// margin. All sums fit their integer types, so that the result is the same on all processors.
#[derive(Debug)]
pub(super) struct Network {
    cells: usize,
    levels: usize,
    /// The weights of each cell in the first layer, by cell of the board, then by count.
    counts: Box<[i16]>,
    first_bias: Box<[i16]>,
    /// The weights of each cell in the first layer, by cell of the second layer.
    second: Box<[i16]>,
    second_bias: Box<[i16]>,
    last: Box<[i16]>,
    last_bias: i16,
    /// The margins of boards that were evaluated already. Searches evaluate each board many times.
    seen: Option<Seen>,
}

impl Network {
    /// Creates the network with as many weights as described. Returns `None` if a sum could be out of range.
    pub(super) fn new(
        description: &Description,
        [first, second]: [usize; 2],
        weights: &[i16],
    ) -> Option<Network> {
        let Description { cells, levels, .. } = *description;
        let mut rest = weights;
        let mut take = |count: usize| -> Option<Box<[i16]>> {
            let (taken, left) = rest.split_at_checked(count)?;
            rest = left;
            Some(taken.into())
        };
        let network = Network {
            cells,
            levels,
            counts: take(cells * levels * first)?,
            first_bias: take(first)?,
            second: take(first * second)?,
            second_bias: take(second)?,
            last: take(second)?,
            last_bias: *take(1)?.first()?,
            seen: Seen::new(cells, levels),
        };
        network.fits().then_some(network)
    }

    /// Returns whether no sum can be out of range.
    fn fits(&self) -> bool {
        let size = |&weight: &i16| i64::from(weight.unsigned_abs());
        let first = self.first_bias.len();
        // Each cell of the board has one count.
        let greatest = |hidden: usize, cell: usize| {
            let counts = self.counts[cell * self.levels * first..].chunks_exact(first);
            let counts = counts.take(self.levels).map(|row| size(&row[hidden]));
            counts.max().unwrap_or(0)
        };
        let first_fits = (0..first).all(|hidden| {
            let all: i64 = (0..self.cells).map(|cell| greatest(hidden, cell)).sum();
            all + size(&self.first_bias[hidden]) <= i64::from(i16::MAX)
        });
        let weighted = |weights: &[i16]| weights.iter().map(size).sum::<i64>() * i64::from(ONE);
        let mut rows = self.second.chunks_exact(first).zip(&self.second_bias);
        let second_fits = rows.all(|(row, bias)| {
            weighted(row) + (size(bias) << UNIT_BITS) <= i64::from(i32::MAX / 2)
        });
        let last = weighted(&self.last) + size(&self.last_bias) * i64::from(ONE);
        first_fits && second_fits && last <= i64::from(i32::MAX / 2)
    }

    /// Returns the margin of the side to move, in parts of a stone.
    ///
    /// # Panics
    /// The number of cells is not the described one.
    #[inline]
    pub(super) fn parts(&self, cells: &[u8]) -> i32 {
        assert_eq!(cells.len(), self.cells);
        let mut inputs = [0; MOST_CELLS];
        // The counts as the digits of a number. It is read only if it fits.
        let mut board = 0u64;
        for (cell, (&stones, input)) in cells.iter().zip(&mut inputs).enumerate() {
            let count = usize::from(stones).min(self.levels - 1);
            *input = cell * self.levels + count;
            board = board
                .wrapping_mul(self.levels as u64)
                .wrapping_add(count as u64);
        }
        let inputs = &inputs[..self.cells];
        match &self.seen {
            None => self.margin(inputs),
            Some(seen) => seen.get_or(board, || self.margin(inputs)),
        }
    }

    fn margin(&self, inputs: &[usize]) -> i32 {
        match self.first_bias.len() {
            8 => self.margin_of::<8>(inputs),
            16 => self.margin_of::<16>(inputs),
            32 => self.margin_of::<32>(inputs),
            64 => self.margin_of::<64>(inputs),
            128 => self.margin_of::<128>(inputs),
            _ => self.margin_of::<256>(inputs),
        }
    }

    /// Computes the margin with a first layer of this width, for which the compiler unrolls the loops.
    fn margin_of<const WIDTH: usize>(&self, inputs: &[usize]) -> i32 {
        let (counts, _) = self.counts.as_chunks::<WIDTH>();
        let (bias, _) = self.first_bias.as_chunks::<WIDTH>();
        let (rows, _) = self.second.as_chunks::<WIDTH>();
        let mut first = bias[0];
        for &input in inputs {
            for (sum, weight) in first.iter_mut().zip(&counts[input]) {
                *sum += weight;
            }
        }
        // A loop, because a map of an array is a call in builds without LTO (the module documentation of the sowing kernel).
        for sum in &mut first {
            *sum = (*sum).clamp(0, ONE);
        }
        let half = 1 << (UNIT_BITS - 1);
        let mut margin = i32::from(self.last_bias) * i32::from(ONE);
        for ((row, &bias), &weight) in rows.iter().zip(&self.second_bias).zip(&self.last) {
            let mut sum = i32::from(bias) << UNIT_BITS;
            for (&cell, &weight) in first.iter().zip(row) {
                sum += i32::from(cell) * i32::from(weight);
            }
            let cell = ((sum + half) >> UNIT_BITS).clamp(0, i32::from(ONE));
            margin += cell * i32::from(weight);
        }
        (margin + i32::from(ONE) / 2).div_euclid(i32::from(ONE))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::file::small;
    use super::*;

    const HIDDEN: [usize; 2] = [16, 8];
    const WEIGHTS: usize = 6 * 16 + 16 + 16 * 8 + 8 + 8 + 1;

    /// Computes the margin by the formula, with integers that are never out of range.
    fn by_formula(weights: &[i16], cells: [u8; 3]) -> i32 {
        let weight = |place: usize| i64::from(weights[place]);
        let input = |cell: usize| 2 * cell + usize::from(cells[cell]).min(1);
        let first: Vec<i64> = (0..16)
            .map(|hidden| {
                let counts: i64 = (0..3).map(|cell| weight(16 * input(cell) + hidden)).sum();
                (counts + weight(96 + hidden)).clamp(0, 256)
            })
            .collect();
        let second = (0..8).map(|hidden| {
            let sum: i64 = (0..16)
                .map(|from| first[from] * weight(112 + 16 * hidden + from))
                .sum();
            let all = sum + 64 * weight(240 + hidden);
            (all + 32).div_euclid(64).clamp(0, 256) * weight(248 + hidden)
        });
        let margin = second.sum::<i64>() + 256 * weight(256);
        (margin + 128).div_euclid(256) as i32
    }

    fn network(weights: &[i16]) -> Option<Network> {
        let description = Description {
            hidden: Some(HIDDEN),
            ..small().0
        };
        Network::new(&description, HIDDEN, weights)
    }

    proptest! {
        #[test]
        fn agrees_with_the_formula(
            weights in proptest::collection::vec(-300i16..300, WEIGHTS),
            cells in any::<[u8; 3]>(),
        ) {
            let found = network(&weights).unwrap().parts(&cells);
            prop_assert_eq!(found, by_formula(&weights, cells));
        }
    }

    #[test]
    fn sums_out_of_range_are_refused() {
        let mut weights = vec![0; WEIGHTS];
        assert!(network(&weights).is_some());
        // Three counts that can be on a board together.
        for place in [0, 16 * 3, 16 * 5] {
            weights[place] = 12_000;
        }
        assert!(network(&weights).is_none());
        weights[0] = 0;
        assert!(network(&weights).is_some());
        assert!(network(&weights[1..]).is_none(), "a weight is missing");
    }
}
