//! Loads and stores of whole registers. The array that each takes has exactly the bytes that it
//! touches, so all are safe to call where the processor has AVX-512, or AVX2.

use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes are there to read.
    unsafe { _mm512_loadu_epi8(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn load_u16(words: &[u16; 32]) -> __m512i {
    // SAFETY: 64 bytes are there to read.
    unsafe { _mm512_loadu_epi16(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn store(to: &mut [u8; 64], bytes: __m512i) {
    // SAFETY: 64 bytes are there to write.
    unsafe { _mm512_storeu_epi8(to.as_mut_ptr().cast(), bytes) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn store_u16(to: &mut [u16; 32], words: __m512i) {
    // SAFETY: 64 bytes are there to write.
    unsafe { _mm512_storeu_epi16(to.as_mut_ptr().cast(), words) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn load_32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are there to read.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Sixteen bytes, twice.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn load_16_twice(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: 16 bytes are there to read.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn store_8_u32(to: &mut [u32; 8], words: __m256i) {
    // SAFETY: 32 bytes are there to write.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), words) }
}
