//! One question, asked of all threads at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first answer that a thread finds: of the calling one, or of `all` threads of the pool. Each is
/// given what tells it to stop because another one has the answer. `None` if none finds any.
pub(super) fn first_answer<T: Send>(
    all: bool,
    ask: impl Fn(&AtomicBool) -> Option<T> + Sync,
) -> Option<T> {
    let stop = AtomicBool::new(false);
    let first = Mutex::new(None);
    let work = || {
        if let Some(answer) = ask(&stop) {
            stop.store(true, Ordering::Relaxed);
            first
                .lock()
                .expect("no thread panics here")
                .get_or_insert(answer);
        }
    };
    if all {
        rayon::broadcast(|_| work());
    } else {
        work();
    }
    first.into_inner().expect("no thread panics here")
}
