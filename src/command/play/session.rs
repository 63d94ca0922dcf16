//! A game at the prompt: drawing, questions and messages.

use std::io::{self, Write};
use std::path::PathBuf;

use sowlab_base::files::TemporaryFolder;
use sowlab_base::interrupt::stoppable;
use sowlab_solvers::{Monitor, Side};

use super::super::amount::counted;
use super::super::failure::Failure;
use super::input::{Input, Typed};
use super::narrator::RoundNarrator;
use sowlab_engines::explained::verdict;
use sowlab_engines::limits::Limits;
use sowlab_engines::player::Choice;
use sowlab_engines::seat::Seat;
use sowlab_games::catalog::{CatalogGame, NEVER_ENDS};
use sowlab_games::dynamic::Line;
use sowlab_games::stones::sowing::JointMove;

pub(super) const HELP: &str = "\
Type a move as it is listed (the number of a hole or pit is enough), or:
  hint         a good move, and how sure that is
  values       the value of every move
  explain 5    the result of move 5, a better move, and a line of play
  undo         takes back to your last move
  trace        the last round, step by step (stones family)
  rules        the rules on one screen
  review       the loss of every move
  save FILE, load FILE, resign, help, quit";

/// The ending of a game, and the counters of each side if it is over.
pub(super) type Ended = (&'static str, Option<[u32; 2]>);

/// The action after a line was read.
pub(super) enum Next {
    Continue,
    End(&'static str),
}

/// The game, the players, and the output.
pub(super) struct Session<'a> {
    pub(super) game: &'a CatalogGame,
    /// The names of the sides.
    pub(super) sides: [&'static str; 2],
    pub(super) pie: bool,
    pub(super) line: Line,
    /// The number of moves before each choice of a person, for `undo`.
    pub(super) earlier: Vec<usize>,
    /// The description of rounds, in games in which both sides sow at once.
    pub(super) narrator: Option<RoundNarrator>,
    /// The position before the last round was completed and the move that completed it, for `trace`.
    pub(super) last_round: Option<(String, String)>,
    pub(super) last_holes: Option<JointMove>,
    /// For each side whether it is a person.
    pub(super) people: [bool; 2],
    pub(super) seats: [Box<dyn Seat>; 2],
    /// For each side whether its engine takes noticeable time.
    pub(super) thinks: [bool; 2],
    pub(super) most_moves: usize,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) out: Box<dyn Write>,
    /// True if `out` is standard output.
    pub(super) text: bool,
    /// The folder of endgame tables for hints, once it was needed.
    pub(super) scratch: Option<TemporaryFolder>,
    /// Directory of endgame tables for hints, values and reviews.
    pub(super) tables: Option<PathBuf>,
    /// Files of proven claims for the same.
    pub(super) proofs: Vec<PathBuf>,
    /// True once a person has resigned.
    pub(super) resigned: bool,
}

/// Returns whether a word names a choice: as it is written, or without its letter.
pub(super) fn is_named(choice: &str, word: &str) -> bool {
    let number = choice.get(1..);
    choice.eq_ignore_ascii_case(word)
        || number.is_some_and(|number| number.eq_ignore_ascii_case(word))
}

impl Session<'_> {
    fn side_name(&self, side: Side) -> &'static str {
        self.sides[usize::from(side == Side::Second)]
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        let position = self.line.position();
        let boxed = self.narrator.as_ref();
        let boxed = boxed.and_then(|narrator| narrator.draw(&position.text(), self.last_holes));
        let drawing = boxed.unwrap_or_else(|| position.drawing());
        writeln!(self.out, "\n{}\n", drawing.trim_end_matches('\n'))
    }

    /// Plays the game to its end.
    pub(super) fn run(&mut self) -> Result<Ended, Failure> {
        writeln!(self.out, "{}\n", self.game)?;
        // Two engines do not read standard input.
        let input = (self.people.contains(&true)).then(|| Input::new(self.text));
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
            let side = self.line.position().side();
            if let (true, Some(input)) = (self.people[usize::from(side == Side::Second)], &input) {
                match self.ask(input)? {
                    Next::Continue => continue,
                    Next::End(result) => return Ok((result, None)),
                }
            }
            let moves = self.line.played().len();
            if input.is_none() && moves >= self.most_moves {
                writeln!(self.out, "Stopped after {}.", counted(moves as u64, "move"))?;
                return Ok(("stopped", None));
            }
            if !self.let_engine_choose()? {
                return Ok(("interrupted", None));
            }
        }
    }

    /// Returns the ending of the game if it is over, and prints it.
    fn ended(&mut self) -> io::Result<Option<Ended>> {
        if self.resigned {
            return Ok(Some(("resigned", None)));
        }
        if self.line.position().is_endless() {
            writeln!(self.out, "{NEVER_ENDS}")?;
            return Ok(Some(("endless", None)));
        }
        let Some(outcome) = self.line.position().outcome() else {
            return Ok(None);
        };
        self.tell_result(outcome)?;
        Ok(Some(("finished", Some(outcome))))
    }

    fn tell_result(&mut self, [one, other]: [u32; 2]) -> io::Result<()> {
        let [first, second] = self.sides;
        let verdict = match self.line.position().winner() {
            Some(side) => format!("{} wins", self.side_name(side)),
            None => "a draw".to_owned(),
        };
        writeln!(
            self.out,
            "The game is over: {first} {one} : {other} {second}: {verdict}."
        )
    }

    /// Lets the engine choose. Returns whether it did, and was not interrupted.
    fn let_engine_choose(&mut self) -> Result<bool, Failure> {
        let position = self.line.position();
        let side = position.side();
        let number = usize::from(side == Side::Second);
        if self.thinks[number] && position.moves().len() > 1 {
            writeln!(self.out, "{} is thinking …", self.side_name(side))?;
            self.out.flush()?;
        }
        let (line, monitor) = (&self.line, self.monitor);
        let seat = &mut self.seats[number];
        let choose = || seat.choose(line, Limits::default(), monitor, &|_| ());
        let Ok(choice) = stoppable(choose) else {
            return Ok(false);
        };
        let choice = choice?;
        if self.monitor.cancelled() {
            return Ok(false);
        }
        if let Some(Choice { chosen, value }) = choice {
            self.play(&chosen, value)?;
        }
        Ok(true)
    }

    /// Plays a legal move.
    fn play(&mut self, chosen: &str, value: Option<i32>) -> Result<(), Failure> {
        let before = self.line.position();
        let (text, side) = (before.text(), before.side());
        let (mid_round, lead) = (before.mid_round(), before.lead());
        let name = self.side_name(side);
        let expects = value.map_or(String::new(), |value| {
            let sign = if side == Side::First { 1 } else { -1 };
            let result = verdict(self.sides, lead + sign * value);
            format!(" It expects: {result}.")
        });
        writeln!(self.out, "{name} plays {chosen}.{expects}")?;
        let told = self.narrator.as_ref();
        let told = told.and_then(|narrator| narrator.tell(&text, chosen));
        if mid_round {
            self.last_round = Some((text, chosen.to_owned()));
        }
        self.line
            .play(chosen)
            .map_err(|error| Failure::BadInput(error.to_string()))?;
        let after = self.line.position();
        let (next, over) = (after.side(), after.outcome().is_some());
        let between_rounds = !after.mid_round();
        match told {
            Some(told) => {
                self.last_holes = Some(told.holes);
                writeln!(self.out, "{}", told.sentence)?;
                if let Some(end) = told.end {
                    writeln!(self.out, "{end}")?;
                }
            }
            None if self.narrator.is_none() => {
                let gain = match side {
                    Side::First => after.lead() - lead,
                    Side::Second => lead - after.lead(),
                };
                let again = !over && next == side;
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
            // The board was rotated, and the holes with it.
            None if between_rounds => self.last_holes = None,
            None => {}
        }
        // A person who replies to an engine sees which hole it took.
        let person = |side| self.people[usize::from(side == Side::Second)];
        let answers = !person(side) && person(next);
        if answers || between_rounds {
            self.draw()?;
        }
        Ok(())
    }

    /// Asks a person for one line.
    fn ask(&mut self, input: &Input) -> Result<Next, Failure> {
        let mut texts = self.line.position().moves();
        texts.sort_by_key(|text| text.get(1..).and_then(|hole| hole.parse::<u8>().ok()));
        let name = self.side_name(self.line.position().side());
        if texts == ["turn", "stay"] || texts == ["stay", "turn"] {
            writeln!(
                self.out,
                "Pie rule: turn swaps the sides of board and cups; stay does not."
            )?;
        }
        let prompt = format!("{name} to move [{}] > ", texts.join(" "));
        let line = match input.next(&prompt, &mut *self.out, self.monitor)? {
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
        if let Some(place) = texts.iter().position(|text| is_named(text, &line)) {
            self.earlier.push(self.line.played().len());
            self.play(&texts[place], None)?;
            return Ok(Next::Continue);
        }
        if line.eq_ignore_ascii_case("resign") {
            let side = self.line.position().side();
            let winner = self.sides[usize::from(side == Side::First)];
            writeln!(
                self.out,
                "{name} resigns: {winner} wins. `review` shows where the game was lost; `quit` ends."
            )?;
            self.resigned = true;
            return Ok(Next::Continue);
        }
        let legal = format!(
            "Not possible here. Choose one of {}, or type help.",
            texts.join(" ")
        );
        self.obey(&line, &legal)
    }

    /// Asks a person for one of the commands that are left when the game is over.
    fn ask_after_the_end(&mut self, input: &Input) -> Result<Next, Failure> {
        const PROMPT: &str = "[review, save FILE, undo, quit] > ";
        loop {
            let before = self.line.played().len();
            let Typed::Line(line) = input.next(PROMPT, &mut *self.out, self.monitor)? else {
                writeln!(self.out)?;
                return Ok(Next::End("quit"));
            };
            match self.obey(&line, "The game is over: review, save FILE, undo or quit.")? {
                Next::Continue if self.line.played().len() == before => {}
                next => return Ok(next),
            }
        }
    }
}
