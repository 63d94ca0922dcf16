//! The cancellation by Ctrl-C (SIGINT) and SIGTERM.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::flag;
use sowlab_base::interrupt::Interrupt;

/// The numbers of Unix, from which the exit codes come.
#[cfg(not(unix))]
const SIGINT: i32 = 2;
#[cfg(not(unix))]
const SIGTERM: i32 = 15;

/// Returns the exit code after a signal, as shells report it: 130 or 143.
const fn exit_code(signal: i32) -> u8 {
    128 + signal as u8
}

#[derive(Default)]
struct StopRequest {
    to_stop: Arc<AtomicBool>,
    /// The last signal; 0 before any arrived.
    signal: Arc<AtomicUsize>,
}

static STOP_REQUEST: LazyLock<StopRequest> = LazyLock::new(|| {
    let request = StopRequest::default();
    register(&request);
    request
});

/// Sets the flags when a signal arrives.
#[cfg(unix)]
fn register(request: &StopRequest) {
    // This comes first, so that a second signal finds the flag that the first one set.
    end_when_signalled_again();
    for signal in [SIGINT, SIGTERM] {
        // Neither call fails for signals that can be caught.
        let _ = flag::register_usize(signal, Arc::clone(&request.signal), signal as usize);
        let _ = flag::register(signal, Arc::clone(&request.to_stop));
    }
}

/// Sets the flags at Ctrl-C, the only signal there, and ends the process at the second.
#[cfg(not(unix))]
fn register(request: &StopRequest) {
    let (to_stop, signal) = (Arc::clone(&request.to_stop), Arc::clone(&request.signal));
    let _ = ctrlc::set_handler(move || {
        signal.store(SIGINT as usize, Ordering::Relaxed);
        if to_stop.swap(true, Ordering::Relaxed) {
            std::process::exit(exit_code(SIGINT).into());
        }
    });
}

/// The interval after the first signal in which further ones count as the same: `timeout` sends one to the process and
/// one to its group.
#[cfg(unix)]
const SAME_STOP: Duration = Duration::from_millis(500);

/// The time that work which checks for signals between rounds has to stop, before a long round is interrupted.
const IN_ORDER: Duration = Duration::from_millis(500);

/// Ends the process when another signal arrives, on a thread that waits for it.
#[cfg(unix)]
fn end_when_signalled_again() {
    use signal_hook::iterator::Signals;

    let wait = |mut signals: Signals| {
        let mut all = signals.forever();
        let first = all.next().map(|_| std::time::Instant::now());
        let again = all.find(|_| first.is_some_and(|first| first.elapsed() >= SAME_STOP));
        if let Some(signal) = again {
            signal_hook::low_level::exit(exit_code(signal).into());
        }
    };
    // Without the thread the work still stops after a signal.
    if let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
        let named = std::thread::Builder::new().name("signals".to_owned());
        let _ = named.spawn(move || wait(signals));
    }
}

/// Starts to listen: SIGINT and SIGTERM cancel the work from here on. Another one, half a second later or more, ends
/// the process at once. The next process that needs temporary files then removes those that are left.
pub(super) fn listen() {
    LazyLock::force(&STOP_REQUEST);
}

/// Returns the interrupt of all threads of this process, which interrupts long rounds after a signal.
pub(super) fn rounds() -> Interrupt {
    static ROUNDS: LazyLock<Interrupt> = LazyLock::new(|| {
        let interrupt = Interrupt::new(IN_ORDER, stop_requested);
        interrupt.enter_process();
        interrupt
    });
    ROUNDS.clone()
}

/// Returns whether a signal arrived since [`listen`].
pub(super) fn stop_requested() -> bool {
    STOP_REQUEST.to_stop.load(Ordering::Relaxed)
}

/// Returns the exit code of stopped work: 143 after SIGTERM, 130 otherwise.
pub(super) fn code_when_stopped() -> u8 {
    match STOP_REQUEST.signal.load(Ordering::Relaxed) as i32 {
        SIGTERM => exit_code(SIGTERM),
        _ => exit_code(SIGINT),
    }
}

/// Makes a file that grows beyond the limit of the process an error of the write instead of the end of the process.
#[cfg(unix)]
pub(super) fn survive_file_limits() {
    // With any handler the write fails with EFBIG.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Does nothing, because there are no such limits.
#[cfg(not(unix))]
pub(super) fn survive_file_limits() {}
