//! Owela: moves of one side in its own pits, one seed at a time, implemented from the wording of the rules.

use super::fault::Fault;
use super::following::{Budget, Recurrence, Step, recurs, to_end};
use super::game::{Game, Played};
use super::options::Options;

/// A game of Owela.
pub(super) struct Owela {
    /// The number of pits in a row.
    row: usize,
    /// Whether seeds in the facing inner pit are enough for a capture.
    inner: bool,
    /// The number of seeds of the game.
    seeds: u64,
}

/// A position: each player's pits in sowing order, the outer row first.
#[derive(Clone, PartialEq)]
pub(super) struct Position {
    lower: Vec<u32>,
    upper: Vec<u32>,
    lower_moves: bool,
}

/// A sowing at the end of a lap.
#[derive(Clone, PartialEq)]
struct Sowing {
    // Compared in this order: the part that usually differs first is in front.
    last: usize,
    own: Vec<u32>,
    other: Vec<u32>,
    /// The hand of the first lap, before it is sown.
    hand: Option<u32>,
}

impl Sowing {
    /// Sows a hand from the next pit on. Returns whether the last seed fell into a pit with seeds.
    fn sow(&mut self, hand: u32) -> bool {
        let mut held = 0;
        for _ in 0..hand {
            self.last = (self.last + 1) % self.own.len();
            held = self.own[self.last];
            self.own[self.last] += 1;
        }
        held > 0
    }

    /// Sows a lap: the first hand, or the seeds lifted after the previous lap.
    fn step(&mut self, inner: bool) -> Step<Sowing> {
        let hand = self.hand.take();
        let hand = hand.unwrap_or_else(|| self.lift(inner));
        match self.sow(hand) {
            true => Step::On { disputed: false },
            false => Step::Over(self.clone()),
        }
    }

    /// Returns the seeds of the next lap after a last seed in a pit with seeds: the captured ones, or those of the pit.
    fn lift(&mut self, inner: bool) -> u32 {
        let row = self.own.len() / 2;
        // In the numbering of the rules, inner pit W+k faces pit 2W+1-k, and pit k lies behind that one.
        if let Some(k) = (self.last + 1).checked_sub(row).filter(|&k| k > 0) {
            let (facing, behind) = (2 * row - k, k - 1);
            if self.other[facing] > 0 && (inner || self.other[behind] > 0) {
                return std::mem::take(&mut self.other[facing])
                    + std::mem::take(&mut self.other[behind]);
            }
        }
        std::mem::take(&mut self.own[self.last])
    }
}

impl Owela {
    fn row<'a>(&self, rows: &mut impl Iterator<Item = &'a str>) -> Result<Vec<u32>, Fault> {
        let row = rows.next().ok_or("the position must have four rows")?;
        let pits = row.split(',').map(|text| {
            let seeds: Option<u32> = text.parse().ok();
            seeds.filter(|seeds| seeds.to_string() == text)
        });
        let pits: Option<Vec<u32>> = pits.collect();
        let pits = pits.ok_or("the pits must be numbers separated by commas")?;
        match pits.len() == self.row {
            true => Ok(pits),
            false => Err(Fault::Count {
                found: pits.len() as u64,
                what: "pits in a row, not ",
                expected: self.row as u64,
            }),
        }
    }

    /// Lifts a pit of the side to move. Returns the sowing before its first seed.
    fn take(position: &Position, text: &str) -> Result<Sowing, Fault> {
        let (letter, own, other) = match position.lower_moves {
            true => ('L', &position.lower, &position.upper),
            false => ('U', &position.upper, &position.lower),
        };
        let pit = text.strip_prefix(letter).and_then(|number| {
            let pit: usize = number.parse().ok()?;
            (pit.to_string() == number).then_some(pit)
        });
        let pit = pit.ok_or(Fault::NotOf {
            what: "move of",
            side: letter,
            is: ", who is to move",
        })?;
        let last = pit.checked_sub(1).filter(|&pit| pit < own.len());
        let last = last.ok_or(Fault::NoPlace {
            place: "pit",
            number: pit as u64,
        })?;
        let (mut own, other) = (own.clone(), other.clone());
        match std::mem::take(&mut own[last]) {
            0 | 1 => Err(Fault::TooFew {
                place: "pit",
                number: pit as u64,
                what: "seeds",
            }),
            hand => Ok(Sowing {
                last,
                own,
                other,
                hand: Some(hand),
            }),
        }
    }
}

impl Game for Owela {
    type Position = Position;

    const NAME: &'static str = "the four-rank family";

    fn has_rounds(&self) -> bool {
        false
    }

    fn option_names(options: &Options) -> &'static [&'static str] {
        match options.counts("start") {
            None => &["pits", "capture"],
            Some(_) => &["start", "capture"],
        }
    }

    fn new(options: &Options) -> Result<Owela, Fault> {
        let (row, seeds) = match options.counts("start") {
            None => {
                let row = options.number("pits", 2, 8)?;
                (row, 4 * (row + row / 2))
            }
            Some(sides) => {
                let sides = sides?;
                let (lower, upper) = match sides.as_slice() {
                    [both] => (both, both),
                    [lower, upper] => (lower, upper),
                    _ => return Err("the start has more than two sides".into()),
                };
                let row = lower.len() / 2;
                if !(2..=8).contains(&row) || [lower.len(), upper.len()] != [2 * row; 2] {
                    return Err("the start must have two rows of 2 to 8 pits per side".into());
                }
                let seeds: u64 = lower.iter().chain(upper).sum();
                if !(1..=48).contains(&seeds) {
                    return Err("the start must have 1 to 48 seeds".into());
                }
                (row as u64, seeds)
            }
        };
        Ok(Owela {
            row: row as usize,
            inner: options.is_second("capture", ["both", "inner"])?,
            seeds,
        })
    }

    fn read(&self, text: &str) -> Result<Position, Fault> {
        let (rows, mover) = text
            .split_once(' ')
            .ok_or("the position has no side to move")?;
        let lower_moves = match mover {
            "L" => true,
            "U" => false,
            _ => return Err("the side to move must be L or U".into()),
        };
        let mut rows = rows.split('/');
        let mut ring = || Ok::<_, Fault>([self.row(&mut rows)?, self.row(&mut rows)?].concat());
        let (lower, upper) = (ring()?, ring()?);
        if rows.next().is_some() {
            return Err("the position has more than four rows".into());
        }
        let seeds = lower.iter().chain(&upper).map(|&seeds| u64::from(seeds));
        match seeds.sum::<u64>() {
            seeds if seeds == self.seeds => Ok(Position {
                lower,
                upper,
                lower_moves,
            }),
            seeds => Err(Fault::Count {
                found: seeds,
                what: "seeds, but the game has ",
                expected: self.seeds,
            }),
        }
    }

    fn board(position: &Position) -> String {
        let rows = [&position.lower, &position.upper].map(|ring| {
            let row = |row: &[u32]| {
                let seeds: Vec<String> = row.iter().map(u32::to_string).collect();
                seeds.join(",")
            };
            let (outer, inner) = ring.split_at(ring.len() / 2);
            format!("{}/{}", row(outer), row(inner))
        });
        rows.join("/")
    }

    fn play(
        &self,
        position: &mut Position,
        item: &str,
        budget: &mut Budget,
    ) -> Result<Played, Fault> {
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step(self.inner));
        let ended = to_end(Owela::take(position, item)?, step, budget)?;
        let (over, _) = ended.ok_or("its sowing never ends")?;
        (position.lower, position.upper) = match position.lower_moves {
            true => (over.own, over.other),
            false => (over.other, over.own),
        };
        position.lower_moves = !position.lower_moves;
        // Captured seeds stay on the board, so that a position can recur after captures.
        Ok(Played::default())
    }

    fn endless(
        &self,
        position: &Position,
        item: &str,
        claimed: (u64, u64),
        budget: &mut Budget,
    ) -> Result<Recurrence, Fault> {
        let step = |sowing: &mut Sowing, _: &mut Budget| Ok(sowing.step(self.inner));
        recurs(Owela::take(position, item)?, step, claimed, budget)
    }
}
