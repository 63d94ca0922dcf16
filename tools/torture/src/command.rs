//! Running the command, from outside and never longer than it may take.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything here takes, on a busy machine too: whoever takes longer hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// How a run ended.
pub struct Ended {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub printed: String,
    pub said: String,
    pub took: Duration,
}

impl Ended {
    /// Whether the command failed as it should: exit code 1 or 2, and one line that says why.
    pub fn is_refusal(&self) -> bool {
        matches!(self.code, Some(1 | 2))
            && self.said.trim_end().lines().count() == 1
            && !self.said.contains("panicked")
    }

    pub fn describe(&self) -> String {
        format!("exit code {:?}, said {:?}", self.code, self.said)
    }
}

/// How a process is ended from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    Kill,
    Terminate,
}

/// The command, and where it is.
#[derive(Clone)]
pub struct Sowlab {
    pub program: PathBuf,
}

impl Sowlab {
    /// A run within a folder, whose temporary files are in it, too.
    pub fn start(&self, folder: &Path, arguments: &[String], fault: Option<&str>) -> Child {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .args(["--format", "json", "--quiet", "--threads", "1"])
            .current_dir(folder)
            .env("TMPDIR", folder.join("tmp"))
            .env("SOWLAB_TABLES", folder.join("none"))
            .env("SOWLAB_SAVE_MILLISECONDS", "3")
            .env_remove("SOWLAB_FAULT")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(fault) = fault {
            command.env("SOWLAB_FAULT", fault);
        }
        command.spawn().expect("the program can be started")
    }

    pub fn run(&self, folder: &Path, arguments: &[String], fault: Option<&str>) -> Ended {
        finish(self.start(folder, arguments, fault), None)
    }

    /// Ends it by a signal after the given time, unless it is done before.
    pub fn end_after(
        &self,
        folder: &Path,
        arguments: &[String],
        after: Duration,
        signal: Signal,
    ) -> Ended {
        finish(self.start(folder, arguments, None), Some((after, signal)))
    }

    /// How often each place was come to, by name.
    pub fn places(&self, folder: &Path, arguments: &[String]) -> Vec<(String, u64)> {
        let counts = folder.join("counts");
        let mut command = Command::new(&self.program);
        let status = command
            .args(arguments)
            .args(["--format", "json", "--quiet", "--threads", "1"])
            .current_dir(folder)
            .env("TMPDIR", folder.join("tmp"))
            .env("SOWLAB_TABLES", folder.join("none"))
            .env("SOWLAB_SAVE_MILLISECONDS", "3")
            .env("SOWLAB_FAULT_COUNTS", &counts)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "{arguments:?}");
        let text = std::fs::read_to_string(&counts)
            .expect("a program with the feature kill-points writes how many places there were");
        let _ = std::fs::remove_file(&counts);
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        lines
            .map(|(name, count)| (name.to_owned(), count.parse().unwrap_or(0)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}

/// Waits for the end, or brings it about.
pub fn finish(mut child: Child, signal: Option<(Duration, Signal)>) -> Ended {
    let started = Instant::now();
    let [out, err] = [
        child
            .stdout
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
        child
            .stderr
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
    ]
    .map(|pipe| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    if let Some((after, signal)) = signal {
        if wait_until(&mut child, started + after).is_none() {
            send(&mut child, signal);
        }
    }
    let status = match wait_until(&mut child, started + LONGEST) {
        Some(status) => status.code(),
        None => {
            let _ = child.kill();
            let _ = child.wait();
            Some(-1)
        }
    };
    let [printed, said] = [out, err].map(|thread| thread.join().unwrap_or_default());
    let hung = if status == Some(-1) { "(it hung) " } else { "" };
    Ended {
        code: status,
        printed,
        said: format!("{hung}{said}"),
        took: started.elapsed(),
    }
}

fn wait_until(child: &mut Child, end: Instant) -> Option<ExitStatus> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        std::thread::sleep(pause.min(left));
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

fn send(child: &mut Child, signal: Signal) {
    match signal {
        Signal::Kill => {
            let _ = child.kill();
        }
        Signal::Terminate => {
            let _ = Command::new("kill")
                .args(["-TERM", &child.id().to_string()])
                .status();
        }
    }
}
