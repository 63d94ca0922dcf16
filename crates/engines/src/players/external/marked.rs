//! Processes that an engine started, found by a mark in their environment, also in other sessions and process groups.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable with the marks of an engine and of its ancestors.
const VARIABLE: &str = "SOWLAB_ENGINE";

static STARTED: AtomicU64 = AtomicU64::new(0);

/// A mark that is unique to one engine process.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    pub(super) fn new() -> Mark {
        // The process id distinguishes a forked process, which shares the memory of its parent.
        let process = std::process::id();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.unwrap_or_default().as_nanos();
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        Mark(format!("{process}-{now}-{number}"))
    }

    /// Returns the environment variable for a new process, and its value. The value includes the marks of this process,
    /// which may itself be an engine.
    pub(super) fn variable(&self) -> (&'static str, String) {
        let others = std::env::var(VARIABLE).unwrap_or_default();
        (VARIABLE, format!("{others} {}", self.0))
    }

    /// Kills every process that carries the mark. A process that has cleared its environment is not found.
    #[cfg(target_os = "linux")]
    pub(super) fn end_all(&self) {
        use rustix::process::{PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
        // The limit on passes, for a program that starts processes faster than they can be killed.
        const MOST_PASSES: usize = 20;
        // A process in the middle of `execve` has an empty environment, so one pass may miss it.
        const EMPTY_PASSES: usize = 2;
        const PAUSE: std::time::Duration = std::time::Duration::from_millis(2);
        let mut empty = 0;
        for _ in 0..MOST_PASSES {
            let mut found = false;
            let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
            for number in numbers.filter(|&number| self.is_carried_by(number)) {
                let Some(pid) = rustix::process::Pid::from_raw(number) else {
                    continue;
                };
                // The pid may have been reused since, but cannot be after the pidfd is open.
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

    /// Does nothing: on other systems only the process group of the engine is killed.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn end_all(&self) {}

    #[cfg(target_os = "linux")]
    fn is_carried_by(&self, process: i32) -> bool {
        // The environment of an exited process, or of another user's, cannot be read.
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
