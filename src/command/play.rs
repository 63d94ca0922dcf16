//! `sowlab play`.

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::draw;
use super::failure::Failure;
use super::output::{Document, Format};
use super::show::{self, Cups};
use super::{Common, sow};
use crate::games::stones::sowing::{JointMove, Sower};
use crate::games::stones::{Phase, Position, Side};
use crate::tournament::game::{Standing, StonesMatch};
use crate::tournament::players::{Greedy, Player, Random};

const HELP: &str = "\
Type the number of a hole; in the pie decision `turn` or `stay`. Also: `undo` takes back to your last
choice, `trace` shows the last round step by step, `help`, `quit`.";

/// Plays a game against an engine, or lets two engines play.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Arguments {
    /// The game, with options: see `sowlab games`
    game: String,
    /// Where to start [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// The side that you play
    #[arg(long, value_enum, default_value_t = Seat::East)]
    side: Seat,
    /// The engine that plays against you
    #[arg(long, value_enum, default_value_t = Engine::Greedy)]
    opponent: Engine,
    /// Let this engine play your side: you watch
    #[arg(long, value_enum)]
    watch: Option<Engine>,
    /// The seed of the engines' chances
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop two engines after so many rounds (play can go on for ever)
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_rounds: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seat {
    East,
    West,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// Any hole with equal chances
    Random,
    /// The best margin at the end of this round
    Greedy,
}

impl Engine {
    fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Engine::Random => Box::new(Random::new(seed)),
            Engine::Greedy => Box::new(Greedy::new(seed)),
        }
    }
}

#[derive(Serialize)]
struct Report {
    game: String,
    start: String,
    record: String,
    position: String,
    /// `finished`, `endless`, `stopped` (too many rounds) or `quit`.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<Cups>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
}

/// What a person at the keyboard wants.
enum Entry {
    Hole(usize),
    Pie { turn: bool },
    Undo,
    Trace,
    Help,
    Quit,
}

fn read_entry(line: &str) -> Option<Entry> {
    let word = line.trim().to_ascii_lowercase();
    Some(match word.as_str() {
        "turn" => Entry::Pie { turn: true },
        "stay" => Entry::Pie { turn: false },
        "undo" | "u" => Entry::Undo,
        "trace" | "t" => Entry::Trace,
        "help" | "h" | "?" => Entry::Help,
        "quit" | "q" | "exit" => Entry::Quit,
        hole => Entry::Hole(hole.trim_start_matches(['e', 'w']).parse().ok()?),
    })
}

/// A session: the game, the players, and where it talks.
struct Session {
    sower: Sower,
    start: Position,
    current: StonesMatch,
    /// The game as it was at each choice of the person, for `undo`.
    earlier: Vec<StonesMatch>,
    /// The position before the last round and its holes, for `trace`.
    last_round: Option<(Position, JointMove)>,
    person: Option<Side>,
    engines: [Box<dyn Player>; 2],
    max_rounds: u32,
    out: Box<dyn Write>,
}

impl Session {
    /// Plays to the end. Returns the result.
    fn run(&mut self, input: &mut dyn BufRead) -> io::Result<&'static str> {
        let rules = *self.sower.rules();
        writeln!(self.out, "{rules}\n")?;
        if self.person.is_some() {
            writeln!(self.out, "{HELP}\n")?;
        }
        self.draw()?;
        loop {
            match self.current.standing() {
                Standing::Open => {}
                Standing::Finished(cups) => {
                    let winner = match cups.east.cmp(&cups.west) {
                        std::cmp::Ordering::Greater => {
                            format!("{} wins", draw::side_name(Side::East))
                        }
                        std::cmp::Ordering::Less => format!("{} wins", draw::side_name(Side::West)),
                        std::cmp::Ordering::Equal => "nobody wins".to_owned(),
                    };
                    writeln!(
                        self.out,
                        "The game is over: {}: {winner}.",
                        draw::cups(cups)
                    )?;
                    return Ok("finished");
                }
                Standing::Endless { period } => {
                    writeln!(
                        self.out,
                        "This round never ends: the sowing repeats every {period} steps."
                    )?;
                    return Ok("endless");
                }
            }
            let position = *self.current.position();
            let side = position.to_choose();
            if self.person == Some(side) {
                if !self.ask(input)? {
                    return Ok("quit");
                }
                continue;
            }
            if self.person.is_none() && position.round() > self.max_rounds {
                writeln!(self.out, "Stopped after {} rounds.", self.max_rounds)?;
                return Ok("stopped");
            }
            let engine = &mut self.engines[usize::from(side == Side::West)];
            if position.phase() == Phase::Pie {
                let turn = engine.turns_the_board(&self.sower, &position);
                self.decide_pie(turn)?;
            } else {
                let hole = engine.choose_hole(&self.sower, &position) + 1;
                self.take(hole)?;
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let position = *self.current.position();
        writeln!(self.out, "{}", draw::position(&position))
    }

    /// Asks the person once. Returns whether to go on.
    fn ask(&mut self, input: &mut dyn BufRead) -> io::Result<bool> {
        let position = *self.current.position();
        let choices = show::choices(&position).join(" ");
        write!(self.out, "{} [{choices}] > ", draw::to_do(&position))?;
        self.out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(false);
        }
        let before = self.current.clone();
        match read_entry(&String::from_utf8_lossy(&line)) {
            Some(Entry::Quit) => return Ok(false),
            Some(Entry::Help) => writeln!(self.out, "{HELP}")?,
            Some(Entry::Undo) => match self.earlier.pop() {
                Some(earlier) => {
                    self.current = earlier;
                    self.last_round = None;
                    self.draw()?;
                }
                None => writeln!(self.out, "There is nothing to take back.")?,
            },
            Some(Entry::Trace) => match self.last_round {
                Some((before, chosen)) => {
                    let lines = sow::trace_text(self.sower.rules(), &before, chosen);
                    writeln!(self.out, "{lines}")?;
                }
                None => writeln!(self.out, "No round was played since.")?,
            },
            Some(Entry::Pie { turn }) => {
                if self.decide_pie(turn)? {
                    self.earlier.push(before);
                }
            }
            Some(Entry::Hole(_)) if position.phase() == Phase::Pie => {
                writeln!(self.out, "Type `turn` or `stay`.")?;
            }
            Some(Entry::Hole(hole)) => {
                if self.take(hole)? {
                    self.earlier.push(before);
                }
            }
            None => writeln!(self.out, "That is no choice. {HELP}")?,
        }
        Ok(true)
    }

    /// Takes a hole for the side to choose. Returns whether that was possible.
    fn take(&mut self, hole: usize) -> io::Result<bool> {
        let before = *self.current.position();
        match self.current.take(&self.sower, hole) {
            Err(error) => {
                writeln!(self.out, "Not possible: {error}.")?;
                Ok(false)
            }
            Ok(None) => {
                let side = draw::side_name(before.to_choose());
                writeln!(self.out, "{side} takes hole {hole}.")?;
                Ok(true)
            }
            Ok(Some(played)) => {
                let side = draw::side_name(before.to_choose());
                writeln!(self.out, "{side} takes hole {hole}.")?;
                if let Phase::Gote { taken } = before.phase() {
                    let first = usize::from(taken) + 1;
                    let (east, west) = match before.sente() {
                        Side::East => (first, hole),
                        Side::West => (hole, first),
                    };
                    let chosen = before.joint_move(east, west);
                    self.last_round = chosen.ok().map(|chosen| (before, chosen));
                }
                writeln!(self.out, "{}", sow::summary(&played))?;
                self.draw()?;
                Ok(true)
            }
        }
    }

    /// Decides the pie. Returns whether that was possible.
    fn decide_pie(&mut self, turn: bool) -> io::Result<bool> {
        let side = draw::side_name(self.current.position().to_choose());
        match self.current.decide_pie(&self.sower, turn) {
            Err(error) => {
                writeln!(self.out, "Not possible: {error}.")?;
                Ok(false)
            }
            Ok(()) => {
                if turn {
                    writeln!(
                        self.out,
                        "{side} turns the board with the cups: each side has now what the other had."
                    )?;
                    self.draw()?;
                } else {
                    writeln!(self.out, "{side} lets the board stay.")?;
                }
                Ok(true)
            }
        }
    }
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "play")?;
    let start = show::position(&rules, arguments.position.as_deref())?;
    let sower = Sower::new(&rules);
    let side = match arguments.side {
        Seat::East => Side::East,
        Seat::West => Side::West,
    };
    // The seat of the person belongs to an engine too, so that it can be watched.
    let of_person = arguments.watch.unwrap_or(arguments.opponent);
    let (east, west) = match side {
        Side::East => (of_person, arguments.opponent),
        Side::West => (arguments.opponent, of_person),
    };
    let mut session = Session {
        current: StonesMatch::new(&sower, start),
        sower,
        start,
        earlier: Vec::new(),
        last_round: None,
        person: arguments.watch.is_none().then_some(side),
        engines: [
            east.player(arguments.seed.wrapping_mul(2)),
            west.player(arguments.seed.wrapping_mul(2).wrapping_add(1)),
        ],
        max_rounds: arguments.max_rounds,
        out: match common.format {
            Format::Text => Box::new(anstream::stdout()),
            Format::Json if common.quiet => Box::new(io::sink()),
            Format::Json => Box::new(anstream::stderr()),
        },
    };
    let result = session.run(&mut io::stdin().lock())?;
    let current = &session.current;
    let (settled, period) = match current.standing() {
        Standing::Finished(cups) => (Some(cups.into()), None),
        Standing::Endless { period } => (None, Some(period)),
        Standing::Open => (None, None),
    };
    let text = format!(
        "Record: {}\nPosition: {}\n",
        current.record(),
        current.position()
    );
    Ok(Document::new(
        text,
        &Report {
            game: rules.to_string(),
            start: session.start.to_string(),
            record: current.record().to_string(),
            position: current.position().to_string(),
            result,
            r#final: settled,
            period,
        },
    ))
}
