//! Agsinnoninka: rounds of both players and moves of one, one seed at a time, implemented from the wording of the rules.

use super::fault::Fault;
use super::following::{Budget, Recurrence, Step, recurs, to_end};
use super::game::{Game, Played};
use super::options::Options;
use super::reading::{number, pit_of, pits, pits_text, seeds_fit};

/// The most laps of a sowing that counts as one that ends.
const MOST_LAPS: u32 = 1000;

/// A game of agsinnoninka.
pub(super) struct Agsinnoninka {
    /// The number of pits on each side.
    row: usize,
    /// The number of seeds at the start.
    seeds: u64,
    simultaneous: bool,
    at_end: bool,
    upper_first: bool,
}

/// A position: Lower's pits, then Upper's, in the order of sowing.
#[derive(Clone, PartialEq)]
pub(super) struct Position {
    pits: Vec<u32>,
    stores: [u32; 2],
    lower_moves: bool,
    /// The pit that Lower has chosen, from 0, while Upper chooses.
    chosen: Option<usize>,
}

/// The hand of one player.
#[derive(Clone, PartialEq)]
struct Hand {
    pit: usize,
    /// None if his sowing has stopped.
    seeds: u32,
    /// Whether he takes the pit facing his last seed once both have stopped.
    owed: bool,
    lower: bool,
}

/// A sowing: the hands that sow.
#[derive(Clone)]
struct Sowing {
    pits: Vec<u32>,
    /// In the order in which empty hands are settled.
    hands: Vec<Hand>,
    stores: [u32; 2],
    laps: u32,
}

/// The pits and the hands determine the rest of a sowing.
impl PartialEq for Sowing {
    fn eq(&self, other: &Sowing) -> bool {
        self.hands == other.hands && self.pits == other.pits
    }
}

impl Sowing {
    /// Takes the seeds of the pit that faces the last seed of a hand.
    fn take_facing(&mut self, hand: usize) {
        let Hand { pit, lower, .. } = self.hands[hand];
        let facing = self.pits.len() - 1 - pit;
        self.stores[usize::from(!lower)] += std::mem::take(&mut self.pits[facing]);
    }

    /// Applies the rules to a hand that has run out.
    fn settle(&mut self, hand: usize, at_end: bool) {
        let Hand { pit, lower, .. } = self.hands[hand];
        let next = (pit + 1) % self.pits.len();
        let lifted = std::mem::take(&mut self.pits[next]);
        if lifted > 0 {
            (self.hands[hand].pit, self.hands[hand].seeds) = (next, lifted);
            self.laps += 1;
            return;
        }
        let own = (pit < self.pits.len() / 2) == lower;
        self.hands[hand].owed = own && at_end;
        if own && !at_end {
            self.take_facing(hand);
        }
    }

    /// Drops a seed of each hand, and settles those that run out.
    fn step(&mut self, at_end: bool) -> Step<Sowing> {
        let sows: Vec<usize> = (0..self.hands.len())
            .filter(|&hand| self.hands[hand].seeds > 0)
            .collect();
        for &hand in &sows {
            let hand = &mut self.hands[hand];
            hand.pit = (hand.pit + 1) % self.pits.len();
            hand.seeds -= 1;
            self.pits[hand.pit] += 1;
        }
        for &hand in &sows {
            if self.hands[hand].seeds == 0 {
                self.settle(hand, at_end);
            }
        }
        if self.hands.iter().any(|hand| hand.seeds > 0) {
            return Step::On { disputed: false };
        }
        for hand in 0..self.hands.len() {
            if self.hands[hand].owed {
                self.take_facing(hand);
            }
        }
        Step::Over(self.clone())
    }

    /// Sows a lap of the only hand.
    fn lap(&mut self, at_end: bool) -> Step<Sowing> {
        let laps = self.laps;
        loop {
            let step = self.step(at_end);
            if self.laps > laps || matches!(step, Step::Over(_)) {
                return step;
            }
        }
    }
}

impl Agsinnoninka {
    /// Reads a pit of a side with seeds. Returns its place in the ring.
    fn pit(&self, pits: &[u32], text: &str, lower: bool) -> Result<usize, Fault> {
        let side = if lower { 'L' } else { 'U' };
        let number = pit_of(text, side, self.row)?;
        let place = self.row - number + if lower { 0 } else { self.row };
        match pits[place] {
            0 => Err("the pit is empty".into()),
            _ => Ok(place),
        }
    }

    /// Lifts the pits of a sowing: the players, and their pits.
    fn lift(&self, position: &Position, chosen: &[(bool, usize)]) -> Result<Sowing, Fault> {
        let mut pits = position.pits.clone();
        let (lower, upper) = pits.split_at(self.row);
        if [lower, upper]
            .iter()
            .any(|side| side.iter().all(|&seeds| seeds == 0))
        {
            return Err("a side has no seeds: the game is over".into());
        }
        let hand = |&(lower, pit): &(bool, usize)| Hand {
            pit,
            seeds: std::mem::take(&mut pits[pit]),
            owed: false,
            lower,
        };
        let mut hands: Vec<Hand> = chosen.iter().map(hand).collect();
        if self.upper_first {
            hands.reverse();
        }
        Ok(Sowing {
            pits,
            laps: hands.len() as u32,
            hands,
            stores: position.stores,
        })
    }

    /// Lifts the pit of a move, or Upper's pit and the one that Lower has chosen.
    fn begin(&self, position: &Position, text: &str) -> Result<Sowing, Fault> {
        let lower = position.lower_moves;
        let pit = self.pit(&position.pits, text, lower)?;
        match position.chosen {
            Some(first) => self.lift(position, &[(true, first), (false, pit)]),
            None => self.lift(position, &[(lower, pit)]),
        }
    }

    fn text(&self, position: &Position) -> String {
        let side = if position.lower_moves { "L" } else { "U" };
        let mut text = format!("{} {side}", Agsinnoninka::board(position));
        let [lower, upper] = position.stores;
        if lower + upper > 0 || position.chosen.is_some() {
            text += &format!(" {lower} {upper}");
        }
        if let Some(pit) = position.chosen {
            text += &format!(" L{}", self.row - pit);
        }
        text
    }
}

impl Game for Agsinnoninka {
    type Position = Position;

    const NAME: &'static str = "agsinnoninka";

    fn has_rounds(&self) -> bool {
        self.simultaneous
    }

    fn option_names(_: &Options) -> &'static [&'static str] {
        &["pits", "seeds", "mode", "capture", "tie"]
    }

    fn new(options: &Options) -> Result<Agsinnoninka, Fault> {
        let row = options.number("pits", 1, 9)?;
        let seeds = options.number("seeds", 1, 14)?;
        Ok(Agsinnoninka {
            row: row as usize,
            seeds: 2 * row * seeds,
            simultaneous: !options.is_second("mode", ["simultaneous", "alternate"])?,
            at_end: options.is_second("capture", ["at-stop", "at-end"])?,
            upper_first: options.is_second("tie", ["lower", "upper"])?,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, side, stores, chosen) = match *fields.as_slice() {
            [board, side] => (board, side, ["0"; 2], None),
            [board, side, lower, upper] => (board, side, [lower, upper], None),
            [board, side, lower, upper, chosen] => (board, side, [lower, upper], Some(chosen)),
            _ => return Err("a position has two, four or five fields".into()),
        };
        let pits = pits(board, [2, self.row])?;
        let [lower, upper] = stores.map(number);
        let stores = lower.zip(upper).ok_or("the stores must be numbers")?;
        let stores = <[u32; 2]>::from(stores);
        seeds_fit(pits.iter().chain(&stores).copied(), self.seeds)?;
        let chosen = chosen.map(|text| self.pit(&pits, text, true)).transpose()?;
        let position = Position {
            pits,
            stores,
            lower_moves: side == "L",
            chosen,
        };
        let fits = match self.simultaneous {
            true => position.lower_moves == chosen.is_none(),
            false => chosen.is_none(),
        };
        match fits && self.text(&position) == text {
            true => Ok(position),
            false => Err("not a position in the notation of the game".into()),
        }
    }

    fn board(position: &Position) -> String {
        pits_text(&position.pits, position.pits.len() / 2)
    }

    fn play(
        &self,
        position: &mut Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault> {
        let sowing = self.begin(position, item)?;
        if self.simultaneous && position.lower_moves {
            position.chosen = Some(self.pit(&position.pits, item, true)?);
            position.lower_moves = false;
            return Ok(Played::default());
        }
        let step = |sowing: &mut Sowing, _: &mut Budget| {
            let step = sowing.step(self.at_end);
            match sowing.laps > MOST_LAPS {
                true => {
                    Err("it takes more than 1000 laps and counts as one that never ends".into())
                }
                false => Ok(step),
            }
        };
        let ended = to_end(sowing, step, budget)?;
        let (sowing, _) = ended.ok_or("its sowing never ends")?;
        (position.pits, position.stores) = (sowing.pits, sowing.stores);
        position.lower_moves = !position.lower_moves;
        position.chosen = None;
        Ok(Played::default())
    }

    /// Follows a round such as `L2U4` in steps, or a move of one player in laps.
    fn endless(
        &self,
        position: &Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault> {
        if !self.simultaneous {
            let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.lap(self.at_end));
            return recurs(self.begin(position, item)?, step, claimed, budget);
        }
        let at = item
            .find('U')
            .ok_or("a round names both pits, as in L2U4")?;
        let (first, second) = item.split_at(at);
        if position.chosen.is_some() {
            return Err("Lower has chosen already".into());
        }
        let chosen = [
            (true, self.pit(&position.pits, first, true)?),
            (false, self.pit(&position.pits, second, false)?),
        ];
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step(self.at_end));
        recurs(self.lift(position, &chosen)?, step, claimed, budget)
    }
}
