//! A game at the prompt: drawing, asking, telling.

use std::cmp::Ordering;
use std::io::{self, BufRead, Write};

use sowlab_solvers::{Monitor, Side};

use super::super::failure::Failure;
use crate::games::contest::{Contest, legal_moves, outcome, position_after};
use crate::tournament::limits::Limits;
use crate::tournament::player::{Player, SearchInfo, Turn};

pub(super) const HELP: &str = "\
Type a move as it is listed (the number of a hole or pit is enough). Also: `undo` takes back to your \
last choice, `trace` shows the last round of the stones family step by step, `help`, `quit`.";

/// Draws the steps of the round that a move completes; position and move as they are written.
pub(super) type Tracer = Box<dyn Fn(&str, &str) -> Option<String>>;

/// The game, the players, and where it talks.
pub(super) struct Session<'a, C: Contest> {
    pub(super) contest: &'a C,
    pub(super) start: C::Position,
    pub(super) place: C::Position,
    pub(super) moves: Vec<C::Move>,
    /// How many moves were played at each choice of the person, for `undo`.
    pub(super) earlier: Vec<usize>,
    /// In games in which both sides sow at once.
    pub(super) tracer: Option<Tracer>,
    /// The position before the last round was completed and the move that did, for `trace`.
    pub(super) last_round: Option<(String, String)>,
    pub(super) person: Option<Side>,
    pub(super) engines: [Box<dyn Player<C>>; 2],
    pub(super) most_moves: usize,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) out: Box<dyn Write>,
}

impl<C: Contest> Session<'_, C> {
    fn side_name(&self, side: Side) -> &'static str {
        self.contest.sides()[usize::from(side == Side::Second)]
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}\n", self.contest.drawing(&self.place))
    }

    /// Plays to the end. Returns the result, and what each side has if the game is over.
    pub(super) fn run(
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
            if let Some(outcome) = outcome(self.contest, &self.place) {
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
            if !self.let_engine_choose(&state)? {
                return Ok(("interrupted", None));
            }
        }
    }

    fn tell_result(&mut self, [one, other]: [u32; 2]) -> io::Result<()> {
        let [first, second] = self.contest.sides();
        let level = || self.contest.tie_break(&self.contest.state(&self.place));
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

    /// Returns whether it chose, and was not interrupted.
    fn let_engine_choose(&mut self, state: &C::State) -> Result<bool, Failure> {
        let side = self.contest.side_to_move(state);
        let legal = legal_moves(self.contest, &self.place);
        let turn = Turn {
            game: self.contest,
            start: &self.start,
            played: &self.moves,
            state,
            legal: &legal,
            limits: Limits::default(),
            monitor: self.monitor,
            report: &|_: SearchInfo| (),
        };
        let engine = &mut self.engines[usize::from(side == Side::Second)];
        let choice = engine.choose(&turn).map_err(Failure::other)?;
        if self.monitor.cancelled() {
            return Ok(false);
        }
        self.play(choice.chosen, choice.value)?;
        Ok(true)
    }

    fn play(&mut self, chosen: C::Move, value: Option<i32>) -> io::Result<()> {
        let side = self.contest.side_to_move(&self.contest.state(&self.place));
        let text = self.contest.move_text(&self.place, chosen);
        let expects = value.map_or(String::new(), |value| format!(" (expects {value:+})"));
        writeln!(self.out, "{} plays {text}{expects}.", self.side_name(side))?;
        if self.contest.mid_round(&self.contest.state(&self.place)) {
            self.last_round = Some((self.contest.position_text(&self.place), text));
        }
        self.place = self.contest.advance(&self.place, chosen);
        self.moves.push(chosen);
        if !self.contest.mid_round(&self.contest.state(&self.place)) {
            self.draw()?;
        }
        Ok(())
    }

    /// Asks the person once. Returns whether to go on.
    fn ask(&mut self, input: &mut dyn BufRead) -> io::Result<bool> {
        let legal = legal_moves(self.contest, &self.place);
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
        self.place = position_after(self.contest, &self.start, &self.moves);
        self.draw()
    }

    /// The last round, step by step.
    fn trace(&self) -> Option<String> {
        let (position, chosen) = self.last_round.as_ref()?;
        self.tracer.as_ref()?(position, chosen)
    }
}
