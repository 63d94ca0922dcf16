//! Omweso: moves of one side in its own ring of pits, one seed at a time, implemented from the wording of the rules.

use super::fault::Fault;
use super::following::{Budget, Recurrence, Step, recurs, to_end};
use super::game::{Game, Played};
use super::options::Options;
use super::reading::{number, pit_of, pits, pits_text, seeds_fit};

/// The most laps since the last capture that a position states.
const MOST_LAPS: u64 = (1 << 24) - 1;

/// The laps of a turn that may be sown clockwise.
#[derive(Clone, Copy, PartialEq)]
enum Reverse {
    Any,
    First,
    None,
}

/// A game of omweso.
pub(super) struct Omweso {
    /// The number of pits in a row.
    row: usize,
    /// The number of seeds at the start.
    seeds: u64,
    reverse: Reverse,
    /// The turns at the start in which nothing is captured.
    quiet: u32,
}

/// A lap whose direction is to be chosen.
#[derive(Clone, Copy, PartialEq)]
struct Choice {
    /// The pit where the lap begins, from 0.
    origin: usize,
    hand: u32,
    /// The laps since the last capture.
    laps: u64,
}

/// A position: each player's pits in sowing order, the outer row first.
#[derive(Clone, PartialEq)]
pub(super) struct Position {
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
    choice: Option<Choice>,
    /// The turns left in which nothing is captured.
    quiet: u32,
}

/// The direction of the next lap.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    /// Counterclockwise, unless there is a choice.
    Open,
    Counterclockwise,
    Clockwise,
}

/// A sowing at the start of a lap.
#[derive(Clone)]
struct Sowing {
    origin: usize,
    hand: u32,
    own: Vec<u32>,
    other: Vec<u32>,
    direction: Direction,
    first: bool,
    laps: u64,
    /// Whether a choice has recurred: every further one recurs too.
    recurs: bool,
}

/// The pits, the origin and the hand determine a sowing without choices.
impl PartialEq for Sowing {
    fn eq(&self, other: &Sowing) -> bool {
        let rest = (self.origin, self.hand) == (other.origin, other.hand);
        rest && self.own == other.own && self.other == other.other
    }
}

/// The outcome of a lap.
enum Lap {
    Ends,
    Captures,
    Relays,
}

/// The end of a sowing.
enum End {
    Turn(Sowing),
    Choice(Sowing),
}

impl Sowing {
    /// The other side's pits in the column of an own inner pit: the inner one and the outer one behind it.
    fn column(&self, inner: usize) -> [usize; 2] {
        let row = self.own.len() / 2;
        // In the numbering of the rules, inner pit W + k faces pit 2W + 1 - k, and outer pit k lies behind it.
        let k = inner + 1 - row;
        [2 * row - k, k - 1]
    }

    /// Sows the lap and applies the rules to its last seed.
    fn sow(&mut self, clockwise: bool, captures: bool) -> Lap {
        let ring = self.own.len();
        let (mut last, mut before) = (self.origin, 0);
        for _ in 0..self.hand {
            last = match clockwise {
                true => (last + ring - 1) % ring,
                false => (last + 1) % ring,
            };
            before = self.own[last];
            self.own[last] += 1;
        }
        self.hand = 0;
        if before == 0 {
            return Lap::Ends;
        }
        if captures && last >= ring / 2 {
            let [facing, behind] = self.column(last);
            if self.other[facing] > 0 && self.other[behind] > 0 {
                self.hand = std::mem::take(&mut self.other[facing]);
                self.hand += std::mem::take(&mut self.other[behind]);
                return Lap::Captures;
            }
        }
        self.origin = last;
        self.hand = std::mem::take(&mut self.own[last]);
        Lap::Relays
    }

    /// Returns whether the lap may be sown clockwise.
    fn is_choice(&self, reverse: Reverse, captures: bool) -> bool {
        let leftmost = self.origin < 2 || self.origin + 2 >= self.own.len();
        let allowed = match reverse {
            Reverse::Any => true,
            Reverse::First => self.first,
            Reverse::None => false,
        };
        allowed && leftmost && matches!(self.clone().sow(true, captures), Lap::Captures)
    }

    /// Returns whether counterclockwise laps without a capture lead back here in at most as many laps as there were
    /// since the last capture. Then this choice has occurred before.
    fn recurs(&self, captures: bool, budget: &mut Budget) -> Result<bool, Fault> {
        let mut later = self.clone();
        for _ in 0..self.laps {
            budget.spend()?;
            if !matches!(later.sow(false, captures), Lap::Relays) {
                return Ok(false);
            }
            if later == *self {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Omweso {
    /// Sows a lap, unless its direction is to be chosen.
    fn step(
        &self,
        sowing: &mut Sowing,
        quiet: u32,
        budget: &mut Budget,
    ) -> Result<Step<End>, Fault> {
        let captures = quiet == 0;
        if sowing.direction == Direction::Open
            && !sowing.recurs
            && sowing.is_choice(self.reverse, captures)
        {
            if !sowing.recurs(captures, budget)? {
                return Ok(Step::Over(End::Choice(sowing.clone())));
            }
            sowing.recurs = true;
        }
        let before_the_cycle = sowing.own[sowing.origin] > 0;
        match sowing.sow(sowing.direction == Direction::Clockwise, captures) {
            Lap::Ends => return Ok(Step::Over(End::Turn(sowing.clone()))),
            Lap::Captures => (sowing.laps, sowing.recurs) = (0, false),
            Lap::Relays if before_the_cycle => sowing.laps = 0,
            Lap::Relays => sowing.laps += 1,
        }
        (sowing.direction, sowing.first) = (Direction::Open, false);
        Ok(Step::On { disputed: false })
    }

    /// Lifts a pit or goes on in a direction.
    fn start(position: &Position, text: &str) -> Result<Sowing, Fault> {
        let (side, own, other) = match position.lower_moves {
            true => ('L', &position.lower, &position.upper),
            false => ('U', &position.upper, &position.lower),
        };
        let mut sowing = Sowing {
            origin: 0,
            hand: 0,
            own: own.clone(),
            other: other.clone(),
            direction: Direction::Open,
            first: true,
            laps: 0,
            recurs: false,
        };
        if let Some(choice) = position.choice {
            sowing.direction = match text {
                "+" => Direction::Counterclockwise,
                "-" => Direction::Clockwise,
                _ => return Err("the direction of a lap comes first: + or -".into()),
            };
            (sowing.origin, sowing.hand) = (choice.origin, choice.hand);
            sowing.laps = choice.laps;
            return Ok(sowing);
        }
        sowing.origin = pit_of(text, side, own.len())? - 1;
        sowing.hand = std::mem::take(&mut sowing.own[sowing.origin]);
        match sowing.hand {
            0 | 1 => Err(Fault::TooFew {
                place: "pit",
                number: sowing.origin as u64 + 1,
                what: "seeds",
            }),
            _ => Ok(sowing),
        }
    }

    fn text(&self, position: &Position) -> String {
        let side = if position.lower_moves { "L" } else { "U" };
        let mut text = format!("{} {side}", Omweso::board(position));
        let mut marks = Vec::new();
        if let Some(Choice { origin, hand, laps }) = position.choice {
            marks.push(format!("{}:{hand}", origin + 1));
            if laps > 0 {
                marks.push(format!("laps:{laps}"));
            }
        }
        if position.quiet > 0 {
            marks.push(format!("quiet:{}", position.quiet));
        }
        if !marks.is_empty() {
            text += &format!(" {}", marks.join(","));
        }
        text
    }

    /// Reads the parts of the last field.
    fn read_marks(&self, text: &str) -> Option<(Option<Choice>, u32)> {
        let (mut choice, mut laps, mut quiet) = (None, 0, 0);
        for part in text.split(',') {
            let (name, count) = part.split_once(':')?;
            let count = number(count)?;
            match name {
                "laps" => laps = u64::from(count),
                "quiet" => quiet = count,
                _ => choice = Some((number(name)?.checked_sub(1)? as usize, count)),
            }
        }
        let choice = choice.map(|(origin, hand)| Choice { origin, hand, laps });
        let fits = laps <= MOST_LAPS && (laps == 0 || choice.is_some()) && quiet <= self.quiet;
        fits.then_some((choice, quiet))
    }

    /// Returns whether the lap of a choice may be sown clockwise.
    fn fits(&self, position: &Position) -> bool {
        let Some(choice) = position.choice else {
            return true;
        };
        choice.origin < 2 * self.row
            && choice.hand > 0
            && Omweso::start(position, "-").is_ok_and(|mut sowing| {
                sowing.first = true;
                sowing.is_choice(self.reverse, position.quiet == 0)
            })
    }
}

impl Game for Omweso {
    type Position = Position;

    const NAME: &'static str = "omweso";

    fn has_rounds(&self) -> bool {
        false
    }

    fn option_names(_: &Options) -> &'static [&'static str] {
        &["pits", "seeds", "reverse", "first-capture", "endless"]
    }

    fn new(options: &Options) -> Result<Omweso, Fault> {
        let row = options.number("pits", 2, 8)?;
        let seeds = options.number("seeds", 1, 7)?;
        let reverse = options.place("reverse", &["any-lap", "first-lap", "none"])?;
        options.place("endless", &["annul", "illegal"])?;
        Ok(Omweso {
            row: row as usize,
            seeds: 2 * row * seeds,
            reverse: [Reverse::Any, Reverse::First, Reverse::None][reverse],
            quiet: match options.is_second("first-capture", ["yes", "no"])? {
                true => 2,
                false => 0,
            },
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, side, marks) = match *fields.as_slice() {
            [board, side] => (board, side, None),
            [board, side, marks] => (board, side, Some(marks)),
            _ => return Err("a position has two or three fields".into()),
        };
        let mut lower = pits(board, [4, self.row])?;
        let upper = lower.split_off(2 * self.row);
        let marks = marks.map(|marks| self.read_marks(marks).ok_or("the last field is not valid"));
        let (choice, quiet) = marks.transpose()?.unwrap_or_default();
        let hand = choice.map(|choice| choice.hand);
        seeds_fit(lower.iter().chain(&upper).chain(&hand).copied(), self.seeds)?;
        let position = Position {
            lower,
            upper,
            lower_moves: side == "L",
            choice,
            quiet,
        };
        match self.fits(&position) && self.text(&position) == text {
            true => Ok(position),
            false => Err("not a position in the notation of the game".into()),
        }
    }

    fn board(position: &Position) -> String {
        let pits = [&position.lower[..], &position.upper[..]].concat();
        pits_text(&pits, position.lower.len() / 2)
    }

    fn play(
        &self,
        position: &mut Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault> {
        let quiet = position.quiet;
        let step = |sowing: &mut Sowing, budget: &mut Budget| self.step(sowing, quiet, budget);
        let ended = to_end(Omweso::start(position, item)?, step, budget)?;
        let (end, _) = ended.ok_or("its sowing never ends")?;
        let sowing = match end {
            End::Turn(sowing) => {
                position.choice = None;
                position.quiet = quiet.saturating_sub(1);
                sowing
            }
            End::Choice(sowing) => {
                if sowing.laps > MOST_LAPS {
                    return Err("its sowing has too many laps for a position".into());
                }
                position.choice = Some(Choice {
                    origin: sowing.origin,
                    hand: sowing.hand,
                    laps: sowing.laps,
                });
                sowing
            }
        };
        (position.lower, position.upper) = match position.lower_moves {
            true => (sowing.own, sowing.other),
            false => (sowing.other, sowing.own),
        };
        position.lower_moves ^= position.choice.is_none();
        Ok(Played::default())
    }

    fn endless(
        &self,
        position: &Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault> {
        let quiet = position.quiet;
        let step = |sowing: &mut Sowing, budget: &mut Budget| self.step(sowing, quiet, budget);
        recurs(Omweso::start(position, item)?, step, claimed, budget)
    }
}
