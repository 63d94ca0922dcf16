//! `sowlab play`.

mod session;

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sowlab_solvers::{Monitor, Side};

use super::failure::Failure;
use super::output::{Document, Format};
use super::progress::Progress;
use super::tournament::YesNo;
use super::{Common, show};
use crate::games::catalogue::CatalogueGame;
use crate::games::contest::{Contest, Visit};
use crate::games::stones::Rules;
use crate::tournament::spec::EngineSpec;
use session::Session;

const HELP: &str = "\
Type a move as it is listed (the number of a hole or pit is enough). Also: `undo` takes back to your
last choice, `trace` shows the last round of the stones family step by step, `help`, `quit`. Engines: random, greedy, alphabeta:depth=8, alphabeta:time=1s,
mcts:playouts=10000, perfect:tables=DIR, external:PROGRAM ARGUMENTS.";

/// Plays a game against an engine, or lets two engines play.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// Where to start [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// The side that you play: east or lower begins in the opening
    #[arg(long, value_enum, default_value_t = Seat::East)]
    side: Seat,
    /// The engine that plays against you
    #[arg(long, value_name = "SPEC", default_value = "greedy")]
    opponent: String,
    /// Let this engine play your side: you watch
    #[arg(long, value_name = "SPEC")]
    watch: Option<String>,
    /// Whether the pie rule is played, in the stones family
    #[arg(long, value_enum, default_value_t = YesNo::Yes)]
    pie: YesNo,
    /// The seed of the engines' chances
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop two engines after so many rounds (two moves each; play can go on for ever)
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_rounds: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seat {
    #[value(alias = "lower", alias = "first")]
    East,
    #[value(alias = "upper", alias = "second")]
    West,
}

#[derive(Serialize)]
struct Report {
    game: String,
    start: String,
    record: String,
    position: String,
    /// `finished`, `endless`, `stopped` (too many rounds), `quit` or `interrupted`.
    result: &'static str,
    /// What each side has, by its name, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<BTreeMap<String, u32>>,
}

/// Writes where nobody need read: what is on standard error beside the document.
struct Unheeded<W>(W);

impl<W: Write> Write for Unheeded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

struct Table<'a> {
    rules: Option<Rules>,
    arguments: &'a Arguments,
    common: &'a Common,
    specs: [EngineSpec; 2],
    monitor: &'a dyn Monitor,
}

impl Visit for Table<'_> {
    type Output = Result<Document, Failure>;

    fn visit<C: Contest + Send + 'static>(self, contest: C) -> Self::Output {
        let arguments = self.arguments;
        let start = match &arguments.position {
            None => contest.opening(),
            Some(text) => contest
                .read_position(text)
                .map_err(|error| Failure::input("--position", error))?,
        };
        let player = |spec: &EngineSpec, seed: u64| {
            let mut player = spec.player(&contest).map_err(Failure::BadInput)?;
            player
                .new_game(seed)
                .map_err(|fault| Failure::BadInput(format!("{spec}: {fault}")))?;
            Ok::<_, Failure>(player)
        };
        let seed = arguments.seed.wrapping_mul(2);
        let side = match arguments.side {
            Seat::East => Side::First,
            Seat::West => Side::Second,
        };
        let mut session = Session {
            contest: &contest,
            start,
            place: start,
            moves: Vec::new(),
            earlier: Vec::new(),
            rules: self.rules,
            last_round: None,
            person: arguments.watch.is_none().then_some(side),
            engines: [
                player(&self.specs[0], seed)?,
                player(&self.specs[1], seed.wrapping_add(1))?,
            ],
            most_moves: 2 * arguments.max_rounds as usize,
            monitor: self.monitor,
            out: match self.common.format {
                Format::Text => Box::new(anstream::stdout()),
                Format::Json if self.common.quiet => Box::new(io::sink()),
                Format::Json => Box::new(Unheeded(anstream::stderr())),
            },
        };
        let (result, outcome) = session.run(&mut io::stdin().lock())?;
        let record = contest.record_text(&start, &session.moves);
        let position = contest.position_text(&session.place);
        Ok(Document::new(
            format!("Record: {record}\nPosition: {position}\n"),
            &Report {
                game: contest.full_name(),
                start: contest.position_text(&start),
                record,
                position,
                result,
                r#final: outcome.map(|stones| {
                    let names = contest.sides().map(str::to_ascii_lowercase);
                    names.into_iter().zip(stones).collect()
                }),
            },
        )
        .interrupted_if(result == "interrupted"))
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let game = show::game(&arguments.game)?;
    let spec = |option: &str, text: &str| -> Result<EngineSpec, Failure> {
        text.parse().map_err(|error| Failure::input(option, error))
    };
    let opponent = spec("--opponent", &arguments.opponent)?;
    // The seat of the person belongs to an engine too, so that it can be watched.
    let of_person = match &arguments.watch {
        None => EngineSpec::Random,
        Some(text) => spec("--watch", text)?,
    };
    let specs = match arguments.side {
        Seat::East => [of_person, opponent],
        Seat::West => [opponent, of_person],
    };
    // Ctrl-C at the prompt ends the program at once; only searches are told to stop.
    let progress = arguments.watch.is_some().then(|| Progress::new(common));
    let table = Table {
        rules: match game {
            CatalogueGame::Stones(rules) => Some(rules),
            CatalogueGame::TwoRank(_) | CatalogueGame::Random(_) | CatalogueGame::Colony(_) => None,
        },
        arguments,
        common,
        specs,
        monitor: match &progress {
            Some(progress) => progress,
            None => &(),
        },
    };
    game.visit(arguments.pie == YesNo::Yes, table)
        .map_err(|error| Failure::input("game", error))?
}
