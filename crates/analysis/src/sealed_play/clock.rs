//! The CPU time of a thread.

use std::time::Duration;

/// Returns the CPU time of this thread so far.
#[cfg(unix)]
pub(super) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the wall time so far on systems without CPU time.
#[cfg(not(unix))]
pub(super) fn processor_time() -> Duration {
    use sowlab_base::Instant;
    use std::sync::LazyLock;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
