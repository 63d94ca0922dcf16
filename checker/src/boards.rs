//! The numbering of boards: every distribution of `n` stones over `M` holes.
//!
//! With the running sums s₀ ≤ s₁ ≤ … of the holes, the rank of a board in its layer is Σ C(sₖ + k, k + 1) over the
//! holes k = 0 … M − 2. This is the combinatorial number system (D. E. Knuth, *The Art of Computer Programming* 4A,
//! 7.2.1.3).

use crate::rules::Holes;

/// The ranking of boards with one number of holes.
pub struct Boards {
    /// C(s + k, k + 1) at `[k][s]`, for all holes but the last.
    terms: Vec<Vec<u64>>,
}

impl Boards {
    /// Creates the ranking of boards with two or more holes and up to `stones` stones, at most 255. `None` if their
    /// number exceeds 64 bits.
    pub fn new(holes: usize, stones: usize) -> Option<Boards> {
        let mut terms: Vec<Vec<u64>> = vec![(0..=stones as u64 + 1).collect()];
        for k in 1..holes - 1 {
            let mut row = vec![0];
            for s in 1..=stones + 1 {
                row.push(terms[k - 1][s].checked_add(row[s - 1])?);
            }
            terms.push(row);
        }
        Some(Boards { terms })
    }

    /// Returns the number of boards with exactly this number of stones: C(n + M − 1, M − 1).
    pub fn in_layer(&self, stones: usize) -> u64 {
        self.terms[self.terms.len() - 1][stones + 1]
    }

    /// Returns the rank of a board within the layer of its stones.
    pub fn rank(&self, holes: &Holes) -> u64 {
        let (mut rank, mut sum) = (0, 0);
        for (row, &stones) in self.terms.iter().zip(holes) {
            sum += usize::from(stones);
            rank += row[sum];
        }
        rank
    }

    /// Returns the board of a rank below [`in_layer`](Boards::in_layer).
    pub fn board(&self, stones: usize, rank: u64) -> Holes {
        let mut holes = [0; 16];
        let (mut sum, mut left) = (stones, rank);
        for (k, row) in self.terms.iter().enumerate().rev() {
            while row[sum] > left {
                sum -= 1;
                holes[k + 1] += 1;
            }
            left -= row[sum];
        }
        holes[0] = sum as u8;
        holes
    }

    /// Returns a board as text: the stones of its holes.
    pub fn text(&self, stones: usize, rank: u64) -> String {
        let holes = self.board(stones, rank).map(|stones| stones.to_string());
        holes[..=self.terms.len()].join(",")
    }
}
