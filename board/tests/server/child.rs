//! A server of its own for each test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// A server, ended with this value.
pub(crate) struct Server {
    child: Child,
    /// Its port.
    pub(crate) port: u16,
}

impl Server {
    /// Starts one at a free port.
    pub(crate) fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sowlab-board"))
            .args(["--port", "0"])
            .args(options)
            .env("SOWLAB_TABLES", "/nowhere")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        Server {
            port: port.unwrap_or_else(|| panic!("no port in {line:?}")),
            child,
        }
    }

    /// The memory that it uses, in kilobytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.unwrap().parse().unwrap()
    }

    /// The processor time that it has used, in clock ticks.
    pub(crate) fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields = stat.rsplit(')').next().unwrap().split_whitespace();
        fields
            .skip(11)
            .take(2)
            .map(|field| field.parse::<u64>().unwrap())
            .sum()
    }

    /// How many files and connections it has open.
    pub(crate) fn open_files(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.child.id());
        std::fs::read_dir(folder).unwrap().count()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let id = Pid::from_raw(self.child.id() as i32).unwrap();
        kill_process(id, signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn ended(&mut self, within: Duration) -> ExitStatus {
        let end = Instant::now() + within;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server goes on");
    }

    /// Fails if it is gone.
    pub(crate) fn runs(&mut self) {
        assert_eq!(self.child.try_wait().unwrap(), None);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something holds.
pub(crate) fn eventually(within: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + within;
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
