//! The standard error of a program, and a log of all communication.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use sowlab_games::shortened;

/// The number of last lines to store, and the maximum bytes of a line.
const MOST_LINES: usize = 4;
const LONGEST_LINE: u64 = 1 << 12;
/// The maximum size of a log, in bytes.
const MOST_LOGGED: u64 = 1 << 26;
/// The time to wait for the last lines of a program that has exited.
const PATIENT_FOR: Duration = Duration::from_millis(200);

/// The last lines of a program's standard error.
#[derive(Clone)]
pub(super) struct Heard {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once all lines are read.
    ended: Arc<Mutex<Receiver<()>>>,
}

impl Heard {
    /// Reads on a thread of its own, so that the program never blocks on a full pipe.
    pub(super) fn listen(from: Option<ChildStderr>, log: Log) -> Heard {
        let (sender, ended) = channel();
        let heard = Heard {
            lines: Arc::default(),
            ended: Arc::new(Mutex::new(ended)),
        };
        let lines = Arc::clone(&heard.lines);
        thread::spawn(move || {
            let _until_the_end = sender;
            let Some(from) = from else { return };
            let mut from = BufReader::new(from);
            loop {
                let mut line = Vec::new();
                let read = from
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line);
                if !read.is_ok_and(|read| read > 0) {
                    return;
                }
                let line = String::from_utf8_lossy(&line);
                let line = line.trim();
                log.write('!', line);
                if line.is_empty() {
                    continue;
                }
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                if lines.len() == MOST_LINES {
                    lines.pop_front();
                }
                lines.push_back(shortened(line));
            }
        });
        heard
    }

    /// Returns the last lines, once the program has exited.
    pub(super) fn last_words(&self) -> String {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is ever sent; the wait ends when the sender is dropped, after the last line.
        let _ = ended.recv_timeout(PATIENT_FOR);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect::<Vec<_>>().join(" | ")
    }
}

/// An optional log file with the commands to a program (`>`), its answers (`<`) and its standard error (`!`).
#[derive(Clone, Default)]
pub(super) struct Log(Option<Arc<Mutex<(File, u64)>>>);

impl Log {
    /// Creates a file in a directory, named after the program and its process id.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn new(folder: &Path, program: &str, process: u32) -> io::Result<Log> {
        let name = Path::new(program).file_name().unwrap_or_default();
        let file = folder.join(format!("{}-{process}.log", name.display()));
        let file = File::options().create(true).append(true).open(file)?;
        Ok(Log(Some(Arc::new(Mutex::new((file, 0))))))
    }

    /// Writes a line. Write errors are ignored, so that the game continues.
    pub(super) fn write(&self, mark: char, line: &str) {
        let Some(log) = &self.0 else { return };
        let (file, written) = &mut *log.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{mark} {line}\n");
        *written += line.len() as u64;
        if *written <= MOST_LOGGED {
            let _ = file.write_all(line.as_bytes());
        }
    }
}
