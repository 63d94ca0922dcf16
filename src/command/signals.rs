//! Being told to stop: Ctrl-C (SIGINT) and SIGTERM.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use sowlab_base::interrupt::Interrupt;

/// The exit code after a signal, as shells say it: 130 or 143.
const fn exit_code(signal: i32) -> u8 {
    128 + signal as u8
}

#[derive(Default)]
struct Told {
    to_stop: Arc<AtomicBool>,
    /// The signal that came last; 0 before any did.
    signal: Arc<AtomicUsize>,
}

static TOLD: LazyLock<Told> = LazyLock::new(|| {
    let told = Told::default();
    // First, so that a second signal finds the flag that the one before it left.
    end_when_told_again(&told);
    for signal in [SIGINT, SIGTERM] {
        // Neither call fails for signals that can be caught.
        let _ = flag::register_usize(signal, Arc::clone(&told.signal), signal as usize);
        let _ = flag::register(signal, Arc::clone(&told.to_stop));
    }
    told
});

/// Signals that come so soon after the first say the same: `timeout` sends one to the process and one to its group.
#[cfg(unix)]
const SAME_STOP: Duration = Duration::from_millis(500);

/// How long work that asks between rounds has to stop in order, before a round that goes on is broken off.
const IN_ORDER: Duration = Duration::from_millis(500);

/// Ends the process once another signal comes, on a thread that waits for it.
#[cfg(unix)]
fn end_when_told_again(_: &Told) {
    use signal_hook::iterator::Signals;

    let wait = |mut signals: Signals| {
        let mut all = signals.forever();
        let first = all.next().map(|_| std::time::Instant::now());
        let again = all.find(|_| first.is_some_and(|first| first.elapsed() >= SAME_STOP));
        if let Some(signal) = again {
            signal_hook::low_level::exit(exit_code(signal).into());
        }
    };
    // Without the thread the work still stops when it is told to.
    if let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
        let named = std::thread::Builder::new().name("signals".to_owned());
        let _ = named.spawn(move || wait(signals));
    }
}

/// Ends the process once another signal comes.
#[cfg(not(unix))]
fn end_when_told_again(told: &Told) {
    for signal in [SIGINT, SIGTERM] {
        let code = exit_code(signal).into();
        let _ = flag::register_conditional_shutdown(signal, code, Arc::clone(&told.to_stop));
    }
}

/// From here on SIGINT and SIGTERM ask the work to stop; another one, half a second later or more, ends the process at once, and
/// the next one that needs temporary files removes those that are left.
pub(super) fn listen() {
    LazyLock::force(&TOLD);
}

/// The interrupt of all threads of this process: it breaks off rounds that go on when a signal came.
pub(super) fn rounds() -> Interrupt {
    static ROUNDS: LazyLock<Interrupt> = LazyLock::new(|| {
        let interrupt = Interrupt::new(IN_ORDER, told_to_stop);
        interrupt.enter_process();
        interrupt
    });
    ROUNDS.clone()
}

/// Whether a signal came since [`listen`].
pub(super) fn told_to_stop() -> bool {
    TOLD.to_stop.load(Ordering::Relaxed)
}

/// The exit code of work that was stopped: 143 after SIGTERM, 130 otherwise.
pub(super) fn code_when_stopped() -> u8 {
    match TOLD.signal.load(Ordering::Relaxed) as i32 {
        SIGTERM => exit_code(SIGTERM),
        _ => exit_code(SIGINT),
    }
}

/// A file that grows beyond the limit of the process is an error of the write, not the end of the process.
#[cfg(unix)]
pub(super) fn survive_file_limits() {
    // With a handler of any kind the write fails with EFBIG.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// There are no such limits.
#[cfg(not(unix))]
pub(super) fn survive_file_limits() {}
