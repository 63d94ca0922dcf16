//! Loads and stores of whole registers. Each takes an array of exactly the bytes that it accesses, so all are safe to
//! call where the processor supports AVX-512, or AVX2.

use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array has 64 readable bytes.
    unsafe { _mm512_loadu_epi8(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn load_u16(words: &[u16; 32]) -> __m512i {
    // SAFETY: the array has 64 readable bytes.
    unsafe { _mm512_loadu_epi16(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn store(to: &mut [u8; 64], bytes: __m512i) {
    // SAFETY: the array has 64 writable bytes.
    unsafe { _mm512_storeu_epi8(to.as_mut_ptr().cast(), bytes) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in crate::stones::sowing) fn store_u16(to: &mut [u16; 32], words: __m512i) {
    // SAFETY: the array has 64 writable bytes.
    unsafe { _mm512_storeu_epi16(to.as_mut_ptr().cast(), words) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn load_32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array has 32 readable bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Loads sixteen bytes into both halves.
#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn load_16_twice(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the array has 16 readable bytes.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
pub(in crate::stones::sowing) fn store_8_u32(to: &mut [u32; 8], words: __m256i) {
    // SAFETY: the array has 32 writable bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), words) }
}
