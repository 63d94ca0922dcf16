//! One question, asked of all threads at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Cancelled;
use sowlab_base::interrupt::stoppable;

/// The first answer that a thread finds: of the calling one, or of `all` threads of the pool. Each is
/// given what tells it to stop because another one has the answer. Cancelled if none finds any, also where a
/// single round took longer than the search may.
pub(super) fn first_answer<T: Send>(
    all: bool,
    ask: impl Fn(&AtomicBool) -> Result<T, Cancelled> + Sync,
) -> Result<T, Cancelled> {
    let stop = AtomicBool::new(false);
    let first = Mutex::new(None);
    let work = || {
        if let Ok(answer) = stoppable(|| ask(&stop)).flatten() {
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
    let first = first.into_inner().expect("no thread panics here");
    first.ok_or(Cancelled)
}
