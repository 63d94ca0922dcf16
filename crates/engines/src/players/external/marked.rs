//! Processes that carry the mark of an engine in their environment: those that it started, also in other
//! sessions and groups.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The environment variable with the marks of an engine and of those that it was started by.
const VARIABLE: &str = "SOWLAB_ENGINE";

static STARTED: AtomicU64 = AtomicU64::new(0);

/// A mark that no other engine has.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Mark {
        // A forked process has the memory of its parent, and another id.
        let process = std::process::id();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.unwrap_or_default().as_nanos();
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        Mark(format!("{process}-{now}-{number}"))
    }

    /// The environment variable that a process is to be started with, and its value. A program that starts
    /// engines itself may be one.
    pub(super) fn variable(&self) -> (&'static str, String) {
        let others = std::env::var(VARIABLE).unwrap_or_default();
        (VARIABLE, format!("{others} {}", self.0))
    }

    /// Ends every process that carries the mark. One that has cleared its environment is not found.
    #[cfg(target_os = "linux")]
    pub(super) fn end_all(&self) {
        use rustix::process::{PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
        // A program that starts others faster than they can be killed is left alone at last.
        const MOST_PASSES: usize = 20;
        // The environment of a process that just executes another program reads as empty: one pass may miss it.
        const EMPTY_PASSES: usize = 2;
        const PAUSE: Duration = Duration::from_millis(2);
        let mut empty = 0;
        for _ in 0..MOST_PASSES {
            let mut found = false;
            let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
            for number in numbers.filter(|&number| self.is_carried_by(number)) {
                let Some(pid) = rustix::process::Pid::from_raw(number) else {
                    continue;
                };
                // The number may be another process's by now, but not once this is open.
                let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else {
                    continue;
                };
                if self.is_carried_by(number) {
                    found |= pidfd_send_signal(&process, Signal::KILL).is_ok();
                }
            }
            empty = if found { 0 } else { empty + 1 };
            if empty == EMPTY_PASSES {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Elsewhere only the group of the engine is ended.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn end_all(&self) {}

    #[cfg(target_os = "linux")]
    fn is_carried_by(&self, process: i32) -> bool {
        // What has ended, or belongs to another user, cannot be read.
        let Ok(environment) = std::fs::read(format!("/proc/{process}/environ")) else {
            return false;
        };
        let prefix = format!("{VARIABLE}=");
        let mut variables = environment.split(|&byte| byte == 0);
        variables.any(|variable| {
            let marks = variable.strip_prefix(prefix.as_bytes());
            marks.is_some_and(|marks| {
                let mut marks = marks.split(|&byte| byte == b' ');
                marks.any(|mark| mark == self.0.as_bytes())
            })
        })
    }
}
