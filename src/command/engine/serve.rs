//! Reads commands on one thread and executes them on another.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::flags::{Flags, SearchGuard};
use super::lines::{LONGEST_LINE, Line, read_line};
use super::obey::Engine;
use super::refusal::Refusal;
use crate::command::failure::Failure;

/// The messages of the reader to the player.
pub(super) enum Command {
    Line(String),
    LongLine,
    Quit,
}

/// The time that a search with limits may take after `quit` or the end of the input.
const GRACE_PERIOD: Duration = Duration::from_secs(1);

/// Executes one command after the other, on a thread whose searches use no other thread.
pub(super) fn serve(
    mut engine: Engine,
    commands: Receiver<Command>,
    flags: &Flags,
) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build()
        .map_err(Failure::other)?;
    pool.install(move || {
        while let Ok(command) = commands.recv() {
            let obeyed = match command {
                Command::Line(line) => {
                    let searches = line.split_whitespace().next() == Some("go");
                    let _ended = searches.then(|| SearchGuard(flags));
                    let obeyed = flags.rounds().catch(|| engine.obey(&line, flags));
                    obeyed.unwrap_or_else(|interrupted| Err(interrupted.into()))
                }
                Command::LongLine => Err(Refusal::LongLine),
                Command::Quit => break,
            };
            if let Err(error) = obeyed {
                let error = error.to_string().replace(char::is_control, " ");
                flags.say(&format!("info string error {error}"));
            }
        }
    });
    Ok(())
}

/// Reads commands. `stop` and `isready` take effect during a search.
pub(super) fn read(commands: &Sender<Command>, flags: &Flags) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut endless = false;
    loop {
        flags.check_output()?;
        let line = match read_line(&mut input, LONGEST_LINE)? {
            Line::Text(line) => line,
            Line::TooLong => {
                if commands.send(Command::LongLine).is_err() {
                    break;
                }
                continue;
            }
            Line::End => break,
        };
        let searching = flags.searching.load(Ordering::SeqCst);
        match line.split_whitespace().next().unwrap_or_default() {
            "quit" => break,
            "stop" => flags.stop.store(true, Ordering::Relaxed),
            "isready" if searching => flags.say("readyok"),
            word => {
                // A command after a search waits for its end, so that `stop` is always for the last requested search.
                // Only a search without limits has no end of its own.
                if endless {
                    flags.stop.store(true, Ordering::Relaxed);
                }
                flags.wait(None);
                flags.stop.store(false, Ordering::Relaxed);
                if word == "go" {
                    endless = line.contains("infinite");
                    flags.searching.store(true, Ordering::SeqCst);
                }
                if commands.send(Command::Line(line)).is_err() {
                    break;
                }
            }
        }
    }
    // The end of the input counts as `quit`; a search that has limits gets a grace period.
    flags.wait(Some(if endless {
        Duration::ZERO
    } else {
        GRACE_PERIOD
    }));
    Ok(())
}
