//! The process of an external program, with lines of text to it and from it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::Monitor;

use super::heard::{Heard, Log};
use super::marked::Mark;
use crate::player::Fault;
use sowlab_games::shortened;

/// The maximum output between two commands, in bytes.
const MOST_OUTPUT: u64 = 1 << 20;
/// The maximum length of a line, in bytes.
const MOST_LINE: u64 = 1 << 16;
/// The interval at which a wait checks the monitor.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The setting of an external program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSetting {
    /// The program.
    pub program: String,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The time limit for an answer where no time to think is given. Where it is, this is the tolerance beyond that
    /// time, capped at [`TIME_TOLERANCE`](crate::limits::TIME_TOLERANCE).
    pub timeout: Duration,
    /// The directory for a log of each process; `None`: no log.
    pub log: Option<PathBuf>,
}

/// The limits of a wait for an answer.
pub(super) struct Wait<'a> {
    /// The time limit; `None`: no limit until `stop` was sent.
    pub(super) limit: Option<Duration>,
    /// The time limit after `stop` was sent.
    pub(super) after_stop: Duration,
    /// Cancels the wait: `stop` is sent to the program.
    pub(super) monitor: &'a dyn Monitor,
}

enum Output {
    Line(String),
    Flooded,
    Exited,
}

/// A running program. Separate threads write to it and read from it, so that it can never block the tournament.
pub(super) struct Process {
    child: Child,
    mark: Mark,
    commands: Sender<String>,
    output: Receiver<Output>,
    /// The number of bytes printed since the last command.
    printed: Arc<AtomicU64>,
    /// The standard error of the program.
    heard: Heard,
    log: Log,
}

impl Process {
    pub(super) fn start(setting: &ExternalSetting) -> Result<Process, Fault> {
        let mark = Mark::new();
        let (variable, marks) = mark.variable();
        let mut command = Command::new(&setting.program);
        command
            .env(variable, marks)
            .args(&setting.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A process group of its own: Ctrl-C reaches only the tournament, and its child processes are killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot = |what: &str, error| Fault::Start(format!("{what}: {error}"));
        let mut child = command
            .spawn()
            .map_err(|error| cannot(&setting.program, error))?;
        let log = match &setting.log {
            None => Log::default(),
            Some(folder) => Log::new(folder, &setting.program, child.id())
                .map_err(|error| cannot(&folder.display().to_string(), error))?,
        };
        let heard = Heard::listen(child.stderr.take(), log.clone());
        let (mut to, from) = (child.stdin.take(), child.stdout.take());
        let (commands, written) = channel::<String>();
        thread::spawn(move || {
            for line in written {
                // A program that stops reading is detected by the missing answer.
                let Some(pipe) = &mut to else { break };
                if pipe
                    .write_all(line.as_bytes())
                    .and_then(|()| pipe.flush())
                    .is_err()
                {
                    break;
                }
            }
        });
        let (sender, output) = channel();
        let printed = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&printed);
        if let Some(from) = from {
            let log = log.clone();
            thread::spawn(move || listen(BufReader::new(from), &counted, &sender, &log));
        }
        Ok(Process {
            child,
            mark,
            commands,
            output,
            printed,
            heard,
            log,
        })
    }

    pub(super) fn say(&self, line: &str) {
        self.printed.store(0, Ordering::Relaxed);
        self.log.write('>', line);
        // If the writer thread has ended, the program has too; the next wait reports that.
        let _ = self.commands.send(format!("{line}\n"));
    }

    /// Reads lines until `find` returns something, and returns that.
    pub(super) fn wait<T>(
        &self,
        wait: &Wait<'_>,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let mut limit = wait.limit;
        let mut stopped = false;
        let mut begun = Instant::now();
        loop {
            if !stopped && wait.monitor.cancelled() {
                stopped = true;
                self.say("stop");
                (begun, limit) = (Instant::now(), Some(wait.after_stop));
            }
            let left = limit.map_or(POLL_INTERVAL, |limit| limit.saturating_sub(begun.elapsed()));
            match self.output.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(output) => {
                    if let Some(found) = find(&line(output)?) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Exited),
                // Pending output is read first, because it may exceed the limit.
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(limit) = limit.filter(|&limit| begun.elapsed() >= limit) {
                        return Err(Fault::Silent(limit));
                    }
                }
            }
        }
    }

    /// Kills the program and returns the last lines of its standard error.
    pub(super) fn last_words(self) -> String {
        let heard = self.heard.clone();
        drop(self);
        heard.last_words()
    }

    /// Waits until the program has processed all commands, and drops its output until then. Returns the first
    /// `bestmove` among it, shortened, because that answers no `go`.
    pub(super) fn synchronize(&self, limit: Duration) -> Result<Option<String>, Fault> {
        let mut stray = None;
        let mut drop_line = |line: &str| {
            if line.starts_with("bestmove") && stray.is_none() {
                stray = Some(shortened(line));
            }
        };
        while let Ok(output) = self.output.try_recv() {
            drop_line(&line(output)?);
        }
        self.say("isready");
        let wait = Wait {
            limit: Some(limit),
            after_stop: limit,
            monitor: &(),
        };
        self.wait(&wait, |line| {
            drop_line(line);
            (line == "readyok").then_some(())
        })?;
        Ok(stray)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.commands.send("quit\n".into());
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Processes that have moved to another session or group.
        self.mark.end_all();
    }
}

fn line(output: Output) -> Result<String, Fault> {
    match output {
        Output::Line(line) => Ok(line),
        Output::Flooded => Err(Fault::Flooded),
        Output::Exited => Err(Fault::Exited),
    }
}

fn listen(mut from: BufReader<impl Read>, printed: &AtomicU64, sender: &Sender<Output>, log: &Log) {
    loop {
        let mut line = Vec::new();
        let read = from
            .by_ref()
            .take(MOST_LINE)
            .read_until(b'\n', &mut line)
            .unwrap_or(0) as u64;
        let all = printed.fetch_add(read, Ordering::Relaxed) + read;
        let output = if read == 0 {
            Output::Exited
        } else if all > MOST_OUTPUT || (read == MOST_LINE && line.last() != Some(&b'\n')) {
            Output::Flooded
        } else {
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            log.write('<', &line);
            Output::Line(line)
        };
        let last = !matches!(output, Output::Line(_));
        if sender.send(output).is_err() || last {
            return;
        }
    }
}
