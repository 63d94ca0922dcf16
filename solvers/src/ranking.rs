//! Positions of a layer as dense integers: the distributions of stones over holes, in a fixed order.
//!
//! A layer is the set of all distributions of `n` stones over `M` holes: C(n+M−1, M−1) boards. With the running sums s₀
//! ≤ s₁ ≤ … of the holes, the numbers sₖ + k are a combination. Its rank in the combinatorial number system is Σ C(sₖ +
//! k, k + 1) (D. E. Knuth, *The Art of Computer Programming* 4A, 7.2.1.3). Ranking a board therefore takes one table
//! access per hole.

/// The maximum number of holes that can be ranked. A board has this many bytes, and unused ones are zero.
pub const MAX_HOLES: usize = 16;
/// The maximum number of stones that can be ranked: a hole is one byte, and so is a running sum.
pub const MAX_STONES: usize = 255;

/// The maximum distance between ranks that is covered step by step rather than by unranking.
const STEPS: u64 = 8;

/// A board with one byte per hole; the bytes past the last hole are zero.
pub type Holes = [u8; MAX_HOLES];

/// The reason why boards cannot be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankingError {
    /// The number of holes is outside 1 to 16.
    #[error("{0} holes: boards of 1 to {MAX_HOLES} holes can be ranked")]
    Holes(usize),
    /// The number of stones is more than 255.
    #[error("{0} stones: boards of at most {MAX_STONES} stones can be ranked")]
    Stones(usize),
    /// The number of boards does not fit 64 bits.
    #[error("{stones} stones in {holes} holes: more boards than 64 bits can number")]
    Overflow {
        /// The number of holes of the board.
        holes: usize,
        /// The number of stones on the board.
        stones: usize,
    },
    /// The number of stones is more than the ranking was made for.
    #[error("{stones} stones: this ranking was made for at most {most}")]
    Layer {
        /// The number of stones on the board.
        stones: usize,
        /// The maximum number of stones of this ranking.
        most: usize,
    },
    /// The layer has no board with this rank.
    #[error("rank {rank}: the layer of {stones} stones has {boards} boards")]
    Rank {
        /// The rank.
        rank: u64,
        /// The number of stones of the layer.
        stones: usize,
        /// The number of boards of the layer.
        boards: u64,
    },
}

/// Ranks and unranks the boards of all layers up to a number of stones.
///
/// ```
/// use sowlab_solvers::ranking::Ranking;
/// let ranking = Ranking::new(3, 5).unwrap();
/// assert_eq!(ranking.boards(5).unwrap(), 21);
/// let board = ranking.unrank(5, 13).unwrap();
/// assert_eq!(ranking.rank(&board), 13);
/// ```
#[derive(Clone)]
pub struct Ranking {
    holes: usize,
    /// C(n + M − 1, M − 1) for every number n of stones, which is the size of its layer.
    layers: Vec<u64>,
    /// C(s + k, k + 1) at `[k][s]`, zero in the rows from the last hole on.
    terms: Box<[[u64; MAX_STONES + 1]; MAX_HOLES]>,
}

impl Ranking {
    /// Creates a ranking of boards with `holes` holes and at most `most` stones.
    ///
    /// # Errors
    /// An error if `holes` is not 1 to 16, if `most` is over 255, or if a layer has more boards than 64 bits number.
    pub fn new(holes: usize, most: usize) -> Result<Ranking, RankingError> {
        if !(1..=MAX_HOLES).contains(&holes) {
            return Err(RankingError::Holes(holes));
        }
        if most > MAX_STONES {
            return Err(RankingError::Stones(most));
        }
        let overflow = RankingError::Overflow {
            holes,
            stones: most,
        };
        let mut terms = vec![[0u64; MAX_STONES + 1]; MAX_HOLES].into_boxed_slice();
        // Row k counts the boards of k + 2 holes whose last hole is not empty. By Pascal's rule each entry is the sum
        // of the one before it and the one above it.
        for row in 0..holes - 1 {
            for stones in 1..=most {
                let above = if row == 0 { 1 } else { terms[row - 1][stones] };
                terms[row][stones] = terms[row][stones - 1].checked_add(above).ok_or(overflow)?;
            }
        }
        let layers = (0..=most).map(|stones| layer_size(holes, stones).ok_or(overflow));
        Ok(Ranking {
            holes,
            layers: layers.collect::<Result<_, _>>()?,
            terms: terms.try_into().map_err(|_| RankingError::Holes(holes))?,
        })
    }

    /// Returns the number of holes.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// Returns the maximum number of stones of this ranking.
    pub fn most_stones(&self) -> usize {
        self.layers.len() - 1
    }

    /// Returns the number of boards of a layer.
    pub fn boards(&self, stones: usize) -> Result<u64, RankingError> {
        self.layers.get(stones).copied().ok_or(RankingError::Layer {
            stones,
            most: self.most_stones(),
        })
    }

    /// Returns the rank of a board within the layer of its stones. The board must have no more holes and no more stones
    /// than the ranking was made for; otherwise the number is meaningless.
    #[inline(always)]
    pub fn rank(&self, board: &Holes) -> u64 {
        debug_assert!(board[self.holes..].iter().all(|&stones| stones == 0));
        debug_assert!(board.iter().map(|&s| usize::from(s)).sum::<usize>() <= self.most_stones());
        let sums = running_sums(board);
        // The rows of the last hole and past it are zero, so the first eight can always be added. The loop has a fixed
        // length and is unrolled.
        let mut rank = 0;
        let mut hole = 0;
        while hole < 8 {
            rank += self.terms[hole][usize::from(sums[hole])];
            hole += 1;
        }
        while hole + 1 < self.holes {
            rank += self.terms[hole % MAX_HOLES][usize::from(sums[hole % MAX_HOLES])];
            hole += 1;
        }
        rank
    }

    /// Returns the term of a hole in the rank of a board that has `sum` stones up to and including it. The rank is the
    /// sum of these terms. The term increases with `sum`, and is 0 for the last hole.
    ///
    /// # Panics
    /// Panics if `hole` is not below [`MAX_HOLES`] or `sum` is more than [`MAX_STONES`].
    pub fn term(&self, hole: usize, sum: usize) -> u64 {
        self.terms[hole][sum]
    }

    /// Returns the board with a rank in the layer of `stones` stones.
    ///
    /// # Errors
    /// An error if the layer or the rank does not exist.
    pub fn unrank(&self, stones: usize, rank: u64) -> Result<Holes, RankingError> {
        let boards = self.boards(stones)?;
        if rank >= boards {
            return Err(RankingError::Rank {
                rank,
                stones,
                boards,
            });
        }
        let mut board = [0; MAX_HOLES];
        let mut left = rank;
        let mut sum = stones;
        for hole in (0..self.holes - 1).rev() {
            let above = sum;
            // The largest running sum whose term still fits.
            while self.terms[hole][sum] > left {
                sum -= 1;
            }
            left -= self.terms[hole][sum];
            board[hole + 1] = (above - sum) as u8;
        }
        board[0] = sum as u8;
        Ok(board)
    }

    /// Returns the boards of a layer with these ranks, in their order. Where each rank follows the one before, as in a
    /// pass over the layer, no board is unranked. The iterator ends at a rank that the layer does not have.
    pub fn boards_of<'a>(
        &'a self,
        stones: usize,
        ranks: &'a [u64],
    ) -> impl Iterator<Item = Holes> + 'a {
        let mut board = self.first(stones);
        let mut at = 0;
        ranks.iter().map_while(move |&rank| {
            // A few steps are faster than a search of the terms.
            if rank.wrapping_sub(at) > STEPS {
                board = self.unrank(stones, rank).ok()?;
            } else {
                for _ in at..rank {
                    if !self.advance(&mut board) {
                        return None;
                    }
                }
            }
            at = rank;
            Some(board)
        })
    }

    /// Returns the board of rank 0, with all stones in the last hole.
    pub fn first(&self, stones: usize) -> Holes {
        let mut board = [0; MAX_HOLES];
        board[self.holes - 1] = stones.min(MAX_STONES) as u8;
        board
    }

    /// Changes a board into the one with the next rank. Returns false, and leaves the board unchanged, if it was the
    /// last of its layer (all stones in the first hole).
    #[inline(always)]
    pub fn advance(&self, board: &mut Holes) -> bool {
        // The lowest running sum that can grow is just before the first stone past hole 0.
        let mut from = 1;
        while from < self.holes && board[from] == 0 {
            from += 1;
        }
        if from >= self.holes {
            return false;
        }
        let gathered = std::mem::take(&mut board[0]);
        board[from] -= 1;
        board[from - 1] = gathered + 1;
        true
    }
}

/// Returns C(stones + holes − 1, holes − 1), computed so that every division is exact; `None` if it exceeds 64 bits.
fn layer_size(holes: usize, stones: usize) -> Option<u64> {
    let mut boards = 1u128;
    for hole in 1..holes as u128 {
        boards = boards * (stones as u128 + hole) / hole;
        if boards > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(boards as u64)
}

/// Returns the running sums of the holes, each of which must fit a byte.
#[inline(always)]
fn running_sums(board: &Holes) -> Holes {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let bits = u128::from_le_bytes(*board);
    let low = (bits as u64).wrapping_mul(ONES);
    let high = ((bits >> 64) as u64)
        .wrapping_mul(ONES)
        .wrapping_add((low >> 56).wrapping_mul(ONES));
    (u128::from(low) | (u128::from(high) << 64)).to_le_bytes()
}

/// Returns the number of boards with `holes` holes and up to `stones` stones, all layers together; `u64::MAX` if there
/// are more.
///
/// ```
/// use sowlab_solvers::ranking::boards_to;
/// assert_eq!(boards_to(2, 3), 1 + 2 + 3 + 4);
/// assert_eq!(boards_to(11, 24), 417_225_900);
/// assert_eq!(boards_to(16, 255), u64::MAX);
/// ```
pub fn boards_to(holes: usize, stones: usize) -> u64 {
    // C(stones + holes, holes), step by step: each quotient is a whole number.
    let mut count = 1u128;
    for hole in 1..=holes as u128 {
        count = count.saturating_mul(stones as u128 + hole) / hole;
    }
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_rank_of_small_layers_in_order() {
        for holes in 1..=7 {
            let ranking = Ranking::new(holes, 9).unwrap();
            for stones in 0..=9 {
                let boards = ranking.boards(stones).unwrap();
                let mut board = ranking.first(stones);
                for rank in 0..boards {
                    assert_eq!(ranking.rank(&board), rank);
                    assert_eq!(ranking.unrank(stones, rank).unwrap(), board);
                    assert_eq!(ranking.advance(&mut board), rank + 1 < boards);
                }
                for apart in [1, 2, 7, 8, 9, 30] {
                    let ranks: Vec<u64> = (apart / 2..boards).step_by(apart as usize).collect();
                    let all: Vec<Holes> = ranking.boards_of(stones, &ranks).collect();
                    let each = ranks
                        .iter()
                        .map(|&rank| ranking.unrank(stones, rank).unwrap());
                    assert_eq!(all, each.collect::<Vec<_>>());
                }
                assert_eq!(ranking.boards_of(stones, &[boards]).count(), 0);
                assert!(ranking.unrank(stones, boards).is_err());
            }
        }
    }

    #[test]
    fn counts_of_the_literature() {
        let stones = Ranking::new(11, 55).unwrap();
        let total: u64 = (0..=55).map(|n| stones.boards(n).unwrap()).sum();
        assert_eq!(total, 1_074_082_795_968);
        // Positions of awari by stones (T. R. Lincke, *Exploring the computational limits of
        // large exhaustive search problems*, 2002).
        let awari = Ranking::new(12, 48).unwrap();
        assert_eq!(awari.boards(5).unwrap(), 2_165 + 2_203);
        assert_eq!(awari.boards(8).unwrap(), 37_767 + 8_351 + 29_464);
        assert_eq!(awari.boards(10).unwrap(), 157_721 + 93_743 + 101_252);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        assert_eq!(Ranking::new(0, 1).err(), Some(RankingError::Holes(0)));
        assert_eq!(Ranking::new(17, 1).err(), Some(RankingError::Holes(17)));
        assert_eq!(Ranking::new(3, 256).err(), Some(RankingError::Stones(256)));
        assert!(Ranking::new(8, 255).is_ok());
        assert!(matches!(
            Ranking::new(16, 255),
            Err(RankingError::Overflow { .. })
        ));
        assert!(Ranking::new(4, 9).unwrap().boards(10).is_err());
    }

    /// Creates a board with any number of holes that can be ranked.
    fn any_board() -> impl Strategy<Value = (usize, Holes)> {
        (1..=MAX_HOLES).prop_flat_map(|holes| {
            let each = if holes > 11 { 4u8 } else { 15 };
            prop::collection::vec(0..=each, holes).prop_map(move |stones| {
                let mut board = [0; MAX_HOLES];
                board[..holes].copy_from_slice(&stones);
                (holes, board)
            })
        })
    }

    proptest! {
        #[test]
        fn unrank_inverts_rank((holes, board) in any_board()) {
            let stones = board.iter().map(|&s| usize::from(s)).sum();
            let ranking = Ranking::new(holes, stones).unwrap();
            let rank = ranking.rank(&board);
            prop_assert!(rank < ranking.boards(stones).unwrap());
            prop_assert_eq!(ranking.unrank(stones, rank).unwrap(), board);
        }

        #[test]
        fn the_next_board_has_the_next_rank((holes, board) in any_board()) {
            let stones = board.iter().map(|&s| usize::from(s)).sum();
            let ranking = Ranking::new(holes, stones).unwrap();
            let rank = ranking.rank(&board);
            let mut next = board;
            if ranking.advance(&mut next) {
                prop_assert_eq!(ranking.rank(&next), rank + 1);
            } else {
                prop_assert_eq!(rank + 1, ranking.boards(stones).unwrap());
                prop_assert_eq!(next, board);
            }
        }
    }
}
