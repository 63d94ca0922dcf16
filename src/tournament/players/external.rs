//! Another program as a player.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use sowlab_solvers::Monitor;

use crate::games::contest::{Notation, move_texts, position_after, read_move};
use crate::tournament::player::{Choice, Fault, Player, Turn};
use crate::tournament::protocol::go_line;

/// The most that a program may print between two commands, in bytes.
const MOST_OUTPUT: u64 = 1 << 20;
/// The longest line.
const MOST_LINE: u64 = 1 << 16;
/// How often to see whether a program that thinks is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How another program is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalSetting {
    /// The program.
    pub program: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// How long it may be silent when it is to answer; added to the time it was given to think.
    pub timeout: Duration,
}

/// A program that speaks the protocol of [`protocol`](crate::tournament::protocol). When it fails it
/// is ended, and started again for the next game.
pub struct External {
    setting: ExternalSetting,
    /// The name of the game.
    game: String,
    running: Option<Running>,
}

/// How long to wait for an answer.
struct Patience<'a> {
    /// `None`: until told to stop.
    timeout: Option<Duration>,
    /// How long to wait once it was told to stop.
    after_stop: Duration,
    /// Whether to tell it to stop.
    monitor: &'a dyn Monitor,
}

enum Heard {
    Line(String),
    Flooded,
    Exited,
}

/// A process. Threads of their own write to it and read from it, so that nothing it does or leaves
/// undone can block the tournament.
struct Running {
    child: Child,
    commands: Sender<String>,
    heard: Receiver<Heard>,
    /// Bytes printed since the last command.
    printed: Arc<AtomicU64>,
}

impl Running {
    fn start(setting: &ExternalSetting) -> Result<Running, Fault> {
        let mut command = Command::new(&setting.program);
        command
            .args(&setting.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // A group of its own: Ctrl-C is for the tournament, and what it started ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Fault::Start(format!("{}: {error}", setting.program)))?;
        let (mut to, from) = (child.stdin.take(), child.stdout.take());
        let (commands, written) = channel::<String>();
        thread::spawn(move || {
            for line in written {
                // A program that does not read any more is noticed by its silence.
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
        let (tell, heard) = channel();
        let printed = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&printed);
        if let Some(from) = from {
            thread::spawn(move || listen(BufReader::new(from), &counted, &tell));
        }
        Ok(Running {
            child,
            commands,
            heard,
            printed,
        })
    }

    fn say(&self, line: &str) {
        self.printed.store(0, Ordering::Relaxed);
        // If the writer is gone, so is the program, which the next answer tells.
        let _ = self.commands.send(format!("{line}\n"));
    }

    /// The first line that `find` finds something in.
    fn wait<T>(
        &self,
        patience: Patience<'_>,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let Patience {
            mut timeout,
            after_stop,
            monitor,
        } = patience;
        let mut stopped = false;
        let mut begun = Instant::now();
        loop {
            if !stopped && monitor.cancelled() {
                stopped = true;
                self.say("stop");
                (begun, timeout) = (Instant::now(), Some(after_stop));
            }
            let left = timeout.map_or(LOOK_EVERY, |timeout| {
                timeout.saturating_sub(begun.elapsed())
            });
            match self.heard.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(Heard::Line(line)) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                Ok(Heard::Flooded) => return Err(Fault::Flooded),
                Ok(Heard::Exited) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Exited);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(timeout) = timeout.filter(|&timeout| begun.elapsed() >= timeout) {
                        return Err(Fault::Silent(timeout));
                    }
                }
            }
        }
    }

    fn wait_for(&self, timeout: Duration, word: &str) -> Result<(), Fault> {
        let patience = Patience {
            timeout: Some(timeout),
            after_stop: timeout,
            monitor: &(),
        };
        self.wait(patience, |line| (line.trim() == word).then_some(()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.commands.send("quit\n".into());
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(mut from: BufReader<impl Read>, printed: &AtomicU64, tell: &Sender<Heard>) {
    loop {
        let mut line = Vec::new();
        let read = from
            .by_ref()
            .take(MOST_LINE)
            .read_until(b'\n', &mut line)
            .unwrap_or(0) as u64;
        let all = printed.fetch_add(read, Ordering::Relaxed) + read;
        let heard = if read == 0 {
            Heard::Exited
        } else if all > MOST_OUTPUT || (read == MOST_LINE && line.last() != Some(&b'\n')) {
            Heard::Flooded
        } else {
            Heard::Line(String::from_utf8_lossy(&line).trim().to_owned())
        };
        let last = !matches!(heard, Heard::Line(_));
        if tell.send(heard).is_err() || last {
            return;
        }
    }
}

impl External {
    /// A player of the game with this full name; the program is started for its first game.
    pub fn new(setting: ExternalSetting, game: String) -> External {
        External {
            setting,
            game,
            running: None,
        }
    }

    fn ready(&mut self) -> Result<(), Fault> {
        let timeout = self.setting.timeout;
        let running = match &self.running {
            Some(running) => running,
            None => {
                let running = Running::start(&self.setting)?;
                running.say("ugi");
                running.wait_for(timeout, "ugiok")?;
                running.say(&format!("setoption name Game value {}", self.game));
                self.running.insert(running)
            }
        };
        running.say("uginewgame");
        running.say("isready");
        running.wait_for(timeout, "readyok")
    }

    fn ask<G: Notation>(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Some(running) = &self.running else {
            return Err(Fault::Exited);
        };
        let contest = turn.game;
        let mut position = format!("position fen {}", contest.position_text(turn.start));
        if !turn.played.is_empty() {
            position += " moves ";
            position += &move_texts(contest, turn.start, turn.played).join(" ");
        }
        running.say(&position);
        running.say(&go_line(&turn.limits));
        let time = turn.limits.time.unwrap_or_default();
        let patience = Patience {
            timeout: (!turn.limits.infinite).then(|| self.setting.timeout.saturating_add(time)),
            after_stop: self.setting.timeout,
            monitor: turn.monitor,
        };
        let mut value = None;
        let chosen = running.wait(patience, |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    let score = words.skip_while(|&word| word != "score").nth(1);
                    value = score.and_then(|score| score.parse().ok()).or(value);
                    None
                }
                Some("bestmove") => Some(words.next().unwrap_or_default().to_owned()),
                _ => None,
            }
        })?;
        let position = position_after(contest, turn.start, turn.played);
        match read_move(contest, &position, &chosen) {
            Ok(chosen) => Ok(Choice { chosen, value }),
            Err(_) => Err(Fault::Illegal(crate::games::shortened(&chosen))),
        }
    }
}

impl<G: Notation> Player<G> for External {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        let ready = self.ready();
        if ready.is_err() {
            self.running = None;
        }
        ready
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let chosen = self.ask(turn);
        if chosen.is_err() {
            self.running = None;
        }
        chosen
    }
}
