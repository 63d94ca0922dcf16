//! Bao la kujifunza: moves of one side in its own ring of pits, one seed at a time, implemented from the wording of the
//! rules.

use super::fault::Fault;
use super::following::{Budget, Recurrence, Step, recurs, to_end};
use super::game::{Game, Played};
use super::options::Options;
use super::reading::{pit_of, pits, pits_text, seeds_fit};

/// A game of bao.
pub(super) struct Bao {
    /// The number of pits in a row.
    row: usize,
    /// The number of seeds at the start.
    seeds: u64,
    /// Whether a pit with as many seeds as a ring has pits cannot begin a capturing move.
    big: bool,
}

/// A position: each player's pits in the order of their numbers, the outer row first.
#[derive(Clone, PartialEq)]
pub(super) struct Position {
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
}

impl Position {
    /// The pits of the side to move, then those of the other side.
    fn sides(&self) -> [&Vec<u32>; 2] {
        match self.lower_moves {
            true => [&self.lower, &self.upper],
            false => [&self.upper, &self.lower],
        }
    }
}

/// A sowing at the start of a lap.
#[derive(Clone, PartialEq)]
struct Sowing {
    own: Vec<u32>,
    other: Vec<u32>,
    /// The pit before the first seed of the lap, from 0.
    origin: usize,
    hand: u32,
    clockwise: bool,
    captures: bool,
}

/// The end of a sowing.
enum End {
    /// The turn passes.
    Turn(Sowing),
    /// The inner row of the side that sows is empty: it has lost.
    Lost(Sowing),
}

fn inner_is_empty(pits: &[u32]) -> bool {
    pits[pits.len() / 2..].iter().all(|&seeds| seeds == 0)
}

impl Sowing {
    /// Lifts a pit.
    fn of(position: &Position, pit: usize, clockwise: bool) -> Sowing {
        let [mut own, other] = position.sides().map(Vec::clone);
        let hand = std::mem::take(&mut own[pit]);
        Sowing {
            own,
            other,
            origin: pit,
            hand,
            clockwise,
            captures: false,
        }
    }

    /// Sows one seed into the pit after this one. Returns that pit and the seeds that it had.
    fn drop_after(&mut self, pit: usize) -> (usize, u32) {
        let ring = self.own.len();
        let next = match self.clockwise {
            true => (pit + ring - 1) % ring,
            false => (pit + 1) % ring,
        };
        self.hand -= 1;
        self.own[next] += 1;
        (next, self.own[next] - 1)
    }

    /// Returns the seeds that the last seed of a lap captures in this pit.
    fn facing(&mut self, pit: usize) -> Option<&mut u32> {
        let row = self.own.len() / 2;
        // Inner pit W + k faces inner pit 2W + 1 - k of the other side, with k from 1.
        let facing = (3 * row - 1).checked_sub(pit)?;
        let seeds = self.other.get_mut(facing).filter(|seeds| **seeds > 0);
        seeds.filter(|_| pit >= row)
    }

    /// Returns whether the first lap ends in an occupied inner pit that faces an occupied one.
    fn begins_with_capture(&self, big: bool) -> bool {
        if big && self.hand as usize >= self.own.len() {
            return false;
        }
        let mut lap = self.clone();
        let (mut pit, mut before) = (lap.origin, 0);
        while lap.hand > 0 {
            (pit, before) = lap.drop_after(pit);
        }
        before > 0 && lap.facing(pit).is_some()
    }

    /// Sows a lap.
    fn step(&mut self) -> Step<End> {
        let (mut pit, mut before) = (self.origin, 0);
        while self.hand > 0 {
            (pit, before) = self.drop_after(pit);
            if inner_is_empty(&self.own) {
                return Step::Over(End::Lost(self.clone()));
            }
        }
        if before == 0 {
            return Step::Over(End::Turn(self.clone()));
        }
        let captured = match self.captures {
            true => self.facing(pit).map(std::mem::take),
            false => None,
        };
        let Some(captured) = captured else {
            self.origin = pit;
            self.hand = std::mem::take(&mut self.own[pit]);
            return Step::On { disputed: false };
        };
        if inner_is_empty(&self.other) {
            return Step::Over(End::Turn(self.clone()));
        }
        let row = self.own.len() / 2;
        let side = (row / 4).max(1);
        // Inner pits are numbered from the right.
        let from_right = pit - row;
        if from_right < side {
            self.clockwise = false;
        } else if from_right >= row - side {
            self.clockwise = true;
        }
        // The first seed falls into an end pit of the inner row.
        self.origin = if self.clockwise { 0 } else { row - 1 };
        self.hand = captured;
        Step::On { disputed: false }
    }
}

impl Bao {
    /// Begins a move that is legal, or that is illegal only because it never ends.
    fn begin(&self, position: &Position, text: &str, budget: &mut Budget) -> Result<Sowing, Fault> {
        let clockwise = text.ends_with('-');
        let name = text.strip_suffix(if clockwise { '-' } else { '+' });
        let name = name.ok_or("a move ends in its direction, + or -")?;
        let side = if position.lower_moves { 'L' } else { 'U' };
        let pit = pit_of(name, side, 2 * self.row)? - 1;
        let mut sowing = Sowing::of(position, pit, clockwise);
        if sowing.hand < 2 {
            return Err(Fault::TooFew {
                place: "pit",
                number: pit as u64 + 1,
                what: "seeds",
            });
        }
        let [pits, _] = position.sides();
        if inner_is_empty(pits) {
            return Err("the inner row is empty, and the game is over".into());
        }
        if sowing.begins_with_capture(self.big) {
            sowing.captures = true;
            return Ok(sowing);
        }
        let movable = pits.iter().enumerate().filter(|(_, seeds)| **seeds >= 2);
        for (other, _) in movable {
            for clockwise in [false, true] {
                let mut capture = Sowing::of(position, other, clockwise);
                capture.captures = capture.begins_with_capture(self.big);
                let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step());
                if capture.captures && to_end(capture, step, budget)?.is_some() {
                    return Err("a capturing move comes first".into());
                }
            }
        }
        if (pit >= self.row) != pits[self.row..].iter().any(|&seeds| seeds >= 2) {
            return Err("the inner row comes first, if a pit there has two seeds".into());
        }
        let outward = match clockwise {
            true => pit == self.row,
            false => pit == 2 * self.row - 1,
        };
        if outward && inner_is_empty(&sowing.own) {
            return Err("the only inner pit with seeds is sown along its row".into());
        }
        Ok(sowing)
    }
}

impl Game for Bao {
    type Position = Position;

    const NAME: &'static str = "bao";

    fn has_rounds(&self) -> bool {
        false
    }

    fn option_names(_: &Options) -> &'static [&'static str] {
        &["pits", "seeds", "big"]
    }

    fn new(options: &Options) -> Result<Bao, Fault> {
        let row = options.number("pits", 2, 8)?;
        let seeds = options.number("seeds", 1, 7)?;
        Ok(Bao {
            row: row as usize,
            seeds: 4 * row * seeds,
            big: !options.is_second("big", ["on", "off"])?,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        let (board, side) = text.split_once(' ').ok_or("a position has two fields")?;
        let mut lower = pits(board, [4, self.row])?;
        let upper = lower.split_off(2 * self.row);
        seeds_fit(lower.iter().chain(&upper).copied(), self.seeds)?;
        let position = Position {
            lower,
            upper,
            lower_moves: side == "L",
        };
        let side = if position.lower_moves { "L" } else { "U" };
        match format!("{} {side}", Bao::board(&position)) == text {
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
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step());
        let sowing = self.begin(position, item, budget)?;
        let ended = to_end(sowing, step, budget)?;
        let (end, _) = ended.ok_or("its sowing never ends")?;
        let (sowing, passes) = match end {
            End::Turn(sowing) => (sowing, true),
            End::Lost(sowing) => (sowing, false),
        };
        (position.lower, position.upper) = match position.lower_moves {
            true => (sowing.own, sowing.other),
            false => (sowing.other, sowing.own),
        };
        position.lower_moves ^= passes;
        Ok(Played::default())
    }

    fn endless(
        &self,
        position: &Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault> {
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step());
        recurs(self.begin(position, item, budget)?, step, claimed, budget)
    }
}
