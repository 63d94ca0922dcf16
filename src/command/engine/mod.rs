//! `sowlab engine`: the engine protocol on standard input and output.

mod lines;
mod refusal;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use sowlab_solvers::Monitor;

use super::Common;
use super::failure::Failure;
use super::output::Format;
use super::show;
use crate::catalog::CatalogGame;
use crate::tournament::limits::{Limits, read_go};
use crate::tournament::protocol::{OpenError, Session, open};
use crate::tournament::spec::{EngineSpec, engines_text};
use lines::{LONGEST_LINE, Line, read_line};
use refusal::Refusal;

const HELP: &str = "\
Text over standard input and output, after UGI (docs/protocol.md has a session): ugi, isready, \
setoption name Game|Engine|Pie|Seed value …, uginewgame, position startpos|fen … [moves …], \
go [depth N] [nodes N] [movetime MS] [infinite], stop, d, quit. What is wrong is said as \
`info string error …`.";

/// Speaks the engine protocol.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}", engines_text()))]
pub(super) struct Arguments {
    /// The game that is set at first [default: 55stones]
    #[arg(long)]
    game: Option<String>,
    /// The engine that is set at first, with options as they are listed below
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    engine: String,
    /// The seed of the engine's chances
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What the reader hands to the player.
enum Command {
    Line(String),
    LongLine,
    Quit,
}

/// Whether the search under way is to stop.
#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    searching: AtomicBool,
}

/// How long a search may go on after `quit`.
const GRACE_PERIOD: Duration = Duration::from_secs(1);

impl Flags {
    /// Waits until no search is under way, or so long.
    fn wait(&self, most: Option<Duration>) {
        let started = Instant::now();
        while self.searching.load(Ordering::SeqCst)
            && most.is_none_or(|most| started.elapsed() < most)
        {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Ends a search when it is dropped, so that nobody waits for one that panicked.
struct SearchGuard<'a>(&'a Flags);

impl Drop for SearchGuard<'_> {
    fn drop(&mut self) {
        self.0.searching.store(false, Ordering::SeqCst);
    }
}

impl Monitor for Flags {
    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What the options say.
#[derive(Clone)]
struct Settings {
    game: CatalogGame,
    spec: EngineSpec,
    pie: bool,
    seed: u64,
}

impl Settings {
    fn open(&self) -> Result<Box<dyn Session>, Arc<OpenError>> {
        Ok(open(&self.game, self.pie, &self.spec, self.seed)?)
    }
}

struct Engine {
    settings: Settings,
    /// Or why there is none: an engine from the command line can be for a game that is set later.
    session: Result<Box<dyn Session>, Arc<OpenError>>,
}

fn say(line: &str) {
    // Nobody listening is noticed where the next command is read.
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

impl Engine {
    fn session(&mut self) -> Result<&mut dyn Session, Refusal> {
        match &mut self.session {
            Ok(session) => Ok(session.as_mut()),
            Err(error) => Err(Arc::clone(error).into()),
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), Refusal> {
        let parts = text
            .trim()
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "));
        let Some((name, value)) = parts else {
            return Err(Refusal::Option);
        };
        let value = value.trim();
        let mut settings = self.settings.clone();
        match name.trim().to_ascii_lowercase().as_str() {
            "game" => settings.game = value.parse()?,
            "engine" => settings.spec = value.parse()?,
            "pie" => settings.pie = value.parse().map_err(|_| Refusal::Pie)?,
            "seed" => settings.seed = value.parse().map_err(|_| Refusal::Seed)?,
            _ => return Err(Refusal::OptionName),
        }
        // An engine that cannot be set up for the game is refused here, and the one before stays.
        self.session = Ok(settings.open()?);
        self.settings = settings;
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        let text = text.trim();
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text, ""),
        };
        let start = match start.strip_prefix("fen ") {
            Some(position) => Some(position.trim()),
            None if start == "startpos" => None,
            None => return Err(Refusal::Position),
        };
        Ok(self.session()?.set(start, moves)?)
    }

    fn go(&mut self, limits: Limits, flags: &Flags) -> Result<(), Refusal> {
        let chosen = self.session()?.go(limits, flags, &|line| say(line))?;
        say(&format!("bestmove {}", chosen.as_deref().unwrap_or("none")));
        Ok(())
    }

    fn obey(&mut self, line: &str, flags: &Flags) -> Result<(), Refusal> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ugi" => {
                let Settings {
                    game,
                    spec,
                    pie,
                    seed,
                } = &self.settings;
                say("id name sowlab");
                say(&format!("id version {}", env!("CARGO_PKG_VERSION")));
                say(&format!("option name Game type string default {game}"));
                say(&format!("option name Engine type string default {spec}"));
                say(&format!("option name Pie type check default {pie}"));
                say(&format!("option name Seed type spin default {seed} min 0"));
                say("ugiok");
                Ok(())
            }
            "isready" => {
                // Whatever is wrong is said first.
                if let Err(error) = &self.session {
                    say(&format!("info string error {error}"));
                }
                say("readyok");
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "uginewgame" => Ok(self.session()?.new_game()?),
            "position" => self.set_position(rest),
            "go" => self.go(read_go(rest.split_whitespace())?, flags),
            "d" => {
                say(&self.session()?.drawing());
                Ok(())
            }
            "stop" | "" => Ok(()),
            _ => Err(Refusal::Command),
        }
    }
}

/// Obeys one command after the other, on a thread whose searches are its own.
fn serve(mut engine: Engine, commands: Receiver<Command>, flags: &Flags) -> Result<(), Failure> {
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
                    engine.obey(&line, flags)
                }
                Command::LongLine => Err(Refusal::LongLine),
                Command::Quit => break,
            };
            if let Err(error) = obeyed {
                let error = error.to_string().replace(char::is_control, " ");
                say(&format!("info string error {error}"));
            }
        }
    });
    Ok(())
}

/// Reads commands; `stop` and `isready` are heeded while a search goes on.
fn read(commands: &Sender<Command>, flags: &Flags) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut endless = false;
    loop {
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
            "isready" if searching => say("readyok"),
            word => {
                // What follows a search waits for its end, so that `stop` is always for the search
                // that was asked for last.
                // Only a search without limits has no end of its own.
                if endless {
                    flags.stop.store(true, Ordering::Relaxed);
                }
                flags.wait(None);
                if word == "go" {
                    endless = line.contains("infinite");
                    flags.stop.store(false, Ordering::Relaxed);
                    flags.searching.store(true, Ordering::SeqCst);
                }
                if commands.send(Command::Line(line)).is_err() {
                    break;
                }
            }
        }
    }
    // The end of the input is a quit, too; a search that has limits may have a last moment.
    flags.wait(Some(if endless {
        Duration::ZERO
    } else {
        GRACE_PERIOD
    }));
    flags.stop.store(true, Ordering::Relaxed);
    let _ = commands.send(Command::Quit);
    Ok(())
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<(), Failure> {
    if common.format == Format::Json {
        return Err(Failure::input(
            "--format",
            "the engine protocol is text, never one document of JSON",
        ));
    }
    let settings = Settings {
        game: show::game(arguments.game.as_deref().unwrap_or("55stones"))?,
        spec: arguments
            .engine
            .parse()
            .map_err(|error| Failure::input("--engine", error))?,
        pie: true,
        seed: arguments.seed,
    };
    let session = settings.open();
    if let (Some(_), Err(error)) = (&arguments.game, &session) {
        return Err(Failure::input("--engine", error));
    }
    let engine = Engine { settings, session };
    let flags = Flags::default();
    let (commands, obeyed) = channel();
    thread::scope(|scope| {
        let server = scope.spawn(|| serve(engine, obeyed, &flags));
        read(&commands, &flags)?;
        match server.join() {
            Ok(served) => served,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
