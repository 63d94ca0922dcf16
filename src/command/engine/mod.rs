//! `sowlab engine`: the engine protocol on standard input and output.

mod flags;
mod lines;
mod obey;
mod refusal;
mod serve;

use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;

use clap::Args;

use super::Common;
use super::failure::Failure;
use super::output::Format;
use super::show;
use flags::Flags;
use obey::{Engine, Settings};
use serve::{Command, read, serve};
use sowlab_engines::spec::EngineSpec;
use sowlab_games::Files;

const HELP: &str = "\
The protocol is text, modelled on UGI; docs/protocol.md shows a session. Errors are lines that begin with \
`info string error`. Commands:
  ugi, isready, uginewgame, stop, legal, state, d, quit
  setoption name Game|Engine|Pie|Seed value VALUE
  position startpos|fen POSITION [moves MOVES]
  go [depth N] [nodes N] [movetime MS] [infinite]

Examples:
  sowlab engine --game kalah --engine alphabeta:depth=10
  sowlab play 55stones --opponent \"external:sowlab engine --engine mcts\"";

/// Speaks the engine protocol.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Arguments {
    /// Initial value of the option Game [default: 55stones]
    #[arg(long)]
    game: Option<String>,
    /// Initial value of the option Engine; `sowlab engines` lists the engines
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    engine: String,
    /// Seed of the engine's random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<(), Failure> {
    if common.format == Format::Json {
        return Err(Failure::input(
            "--format",
            "the engine protocol is text; leave out --format json",
        ));
    }
    let settings = Settings {
        game: show::game(arguments.game.as_deref().unwrap_or("55stones"))?,
        spec: EngineSpec::read(&arguments.engine, Files::Allowed)
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
        let read = read(&commands, &flags);
        flags.stop.store(true, Ordering::Relaxed);
        let _ = commands.send(Command::Quit);
        let served = match server.join() {
            Ok(served) => served,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        // The output of the last command may have failed.
        read.and_then(|()| flags.check_output())?;
        served
    })
}
