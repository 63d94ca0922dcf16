//! What a program says on its standard error, and a log of everything that is said.

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

/// The last lines that are kept, and the longest line.
const MOST_LINES: usize = 4;
const LONGEST_LINE: u64 = 1 << 12;
/// The most bytes of a log.
const MOST_LOGGED: u64 = 1 << 26;
/// How long to wait for the last words of a program that has ended.
const PATIENT_FOR: Duration = Duration::from_millis(200);

/// The last lines of a program's standard error.
#[derive(Clone)]
pub(super) struct Heard {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once there are no more.
    ended: Arc<Mutex<Receiver<()>>>,
}

impl Heard {
    /// Listens on a thread of its own, so that the program is never blocked.
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

    /// The last lines, once the program has ended.
    pub(super) fn last_words(&self) -> String {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is ever sent: this ends when the program's last line was read.
        let _ = ended.recv_timeout(PATIENT_FOR);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect::<Vec<_>>().join(" | ")
    }
}

/// A file with what a program is told (`>`), what it answers (`<`) and its standard error (`!`); or none.
#[derive(Clone, Default)]
pub(super) struct Log(Option<Arc<Mutex<(File, u64)>>>);

impl Log {
    /// A new file in a directory, named after the program and the number of its process.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn new(folder: &Path, program: &str, process: u32) -> io::Result<Log> {
        let name = Path::new(program).file_name().unwrap_or_default();
        let file = folder.join(format!("{}-{process}.log", name.display()));
        let file = File::options().create(true).append(true).open(file)?;
        Ok(Log(Some(Arc::new(Mutex::new((file, 0))))))
    }

    /// Writes a line. A log that cannot be written is no reason to stop the game.
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
