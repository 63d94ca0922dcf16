//! Processor features beyond the baseline: the only unsafe code of the kernels.
//!
//! Two invariants hold. A value of [`Avx2`] or [`Avx512`] exists only if the processor was detected to support these
//! instructions. Its owner may therefore call functions compiled for them. Loads and stores take arrays of exactly the
//! bytes that they access. The benchmark `kernel` in `benches/` measures the gain.
#![allow(unsafe_code)]

pub(super) mod register;

use crate::stones::sowing::in_step::{self, Harvest, Lanes, UnsownRound};
use crate::stones::sowing::lanes;
use crate::stones::sowing::lap::Sower;
use crate::stones::sowing::rounds::Rounds;
use crate::stones::sowing::terms::{Columns, LayerTerms, avx2};

/// A token that the processor supports AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// Runs [`in_step::sow_sorted`], compiled for AVX2.
    pub(super) fn sow_in_step(
        self,
        sower: &Sower,
        sorted: &[UnsownRound],
        harvest: &mut impl Harvest<64>,
    ) {
        #[target_feature(enable = "avx2")]
        fn sow(sower: &Sower, sorted: &[UnsownRound], harvest: &mut impl Harvest<64>) {
            in_step::sow_sorted::<64>(sower, sorted, harvest);
        }
        // SAFETY: the processor supports AVX2; otherwise `self` would not exist.
        unsafe { sow(sower, sorted, harvest) }
    }

    /// Runs [`avx2::ranks`].
    #[inline(always)]
    pub(super) fn ranks_of_64(self, terms: &LayerTerms<'_>, columns: &Columns<64>) -> [u32; 64] {
        // SAFETY: the processor supports AVX2; otherwise `self` would not exist.
        unsafe { avx2::ranks(terms, columns) }
    }

    /// Runs [`avx2::bits`].
    #[inline(always)]
    pub(super) fn bits_of_64(self, lanes: &Lanes<64>) -> u64 {
        // SAFETY: the processor supports AVX2; otherwise `self` would not exist.
        unsafe { avx2::bits(lanes) }
    }
}

/// A token that the processor supports the parts of AVX-512 for which `lanes` is compiled.
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Avx512> {
        let available = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2");
        available.then_some(Avx512(()))
    }

    /// Runs [`lanes::Queue::sow`].
    pub(super) fn sow_lanes(self, queue: &mut lanes::Queue, sower: &Sower, rounds: &mut Rounds) {
        // SAFETY: the processor supports these parts of AVX-512; otherwise `self` would not exist.
        unsafe { queue.sow(sower, rounds) }
    }
}
