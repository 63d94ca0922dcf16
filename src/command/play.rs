//! `sowlab play`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sowlab_solvers::{Monitor, Side};

use super::failure::Failure;
use super::output::{Document, Format};
use super::progress::Progress;
use super::tournament::YesNo;
use super::{Common, show, sow};
use crate::games::catalogue::CatalogueGame;
use crate::games::contest::{Contest, Visit};
use crate::games::stones::{Position, Rules, StonesTurns};
use crate::tournament::player::{Limits, Player, Thought, Turn};
use crate::tournament::spec::EngineSpec;

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
    /// `finished`, `endless`, `stopped` (too many rounds) or `quit`.
    result: &'static str,
    /// What each side has, by its name, if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#final: Option<BTreeMap<String, u32>>,
}

/// The game, the players, and where it talks.
struct Session<'a, C: Contest> {
    contest: &'a C,
    start: C::Position,
    place: C::Position,
    moves: Vec<C::Move>,
    /// How many moves were played at each choice of the person, for `undo`.
    earlier: Vec<usize>,
    /// The rules, in the stones family.
    rules: Option<Rules>,
    /// The position before the last round was completed and the move that did, for `trace`.
    last_round: Option<(String, String)>,
    person: Option<Side>,
    engines: [Box<dyn Player<C>>; 2],
    most_moves: usize,
    monitor: &'a dyn Monitor,
    out: Box<dyn Write>,
}

impl<C: Contest> Session<'_, C> {
    fn side_name(&self, side: Side) -> &'static str {
        self.contest.sides()[usize::from(side == Side::Second)]
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}\n", self.contest.drawing(&self.place))
    }

    /// Plays to the end. Returns the result, and what each side has if the game is over.
    fn run(
        &mut self,
        input: &mut dyn BufRead,
    ) -> Result<(&'static str, Option<[u32; 2]>), Failure> {
        writeln!(self.out, "{}\n", self.contest.full_name())?;
        if self.person.is_some() {
            writeln!(self.out, "{HELP}\n")?;
        }
        self.draw()?;
        loop {
            let state = self.contest.state(&self.place);
            if self.contest.endless(&state) {
                writeln!(
                    self.out,
                    "This never ends: the sowing repeats itself for ever."
                )?;
                return Ok(("endless", None));
            }
            if let Some(outcome) = self.contest.outcome(&self.place) {
                self.tell_result(outcome)?;
                return Ok(("finished", Some(outcome)));
            }
            if self.person == Some(self.contest.side_to_move(&state)) {
                if !self.ask(input)? {
                    return Ok(("quit", None));
                }
                continue;
            }
            if self.person.is_none() && self.moves.len() >= self.most_moves {
                writeln!(self.out, "Stopped after {} moves.", self.moves.len())?;
                return Ok(("stopped", None));
            }
            self.let_engine_choose(&state)?;
        }
    }

    fn tell_result(&mut self, [one, other]: [u32; 2]) -> io::Result<()> {
        let [first, second] = self.contest.sides();
        let level = || self.contest.level_winner(&self.contest.state(&self.place));
        let winner = match one.cmp(&other) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => level(),
        };
        let verdict = match winner {
            Some(side) => format!("{} wins", self.side_name(side)),
            None => "a draw".to_owned(),
        };
        writeln!(
            self.out,
            "The game is over: {first} {one} : {other} {second}: {verdict}."
        )
    }

    fn let_engine_choose(&mut self, state: &C::State) -> Result<(), Failure> {
        let side = self.contest.side_to_move(state);
        let legal = self.contest.legal(&self.place);
        let turn = Turn {
            contest: self.contest,
            start: &self.start,
            played: &self.moves,
            state,
            legal: &legal,
            limits: Limits::default(),
            monitor: self.monitor,
            report: &|_: Thought| (),
        };
        let engine = &mut self.engines[usize::from(side == Side::Second)];
        let choice = engine.choose(&turn).map_err(Failure::other)?;
        if self.monitor.cancelled() {
            return Err(Failure::Interrupted);
        }
        self.play(choice.chosen, choice.value)?;
        Ok(())
    }

    fn play(&mut self, chosen: C::Move, value: Option<i32>) -> io::Result<()> {
        let side = self.contest.side_to_move(&self.contest.state(&self.place));
        let text = self.contest.move_text(&self.place, chosen);
        let expects = value.map_or(String::new(), |value| format!(" (expects {value:+})"));
        writeln!(self.out, "{} plays {text}{expects}.", self.side_name(side))?;
        if self.contest.pending(&self.contest.state(&self.place)) {
            self.last_round = Some((self.contest.position_text(&self.place), text));
        }
        self.place = self.contest.advance(&self.place, chosen);
        self.moves.push(chosen);
        if !self.contest.pending(&self.contest.state(&self.place)) {
            self.draw()?;
        }
        Ok(())
    }

    /// Asks the person once. Returns whether to go on.
    fn ask(&mut self, input: &mut dyn BufRead) -> io::Result<bool> {
        let legal = self.contest.legal(&self.place);
        let texts: Vec<String> = legal
            .iter()
            .map(|&chosen| self.contest.move_text(&self.place, chosen))
            .collect();
        let side = self.contest.side_to_move(&self.contest.state(&self.place));
        write!(
            self.out,
            "{} to move [{}] > ",
            self.side_name(side),
            texts.join(" ")
        )?;
        self.out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
        match line.as_str() {
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "undo" | "u" => self.undo()?,
            "trace" | "t" => match self.trace() {
                Some(lines) => writeln!(self.out, "{lines}")?,
                None => writeln!(self.out, "No round was played since.")?,
            },
            text => {
                let named = |written: &String| {
                    let written = written.to_ascii_lowercase();
                    written == text || written.get(1..) == Some(text)
                };
                match texts.iter().position(named) {
                    Some(place) => {
                        self.earlier.push(self.moves.len());
                        self.play(legal[place], None)?;
                    }
                    None => writeln!(self.out, "That is no legal move: {}.", texts.join(" "))?,
                }
            }
        }
        Ok(true)
    }

    fn undo(&mut self) -> io::Result<()> {
        let Some(length) = self.earlier.pop() else {
            return writeln!(self.out, "There is nothing to take back.");
        };
        self.moves.truncate(length);
        self.last_round = None;
        let advance = |place, &chosen| self.contest.advance(&place, chosen);
        self.place = self.moves.iter().fold(self.start, advance);
        self.draw()
    }
}

impl<C: Contest> Session<'_, C> {
    /// The last round, step by step.
    fn trace(&self) -> Option<String> {
        let (rules, (position, chosen)) = (self.rules.as_ref()?, self.last_round.as_ref()?);
        let position = Position::parse(rules, position).ok()?;
        let hole: u8 = chosen.get(1..)?.parse().ok()?;
        let round = StonesTurns::new(rules, true).joint_move(&position, hole - 1)?;
        Some(sow::trace_text(rules, &position, round))
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
                Format::Json => Box::new(anstream::stderr()),
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
        ))
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
