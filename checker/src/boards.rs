//! The numbering of boards: every way to lay `n` stones into `M` holes.
//!
//! With the running sums s₀ ≤ s₁ ≤ … of the holes, the rank of a board in its layer is
//! Σ C(sₖ + k, k + 1) over the holes k = 0 … M − 2 (the combinatorial number system: D. E. Knuth,
//! *The Art of Computer Programming* 4A, 7.2.1.3).

use crate::sowing::Holes;

/// Ranks boards of one number of holes.
pub struct Boards {
    holes: usize,
    /// C(s + k, k + 1) at `[k][s]`.
    terms: Vec<Vec<u64>>,
}

impl Boards {
    /// Boards of up to `stones` stones, at most 255. `None` if their number exceeds 64 bits.
    pub fn new(holes: usize, stones: usize) -> Option<Boards> {
        let mut terms: Vec<Vec<u64>> = Vec::new();
        for k in 0..holes {
            let mut row = vec![0u64];
            for s in 1..=stones {
                let above = if k == 0 { 1 } else { terms[k - 1][s] };
                row.push(row[s - 1].checked_add(above)?);
            }
            terms.push(row);
        }
        Some(Boards { holes, terms })
    }

    /// How many boards have exactly the given number of stones: C(n + M − 1, M − 1).
    pub fn in_layer(&self, stones: usize) -> u64 {
        // C(s + k, k + 1) counts those with 1 to s stones in k + 2 holes whose last is not empty.
        1 + self.terms[..self.holes - 1].iter().map(|row| row[stones]).sum::<u64>()
    }

    /// The rank of a board within the layer of its stones.
    pub fn rank(&self, holes: &Holes) -> u64 {
        let mut sum = 0;
        let terms = self.terms[..self.holes - 1].iter().zip(holes);
        terms
            .map(|(row, &stones)| {
                sum += usize::from(stones);
                row[sum]
            })
            .sum()
    }

    /// The board of a rank below [`in_layer`](Boards::in_layer).
    pub fn board(&self, stones: usize, rank: u64) -> Holes {
        let mut holes = [0; 16];
        let (mut sum, mut left) = (stones, rank);
        for k in (0..self.holes - 1).rev() {
            let above = sum;
            while self.terms[k][sum] > left {
                sum -= 1;
            }
            left -= self.terms[k][sum];
            holes[k + 1] = (above - sum) as u8;
        }
        holes[0] = sum as u8;
        holes
    }
    /// A board as messages name it.
    pub fn text(&self, stones: usize, rank: u64) -> String {
        let holes: Vec<String> = self.board(stones, rank)[..self.holes].iter().map(u8::to_string).collect();
        format!("board {} with {stones} stones", holes.join(","))
    }
}
