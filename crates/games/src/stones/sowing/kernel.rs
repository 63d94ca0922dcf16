//! The sowing kernels, and their support by processors.

use super::flights;
use super::in_step;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::lap::Sower;
#[cfg(target_arch = "x86_64")]
use super::processor::{Avx2, Avx512};
use super::rounds::Rounds;

/// A method to sow a batch. All have equal results; the fastest one depends on the processor and the number of rounds,
/// as the [module](super) explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Whole laps from tables, the rounds in turn.
    Flights,
    /// Rounds with equal distances between their hands, step by step, in baseline vectors.
    InStep,
    /// `InStep`, compiled for AVX2.
    InStepAvx2,
    /// Any 64 rounds, step by step, with AVX-512.
    LanesAvx512,
}

impl Kernel {
    /// All kernels, in the order of their speed for large batches, slowest first.
    pub const ALL: [Kernel; 4] = [
        Kernel::Flights,
        Kernel::InStep,
        Kernel::InStepAvx2,
        Kernel::LanesAvx512,
    ];

    /// Returns the name in reports of benchmarks and tests.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Flights => "flights",
            Kernel::InStep => "in step",
            Kernel::InStepAvx2 => "in step, AVX2",
            Kernel::LanesAvx512 => "lanes",
        }
    }
}

/// A kernel with its memory.
pub(super) enum Queue {
    Flights(flights::Queue),
    InStep(in_step::Queue),
    #[cfg(target_arch = "x86_64")]
    InStepAvx2(Avx2, in_step::Queue),
    #[cfg(target_arch = "x86_64")]
    LanesAvx512(Avx512, Box<lanes::Queue>),
}

impl Queue {
    /// Returns the kernel, or `None` if this processor does not support it.
    pub(super) fn new(kernel: Kernel) -> Option<Queue> {
        match kernel {
            Kernel::Flights => Some(Queue::Flights(flights::Queue::default())),
            Kernel::InStep => Some(Queue::InStep(in_step::Queue::default())),
            #[cfg(target_arch = "x86_64")]
            Kernel::InStepAvx2 => {
                Avx2::detect().map(|avx2| Queue::InStepAvx2(avx2, in_step::Queue::default()))
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::LanesAvx512 => {
                Avx512::detect().map(|avx512| Queue::LanesAvx512(avx512, lanes::Queue::new()))
            }
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::InStepAvx2 | Kernel::LanesAvx512 => None,
        }
    }

    pub(super) fn kernel(&self) -> Kernel {
        match self {
            Queue::Flights(_) => Kernel::Flights,
            Queue::InStep(_) => Kernel::InStep,
            #[cfg(target_arch = "x86_64")]
            Queue::InStepAvx2(..) => Kernel::InStepAvx2,
            #[cfg(target_arch = "x86_64")]
            Queue::LanesAvx512(..) => Kernel::LanesAvx512,
        }
    }

    pub(super) fn sow(&mut self, sower: &Sower, rounds: &mut Rounds) {
        match self {
            Queue::Flights(queue) => queue.sow(sower, rounds),
            Queue::InStep(queue) => {
                queue.sow(sower, rounds, in_step::sow_sorted::<BASELINE_LANES>);
            }
            #[cfg(target_arch = "x86_64")]
            Queue::InStepAvx2(avx2, queue) => {
                queue.sow(sower, rounds, |sower, sorted, rounds| {
                    avx2.sow_in_step(sower, sorted, rounds);
                });
            }
            #[cfg(target_arch = "x86_64")]
            Queue::LanesAvx512(avx512, queue) => avx512.sow_lanes(queue, sower, rounds),
        }
    }
}

/// The number of lanes on baseline processors, whose vectors have sixteen bytes.
const BASELINE_LANES: usize = 32;
