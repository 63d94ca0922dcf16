//! The numbering of boards (`sowlab_solvers::ranking`) for many boards at once, one byte lane per board.
//!
//! The rank of a board is a sum of one term per hole. A term depends only on the running sum of the stones up to this
//! hole. The bytes of a term, the lowest first, are thus look-ups in tables of sixteen bytes. One register of byte
//! lanes does many of them at once. The bytes of each significance are added separately: fifteen of them at most, which
//! fits sixteen bits.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;

use sowlab_solvers::ranking::Ranking;

use crate::stones::rules::MAX_HOLES;
use crate::stones::sowing::in_step::Lanes;

/// The boards of some lanes, one column of bytes per hole.
pub(super) type Columns<const LANES: usize> = [Lanes<LANES>; MAX_HOLES];

/// The maximum number of stones that the tables cover.
const MOST: usize = 63;
/// The number of bytes of the greatest rank.
const BYTES: usize = 4;

/// One byte of the terms of a hole, by the running sum.
type Plane = [[u8; 16]; (MOST + 1) / 16];

/// The bytes of all terms.
pub(in crate::stones) struct Terms {
    holes: usize,
    planes: Box<[[Plane; BYTES]; MAX_HOLES]>,
}

impl Terms {
    /// Computes the terms of boards that this ranking numbers.
    pub(in crate::stones) fn new(ranking: &Ranking) -> Terms {
        let mut planes = Box::new([[[[0; 16]; 4]; BYTES]; MAX_HOLES]);
        for hole in 0..ranking.holes() - 1 {
            for sum in 0..=ranking.most_stones().min(MOST) {
                // Terms beyond 32 bits belong to layers that `of_layer` refuses.
                for (byte, value) in ranking
                    .term(hole, sum)
                    .to_le_bytes()
                    .into_iter()
                    .enumerate()
                {
                    if byte < BYTES {
                        planes[hole][byte][sum / 16][sum % 16] = value;
                    }
                }
            }
        }
        Terms {
            holes: ranking.holes(),
            planes,
        }
    }

    /// Returns the terms of the boards of `stones` stones; `None` if there are too many stones or boards.
    pub(in crate::stones) fn of_layer(
        &self,
        ranking: &Ranking,
        stones: usize,
    ) -> Option<LayerTerms<'_>> {
        let boards = ranking.boards(stones).ok()?;
        if stones > MOST || boards > 1 << (8 * BYTES) {
            return None;
        }
        let mut bytes = [0; MAX_HOLES];
        for (hole, bytes) in bytes.iter_mut().enumerate().take(self.holes - 1) {
            let bits = u64::BITS - ranking.term(hole, stones).leading_zeros();
            *bytes = bits.div_ceil(8) as u8;
        }
        Some(LayerTerms {
            holes: self.holes,
            stones: stones as u8,
            bytes,
            planes: &self.planes,
        })
    }
}

/// The terms of the boards of a layer and of those below it.
#[derive(Clone, Copy)]
pub(in crate::stones) struct LayerTerms<'a> {
    holes: usize,
    pub(super) stones: u8,
    /// The maximum number of bytes of the terms of each hole, for the vector kernels of x86-64.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    bytes: [u8; MAX_HOLES],
    planes: &'a [[Plane; BYTES]; MAX_HOLES],
}

impl LayerTerms<'_> {
    /// Returns the ranks of the boards.
    #[inline(always)]
    pub(super) fn ranks<const LANES: usize>(&self, columns: &Columns<LANES>) -> [u32; LANES] {
        let mut ranks = [0; LANES];
        let mut sums = [0u8; LANES];
        for (column, planes) in columns[..self.holes - 1].iter().zip(self.planes) {
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(column.0[lane]);
                let sum = usize::from(sums[lane]) % (MOST + 1);
                let mut term = 0;
                for byte in (0..BYTES).rev() {
                    term = term << 8 | u32::from(planes[byte][sum / 16][sum % 16]);
                }
                ranks[lane] = term.wrapping_add(ranks[lane]);
            }
        }
        ranks
    }
}
