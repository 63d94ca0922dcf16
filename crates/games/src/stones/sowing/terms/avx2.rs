//! Ranks and masks of 64 lanes with AVX2.

use std::arch::x86_64::*;

use super::{BYTES, Columns, LayerTerms};
use crate::stones::sowing::column::{at, at_mut};
use crate::stones::sowing::in_step::Lanes;
use crate::stones::sowing::processor::register::{load_16_twice, load_32, store_8_u32};

/// Returns the ranks of the boards.
#[inline]
#[target_feature(enable = "avx2")]
pub(in super::super) fn ranks(terms: &LayerTerms<'_>, columns: &Columns<64>) -> [u32; 64] {
    match terms.stones {
        0..16 => ranks_by::<1>(terms, columns),
        16..32 => ranks_by::<2>(terms, columns),
        _ => ranks_by::<4>(terms, columns),
    }
}

/// Computes ranks with `TABLES` tables of sixteen bytes for each byte of a term.
#[inline]
#[target_feature(enable = "avx2")]
fn ranks_by<const TABLES: usize>(terms: &LayerTerms<'_>, columns: &Columns<64>) -> [u32; 64] {
    let zero = _mm256_setzero_si256();
    let mut ranks = [0; 64];
    for half in 0..2 {
        // The sums of the term bytes: those of the lower eight lanes of both halves of the register, then of the upper
        // eight.
        let mut added = [[zero; 2]; BYTES];
        let mut sums = zero;
        for (hole, column) in columns[..terms.holes - 1].iter().enumerate() {
            sums = _mm256_add_epi8(sums, load_32(at(&column.0, 32 * half)));
            // The bits of a sum that select the table, shifted to where a blend reads them.
            let sixteen = _mm256_slli_epi16::<3>(sums);
            let thirty_two = _mm256_slli_epi16::<2>(sums);
            for (byte, added) in added.iter_mut().enumerate() {
                if byte < usize::from(terms.bytes[hole]) {
                    let plane = &terms.planes[hole][byte];
                    let look_up =
                        |table: usize| _mm256_shuffle_epi8(load_16_twice(&plane[table % 4]), sums);
                    let mut bytes = look_up(0);
                    if TABLES > 1 {
                        bytes = _mm256_blendv_epi8(bytes, look_up(1), sixteen);
                    }
                    if TABLES > 2 {
                        let more = _mm256_blendv_epi8(look_up(2), look_up(3), sixteen);
                        bytes = _mm256_blendv_epi8(bytes, more, thirty_two);
                    }
                    let [low, high] = added;
                    *low = _mm256_add_epi16(*low, _mm256_unpacklo_epi8(bytes, zero));
                    *high = _mm256_add_epi16(*high, _mm256_unpackhi_epi8(bytes, zero));
                }
            }
        }
        // The words are those of lanes 0 to 3 and 16 to 19, then 4 to 7 and 20 to 23, and so on.
        let [[l0, h0], [l1, h1], [l2, h2], [l3, h3]] = added;
        let words =
            |even: __m256i, odd: __m256i| _mm256_add_epi32(even, _mm256_slli_epi32::<8>(odd));
        let quarters = [
            words(_mm256_unpacklo_epi16(l0, l2), _mm256_unpacklo_epi16(l1, l3)),
            words(_mm256_unpackhi_epi16(l0, l2), _mm256_unpackhi_epi16(l1, l3)),
            words(_mm256_unpacklo_epi16(h0, h2), _mm256_unpacklo_epi16(h1, h3)),
            words(_mm256_unpackhi_epi16(h0, h2), _mm256_unpackhi_epi16(h1, h3)),
        ];
        for (number, &[first, second]) in quarters.as_chunks().0.iter().enumerate() {
            let start = 32 * half + 8 * number;
            store_8_u32(
                at_mut(&mut ranks, start),
                _mm256_permute2x128_si256::<0x20>(first, second),
            );
            store_8_u32(
                at_mut(&mut ranks, start + 16),
                _mm256_permute2x128_si256::<0x31>(first, second),
            );
        }
    }
    ranks
}

/// Returns the top bit of each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(in super::super) fn bits(lanes: &Lanes<64>) -> u64 {
    let half = |start| _mm256_movemask_epi8(load_32(at(&lanes.0, start))) as u32;
    u64::from(half(0)) | u64::from(half(32)) << 32
}
