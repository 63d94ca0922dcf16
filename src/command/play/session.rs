//! A game at the prompt: drawing, asking, telling.

use std::cmp::Ordering;
use std::io::{self, Write};

use sowlab_base::files::PassingFolder;
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::{Monitor, Side};

use super::super::failure::Failure;
use super::input::{Input, Typed};
use super::teller::RoundTeller;
use sowlab_analysis::catalog::{CatalogGame, NEVER_ENDS};
use sowlab_engines::limits::Limits;
use sowlab_engines::player::{Player, SearchInfo, Turn};
use sowlab_games::contest::{Contest, legal_moves, outcome};
use sowlab_games::stones::sowing::JointMove;

pub(super) const HELP: &str = "\
Type a choice as it is listed (the number of a hole or pit is enough), or:
  hint         a good choice, and whether that is proven
  values       what each choice is worth
  undo         takes back to your last choice
  trace        shows the last round of the stones family step by step
  rules        the rules on one screen
  review       who erred where, and by how much
  save FILE, load FILE, resign, help, quit";

/// How a game ended, and what each side has, if it is over.
pub(super) type Ended = (&'static str, Option<[u32; 2]>);

/// What to do after a line was read.
pub(super) enum Next {
    Continue,
    End(&'static str),
}

/// The game, the players, and where it talks.
pub(super) struct Session<'a, C: Contest> {
    pub(super) contest: &'a C,
    pub(super) game: &'a CatalogGame,
    pub(super) pie: bool,
    pub(super) start: C::Position,
    pub(super) place: C::Position,
    pub(super) moves: Vec<C::Move>,
    /// How many moves were played at each choice of a person, for `undo`.
    pub(super) earlier: Vec<usize>,
    /// In games in which both sides sow at once.
    pub(super) teller: Option<RoundTeller>,
    /// The position before the last round was completed and the move that did, for `trace`.
    pub(super) last_round: Option<(String, String)>,
    pub(super) last_holes: Option<JointMove>,
    /// Which sides are people.
    pub(super) people: [bool; 2],
    pub(super) engines: [Box<dyn Player<C>>; 2],
    /// Which engines take their time.
    pub(super) thinks: [bool; 2],
    pub(super) most_moves: usize,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) out: Box<dyn Write>,
    /// Tables for hints, once there were any.
    pub(super) scratch: Option<PassingFolder>,
}

impl<C: Contest> Session<'_, C> {
    fn side_name(&self, side: Side) -> &'static str {
        self.contest.sides()[usize::from(side == Side::Second)]
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        let text = self.contest.position_text(&self.place);
        let boxed = self.teller.as_ref();
        let boxed = boxed.and_then(|teller| teller.draw(&text, self.last_holes));
        let drawing = boxed.unwrap_or_else(|| self.contest.drawing(&self.place));
        writeln!(self.out, "\n{}\n", drawing.trim_end_matches('\n'))
    }

    /// Plays to the end.
    pub(super) fn run(&mut self) -> Result<Ended, Failure> {
        writeln!(self.out, "{}\n", self.contest.full_name())?;
        // Two engines leave standard input alone.
        let input = self.people.contains(&true).then(Input::new);
        if input.is_some() {
            writeln!(self.out, "{HELP}")?;
        }
        self.draw()?;
        loop {
            if let Some(ended) = self.ended()? {
                let Some(input) = &input else {
                    return Ok(ended);
                };
                match self.ask_after_the_end(input)? {
                    Next::Continue => continue,
                    Next::End(_) => return Ok(ended),
                }
            }
            let state = self.contest.state(&self.place);
            let side = self.contest.side_to_move(&state);
            if let (true, Some(input)) = (self.people[usize::from(side == Side::Second)], &input) {
                match self.ask(input)? {
                    Next::Continue => continue,
                    Next::End(result) => return Ok((result, None)),
                }
            }
            if input.is_none() && self.moves.len() >= self.most_moves {
                writeln!(self.out, "Stopped after {} moves.", self.moves.len())?;
                return Ok(("stopped", None));
            }
            if !self.let_engine_choose(&state)? {
                return Ok(("interrupted", None));
            }
        }
    }

    /// Whether the game is over, and says so.
    fn ended(&mut self) -> io::Result<Option<Ended>> {
        if self.contest.endless(&self.contest.state(&self.place)) {
            writeln!(self.out, "{NEVER_ENDS}")?;
            return Ok(Some(("endless", None)));
        }
        let Some(outcome) = outcome(self.contest, &self.place) else {
            return Ok(None);
        };
        self.tell_result(outcome)?;
        Ok(Some(("finished", Some(outcome))))
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
        let number = usize::from(side == Side::Second);
        let legal = legal_moves(self.contest, &self.place);
        if self.thinks[number] && legal.len() > 1 {
            writeln!(self.out, "{} is thinking …", self.side_name(side))?;
            self.out.flush()?;
        }
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
        let Ok(choice) = stoppable(|| self.engines[number].choose(&turn)) else {
            return Ok(false);
        };
        let choice = choice?;
        if self.monitor.cancelled() {
            return Ok(false);
        }
        self.play(choice.chosen, choice.value)?;
        Ok(true)
    }

    fn play(&mut self, chosen: C::Move, value: Option<i32>) -> io::Result<()> {
        let before = self.contest.state(&self.place);
        let side = self.contest.side_to_move(&before);
        let text = self.contest.move_text(&self.place, chosen);
        let expects = value.map_or(String::new(), |value| format!(" (expects {value:+})"));
        let name = self.side_name(side);
        writeln!(self.out, "{name} plays {text}{expects}.")?;
        let position = self.contest.position_text(&self.place);
        let gain = self.contest.play(&before, chosen).gain;
        let told = self.teller.as_ref();
        let told = told.and_then(|teller| teller.tell(&position, &text));
        if self.contest.mid_round(&before) {
            self.last_round = Some((position, text));
        }
        self.place = self.contest.advance(&self.place, chosen);
        self.moves.push(chosen);
        let after = self.contest.state(&self.place);
        match told {
            Some(told) => {
                self.last_holes = Some(told.holes);
                writeln!(self.out, "{}", told.sentence)?;
                if let Some(end) = told.end {
                    writeln!(self.out, "{end}")?;
                }
            }
            None if self.teller.is_none() => {
                let over = self.contest.terminal(&after).is_some();
                let again = !over && self.contest.side_to_move(&after) == side;
                let words = match (gain, again) {
                    (0, false) => None,
                    (0, true) => Some(format!("{name} moves again.")),
                    (gain, false) => Some(format!("{name} gains {gain}.")),
                    (gain, true) => Some(format!("{name} gains {gain} and moves again.")),
                };
                if let Some(words) = words {
                    writeln!(self.out, "{words}")?;
                }
            }
            // The board was turned, and the holes with it.
            None if !self.contest.mid_round(&after) => self.last_holes = None,
            None => {}
        }
        // A person who answers an engine sees which hole it took.
        let person = |side| self.people[usize::from(side == Side::Second)];
        let answers = !person(side) && person(self.contest.side_to_move(&after));
        if answers || !self.contest.mid_round(&after) {
            self.draw()?;
        }
        Ok(())
    }

    /// Asks a person once.
    fn ask(&mut self, input: &Input) -> Result<Next, Failure> {
        let legal = legal_moves(self.contest, &self.place);
        let text = |&chosen| self.contest.move_text(&self.place, chosen);
        let mut listed: Vec<(String, C::Move)> =
            legal.iter().map(|chosen| (text(chosen), *chosen)).collect();
        listed.sort_by_key(|(text, _)| text.get(1..).and_then(|hole| hole.parse::<u8>().ok()));
        let texts: Vec<&str> = listed.iter().map(|(text, _)| text.as_str()).collect();
        let side = self.contest.side_to_move(&self.contest.state(&self.place));
        let name = self.side_name(side);
        if texts == ["turn", "stay"] || texts == ["stay", "turn"] {
            writeln!(
                self.out,
                "Pie rule: turn exchanges the sides, board and cups; stay keeps them."
            )?;
        }
        write!(self.out, "{name} to move [{}] > ", texts.join(" "))?;
        self.out.flush()?;
        let line = match input.next(self.monitor) {
            Typed::Line(line) => line,
            Typed::End => {
                writeln!(self.out)?;
                return Ok(Next::End("quit"));
            }
            Typed::Interrupted => {
                writeln!(self.out)?;
                return Ok(Next::End("interrupted"));
            }
        };
        let lower = line.to_ascii_lowercase();
        let named = |written: &str| {
            let written = written.to_ascii_lowercase();
            written == lower || written.get(1..) == Some(lower.as_str())
        };
        if let Some(place) = texts.iter().position(|text| named(text)) {
            self.earlier.push(self.moves.len());
            let chosen = listed[place].1;
            self.play(chosen, None)?;
            return Ok(Next::Continue);
        }
        if lower == "resign" {
            writeln!(self.out, "{name} resigns.")?;
            return Ok(Next::End("resigned"));
        }
        let legal = format!(
            "Not possible here. Choose one of {}, or type help.",
            texts.join(" ")
        );
        self.obey(&line, &legal)
    }

    /// What a person may still ask for when the game is over.
    fn ask_after_the_end(&mut self, input: &Input) -> Result<Next, Failure> {
        write!(self.out, "[review, save FILE, undo, quit] > ")?;
        self.out.flush()?;
        loop {
            let before = self.moves.len();
            let Typed::Line(line) = input.next(self.monitor) else {
                writeln!(self.out)?;
                return Ok(Next::End("quit"));
            };
            match self.obey(&line, "The game is over: review, save FILE, undo or quit.")? {
                Next::Continue if self.moves.len() == before => {
                    write!(self.out, "[review, save FILE, undo, quit] > ")?;
                    self.out.flush()?;
                }
                next => return Ok(next),
            }
        }
    }
}
