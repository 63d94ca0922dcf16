//! Lines of a person at the keyboard, read on a separate thread so that Ctrl-C ends the wait.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use sowlab_solvers::Monitor;

/// The interval between two checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// The result of waiting for a line.
pub(super) enum Typed {
    /// A line, without white space around it.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// Standard input, line by line.
pub(super) struct Input {
    lines: Receiver<Vec<u8>>,
}

impl Input {
    /// Starts to read. The thread ends with the input or the process.
    pub(super) fn new() -> Input {
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        Input { lines }
    }

    /// Waits for a line.
    pub(super) fn next(&self, monitor: &dyn Monitor) -> Typed {
        loop {
            if monitor.cancelled() {
                return Typed::Interrupted;
            }
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Typed::Line(String::from_utf8_lossy(&line).trim().to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
            }
        }
    }
}
